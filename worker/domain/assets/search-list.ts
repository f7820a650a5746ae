import { and, eq, type SQL, sql } from "drizzle-orm";
import type { ListPage, ListQuery } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { matchOf, scopeMarks } from "../search/search.ts";
import { type AssetRow, assetColumns } from "./columns.ts";
import { marksOf } from "./filters.ts";
import { type AssetQuery, living, type Sort, sorts } from "./walk.ts";

/** So many matches of a search are read, sorted and paged as one; without words, as many as a page shows. More are sorted only when that is asked for. */
const WHOLE = 50;

const wholeOf = ({ q, size }: Pick<ListQuery, "q" | "size">): number =>
  q ? Math.max(WHOLE, size) : size;

/** So many matches are sorted at most. Each costs seven rows read, so only who asks for an order that no index serves pays for it. */
export const MOST_SORTED = 5_000;

type Place = { rowid: string; skipped: number; backwards: boolean };
type Found = Omit<AssetRow, "id"> & { id: string | null; place: string };

/** A row of the page, with what is known of all that match. */
type InOrder = AssetRow & { total: number; valueMinor: number };

/** A page; `all` says of all that match what is known where they were read as one; `sort` is "none" where they are not in the order asked for. */
export type Page = {
  rows: AssetRow[];
  page: ListPage;
  all?: { total: number; valueMinor: number };
  sort?: "none";
};

const nothing: Page = {
  rows: [],
  page: { from: 0, to: 0, total: 0, capped: false, next: null, previous: null },
};

/** The MATCH of a search and its filters; null when nothing can be found. */
export const assetMatch = (
  db: ReadingDb,
  { q, filters, today }: Pick<AssetQuery, "q" | "filters" | "today">,
): string | null =>
  matchOf(db.companyId, "asset", q, [...marksOf(filters, today), ...scopeMarks(db)]);

/** One page of the devices by words and filters, in any combination. What it reads does not grow with what matches. */
export function assetSearch(
  db: ReadingDb,
  query: AssetQuery,
  params: URLSearchParams,
  columns = assetColumns,
) {
  const match = assetMatch(db, query);
  const place = placeOf(params);
  const window = (place ? query.size : wholeOf(query)) + 1;
  const start = startOf(params);
  const statements: Statement[] =
    match === null ? [] : [matches(db, query, match, place, window, columns)];
  if (match !== null && !place && query.isSorted)
    statements.push(matchesInOrder(db, query, match, start, columns));
  return {
    statements,
    page: ([rows, inOrder]: unknown[][], total: number | null): Page => {
      if (match === null) return nothing;
      const found = rows as Found[];
      if (!place && found.length < window) return wholePage(found, query, start);
      // None at all is too many; none behind the last page is its end.
      if (inOrder && (inOrder.length || start))
        return sortedPage(inOrder as InOrder[], query, start);
      return placedPage(
        found,
        query,
        window,
        place,
        total,
        query.isSorted ? MOST_SORTED : window - 1,
      );
    },
  };
}

const risingFrom = (dir: "asc" | "desc", place: Place | null) =>
  (dir === "asc") !== (place?.backwards ?? false);

function matches(
  db: ReadingDb,
  { dir }: ListQuery,
  match: string,
  place: Place | null,
  window: number,
  columns: typeof assetColumns,
): Statement {
  const rising = risingFrom(dir, place);
  const from = place
    ? sql`and rowid ${sql.raw(rising ? ">" : "<")} cast(${place.rowid} as integer)`
    : sql``;
  const window_ = sql`(select cast(rowid as text) as place, record_id from search_index where search_index match ${match} ${from}
    order by rowid ${sql.raw(rising ? "asc" : "desc")} limit ${window}) as found`;
  return db
    .select({ ...columns, place: sql<string>`found.place`.as("place") })
    .from(window_)
    .leftJoin(
      assets,
      and(db.ofOwner(assets, eq(assets.id, sql`found.record_id`)), living),
    ) as unknown as Statement;
}

/**
 * One page of all matches in the order asked for, those without it last and the same twice by code; no row when more match than are sorted.
 * @param start how many rows stand before the page
 */
function matchesInOrder(
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
    where ${db.ofOwner(assets, and(eq(assets.id, sql`matched.record_id`), living))} order by ${order} limit ${few} offset ${from}) as ranked`;
  return db
    .select({
      ...columns,
      total: sql<number>`ranked.total`.as("total"),
      valueMinor: sql<number>`ranked.value`.as("value_minor"),
    })
    .from(ranked)
    .crossJoin(assets)
    .where(db.ofOwner(assets, eq(assets.id, sql`ranked.found_id`)))
    .orderBy(order) as unknown as Statement;
}

const words = new Intl.Collator("en", { sensitivity: "base" });

/** By what is asked, those without it last; the same twice by code. */
function sorted(rows: AssetRow[], sort: Sort, dir: "asc" | "desc"): AssetRow[] {
  const { key } = sorts[sort];
  const sign = dir === "asc" ? 1 : -1;
  const compared = (a: string | number, b: string | number) =>
    typeof a === "number" && typeof b === "number" ? a - b : words.compare(String(a), String(b));
  return rows.sort((a, b) => {
    const [one, two] = [a[key], b[key]];
    const byState = Number(one === null) - Number(two === null);
    return (
      byState ||
      (one === null || two === null ? 0 : sign * compared(one, two)) ||
      words.compare(a.assetCode, b.assetCode)
    );
  });
}

const startOf = (params: URLSearchParams): number =>
  Number(/^s(\d{1,6})$/.exec(params.get("after") ?? params.get("before") ?? "")?.[1] ?? 0);

/** A page of matches that were sorted and counted as one. */
const partOf = (start: number, shown: number, total: number, size: number): Page["page"] => ({
  from: shown ? start + 1 : 0,
  to: start + shown,
  total,
  capped: false,
  next: start + shown < total ? `s${start + shown}` : null,
  previous: start > 0 ? `s${Math.max(0, start - size)}` : null,
});

/** Matches in the order asked for, as the database sorted them. */
function sortedPage(found: InOrder[], { size }: AssetQuery, start: number): Page {
  const { total, valueMinor } = found[0] ?? { total: start, valueMinor: 0 };
  return {
    rows: found,
    all: { total, valueMinor },
    page: partOf(start, found.length, total, size),
  };
}

/** Few matches: all were read, so they are sorted as asked and counted. */
function wholePage(found: Found[], { sort, dir, size }: AssetQuery, asked: number): Page {
  const all = sorted(
    found.filter((row): row is Found & AssetRow => row.id !== null),
    sort,
    dir,
  );
  const start = Math.min(all.length, asked);
  const rows = all.slice(start, start + size);
  return { rows, all: summed(all), page: partOf(start, rows.length, all.length, size) };
}

/** Many matches: the next of them in the order of the index, which is the one in which they came. */
function placedPage(
  found: Found[],
  { sort, size }: AssetQuery,
  window: number,
  place: Place | null,
  total: number | null,
  atLeast: number,
): Page {
  const fits: (Found & AssetRow)[] = [];
  let seen = 0;
  for (const row of found) {
    if (fits.length === size) break;
    seen++;
    if (row.id !== null) fits.push(row as Found & AssetRow);
  }
  const more = seen < found.length || found.length === window;
  const [near, far] = [found[0], found[seen - 1]];
  const backwards = place?.backwards ?? false;
  if (backwards) fits.reverse();
  const skipped = !place ? 0 : backwards ? Math.max(0, place.skipped - fits.length) : place.skipped;
  const to = skipped + fits.length;
  const [first, last] = backwards ? [far, near] : [near, far];
  const ended = !backwards && !more;
  return {
    rows: fits,
    ...(sort === "newest" ? {} : { sort: "none" }),
    page: {
      from: fits.length ? skipped + 1 : 0,
      to,
      total: ended ? to : (total ?? Math.max(atLeast, to)),
      capped: !ended && total === null,
      next: (backwards || more) && last ? `r${last.place}~${to}` : null,
      previous: (backwards ? more : place !== null) && first ? `r${first.place}~${skipped}` : null,
    },
  };
}

function placeOf(params: URLSearchParams): Place | null {
  const after = params.get("after");
  const [, rowid, skipped] =
    /^r(-?\d{1,19})~(\d{1,9})$/.exec(after ?? params.get("before") ?? "") ?? [];
  return rowid ? { rowid, skipped: Number(skipped), backwards: after === null } : null;
}

/** How many devices these are, and what they were bought for. */
export const summed = (rows: readonly AssetRow[]): NonNullable<Page["all"]> => ({
  total: rows.length,
  valueMinor: rows.reduce((sum, row) => sum + (row.purchaseCostMinor ?? 0), 0),
});
