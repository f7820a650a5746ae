import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Problem } from "#app/shared/refusal.ts";
import { KEY_TRIES_SECONDS } from "../auth/attempts.ts";
import { heldUpAt } from "../auth/factors/standing.ts";
import { type Bounds, within } from "../bounded.ts";
import { orBusy } from "../busy.ts";
import type { Answer } from "../db/db.ts";
import { checked } from "../domain/entity/fields.ts";
import type { Visit } from "../env.ts";
import { firstAnswerTo, rememberOnce } from "../once.ts";
import { forbidden, invalid, subscriptionEnded, tooMany, unauthenticated } from "../refusals.ts";
import { type AnySession, Session, StaffSession } from "../session.ts";
import { asAsked } from "./problem.ts";
import { errorsToWire, shown } from "./wire.ts";

export type Api = { Bindings: Env; Variables: { visit: Visit } };

const TOO_LARGE = "The request is too large";
/** How much a body may hold: of people who have signed in, and of anybody. */
const sizes = {
  work: { bytes: 2 * 1024 * 1024, fields: 5000, says: TOO_LARGE },
  open: { bytes: 16 * 1024, fields: 20, says: TOO_LARGE },
} satisfies Record<string, Bounds>;
const MOST_VALUES = 20_000;
const DEEPEST = 20;

/** Whether a body is small and flat enough to be checked. */
function isBearable(body: object): boolean {
  let level: unknown[] = [body];
  let values = 0;
  for (let depth = 0; level.length; depth++) {
    values += level.length;
    if (values > MOST_VALUES || depth > DEEPEST) return false;
    level = level.flatMap((value) =>
      value && typeof value === "object" ? Object.values(value) : [],
    );
  }
  return true;
}

/** Refusals are Responses already; Hono passes only Errors to onError, so they are sent here, with wire names. */
export const sendRefusals = createMiddleware<Api>(async (c, next) => {
  try {
    await orBusy(next);
  } catch (thrown) {
    return asAsked(c.req.raw, await refusalOf(c, thrown), c.var.visit.requestId);
  }
  if (c.res.status >= 400) c.res = await asAsked(c.req.raw, c.res, c.var.visit.requestId);
  return undefined;
});

/** A repeated request's first answer, or the refusal with its field names as on the wire. */
async function refusalOf(c: Context<Api>, thrown: unknown): Promise<Response> {
  if (!(thrown instanceof Response)) throw thrown;
  const first = await firstAnswerTo(c.var.visit, thrown).catch((other: unknown) => {
    if (other instanceof Response) return other;
    throw other;
  });
  if (first && !(first instanceof Response))
    return answered(c, { ...first, data: shown(first.data) });
  const answer = first ?? thrown;
  const problem = (await answer.clone().json()) as Problem;
  if (!problem.errors) return answer;
  const { status, headers } = answer;
  return Response.json({ ...problem, errors: errorsToWire(problem.errors) }, { status, headers });
}

/** @throws Response 401 without a live Bearer session or key; 402 for a key of a suspended company; 429 for too many requests */
export function anyone(c: Context<Api>): AnySession {
  const { session } = c.var.visit;
  return session ?? refuseCredential(c);
}
function refuseCredential(c: Context<Api>): never {
  const { refusedCredential, used } = c.var.visit;
  if (refusedCredential === "overused")
    tooMany(used?.secondsLeft ?? KEY_TRIES_SECONDS, used ? "Too many requests" : undefined);
  if (refusedCredential === "ended") subscriptionEnded();
  const sent = c.req.header("Authorization");
  if (sent && /^Bearer pbk_/i.test(sent)) return unauthenticated("This API key does not work");
  return unauthenticated(sent ? "Your session has ended. Sign in again." : "Sign in first");
}
const heldUpBy = {
  "/profile#password": "Choose a new password first",
  "/profile/second-factor": "Set up a second factor on the page of your profile first",
} as const;
/** @throws Response 403 for a person who has to do something on the pages first */
function refuseHeldUp(session: AnySession) {
  const at = heldUpAt(session);
  if (at) forbidden(heldUpBy[at]);
}
export function member(c: Context<Api>): Session {
  const session = anyone(c);
  refuseHeldUp(session);
  return session instanceof Session ? session : unauthenticated();
}
export function staffMember(c: Context<Api>): StaffSession {
  const session = anyone(c);
  refuseHeldUp(session);
  return session instanceof StaffSession ? session : unauthenticated();
}

/** A JSON body as an object; remembers the idempotency key. @throws Response 422 when it is not an object, 413 when too large */
export async function bodyOf(
  c: Context<Api>,
  size: keyof typeof sizes = "work",
): Promise<Record<string, unknown>> {
  const text = await within(c.req.raw, sizes[size], (request) => request.text());
  await rememberOnce(c.var.visit, c.req.raw, c.req.header("Idempotency-Key") ?? null, text);
  if (c.req.header("Content-Type")?.includes("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    const body = JSON.parse(text || "{}") as unknown;
    if (body && typeof body === "object" && !Array.isArray(body))
      return isBearable(body)
        ? (body as Record<string, unknown>)
        : invalid({ form: [`The request body can have at most ${MOST_VALUES} values`] });
  } catch (error) {
    if (error instanceof Response) throw error;
  }
  return invalid({ form: ["The request body must be a JSON object"] });
}

const nothing = z.strictObject({});
/** Accepts only an empty body or an empty object. @throws Response 422 naming every key */
export async function noBody(c: Context<Api>): Promise<void> {
  checked(nothing, await bodyOf(c));
}

export const answered = (c: Context<Api>, { status, message, data, warnings }: Answer) =>
  c.json(
    { success: true, message, data, ...(warnings?.length ? { warnings } : {}) },
    status as 200,
  );
