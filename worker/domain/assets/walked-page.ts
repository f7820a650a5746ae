import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ListPage } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { keyset } from "../../db/keyset.ts";
import type { AssetQuery } from "./asset-query.ts";
import { type AssetColumns, type AssetRow, type Sort, sorts } from "./columns.ts";
import { mostWalked } from "./walk.ts";

/** A page of the devices and the order they are in. */
export type AssetPage = {
  rows: AssetRow[];
  page: ListPage;
  sort: Sort;
  /** How many devices were looked through for a page that they did not fill; null for a full page or the end of the list. */
  walked: number | null;
  /** What all that match were bought for, in minor units; null when not all were looked through. */
  valueMinor: number | null;
};

/** A row with its place among those that match, and what is known of all that were walked. */
type WalkedRow = AssetRow & { at: number; walked: number; total: number; valueMinor: number };
type Slice = ReturnType<typeof keyset>;

/**
 * One page of the devices that a walk finds. Where the walk is of all there are, they are sorted as asked and counted;
 * else they come in the order of the walk, and the next page goes on where it ended.
 * @param devices the walk, in the order of the slice
 * @param order what that order is called
 */
export function walkedPage(
  db: ReadingDb,
  query: AssetQuery,
  devices: SQL,
  order: Sort,
  slice: Slice,
  params: URLSearchParams,
  columns: AssetColumns,
) {
  const most = mostWalked(query);
  const begin = beginOf(params);
  return {
    statement: statementOf(db, query, devices, order, slice, begin, columns),
    page(rows: WalkedRow[], counted: number | null): AssetPage {
      const { walked, total, valueMinor } = rows[0] ?? { walked: 0, total: 0, valueMinor: 0 };
      const matches = rows.filter(({ at }) => at < total);
      const isCut = walked === most;
      if (!slice.cursor && !isCut) {
        const shown = matches.slice(0, query.size);
        const page = partOf(begin, shown.length, total, query.size);
        return { rows: shown, page, sort: query.sort, walked: null, valueMinor };
      }
      // The last device that was looked at stands behind those that match.
      const end = rows.find(({ at }) => at === total);
      const soFar = slice.backwards ? null : (slice.cursor?.skipped ?? 0) + total;
      const found = slice.page(
        matches,
        (row) => row[sorts[order].key],
        counted ?? soFar,
        counted === null && isCut,
        { end, isCut },
      );
      const isShort = isCut && found.rows.length < query.size;
      return { ...found, sort: order, walked: isShort ? most : null, valueMinor: null };
    },
  };
}

function statementOf(
  db: ReadingDb,
  query: AssetQuery,
  devices: SQL,
  order: Sort,
  { cursor }: Slice,
  begin: number,
  columns: AssetColumns,
): Statement {
  const [dir, from, to, most] = [query.dir, begin, begin + query.size, mostWalked(query)].map(
    (value) => sql.raw(String(value)),
  ) as [SQL, SQL, SQL, SQL];
  // An aggregate takes the rows of a limited query in their order.
  const inOrder = sql`json_insert(json_group_array(id) filter (where fits), '$[#]', json_group_array(id) ->> '$[#-1]')`;
  const asAsked = sql`json_group_array(id order by sorted is null, sorted collate nocase ${dir}, code) filter (where fits)`;
  const ids =
    cursor || query.sort === order
      ? inOrder
      : sql`case when count(*) < ${most} then ${asAsked} else ${inOrder} end`;
  const looked = sql`(select count(*) as walked, coalesce(sum(fits), 0) as total,
    coalesce(sum(cost) filter (where fits), 0) as value, ${ids} as ids from (${devices})) as looked`;
  return db
    .select({
      ...columns,
      at: sql<number>`listed."key"`.as("at"),
      walked: sql<number>`looked.walked`.as("walked"),
      total: sql<number>`looked.total`.as("total"),
      valueMinor: sql<number>`looked.value`.as("value_minor"),
    })
    .from(sql`${looked} cross join json_each(looked.ids) as listed`)
    .crossJoin(assets)
    .where(
      db.ofOwner(
        assets,
        and(
          eq(assets.id, sql`listed."value"`),
          sql`(listed."key" between ${from} and ${to} or listed."key" = looked.total)`,
        ),
      ),
    )
    .orderBy(sql`listed."key"`) as unknown as Statement;
}

/** How many rows stand before the page, where all that match were sorted. */
const beginOf = (params: URLSearchParams): number =>
  Number(/^s(\d{1,6})$/.exec(params.get("after") ?? params.get("before") ?? "")?.[1] ?? 0);

/** A page of matches that were sorted and counted as one. */
const partOf = (begin: number, shown: number, total: number, size: number): ListPage => ({
  from: shown ? begin + 1 : 0,
  to: begin + shown,
  total,
  capped: false,
  next: begin + shown < total ? `s${begin + shown}` : null,
  previous: begin > 0 ? `s${Math.max(0, begin - size)}` : null,
});
