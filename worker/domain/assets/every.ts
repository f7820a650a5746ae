import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/sqlite-core";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { assetMatch } from "./search-list.ts";
import { type AssetQuery, living, mayWalk, walkOf } from "./walk.ts";

/** Rows of all devices that match a list, a window at a time; `place` of the last row begins the next window. */
export type Placed<R> = R & { place: string };

/** One window of all devices that match a list, after a place; "" begins. No window reads more than it holds. */
export function assetWindow(
  db: ReadingDb,
  query: AssetQuery,
  columns: SelectedFields,
  after: string,
  size: number,
): Statement {
  const place = (value: SQL) => sql<string>`${value}`.as("place");
  const walk = mayWalk(db, query) ? walkOf(query.filters, "code", query.today) : null;
  if (walk)
    return db
      .select({ ...columns, place: place(sql`${assets.assetCode}`) })
      .from(assets)
      .where(db.ofOwner(assets, and(living, walk.where, sql`${assets.assetCode} > ${after}`)))
      .orderBy(assets.assetCode)
      .limit(size);
  const match = assetMatch(db, query);
  const from = after ? sql`and rowid > cast(${after} as integer)` : sql``;
  const found = match
    ? sql`(select rowid as place, record_id from search_index where search_index match ${match} ${from} order by rowid limit ${size}) as found`
    : sql`(select null as place, null as record_id where 0) as found`;
  return db
    .select({ ...columns, place: place(sql`cast(found.place as text)`) })
    .from(found)
    .leftJoin(
      assets,
      and(db.ofOwner(assets, eq(assets.id, sql`found.record_id`)), living),
    ) as unknown as Statement;
}

/** All devices that match a list, in pages, read as they are asked for. */
export async function* everyAsset<R extends { id: string }>(
  db: ReadingDb,
  query: AssetQuery,
  columns: SelectedFields,
  size: number,
) {
  for (let after = ""; ; ) {
    const [rows] = (await db.read(assetWindow(db, query, columns, after, size))) as [Placed<R>[]];
    const last = rows.at(-1);
    if (last) yield rows.filter((row) => row.id !== null) as Placed<R>[];
    if (!last || rows.length < size) return;
    after = last.place;
  }
}
