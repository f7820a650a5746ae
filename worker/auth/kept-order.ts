import { base64url } from "jose";
import type { Visit } from "../env.ts";
import { cookie, cookieOf, orderCookieName } from "./cookies.ts";

/** A quarter of an hour. */
const KEPT_SECONDS = 900;
/** What a browser keeps under one name, with the name and its attributes. */
const MOST_BYTES = 3_900;

/** What was typed into the form of an order and is kept by this browser, so that who pays stands in no address; null where nothing is. */
export function keptOrder(request: Request, { env }: Pick<Visit, "env">): unknown {
  const text = cookieOf(request, orderCookieName(env));
  if (!text) return null;
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(text)));
  } catch {
    return null;
  }
}

/** The Set-Cookie line that keeps it; without the address, which no price follows from, where that is too long. */
export function keepingOrder({ env }: Pick<Visit, "env">, typed: Record<string, string>): string {
  const { address: _, ...others } = typed;
  const packed = (values: object) => base64url.encode(JSON.stringify(values));
  const whole = packed(typed);
  const value = whole.length > MOST_BYTES ? packed(others) : whole;
  return cookie(env, orderCookieName(env), value, KEPT_SECONDS);
}

export const droppingOrder = ({ env }: Pick<Visit, "env">): string =>
  cookie(env, orderCookieName(env), "", 0);
