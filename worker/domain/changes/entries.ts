import { type SQL, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { idFrom } from "#drizzle/columns.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { acrossLocations } from "../../db/scope.ts";

/** A table whose rows are told as they change. */
export type ChangingTable = SQLiteTable & { id: SQLiteColumn };
type StampedTable = ChangingTable & { updatedAt: SQLiteColumn; createdAt: SQLiteColumn };

/**
 * How a table's changes are found.
 * - `changes`: an index has all rows by when they were changed.
 * - `made-and-changed`: new rows are found by the key, because ids are in the order in which rows were made; an index has those that were
 *   changed later. A row that is made writes no entry of an index.
 * - `made`: rows never change. The key has them all.
 * - `looking`: every row is looked at by its key. For a table with few rows, each of which changes all the time.
 */
export type Way = "changes" | "made-and-changed" | "made" | "looking";

/** How a table's changes are found by the indexes it has; undefined where it has none for them. */
export function wayByIndexes(table: SQLiteTable): Way | undefined {
  const names = getTableConfig(table).indexes.map(({ config: { name } }) => name);
  if (names.some((name) => name.endsWith("_by_change"))) return "changes";
  return names.some((name) => name.endsWith("_changed_later")) ? "made-and-changed" : undefined;
}

/** Where a page begins: after this change, in a reading that began at an instant. */
export type Place = { at: number; id: string; began: number };

/** An instant as ids begin with it, so that rows by their ids and rows by their changes stand in one order. */
const asIdsBegin = (at: SQLiteColumn) => sql`printf('%08x-%04x', ${at} >> 16, ${at} & 65535)`;
const beginOf = (id: SQLiteColumn) => sql`substr(${id}, 1, 13)`;

/**
 * The next changes after a place, in their order, so many: as `changed_at` (the instant as ids begin with it) and `entry_id`. Those out of a
 * person's Locations are among them: it bounds how far a look goes.
 */
export function entriesOf(
  db: ReadingDb,
  table: ChangingTable,
  way: Way,
  place: Place,
  most: number,
): SQL {
  const all = acrossLocations(table, "it bounds how far a look goes");
  const { at, id } = place;
  const limit = sql.raw(`limit ${most}`);
  const entries = (changedAt: SQL, beyond: SQL, order: SQL) =>
    sql`select ${changedAt} as "changed_at", ${table.id} as "entry_id" from ${all} where ${db.ofOwner(table, beyond)} order by ${order} ${limit}`;
  const byKey = (changedAt: SQL, after: string) =>
    entries(changedAt, sql`${table.id} > ${after}`, sql`${table.id}`);
  const begin = idFrom(at);
  if (way === "looking") return byKey(sql`${begin}`, id);

  const made = byKey(beginOf(table.id), id.startsWith(begin) ? id : begin);
  if (way === "made") return made;
  const { updatedAt, createdAt } = table as StampedTable;
  const beyond = sql`(${updatedAt}, ${table.id}) > (cast(${at} as integer), ${id})`;
  const changed = entries(
    asIdsBegin(updatedAt),
    way === "changes" ? beyond : sql`${beyond} and ${updatedAt} > ${createdAt}`,
    sql`${updatedAt}, ${table.id}`,
  );
  return way === "changes"
    ? changed
    : sql`select * from (select * from (${made}) union all select * from (${changed})) order by "changed_at", "entry_id" ${limit}`;
}

/** Whether a row that is looked at was changed since then, where all are looked at. */
export const isTold = (table: ChangingTable, way: Way, { at }: Place): SQL | undefined =>
  way === "looking"
    ? sql`${(table as StampedTable).updatedAt} >= cast(${at} as integer)`
    : undefined;
