import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { snake } from "#drizzle/columns.ts";

type Values = Record<string, unknown>;

const quoted = (names: readonly string[]) =>
  sql.raw(names.map((name) => `"${snake(name)}"`).join(", "));

/** A value as the column keeps it. */
function stored(column: SQLiteColumn, value: unknown): unknown {
  if (value === undefined && column.defaultFn) return column.defaultFn();
  if (value === undefined || value === null) return null;
  return column.mapToDriverValue(value);
}

/** The rows as one JSON text, which a statement binds. */
function tabled(table: SQLiteTable, names: readonly string[], rows: readonly Values[]): string {
  const columns = getTableColumns(table);
  return JSON.stringify(rows.map((row) => names.map((name) => stored(columns[name]!, row[name]))));
}

/** `insert … select` of many rows; the company, where there is one, is bound for itself. */
export function insertOf(table: SQLiteTable, rows: readonly Values[]): SQL {
  const columns = getTableColumns(table);
  const given = new Set(rows.flatMap((row) => Object.keys(row)));
  const company = given.has("companyId") ? [rows[0]!.companyId] : [];
  const names = Object.keys(columns).filter(
    (name) => name !== "companyId" && (given.has(name) || columns[name]!.defaultFn),
  );
  const values = sql.join(
    [
      ...company.map((id) => sql`${id}`),
      ...names.map((_, at) => sql.raw(`"row"."value" ->> ${at}`)),
    ],
    sql`, `,
  );
  return sql`insert into ${table} (${quoted([...company.map(() => "companyId"), ...names])}) select ${values}
    from json_each(${tabled(table, names, rows)}) as "row" where true`;
}

/** `update … from` many rows, each found by its id; the version rises by one. */
export function updateOf(
  table: SQLiteTable & { id: SQLiteColumn },
  rows: readonly ({ id: string } & Values)[],
  limited: (where: SQL) => SQL,
): SQL {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== "id");
  const json = tabled(table, ["id", ...names], rows);
  const cells = sql.raw(["id", ...names].map((_, at) => `"value" ->> ${at} as "${at}"`).join(", "));
  const sets = names.map((name, at) => sql`${quoted([name])} = ${sql.raw(`"row"."${at + 1}"`)}`);
  if (columns.updatedAt && !names.includes("updatedAt"))
    sets.push(sql`"updated_at" = ${Date.now()}`);
  if (columns.version && !names.includes("version"))
    sets.push(sql`"version" = ${columns.version} + 1`);
  // Materialized, so that SQLite finds each row by its key instead of walking the company's rows or the list.
  return sql`with "row" as materialized (select ${cells} from json_each(${json}))
    update ${table} set ${sql.join(sets, sql`, `)} from "row" where ${limited(sql`${table.id} in (select "0" from "row") and ${table.id} = "row"."0"`)}`;
}
