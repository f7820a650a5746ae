import { and, sql } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import { type ActivityRow, askedActivity, indexOf, rangeOf, rowsIn, sieveOf } from "./rows.ts";

const AT_ONCE = 500;

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? "-"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** Everything that happened and matches the list's filters, newest first; an Admin's alone. */
export async function exportActivity(session: Session, params: URLSearchParams): Promise<Export> {
  if (session.type !== "Admin") forbidden();
  const query = askedActivity(params);
  const db = await beginExport(session, "export-settings", "Activity logs");
  const range = rangeOf(query, session.company.timeZone);
  const sieve = sieveOf(query) ?? (() => true);

  async function* pages() {
    for (let last = ""; ; ) {
      const where = and(range, last ? sql`${activityLog.id} < ${last}` : undefined);
      const [found] = await db.read(
        rowsIn(db, session, { where, limit: AT_ONCE, index: indexOf(query) }),
      );
      yield found.filter(sieve).map(cellsOf);
      if (found.length < AT_ONCE) return;
      last = found.at(-1)!.id;
    }
  }
  return {
    name: "activity-logs",
    head: [
      "Time",
      "Person",
      "Kind of person",
      "By",
      "Action",
      "Kind of record",
      "Record",
      "Changes",
      "Reason",
      "Address",
      "Request",
      "Seal no",
    ],
    pages: pages(),
  };
}

const cellsOf = (row: ActivityRow) => [
  new Date(row.at).toISOString(),
  row.actorName,
  row.actorKind,
  row.via,
  row.action,
  row.entityKind,
  row.entityLabel,
  row.changes.map(({ field, from, to }) => `${field}: ${textOf(from)} -> ${textOf(to)}`).join("; "),
  row.reason,
  row.ip,
  row.requestId,
  row.seq,
];
