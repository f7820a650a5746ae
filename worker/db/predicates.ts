import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { users } from "#drizzle/tenant/index.ts";

const columnsOf = (table: SQLiteTable) => getTableColumns(table) as Record<string, SQLiteColumn>;

/** A row that is not deleted; undefined for a table whose rows are removed for good. */
export function living(table: SQLiteTable): SQL | undefined {
  const { deletedAt } = columnsOf(table);
  return deletedAt && isNull(deletedAt);
}

/** An Admin who can sign in, as the index of them has it. */
export const activeAdmin: SQL = sql`${users.type} = 'admin' and ${users.status} = 'active'`;

/** Values as a set, for `inArray`: one parameter, however many there are. */
export const among = (values: readonly (string | number)[]): SQL =>
  sql`(select "value" from json_each(${JSON.stringify(values)}))`;

/** More are a list, so that a statement keeps within its parameters. */
const MOST_GIVEN = 40;
/** Values as rows of `value`, to join with: a few cost no row, as those of a list do. */
export const asRows = (values: readonly string[]): SQL =>
  values.length > 0 && values.length <= MOST_GIVEN
    ? sql`(select "column1" as "value" from (values ${sql.join(
        values.map((value) => sql`(${value})`),
        sql`, `,
      )}))`
    : sql`json_each(${JSON.stringify(values)})`;

/** A condition that few rows meet. SQLite takes the index that begins with it, whatever it knows of the table's sizes. */
export const rare = (condition: SQL): SQL => sql`likelihood(${condition}, 0.0001)`;

/** The join of a row with the one that a column of it points to, in the same company. */
export function pointsTo(column: SQLiteColumn, target: SQLiteTable): SQL {
  const { companyId, id } = columnsOf(target);
  const own = columnsOf(column.table as SQLiteTable);
  return and(eq(companyId!, own.companyId!), eq(id!, column))!;
}
