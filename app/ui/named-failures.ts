import { ask } from "./ask.ts";
import type { BulkFailure } from "./bulk-progress.tsx";

const MOST_NAMED = 200;

/** Failures with what their records are called. @param of the records' path under /api */
export async function namedFailures(
  of: string,
  failed: readonly Omit<BulkFailure, "label">[],
): Promise<BulkFailure[]> {
  if (failed.length === 0) return [];
  const ids = failed
    .slice(0, MOST_NAMED)
    .map(({ id }) => id)
    .join(",");
  const { items } = await ask<{ items: { id: string; label: string }[] }>("/moves", {
    query: { of, ids },
  }).catch(() => ({ items: [] }));
  const labels = new Map(items.map(({ id, label }) => [id, label]));
  return failed.map((one) => ({ ...one, label: labels.get(one.id) ?? "" }));
}
