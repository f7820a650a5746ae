import { ask } from "#app/ui/ask.ts";

/** A bulk edit under way: kept in the tab, so that it can go on after a reload or a lost line. */
export type BulkJob = {
  bulkId: string;
  values: Record<string, string>;
  /** What is changed, in words. */
  title: string;
  ids: readonly string[];
  /** How many of the ids are done. */
  at: number;
  changed: number;
  same: number;
  failed: { id: string; label: string; reason: string }[];
};

const MOST_AT_ONCE = 200;
const KEY = "bulk-edit";

/** The job that stopped half way in this tab, if there is one. */
export function storedJob(): BulkJob | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as BulkJob | null;
  } catch {
    return null;
  }
}
export function storeJob(job: BulkJob | null): void {
  try {
    if (job) sessionStorage.setItem(KEY, JSON.stringify(job));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The job is too large to store. It cannot be resumed after a reload.
  }
}

type Answer = { data: Pick<BulkJob, "changed" | "same" | "failed"> };

/** Sends a job step by step until it is done; a step that is sent again is carried out once. */
export async function runJob(
  job: BulkJob,
  signal: AbortSignal,
  progress: (job: BulkJob) => void,
): Promise<BulkJob> {
  let current = job;
  while (current.at < current.ids.length) {
    const ids = current.ids.slice(current.at, current.at + MOST_AT_ONCE);
    const form = { ...current.values, bulkId: current.bulkId, ids: ids.join(",") };
    const headers = { "Idempotency-Key": `${current.bulkId}-${current.at}` };
    const { data } = await ask<Answer>("/asset/bulk", { form, headers, signal });
    current = {
      ...current,
      at: current.at + ids.length,
      changed: current.changed + data.changed,
      same: current.same + data.same,
      failed: [...current.failed, ...data.failed],
    };
    storeJob(current);
    progress(current);
  }
  return current;
}
