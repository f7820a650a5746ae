import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "../db/db.ts";
import { conflict } from "../refusals.ts";

/** A column of another table that may point here: what refuses a deletion, and how to count it for people. */
export type Use = { table: SQLiteTable; column: SQLiteColumn; things: string };
export type UseOf = Use & { where: SQL };
const MOST = 1000;

/** The uses of one record; a deleted user of it does not count. */
export const usesOf = (usedBy: readonly Use[], table: SQLiteTable, id: string): UseOf[] =>
  usedBy.map((use) => ({ ...use, where: and(eq(use.column, id), use.table === table ? undefined : livingOf(use.table))! }));

const livingOf = (table: SQLiteTable) => {
  const { deletedAt } = table as unknown as { deletedAt?: SQLiteColumn };
  return deletedAt ? isNull(deletedAt) : undefined;
};

export const assertUnreferenced = (db: Db, uses: readonly UseOf[]): Statement[] =>
  uses.map((use) => db.assert("unreferenced", sql`not ${db.exists(use.table, use.where)}`));

/** How many of what use a record, as statements of a read before its deletion. */
export const countingUses = (db: Db, uses: readonly UseOf[]) =>
  uses.map(({ table, where }) =>
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(sql`(select 1 from ${table} where ${db.mine(table, where)} limit ${sql.raw(String(MOST + 1))})`),
  );

/** @throws Response 409 naming how many of what use the record */
export function refuseUsed(uses: readonly UseOf[], counts: readonly { n: number }[][]): void {
  for (const [at, { things }] of uses.entries()) {
    const n = counts[at]?.[0]?.n;
    if (n) conflict(`Used by ${n > MOST ? "1,000+" : n} ${things}. Archive it or move them first.`, { uses: n, things });
  }
}

/** After a deletion was refused. @throws Response 409 naming how many of what use the record */
export async function explainUses(db: Db, uses: readonly UseOf[]): Promise<void> {
  const [first, ...others] = countingUses(db, uses);
  if (first) refuseUsed(uses, await db.read(first, ...others));
}
