import { type Column, getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

const MOST_BYTES = 500_000;
const MOST_ROWS = 5_000;

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The value that the driver would bind for a column, defaults included. */
function driverValue(column: Column, value: unknown): unknown {
  const given = value === undefined ? (column.defaultFn?.() ?? column.default ?? null) : value;
  return given === null ? null : column.mapToDriverValue(given);
}

/** The statement that inserts rows of a table from a JSON array, and the rows as JSON. */
function written<T extends SQLiteTable>(
  table: T,
  rows: readonly T["$inferInsert"][],
): { sql: string; values: string[] } {
  const named = new Set(rows.flatMap((row) => Object.keys(row)));
  const columns = Object.entries(getTableColumns(table)).filter(
    ([key, column]) =>
      named.has(key) || column.defaultFn !== undefined || column.default !== undefined,
  );
  const into = columns.map(([key]) => `"${snake(key)}"`).join(", ");
  const sql = `insert into "${getTableName(table)}" (${into}) select ${columns.map((_, index) => `value->>${index}`).join(", ")} from json_each(?)`;
  const values = rows.map((row) =>
    JSON.stringify(
      columns.map(([key, column]) => driverValue(column, (row as Record<string, unknown>)[key])),
    ),
  );
  return { sql, values };
}

/** Statements that insert rows of a table, each many rows as one JSON value. */
export function inserts<T extends SQLiteTable>(
  db: D1Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): D1PreparedStatement[] {
  const { sql, values } = written(table, rows);
  return [...chunks(values)].map((chunk) => db.prepare(sql).bind(chunk));
}

/** The same as SQL text, for a file. */
export function insertText<T extends SQLiteTable>(
  table: T,
  rows: readonly T["$inferInsert"][],
): string {
  const { sql, values } = written(table, rows);
  return `${sql.replace("?", () => `'[${values.join(",").replaceAll("'", "''")}]'`)};\n`;
}

/** Inserts rows of a table, all or none. */
export async function insert<T extends SQLiteTable>(
  db: D1Database,
  table: T,
  rows: readonly T["$inferInsert"][],
): Promise<void> {
  if (rows.length) await db.batch(inserts(db, table, rows));
}

/** Splits rows into JSON arrays that one statement can take. */
export function* chunks(rows: readonly string[]): Generator<string> {
  let first = 0;
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    if (index > first && (bytes + row.length > MOST_BYTES || index - first === MOST_ROWS)) {
      yield `[${rows.slice(first, index).join(",")}]`;
      first = index;
      bytes = 0;
    }
    bytes += row.length;
  }
  if (rows.length) yield `[${rows.slice(first).join(",")}]`;
}
