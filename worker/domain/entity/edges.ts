import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { tablesOf, whyUncounted } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";

/** A column that points at a record of another table, as its foreign key says. */
export type Edge = {
  table: SQLiteTable;
  column: SQLiteColumn;
  /** The table it points at. */
  target: SQLiteTable;
  /** Whether a row that points by it uses the record: nothing that is used is deleted. */
  isUse: boolean;
};

/** Every foreign key of the schema, tables in the order of their names. */
export const edges: readonly Edge[] = [...tablesOf(tenant), ...tablesOf(control)].flatMap((table) =>
  getTableConfig(table).foreignKeys.map((foreignKey) => {
    const { columns, foreignTable } = foreignKey.reference();
    const column = columns.at(-1) as SQLiteColumn;
    return { table, column, target: foreignTable, isUse: whyUncounted(column) === undefined };
  }),
);

/** What an entry of the log calls a reference: "subCategory" for subCategoryId. */
export const wordOf = ({ name }: SQLiteColumn): string => name.replace(/(User)?Id$/, "");

/** The other columns of the unique indexes that a column is in: two rows may not agree in both. */
export const pairedWith = ({ table, column }: Pick<Edge, "table" | "column">): SQLiteColumn[] =>
  getTableConfig(table)
    .indexes.filter(({ config }) => config.unique)
    .map(({ config }) =>
      (config.columns as SQLiteColumn[]).filter(({ name }) => name !== "companyId"),
    )
    .filter((columns) => columns.length === 2 && columns.includes(column))
    .map((columns) => columns.find((one) => one !== column)!);
