import { and, eq, type SQL, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { AssetRow, assetColumns } from "./columns.ts";
import type { AssetQuery } from "./list.ts";
import { living, sorts } from "./walk.ts";

/** So many matches are sorted at most. Each costs seven rows read, so only who asks for an order that no index serves pays for it. */
export const MOST_SORTED = 5_000;

/** A row of the page, with what is known of all that match. */
export type InOrder = AssetRow & { total: number; valueMinor: number };

/**
 * One page of all matches in the order asked for, those without it last and the same twice by code; no row when more match than are sorted.
 * @param start how many rows stand before the page
 */
export function matchesInOrder(
  db: ReadingDb,
  { sort, dir, size }: Pick<AssetQuery, "sort" | "dir" | "size">,
  match: string,
  start: number,
  columns: typeof assetColumns,
): Statement {
  const { column } = sorts[sort];
  const order = sql`${column} is null, ${column} collate nocase ${sql.raw(dir)}, ${assets.assetCode}`;
  const [from, most, few] = [start, MOST_SORTED, size].map((number) => sql.raw(String(number))) as [
    SQL,
    SQL,
    SQL,
  ];
  const found = sql`search_index where search_index match ${match} limit`;
  const matched = sql`select record_id from ${found} case when (select count(*) from (select rowid from ${found} ${most} + 1)) <= ${most} then ${most} else 0 end`;
  const ranked = sql`(select ${assets.id} as found_id, count(*) over () as total, sum(coalesce(${assets.purchaseCostMinor}, 0)) over () as value
    from (${matched}) as matched cross join ${assets}
    where ${db.mine(assets, and(eq(assets.id, sql`matched.record_id`), living))} order by ${order} limit ${few} offset ${from}) as ranked`;
  return db
    .select({
      ...columns,
      total: sql<number>`ranked.total`.as("total"),
      valueMinor: sql<number>`ranked.value`.as("value_minor"),
    })
    .from(ranked)
    .crossJoin(assets)
    .where(db.mine(assets, eq(assets.id, sql`ranked.found_id`)))
    .orderBy(order) as unknown as Statement;
}
