import { parse, serialize } from "hono/utils/cookie";

/** The value of a request's cookie; of a name that comes twice, the first one. */
export const cookieOf = (request: Request, name: string): string | undefined =>
  parse(request.headers.get("Cookie") ?? "", name)[name];

const secure = (env: Env) => env.PUBLIC_SCHEME === "https";
const named = (env: Env, name: string) => (secure(env) ? `__Host-${name}` : name);

export const sessionCookieName = (env: Env) => named(env, "sid");
export const deviceCookieName = (env: Env) => named(env, "device");
export const welcomeCookieName = (env: Env) => named(env, "welcome");
const WELCOME_SECONDS = 120;

/**
 * After sign-in: pages hand the browser its access token until it has taken it, which it shows by
 * removing this cookie. Holds no secret.
 */
export const welcomeCookie = (env: Env) =>
  cookie(env, welcomeCookieName(env), "1", WELCOME_SECONDS, false);
/** Between the two steps of a sign-in: whose password was right. */
export const stepCookieName = (env: Env) => named(env, "step");
/** On the apex host: the company a person signed in to last. */
export const hostCookieName = (env: Env) => named(env, "company");
/** A way to the company's identity provider that has begun, and one out of it. */
export const identityCookieName = (env: Env) => named(env, "oidc");
export const identityOutCookieName = (env: Env) => named(env, "oidc-out");
export const flashCookieName = (env: Env) => named(env, "flash");
/** What was typed into the form of an order. */
export const orderCookieName = (env: Env) => named(env, "order");

/** Longer than any browser uses what it fetched ahead. */
const CHANGED_SECONDS = 600;
/**
 * New with whatever this browser changes, so that nothing it fetched ahead before is shown after.
 */
export const changedCookie = (env: Env, what: string) =>
  cookie(env, named(env, "changed"), what, CHANGED_SECONDS);

/**
 * A Set-Cookie line for this host alone.
 * @param seconds how long it lasts: 0 removes it, undefined is as long as the browser runs
 * @param isHidden whether only the server can read it
 */
export function cookie(
  env: Env,
  name: string,
  value: string,
  seconds?: number,
  isHidden = true,
): string {
  return serialize(name, value, {
    path: "/",
    httpOnly: isHidden,
    secure: secure(env),
    sameSite: "Lax",
    ...(seconds === undefined ? {} : { maxAge: seconds }),
  });
}
