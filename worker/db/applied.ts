import { brokenRule } from "./errors.ts";

/** Waits for a batch that notes its message as applied; one that was applied before is no error. */
export async function onceOnly(batch: Promise<unknown>): Promise<void> {
  try {
    await batch;
  } catch (error) {
    if (error instanceof Response || brokenRule(error)?.name !== "applied_messages") throw error;
  }
}
