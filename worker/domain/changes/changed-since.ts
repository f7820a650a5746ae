import { and, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { pick } from "#app/shared/pick.ts";
import { madeAt, snake } from "#drizzle/columns.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Permission } from "../../permissions.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { columnsLeftOut } from "../company-export/tables.ts";
import {
  type ChangingTable,
  entriesOf,
  isTold,
  type Place,
  type Way,
  wayByIndexes,
} from "./entries.ts";

/** What a list tells of changes: rows of this table, with these of its columns. */
export type Changing = {
  table: ChangingTable;
  columns: readonly string[];
  way: Way;
  /** Ids of what rows belong to, by their names, where no column of the table holds them. */
  owners?: Readonly<Record<string, SQL>>;
};

const OVERLAP_MS = 120_000;
/** Rows that are looked at for a page, where not each of them is told. */
const MOST_LOOKED = 500;
const sizes = [25, 50, 100];
const USUAL_SIZE = 100;
const taken = new Set(["updated_since", "after", "size"]);

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

/** A table's changes with all that it may tell. @throws Error for one that has no index of its changes */
export function changesOf(table: ChangingTable): Changing {
  const way = wayByIndexes(table);
  if (!way) throw new Error(`${getTableName(table)} has no index of its changes`);
  return { table, columns: toldColumns(table), way };
}
/** The same where the table has an index of its changes and can say what was deleted; undefined for another one. */
export const changingOf = (table: SQLiteTable): Changing | undefined =>
  wayByIndexes(table) && "deletedAt" in getTableColumns(table)
    ? changesOf(table as ChangingTable)
    : undefined;

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
 * A reader of some Locations sees changes of what is there now. A page of theirs may hold fewer rows than `size`, and so may one of a table
 * all rows of which are looked at. One round trip.
 * @throws Response 403 without any of the permissions; 422
 */
export async function changedSince(
  session: Session,
  changing: Changing,
  permissions: readonly Permission[],
  params: URLSearchParams,
) {
  const db = session.authorizeAny(...permissions);
  const place = placeOf(params);
  const asked = Number(params.get("size"));
  const size = sizes.includes(asked) ? asked : USUAL_SIZE;
  const { rows, end } =
    db.scope || changing.way === "looking"
      ? await readLooking(db, changing, place, size + 1)
      : { rows: (await db.read(reading(db, changing, place, size + 1, size + 1)))[0], end: null };
  const last = rows.length > size ? rows[size - 1]! : end;
  return {
    rows: rows.slice(0, size).map(({ wasDeletedAt, changedAt: _at, ...row }) => ({
      ...row,
      deleted_at: wasDeletedAt === null ? null : iso(wasDeletedAt),
    })),
    page: {
      next: last ? encode({ at: madeAt(last.changedAt), id: last.id, began: place.began }) : null,
    },
    since: iso(place.began - OVERLAP_MS),
  };
}

type Changed = { id: string; changedAt: string; wasDeletedAt: number | null };

/** The rows of the next changes, so many of those that are looked at. */
const reading = (
  db: ReadingDb,
  { table, columns, way, owners = {} }: Changing,
  place: Place,
  looked: number,
  most: number,
): RunnableQuery<Changed[], "sqlite"> => {
  const all = getTableColumns(table) as Record<string, SQLiteColumn>;
  return db
    .select({
      ...pick(all, [...columns]),
      ...Object.fromEntries(
        Object.entries(owners).map(([name, owner]) => [name, owner.as(snake(name))]),
      ),
      changedAt: sql<string>`"entry"."changed_at"`.as("changed_at"),
      wasDeletedAt: sql<number | null>`${all.deletedAt ?? sql`null`}`.as("was_deleted_at"),
    })
    .from(sql`(${entriesOf(db, table, way, place, looked)}) as "entry"`)
    .crossJoin(table as SQLiteTable)
    .where(db.ofOwner(table, and(sql`${table.id} = "entry"."entry_id"`, isTold(table, way, place))))
    .orderBy(sql`"entry"."changed_at"`, sql`"entry"."entry_id"`)
    .limit(most) as never;
};

/** The same where not every row that is looked at is told: among so many that a look is bounded. */
async function readLooking(db: ReadingDb, changing: Changing, place: Place, most: number) {
  const { table, way } = changing;
  const [rows, [end]] = await db.read(
    reading(db, changing, place, MOST_LOOKED, most),
    db
      .select({
        changedAt: sql<string>`"entry"."changed_at"`.as("changed_at"),
        id: sql<string>`"entry"."entry_id"`.as("entry_id"),
      })
      .from(sql`(${entriesOf(db, table, way, place, MOST_LOOKED)}) as "entry"`)
      .limit(1)
      .offset(MOST_LOOKED - 1),
  );
  return { rows, end: end ?? null };
}
