import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import type { Activity, Stamp } from "./db.ts";

const LONG = 500;
const cut = (value: unknown) =>
  typeof value === "string" && value.length > LONG ? `${value.slice(0, LONG)}…` : value;
/** Long texts are not kept whole in the log. */
const shortened = ({ field, from, to }: Change) => ({ field, from: cut(from), to: cut(to) });

/** The rows that entries leave in the log. @param at the instant, in epoch milliseconds */
export function logRows(stamp: Stamp, entries: readonly Activity[], at: number): object[] {
  const { once: _, letters: __, expected: ___, ...who } = stamp;
  return entries.map(({ action, kind, id, label, changes, reason, via, ...of }) => ({
    ...who,
    ...(of.companyId ? { companyId: of.companyId } : {}),
    via: via ?? who.via,
    id: newId(at),
    at,
    action,
    entityKind: kind,
    entityId: id,
    entityLabel: label.slice(0, 200),
    assetId: of.assetId ?? null,
    changes: (changes ?? []).map(shortened),
    reason: reason ?? null,
  }));
}
