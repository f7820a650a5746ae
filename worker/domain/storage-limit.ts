import { brokenRule } from "../db/errors.ts";
import { conflict } from "../refusals.ts";

/** Runs a batch that asserts the storage limit. @throws Response 409 that names the limit, when it is met */
export async function withinStorage<R>(limitMb: number | null | undefined, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (refusal) {
    if (brokenRule(refusal)?.name === "assert_storage_limit") conflict(`Your plan allows ${limitMb} MB of files`);
    throw refusal;
  }
}
