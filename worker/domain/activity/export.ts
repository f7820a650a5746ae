import { and, sql } from "drizzle-orm";
import { actionText, reasonText } from "#app/shared/activity-words.ts";
import { kindText } from "#app/shared/kind-words.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import { namesById, namesIn } from "./entry.ts";
import { labelOf } from "./labels.ts";
import {
  type ActivityRow,
  askedActivity,
  indexOf,
  type LoggedRow,
  rangeOf,
  rowsIn,
  sieveOf,
} from "./rows.ts";

export const AT_ONCE = 500;

type Names = Record<string, string>;

/** A value in words: of a list its parts, of a record its name. */
function textOf(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === "") return "-";
  if (typeof value !== "object") return names[String(value)] ?? String(value);
  return Object.values(value)
    .map((part) => textOf(part, names))
    .join(", ");
}

type Columns<R> = Record<string, (row: R, names: Names) => string | number | null>;
/** What a file of a log tells of each row. */
export const activityColumns: Columns<LoggedRow> = {
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

type Source<R> = {
  /** The next rows before an id, the newest first, at most `AT_ONCE`. */
  read: (before: string) => Promise<R[]>;
  isWanted: (row: R) => boolean;
  /** What values of the rows point to, by id. */
  names: (rows: readonly R[]) => Promise<Names>;
};

/** A log as a file, newest first, read page by page while it is written. */
export function logSheet<R extends LoggedRow>(
  name: string,
  columns: Columns<R>,
  { read, isWanted, names }: Source<R>,
): Export {
  async function* pages() {
    for (let last = ""; ; ) {
      const rows = await read(last);
      const wanted = rows.filter(isWanted);
      const known = await names(wanted);
      yield wanted.map((row) => Object.values(columns).map((cellOf) => cellOf(row, known)));
      if (rows.length < AT_ONCE) return;
      last = rows.at(-1)!.id;
    }
  }
  return { name, head: Object.keys(columns), pages: pages() };
}

/** The ids of rows as a list that SQL reads. */
export const idsOf = (rows: readonly LoggedRow[]) =>
  sql`(select "value" from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;

/** Everything that happened and matches the list's filters, newest first; an Admin's alone. */
export async function exportActivity(session: Session, params: URLSearchParams): Promise<Export> {
  if (session.type !== "Admin") forbidden();
  const query = askedActivity(params);
  const db = await beginExport(session, "export-settings", "Activity logs");
  const range = rangeOf(query, session.company.timeZone);
  const index = indexOf(query);
  return logSheet<ActivityRow>("activity-logs", activityColumns, {
    read: async (before) => {
      const where = and(range, before ? sql`${activityLog.id} < ${before}` : undefined);
      const [rows] = await db.read(rowsIn(db, session, { where, limit: AT_ONCE, index }));
      return rows;
    },
    isWanted: sieveOf(query) ?? (() => true),
    names: async (rows) => {
      const [found] = await db.read(
        namesIn(
          db,
          sql`select ${activityLog.changes} from ${activityLog}
            where ${db.ofOwner(activityLog, sql`${activityLog.id} in ${idsOf(rows)}`)}`,
        ),
      );
      return namesById(found);
    },
  });
}
