import { and, sql } from "drizzle-orm";
import { actionText, kindText, reasonText } from "#app/shared/activity-words.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import { namesById, namesIn } from "./entry.ts";
import { labelOf } from "./labels.ts";
import { type ActivityRow, askedActivity, indexOf, rangeOf, rowsIn, sieveOf } from "./rows.ts";

const AT_ONCE = 500;

type Names = Record<string, string>;

/** A value in words: of a list its parts, of a record its name. */
function textOf(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value !== "object") return names[String(value)] ?? String(value);
  return Object.values(value)
    .map((part) => textOf(part, names))
    .join(", ");
}

const columns: Record<string, (row: ActivityRow, names: Names) => string | number | null> = {
  Time: (row) => new Date(row.at).toISOString(),
  Who: (row) => row.actorName,
  "Kind of person": (row) => row.actorKind,
  By: (row) => row.via,
  What: (row) => actionText(row),
  "Kind of record": (row) => kindText(row.entityKind),
  Record: (row) => row.entityLabel,
  Changes: ({ entityKind, changes }, names) =>
    changes
      .map(
        ({ field, from, to }) =>
          `${labelOf(entityKind, field)}: ${textOf(from, names)} -> ${textOf(to, names)}`,
      )
      .join("; "),
  Reason: (row) => reasonText(row.reason),
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
      const wanted = rows.filter(sieve);
      const ids = JSON.stringify(wanted.map(({ id }) => id));
      const [found] = await db.read(
        namesIn(
          db,
          sql`select ${activityLog.changes} from ${activityLog}
            where ${db.ofOwner(activityLog, sql`${activityLog.id} in (select "value" from json_each(${ids}))`)}`,
        ),
      );
      const names = namesById(found);
      yield wanted.map((row) => Object.values(columns).map((cellOf) => cellOf(row, names)));
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  }
  return { name: "activity-logs", head: Object.keys(columns), pages: pages() };
}
