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

const columns: Record<string, (row: ActivityRow) => string | number | null> = {
  Time: (row) => new Date(row.at).toISOString(),
  Person: (row) => row.actorName,
  "Kind of person": (row) => row.actorKind,
  By: (row) => row.via,
  Action: (row) => row.action,
  "Kind of record": (row) => row.entityKind,
  Record: (row) => row.entityLabel,
  Changes: ({ changes }) =>
    changes.map(({ field, from, to }) => `${field}: ${textOf(from)} -> ${textOf(to)}`).join("; "),
  Reason: (row) => row.reason,
  Address: (row) => row.ip,
  Request: (row) => row.requestId,
  "Seal no": (row) => row.seq,
};

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
      const [rows] = await db.read(
        rowsIn(db, session, { where, limit: AT_ONCE, index: indexOf(query) }),
      );
      yield rows.filter(sieve).map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  }
  return { name: "activity-logs", head: Object.keys(columns), pages: pages() };
}
