import { getTableName } from "drizzle-orm";
import { kept, type Twin } from "./twins.ts";

/** 2024-07-03, in milliseconds: the time from which copies have their ids. */
const FROM = 1_720_000_000_000;
const TABLE = 10_000_000;
const tables = [...kept.map(getTableName)];

/** The id of a table's copy of a number, in SQL: UUIDv7, in the order of the numbers. */
export const idOf = (table: string, number: string) => {
  const at = `(${FROM + tables.indexOf(table) * TABLE} + ${number})`;
  return `printf('%08x-%04x-7000-8000-000000000000', ${at} >> 16, ${at} & 65535)`;
};

/** How many copies of a table's row there are, and the columns in which they differ: SQL in which `n` is the number of the copy. */
export type Copies = [table: string, count: number, changed: Record<string, string>][];

/** Copies rows of a twin, made by SQLite itself. */
export async function copyRows({ db, rows, company }: Twin, copies: Copies): Promise<void> {
  for (const [table, count, changed] of copies) {
    const names = [...new Set([...Object.keys(rows[table]!), ...Object.keys(changed)])];
    const values = names.map(
      (name) => changed[name] ?? (name === "id" ? idOf(table, "n") : `one."${name}"`),
    );
    await db
      .prepare(
        `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
         insert into "${table}" (${names.map((name) => `"${name}"`).join(", ")}) select ${values.join(", ")}
         from numbers cross join "${table}" as one where one."company_id" = ? and one."id" = ?`,
      )
      .bind(company.id, rows[table]!.id)
      .run();
  }
}
