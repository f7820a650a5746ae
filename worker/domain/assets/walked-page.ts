import { type SQL, sql } from "drizzle-orm";
import type { ListPage } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { keyset } from "../../db/keyset.ts";
import type { AssetQuery } from "./asset-query.ts";
import { type AssetColumns, type AssetRow, type Sort, sorts } from "./columns.ts";
import { type AssetSums, noSums } from "./sums.ts";
import type { Lead } from "./walk.ts";

/** A page of the devices and the order they are in. */
export type AssetPage = {
  rows: AssetRow[];
  page: ListPage;
  sort: Sort;
  /** How many devices were looked through for a page that they did not fill; null for a full page or the end of the list. */
  walked: number | null;
  /** Of all that match; null when not all were looked through. */
  sums: AssetSums | null;
};

/** A row with its place among those that match, or the last that was walked, and what is known of all that were. */
type WalkedRow = AssetRow & {
  at: number | "last";
  walked: number;
  isCut: boolean;
  total: number;
} & AssetSums;
type Slice = ReturnType<typeof keyset>;

/** The device of a row, without what the walk says beside it. */
const deviceOf = ({
  at: _at,
  walked: _walked,
  isCut: _isCut,
  total: _total,
  valueMinor: _value,
  unpriced: _unpriced,
  broken: _broken,
  late: _late,
  ...device
}: WalkedRow): AssetRow => device;

const noneWalked = { walked: 0, total: 0, ...noSums };

/**
 * One page of the devices that a walk finds. Where the walk is of all there are, they are sorted as asked and counted;
 * else they come in the order of the walk, and the next page goes on where it ended.
 * @param devices the walk, in the order of the slice
 */
export function walkedPage(
  db: ReadingDb,
  query: AssetQuery,
  devices: SQL,
  lead: Lead,
  slice: Slice,
  params: URLSearchParams,
  columns: AssetColumns,
) {
  const begin = beginOf(params);
  const order = lead.order ?? "code";
  return {
    statement: statementOf(db, query, devices, lead, slice, begin, columns),
    page(rows: WalkedRow[], counted: number | null): AssetPage {
      const { walked, total, valueMinor, unpriced, broken, late } = rows[0] ?? noneWalked;
      const matches = rows.filter(({ at }) => at !== "last");
      const isCut = Boolean(rows[0]?.isCut);
      if (!slice.cursor && !isCut) {
        const shown = matches.slice(0, query.size);
        const page = partOf(begin, shown.length, total, query.size);
        const sums = { valueMinor, unpriced, broken, late };
        return { rows: shown.map(deviceOf), page, sort: query.sort, walked: null, sums };
      }
      const end = rows.find(({ at }) => at === "last");
      const soFar = slice.backwards ? null : (slice.cursor?.skipped ?? 0) + total;
      const found = slice.page(
        matches,
        (row) => row[sorts[order].key],
        counted ?? soFar,
        counted === null && isCut,
        { end, isCut },
      );
      const isShort = isCut && found.rows.length < query.size;
      const shown = found.rows.map(deviceOf);
      return { ...found, rows: shown, sort: order, walked: isShort ? walked : null, sums: null };
    },
  };
}

function statementOf(
  db: ReadingDb,
  query: AssetQuery,
  devices: SQL,
  { order, most, few, near }: Lead,
  { cursor }: Slice,
  begin: number,
  columns: AssetColumns,
): Statement {
  const dir = sql.raw(query.dir);
  // An aggregate takes the rows of a limited query in their order.
  const inOrder = sql`json_group_array(id) filter (where fits)`;
  const asAsked = sql`json_group_array(id order by sorted is null, sorted collate nocase ${dir}, code) filter (where fits)`;
  const full = sql.raw(String(few ?? most));
  const isCut = near
    ? sql`count(cut) > 0`
    : few
      ? sql`count(cut) = ${full}`
      : sql`count(*) = ${full}`;
  const isInOrder = order !== null && (cursor !== null || query.sort === order);
  const ids = isInOrder ? inOrder : sql`case when ${isCut} then ${inOrder} else ${asAsked} end`;
  const looked = sql`(select count(*) as walked, ${isCut} as is_cut, coalesce(sum(fits), 0) as total, coalesce(sum(cost) filter (where fits), 0) as value,
    count(*) filter (where fits and cost is null) as unpriced, count(*) filter (where fits and is_broken) as broken,
    count(*) filter (where fits and is_late) as late, ${ids} as ids, json_group_array(id) ->> '$[#-1]' as last from (${devices})) as looked`;
  // The rows of the page, and the last device that was looked at behind those that match.
  const places = JSON.stringify(Array.from({ length: query.size + 1 }, (_, n) => begin + n));
  return db
    .select({
      ...columns,
      at: sql<number>`place."value"`.as("at"),
      walked: sql<number>`looked.walked`.as("walked"),
      isCut: sql<boolean>`looked.is_cut`.as("is_cut"),
      total: sql<number>`looked.total`.as("total"),
      valueMinor: sql<number>`looked.value`.as("value_minor"),
      unpriced: sql<number>`looked.unpriced`.as("unpriced"),
      broken: sql<number>`looked.broken`.as("broken"),
      late: sql<number>`looked.late`.as("late"),
    })
    .from(
      sql`${looked} cross join json_each(case when looked.walked then json_insert(${places}, '$[#]', 'last') else '["last"]' end) as place`,
    )
    .crossJoin(assets)
    .where(
      db.ofOwner(
        assets,
        sql`${assets.id} = case place."value" when 'last' then looked.last else looked.ids ->> place."value" end`,
      ),
    )
    .orderBy(sql`place."key"`) as unknown as Statement;
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
