import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SelectedFields } from "drizzle-orm/sqlite-core";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { Session } from "../../session.ts";
import { devicesMatching, settled } from "../search/device-search.ts";
import { type AssetQuery, assetQueryOf } from "./asset-query.ts";
import { living } from "./walk.ts";

/** Rows of all devices that match a list, a window at a time; `place` of the last row begins the next window. */
type Placed<R> = R & { place: string };

const AT_ONCE = 220;

/** One window of all devices that match a list, after a place; "" begins. With words a row that does not fit has no id. */
export function assetWindow(
  db: ReadingDb,
  query: AssetQuery,
  columns: SelectedFields,
  after: string,
  size: number,
): Statement {
  const place = (value: SQL) => sql<string>`${value}`.as("place");
  const fits = and(living, ...Object.values(query.kept).map(({ where }) => where));
  if (!query.q)
    return db
      .select({ ...columns, place: place(sql`${assets.assetCode}`) })
      .from(assets)
      .where(db.ofOwner(assets, and(fits, sql`${assets.assetCode} > ${after}`)))
      .orderBy(assets.assetCode)
      .limit(size);
  const matching = devicesMatching(db, query.q);
  const from = after ? sql`and rowid > cast(${after} as integer)` : sql``;
  const matches = matching
    ? sql`(select rowid as place, record_id from search_index where ${matching} ${from} order by rowid limit ${sql.raw(String(size))}) as matches`
    : sql`(select null as place, null as record_id where 0) as matches`;
  return db
    .select({ ...columns, place: place(sql`cast(matches.place as text)`) })
    .from(matches)
    .leftJoin(
      assets,
      and(db.ofOwner(assets, eq(assets.id, sql`matches.record_id`)), fits),
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

/** The ids of all devices that match a list, a window at a time: what "select all" takes. `next` begins the next one. */
export async function matchingIds(
  session: Session,
  params: URLSearchParams,
): Promise<{ ids: string[]; next: string | null }> {
  const db = session.authorize("view-asset");
  const query = assetQueryOf(await settled(db, params), session.company);
  const [rows] = (await db.read(
    assetWindow(db, query, { id: assets.id }, params.get("from") ?? "", AT_ONCE),
  )) as [Placed<{ id: string | null }>[]];
  const next = rows.length === AT_ONCE ? (rows.at(-1)?.place ?? null) : null;
  return { ids: rows.flatMap(({ id }) => id ?? []), next };
}
