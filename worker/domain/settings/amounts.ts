import { getTableColumns, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { acrossLocations } from "../../db/scope.ts";

/** A look whether the currency is fixed reads so many rows of each table; whether it may change is asked of all. */
const FIRST = 20;

const withAmounts = (Object.values(schema) as unknown[])
  .filter((value): value is Table => is(value, SQLiteTable))
  .flatMap((table) => {
    const amounts = Object.entries(getTableColumns(table)).filter(([name]) =>
      name.endsWith("Minor"),
    );
    return amounts.length
      ? [
          {
            table,
            isAmount: sql.join(
              amounts.map(([, column]) => sql`${column} > 0`),
              sql` or `,
            ),
          },
        ]
      : [];
  });

/** 1 when anything of the company carries an amount, else 0; looked for one table after the other, in all rows or in the first few. */
export function hasAmounts(db: ReadingDb, among: "all" | "first"): SQL<number> {
  const looks = withAmounts.map(({ table, isAmount }) => {
    const rows = acrossLocations(table, "it tells only whether there is any");
    const all = sql`select (${isAmount}) as "found" from ${rows} where ${db.ofOwner(table)}`;
    const looked =
      among === "all" ? all : sql`${all} order by ${table.id} limit ${sql.raw(String(FIRST))}`;
    return sql` when exists (select 1 from (${looked}) where "found") then 1`;
  });
  return sql`case${sql.join(looks)} else 0 end`;
}
