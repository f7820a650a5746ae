import { and, eq, sql } from "drizzle-orm";
import { categoryMark, departmentMark } from "#drizzle/search.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import type { ListPage, ListQuery } from "../list.ts";
import { matchOf } from "../search.ts";
import { type AssetRow, assetColumns, filtered } from "./columns.ts";

/** So many matches are read, sorted and paged as one; more are shown as the index holds them, a page at a time. */
const WHOLE = 50;

type Place = { rowid: string; skipped: number; backwards: boolean };
type Found = Omit<AssetRow, "id"> & { id: string | null; place: string };
type Page = { rows: AssetRow[]; page: ListPage; sort?: string };

const nothing: Page = { rows: [], page: { from: 0, to: 0, total: 0, capped: false, next: null, previous: null } };

/** One page of the devices whose words begin with every word of the search. What it reads does not grow with what matches. */
export function assetSearch(db: ReadingDb, query: ListQuery, params: URLSearchParams) {
  const { category, department, ...rest } = query.filters;
  const match = matchOf(
    db.companyId,
    "asset",
    query.q,
    [category && categoryMark(category), department && departmentMark(department)].filter(
      (mark) => mark !== undefined && mark !== "",
    ) as string[],
  );
  const place = placeOf(params);
  const window = place && !Object.keys(rest).length ? query.size + 1 : Math.max(WHOLE, query.size) + 1;
  const statement = match === null ? null : matches(db, query, match, place, window);
  return {
    statement: statement ?? db.select(assetColumns).from(assets).where(db.mine(assets, sql`0`)).limit(0),
    page: (rows: unknown[]): Page => {
      if (match === null) return nothing;
      const found = rows as Found[];
      return !place && found.length < window ? wholePage(found, query, params) : placedPage(found, query.size, window, place);
    },
  };
}

function matches(db: ReadingDb, query: ListQuery, match: string, place: Place | null, window: number): Statement {
  const from = place ? sql`and rowid ${sql.raw(place.backwards ? "<" : ">")} cast(${place.rowid} as integer)` : sql``;
  const window_ = sql`(select cast(rowid as text) as place, record_id from search_index where search_index match ${match} ${from}
    order by rowid ${sql.raw(place?.backwards ? "desc" : "asc")} limit ${window}) as found`;
  return db
    .select({ ...assetColumns, place: sql<string>`found.place`.as("place") })
    .from(window_)
    .leftJoin(assets, and(db.mine(assets, eq(assets.id, sql`found.record_id`)), filtered(query))) as unknown as Statement;
}

const compare = { code: byText("assetCode"), name: byText("name"), newest: byText("id") };

function byText(key: "assetCode" | "name" | "id") {
  const words = new Intl.Collator("en", { sensitivity: "base" });
  return (a: AssetRow, b: AssetRow) => words.compare(a[key], b[key]) || (a.id < b.id ? -1 : 1);
}

/** Few matches: all were read, so they are sorted as asked and counted. */
function wholePage(found: Found[], { sort, dir, size }: ListQuery, params: URLSearchParams): Page {
  const all = found.filter((row): row is Found & AssetRow => row.id !== null).sort(compare[sort as keyof typeof compare]);
  if (dir === "desc") all.reverse();
  const start = Math.max(0, Math.min(all.length, Number(/^s(\d{1,6})$/.exec(params.get("after") ?? params.get("before") ?? "")?.[1] ?? 0)));
  const rows = all.slice(start, start + size);
  const to = start + rows.length;
  const next = to < all.length ? `s${to}` : null;
  return {
    rows,
    page: {
      from: rows.length ? start + 1 : 0,
      to,
      total: all.length,
      capped: false,
      next,
      previous: start > 0 ? `s${Math.max(0, start - size)}` : null,
    },
  };
}

/** Many matches: the next of them in the order of the index. */
function placedPage(found: Found[], size: number, window: number, place: Place | null): Page {
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
  return {
    rows: fits,
    sort: "none",
    page: {
      from: fits.length ? skipped + 1 : 0,
      to,
      total: !backwards && !more ? to : Math.max(WHOLE, to),
      capped: backwards || more,
      next: (backwards || more) && last ? `r${last.place}~${to}` : null,
      previous: (backwards ? more : place !== null) && first ? `r${first.place}~${skipped}` : null,
    },
  };
}

function placeOf(params: URLSearchParams): Place | null {
  const after = params.get("after");
  const [, rowid, skipped] = /^r(\d{1,19})~(\d{1,9})$/.exec(after ?? params.get("before") ?? "") ?? [];
  return rowid ? { rowid, skipped: Number(skipped), backwards: after === null } : null;
}
