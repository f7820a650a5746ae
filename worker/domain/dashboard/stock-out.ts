import { sql } from "drizzle-orm";
import { stockItems } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Known } from "./looks.ts";

/** Of what is at zero so much is looked at. */
const MOST_OUT = 6;
/** The figure of the morning. */
export const OUT = "figures.stock_out";
const isOut = sql`coalesce(${stockItems.quantity} <= ${stockItems.minQty}, 0) and ${stockItems.isActive} = 1 and ${stockItems.archivedAt} is null`;
const atZero = sql`${stockItems.quantity} = 0 and ${stockItems.deletedAt} is null`;
/** All that is low and at zero, as the morning counts it. */
export const allOut = (db: Pick<ReadingDb, "ofOwner">) =>
  sql`select count(*) from ${stockItems} where ${db.ofOwner(stockItems, sql`${atZero} and ${isOut}`)}`;

/** What is low and at zero among the first that are at zero, and how many were looked at; hand its row to `outOf`. */
export const outOfStock = (db: ReadingDb) =>
  db
    .select({
      n: sql<number>`coalesce(sum("is_out"), 0)`.as("n"),
      seen: sql<number>`count(*)`.as("seen"),
    })
    .from(
      sql`(select ${isOut} as "is_out" from ${stockItems} where ${db.ofOwner(stockItems, atZero)} limit ${sql.raw(String(MOST_OUT + 1))})`,
    );
export const outOf = (
  row: { n: number; seen: number } | undefined,
  figures: ReadonlyMap<string, number>,
): Known => {
  const isCut = (row?.seen ?? 0) > MOST_OUT;
  const counted = isCut ? figures.get(OUT) : undefined;
  return counted === undefined ? { n: row?.n ?? 0, isCut } : { n: counted, isCut: false };
};
