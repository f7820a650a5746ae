import { unavailable } from "./refusals.ts";

/** What an error says, with its causes. */
export const messageOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: unknown; message?: string };
  return cause ? `${messageOf(cause)} ${message ?? ""}` : (message ?? String(error));
};

/** Whether it is a passing fault of D1. */
export const isRetryable = (error: unknown) =>
  /Network connection lost|storage caused object to be reset|reset because its code was updated|Cannot resolve D1 DB due to transient/i.test(
    messageOf(error),
  );

/** Whether D1 has too much to do. */
export const isOverload = (error: unknown) =>
  /overloaded|too many requests queued|D1 DB storage operation exceeded timeout/i.test(
    messageOf(error),
  );
/** What D1 says of itself where nothing is wrong with the statement. */
export const isDown = (error: unknown) =>
  isRetryable(error) ||
  /D1 DB exceeded its CPU time limit|memory limit|Internal error (?:while starting up|in) D1|D1_ERROR: internal error/i.test(
    messageOf(error),
  );
const isFull = (error: unknown) =>
  /database or disk is full|Exceeded maximum DB size/i.test(messageOf(error));
const FULL_S = 300;
const NO_ROOM =
  "There is no room for new data just now. Nothing was saved, and we have been told: send it again in some minutes.";

/** @throws Response 503 where a database is full */
export function refuseFull(error: unknown): void {
  if (!isFull(error)) return;
  console.error("A database is full", error);
  unavailable(NO_ROOM, FULL_S);
}

/** @throws Response 503 where D1 is overloaded, does not answer or is full */
function refuseBusy(error: unknown): void {
  refuseFull(error);
  if (!isOverload(error) && !isDown(error)) return;
  console.error("A database does not answer", error);
  unavailable();
}

/**
 * Does work, and tells a fault of D1 in words.
 * @throws Response 503 where D1 is overloaded, does not answer or is full; other errors as they are
 */
export async function orBusy<R>(work: () => R | Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    refuseBusy(error);
    throw error;
  }
}
