import { type GetColumnData, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

type Columns = Record<string, SQLiteColumn>;
type Fields<C extends Columns> = { [K in keyof C]: SQL.Aliased<GetColumnData<C[K]>> };
/** Columns of a subquery that bears its table's name, as fields of a select. */
export const fieldsOf = <C extends Columns>(columns: C): Fields<C> =>
  Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [
      key,
      sql`${column}`.mapWith(column).as(column.name),
    ]),
  ) as Fields<C>;
