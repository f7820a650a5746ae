import type { FieldErrors, Problem } from "#app/shared/refusal.ts";

/**
 * A refusal is an expected "no": not found, not allowed, not valid. It is thrown as a Response, which
 * React Router hands to the ErrorBoundary and Hono sends as it is. Anything thrown that is not a Response is a bug.
 */

const accessDenied = "Access Denied: You don't have permission to view this page";
const staleRecord = "Someone else changed this record";

export function refuse(
  status: number,
  message: string,
  more: { errors?: FieldErrors; data?: unknown; headers?: HeadersInit } = {},
): never {
  const { headers, ...body } = more;
  throw Response.json({ success: false, message, ...body } satisfies Problem, { status, headers });
}

/** Tells a refusal with this status from other errors. */
export const isRefusal = (thrown: unknown, status: number): thrown is Response =>
  thrown instanceof Response && thrown.status === status;

export const unauthenticated = (message = "Sign in first"): never => refuse(401, message);
export const forbidden = (message = accessDenied): never => refuse(403, message);
export const subscriptionEnded = (
  message = "Your subscription has ended. API keys do not work until it is renewed.",
): never => refuse(402, message);
export const notFound = (what = "record"): never => refuse(404, `This ${what} was not found`);
export const conflict = (message: string, data?: unknown): never =>
  refuse(409, message, data === undefined ? {} : { data });
export const stale = (newer: unknown): never => conflict(staleRecord, newer);
/**
 * Refuses what was entered on an older version of a record.
 * @param version the one the form was opened with; a client may leave it out
 */
export const refuseStale = (row: { version: number }, version: unknown): void => {
  if (version !== undefined && version !== "" && Number(version) !== row.version) stale(row);
};
export const tooLarge = (message: string): never => refuse(413, message);
export const invalid = (
  errors: FieldErrors,
  message = firstOf(errors) ?? "Some fields need attention",
  data?: unknown,
): never =>
  refuse(422, message.slice(0, LONGEST_MESSAGE), {
    errors: listed(errors),
    ...(data === undefined ? {} : { data }),
  });
export const tooMany = (seconds: number, message = "Too many attempts. Try again later."): never =>
  refuse(429, message, { headers: { "Retry-After": String(Math.max(1, Math.ceil(seconds))) } });
export const unavailable = (
  message = "The service is busy. Try again in a moment.",
  seconds = 2,
): never => refuse(503, message, { headers: { "Retry-After": String(seconds) } });

const LONGEST_MESSAGE = 300;
const LONGEST_NAME = 80;
const MOST_A_FIELD = 5;
/** Characters of all errors in one answer. */
const MOST_LISTED = 16_000;

/** The first errors only, so that an answer stays small whatever was sent. */
function listed(errors: FieldErrors): FieldErrors {
  const some: [string, string[]][] = [];
  let room = MOST_LISTED;
  for (const [name, messages] of Object.entries(errors)) {
    const entry: [string, string[]] = [
      name.slice(0, LONGEST_NAME),
      messages.slice(0, MOST_A_FIELD).map((message) => message.slice(0, LONGEST_MESSAGE)),
    ];
    room -= JSON.stringify(entry).length;
    if (room < 0) break;
    some.push(entry);
  }
  return Object.fromEntries(some);
}

const firstOf = (errors: FieldErrors) => Object.values(errors)[0]?.[0];
