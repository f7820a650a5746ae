import { getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { snake } from "./schema.ts";

/** Column names and values of one row. */
export type Row = Record<string, string | number | null>;

const now = Date.UTC(2026, 0, 1);

/** The double beside a decimal. */
const isDouble = ({ name, dataType }: SQLiteColumn) =>
  dataType === "number" && name.endsWith("Num");

/** A value for a required column, from its type and name. */
export function valueFor(column: SQLiteColumn): string | number {
  if (column.enumValues?.length) return column.enumValues[0]!;
  const { name } = column;
  if (/(On|Until|From)$/.test(name) && column.dataType === "string") return "2026-01-01";
  if (/At$/.test(name)) return now;
  if (column.getSQLType() === "decimal text") return "1.5";
  if (column.dataType === "json") return "{}";
  if (isDouble(column)) return 1.5;
  if (column.dataType === "number" || column.dataType === "boolean") return 1;
  if (/[eE]mail/.test(name)) return "twin@twin.test";
  if (/[pP]hone/.test(name)) return "+91 44 4000 1000";
  return `Twin ${snake(name).replaceAll("_", " ")}`.slice(0, 12).trim();
}

/** Tells if an optional column gets a value: all texts do, so that a leak of any would show. */
export const filled = (column: SQLiteColumn) =>
  isDouble(column) ||
  (column.dataType !== "number" &&
    column.dataType !== "boolean" &&
    column.dataType !== "json" &&
    !column.enumValues?.length &&
    !/(On|Until|From|To|Since|At|By|Id|Reason|totpSecret)$/.test(column.name));

/** A value for a column that points at nothing; undefined where it is left to its default, or out. */
export function filledValue(column: SQLiteColumn): string | number | undefined {
  const isRequired = column.notNull && (!column.hasDefault || column.defaultFn);
  return isRequired || (!column.notNull && filled(column)) ? valueFor(column) : undefined;
}

type Target = { column: string; table: string };
/** What a table points at. @param at which column of its foreign keys: in a shard the second, after the company */
export const targetsOf = (table: SQLiteTable, at = 1): Target[] =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    return { column: columns[at]!.name, table: getTableName(foreignTable) };
  });
