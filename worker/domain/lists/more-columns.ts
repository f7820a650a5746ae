import { getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

// Names are written in full: inside a selected field Drizzle leaves the table out.
const snake = ({ name }: SQLiteColumn) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const full = (column: SQLiteColumn) => `"${getTableName(column.table)}"."${snake(column)}"`;

/** A counter kept by record, such as `assets.category:{id}`, as a column of the record's list; null while there is none. */
export const countedFor = (
  prefix: `${string}:`,
  table: SQLiteTable,
): SQL.Aliased<number | null> => {
  const name = getTableName(table);
  const value = sql.raw(
    `(select "value" from "counters" where "counters"."company_id" = "${name}"."company_id" and "counters"."id" = '${prefix}' || "${name}"."id")`,
  );
  return sql<number | null>`${value}`.as(`counted_${prefix.replace(/\W/g, "_")}`);
};

const names = new WeakMap<SQL.Aliased, SQLiteColumn>();
/** The column that points to what a list's further column names; undefined for a count. */
export const namedColumn = (column: SQL.Aliased): SQLiteColumn | undefined => names.get(column);

/** The name of what a column points to, as a column of the list. */
export const namedBy = <K extends SQLiteColumn>(
  other: SQLiteTable,
  shown: SQLiteColumn,
  key: K,
): SQL.Aliased<K["_"]["notNull"] extends true ? string : string | null> => {
  const [name, mine] = [getTableName(other), getTableName(key.table)];
  const value = sql.raw(
    `(select ${full(shown)} from "${name}" where "${name}"."company_id" = "${mine}"."company_id" and "${name}"."id" = ${full(key)})`,
  );
  // D1 answers two columns of one name as one.
  const shownName = sql<never>`${value}`.as(`${name}_${snake(shown)}_by_${snake(key)}`);
  names.set(shownName, key);
  return shownName;
};
