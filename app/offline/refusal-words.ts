import { isNewerDraft } from "#app/shared/drafts.ts";
import type { Entry, EntryProblem } from "./store.ts";

/** What a person can do about an entry that was refused. */
export type Remedy =
  | { kind: "shortage"; itemId: string; name: string; available: number }
  | { kind: "done" }
  | { kind: "newer"; theirs: Record<string, unknown> }
  | { kind: "over" }
  | { kind: "change" }
  | { kind: "keep" };

type Shortage = { stock_item_id?: string; available?: number; name?: string };
type Newer = { version?: unknown; newer?: unknown };

/** What an answer means for the queue: it waits for another try, the session is gone, or the person is needed. */
export function meaningOf(status: number): "again" | "session" | "suspended" | "person" {
  if (status === 401) return "session";
  if (status === 402) return "suspended";
  return status === 408 || status === 425 || status === 429 || status >= 500 ? "again" : "person";
}

/** What can be done about a refusal. */
export function remedyOf({ status, message, data }: EntryProblem): Remedy {
  const { stock_item_id: itemId, available, name = "" } = (data ?? {}) as Shortage;
  if (itemId && available !== undefined) return { kind: "shortage", itemId, name, available };
  if (status === 409 && /was done meanwhile|is no longer open/.test(message))
    return { kind: "done" };
  if (status === 409 && data && (data as Newer).version !== undefined)
    return { kind: "newer", theirs: data as Record<string, unknown> };
  // A move that the record as it is by now does not allow.
  if (status === 409 && data && (data as Newer).newer !== undefined) return { kind: "over" };
  return status === 422 || status === 413 || itemId ? { kind: "change" } : { kind: "keep" };
}

/** The refusal of what was typed on a draft, as a sentence with what to do. */
export function measurementWords(problem: EntryProblem): string {
  const { status, message, data } = problem;
  if (isNewerDraft(status, data))
    return "Somebody else changed this draft meanwhile. Compare both, then choose what counts.";
  if (status === 409)
    return `${message}. What you typed is kept here: save it as a file and hand it over.`;
  if (status === 403)
    return "You may no longer save this draft. What you typed is kept here: save it as a file and hand it over.";
  if (status === 404)
    return "This draft is no longer there, or no longer open to you. What you typed is kept here: save it as a file.";
  return `${message}. Change it, and it is sent again.`;
}

/** The refusal as a sentence with what to do. @param used how many of the item were entered */
export function wordsOf(problem: EntryProblem, entry: Entry): string {
  const remedy = remedyOf(problem);
  switch (remedy.kind) {
    case "shortage":
      return `${remedy.name}: only ${remedy.available} in stock, you used ${usedIn(entry, remedy.itemId)}. Say how many were really used.`;
    case "done":
      return `${problem.message}. Keep yours as an additional report, or drop it.`;
    case "newer":
      return "Somebody changed this meanwhile. Compare both, then send yours or drop it.";
    case "over":
      return `${problem.message}. Nothing is left to say of it: drop yours, or save it as a file.`;
    case "change":
      return `${problem.message}. Change the report and send it again.`;
    case "keep":
      return problem.status === 403
        ? "You may no longer save reports of this device. Yours is kept here: save it as a file for your engineer in charge."
        : problem.status === 404
          ? "This device is no longer in your Locations. Your report is kept here: save it as a file, or ask for access and send it again."
          : `${problem.message}. Your report is kept here: save it as a file, or send it again.`;
  }
}

const PART = /^parts\[(\d+)\]\[id\]$/;
/** The name of the field with the quantity of an item; null where the entry does not use it. */
export function qtyFieldOf(entry: Entry, itemId: string): string | null {
  for (const [name, value] of Object.entries(entry.values)) {
    const [, row] = PART.exec(name) ?? [];
    if (row !== undefined && value === itemId) return `parts[${row}][qty]`;
  }
  return null;
}
export const usedIn = (entry: Entry, itemId: string) =>
  entry.values[qtyFieldOf(entry, itemId) ?? ""] ?? "0";

/** The values with another quantity of an item; none of it takes its row away. */
export function withUsed(entry: Entry, itemId: string, qty: number): Record<string, string> {
  const field = qtyFieldOf(entry, itemId);
  if (!field) return entry.values;
  if (qty > 0) return { ...entry.values, [field]: String(qty) };
  const row = field.slice(0, field.lastIndexOf("["));
  return Object.fromEntries(
    Object.entries(entry.values).filter(([name]) => !name.startsWith(`${row}[`)),
  );
}
