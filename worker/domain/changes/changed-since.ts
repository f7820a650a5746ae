import { asc, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { pick } from "#app/shared/pick.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";
import type { Permission } from "../../permissions.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { columnsLeftOut } from "../company-export/tables.ts";

/** A table whose rows say when they were changed. */
export type ChangingTable = SQLiteTable & { id: SQLiteColumn; updatedAt: SQLiteColumn };
/** What a list tells of changes: rows of this table, with these of its columns. */
export type Changing = { table: ChangingTable; columns: readonly string[] };

const OVERLAP_MS = 120_000;
/** Rows that are looked at for a page, where its reader sees some Locations alone. */
const MOST_LOOKED = 1_000;
const sizes = [25, 50, 100];
const USUAL_SIZE = 100;
const taken = new Set(["updated_since", "after", "size"]);

/** Tables that reports write to in every batch have no index of their changes: a report has rows to spare for none (decision 099). */
const hasChanges = (table: SQLiteTable) =>
  getTableConfig(table).indexes.some(({ config: { name } }) => name.endsWith("_by_change"));

const isDeletable = (table: SQLiteTable) => "deletedAt" in getTableColumns(table);

/** Columns that are nobody's business outside, besides the secrets. */
const within = new Set([
  ...["companyId", "deletedAt", "lowStockNotifiedAt", "passwordHash"],
  // Triggers write them with the plan, and leave the instant of the change.
  ...["nextPmOn", "nextCalOn"],
  // Reports write them, and leave it, too.
  ...["lastServiceOn", "lastPmOn", "failedChecks", "serviceCostMinor", "costYears"],
]);
/** Every column of a table that may be told. */
export const toldColumns = (table: SQLiteTable): readonly string[] =>
  Object.keys(getTableColumns(table)).filter(
    (name) => !within.has(name) && !columnsLeftOut[getTableName(table)]?.includes(name),
  );

/** A table's changes with all of its columns, where it can say what was deleted; undefined for another one. */
export const changingOf = (table: SQLiteTable): Changing | undefined =>
  "updatedAt" in getTableColumns(table) && isDeletable(table) && hasChanges(table)
    ? { table: table as ChangingTable, columns: toldColumns(table) }
    : undefined;

/** Where a page begins: after this change, in a reading that began at an instant. */
type Place = { at: number; id: string; began: number };
const encode = ({ at, id, began }: Place) => btoa(JSON.stringify([at, id, began]));

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** @throws Response 422 */
function placeOf(params: URLSearchParams): Place {
  for (const name of params.keys())
    if (!taken.has(name)) invalid({ [name]: ["It does not go together with updated_since"] });
  const since = params.get("updated_since") ?? "";
  const at = INSTANT.test(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(at))
    invalid({ updated_since: ["It must be an instant, such as 2026-01-15T09:30:00Z"] });
  const after = params.get("after");
  if (after === null) return { at, id: "", began: Date.now() };
  try {
    const [changedAt, id, began] = JSON.parse(atob(after.slice(0, 300))) as unknown[];
    if (Number.isSafeInteger(changedAt) && typeof id === "string" && Number.isSafeInteger(began))
      return { at: changedAt as number, id, began: began as number };
  } catch {
    // It is none of ours.
  }
  return invalid({ after: ["It must be `next` of the page before"] });
}

const iso = (at: number) => new Date(at).toISOString();

/**
 * What was changed since an instant, in the order of the changes, deleted rows too: `deleted_at` says which. Pages go on by key. A row that is
 * changed while somebody pages comes again at the end, and none is left out: `since` is where the next reading begins. It lies two minutes
 * before this one began, because a change counts from when its command began, and is seen once it is committed; what was changed
 * within them is told twice.
 * A reader of some Locations sees changes of what is there now; a page of theirs may hold fewer rows than `size`. One round trip.
 * @throws Response 403 without any of the permissions; 422
 */
export async function changedSince(
  session: Session,
  changing: Changing,
  permissions: readonly Permission[],
  params: URLSearchParams,
) {
  const db = session.authorizeAny(...permissions);
  const { table } = changing;
  const place = placeOf(params);
  const asked = Number(params.get("size"));
  const size = sizes.includes(asked) ? asked : USUAL_SIZE;
  const beyond = sql`(${table.updatedAt}, ${table.id}) > (cast(${place.at} as integer), ${place.id})`;
  const { rows, end } = db.scope
    ? await readLooking(db, changing, beyond, size + 1)
    : { rows: (await db.read(reading(db, changing, beyond, size + 1)))[0], end: null };
  const last = rows.length > size ? rows[size - 1]! : end;
  return {
    rows: rows.slice(0, size).map(({ wasDeletedAt, changedAt: _, ...row }) => ({
      ...row,
      deleted_at: wasDeletedAt === null ? null : iso(wasDeletedAt),
    })),
    page: {
      next: last ? encode({ at: last.changedAt, id: last.id, began: place.began }) : null,
    },
    since: iso(place.began - OVERLAP_MS),
  };
}

type Changed = { id: string; changedAt: number; wasDeletedAt: number | null };

const reading = (
  db: ReadingDb,
  { table, columns }: Changing,
  where: SQL,
  most: number,
): RunnableQuery<Changed[], "sqlite"> => {
  const all = getTableColumns(table) as Record<string, SQLiteColumn>;
  return db
    .select({
      ...pick(all, [...columns]),
      changedAt: sql<number>`${table.updatedAt}`.as("changed_at"),
      wasDeletedAt: sql<number | null>`${all.deletedAt ?? sql`null`}`.as("was_deleted_at"),
    })
    .from(table as SQLiteTable)
    .where(db.ofOwner(table, where))
    .orderBy(asc(table.updatedAt), asc(table.id))
    .limit(most) as never;
};

/** The same for a reader of some Locations: among the next changes of all, so many that a look is bounded. */
async function readLooking(db: ReadingDb, changing: Changing, beyond: SQL, most: number) {
  const { table } = changing;
  const all = acrossLocations(table, "it bounds how far a look goes");
  const inOrder = sql`${all} where ${db.ofOwner(table, beyond)} order by ${table.updatedAt}, ${table.id}`;
  const looked = sql`${table.id} in (select ${table.id} from ${inOrder} limit ${sql.raw(String(MOST_LOOKED))})`;
  const [rows, [end]] = await db.read(
    reading(db, changing, sql`${beyond} and ${looked}`, most),
    db
      .select({ changedAt: sql<number>`"at"`.as("changed_at"), id: sql<string>`"id"`.as("id") })
      .from(
        sql`(select ${table.updatedAt} as "at", ${table.id} as "id" from ${inOrder} limit 1 offset ${sql.raw(String(MOST_LOOKED - 1))}) as "end"`,
      ),
  );
  return { rows, end: end ?? null };
}
