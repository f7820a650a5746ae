import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { Choice, ListResult } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { namesIn } from "../activity/entry.ts";
import { type LabelledChange, labelled } from "../activity/labels.ts";
import { askedOf } from "../lists/list-query.ts";

const columns = pick(activityLog, [
  "id",
  "at",
  "actorName",
  "via",
  "action",
  "entityKind",
  "entityId",
  "entityLabel",
  "changes",
  "reason",
]);
/** One thing that happened to a device. */
type LoggedRow = SelectResultFields<typeof columns>;
export type HistoryRow = Omit<LoggedRow, "changes"> & { changes: LabelledChange[] };
/** A page of them, with who has done something lately. */
export type HistoryPage = ListResult<HistoryRow> & {
  people: Choice[];
  /** Of the records to which values point, by id. */
  names: Record<string, string>;
};

const LATELY = 100;
/** A bound on the id makes SQLite take the index of the device; without one it walks the company's log by its key. */
const FIRST = sql`${activityLog.id} > ''`;

/** What moves a device or loses it. */
const movements = ["create.asset", "move.asset", "not_located.asset", "found.asset"];

function pageOf(
  db: ReadingDb,
  assetId: string,
  params: URLSearchParams,
  filters: string[],
  more: (set: Record<string, string>) => SQL | undefined,
) {
  const query = { ...askedOf(params, ["at"], filters, "desc"), dir: "desc" as const, q: "" };
  const slice = keyset(activityLog.id, activityLog.id, query, params);
  const where = db.ofOwner(
    activityLog,
    and(eq(activityLog.assetId, assetId), slice.where ?? FIRST, more(query.filters)),
  );
  const statement = (most = slice.limit) =>
    db
      .select(columns)
      .from(activityLog)
      .where(where)
      .orderBy(...slice.orderBy)
      .limit(most);
  const ids = db
    .select({ id: activityLog.id })
    .from(activityLog)
    .where(where)
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  const named = namesIn(db, sql`${activityLog.id} in ${ids}`);
  const page = (rows: LoggedRow[]): ListResult<HistoryRow> => {
    const found = slice.page(rows, (row) => row.id, null);
    return { ...found, rows: found.rows.map(labelled), query };
  };
  return { statement, named, page };
}

/** A page of a device's activity, newest first, as statements of the detail page's batch: by field and by person. */
export const historyOf = (db: ReadingDb, assetId: string, params: URLSearchParams) =>
  pageOf(db, assetId, params, ["field", "person"], ({ field, person }) =>
    and(
      // The device's index leads, not the person's.
      person ? sql`+${activityLog.actorId} = ${person}` : undefined,
      field
        ? sql`exists (select 1 from json_each(${activityLog.changes}) where json_each.value ->> 'field' = ${field})`
        : undefined,
    ),
  );

/** Where a device was and when it moved, newest first. */
export const movementsOf = (db: ReadingDb, assetId: string, params: URLSearchParams) =>
  pageOf(db, assetId, params, [], () => inArray(activityLog.action, movements));

/** Who has done something with a device lately. */
export const peopleOf = (db: ReadingDb, assetId: string) => {
  const latest = db
    .select({ actorId: activityLog.actorId, actorName: activityLog.actorName })
    .from(activityLog)
    .where(db.ofOwner(activityLog, and(eq(activityLog.assetId, assetId), FIRST)))
    .orderBy(sql`${activityLog.id} desc`)
    .limit(LATELY)
    .as("latest");
  return db
    .select({
      value: sql<string>`${latest.actorId}`.as("value"),
      label: sql<string>`max(${latest.actorName})`.as("label"),
    })
    .from(latest)
    .where(sql`${latest.actorId} is not null`)
    .groupBy(latest.actorId)
    .orderBy(sql`"label"`);
};
