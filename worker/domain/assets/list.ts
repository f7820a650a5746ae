import { and } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { counted } from "../counters.ts";
import type { Choice, ListPage, ListQuery, ListResult } from "../list.ts";
import { askedOf } from "../list-query.ts";
import { chosenOf } from "./chosen.ts";
import { type AssetRow, assetColumnsFor } from "./columns.ts";
import { filterNames, knownFilters } from "./filters.ts";
import { assetSearch, wholeOf } from "./search-list.ts";
import { counterFor, firstSort, indexedSorts, living, type Sort, sorts, type Walk, walkOf } from "./walk.ts";

export type AssetQuery = ListQuery & { sort: Sort; today: string };
/** A list, with the choices its filters name, so that the chips can say them. */
export type AssetList = ListResult<AssetRow> & {
  chosen: Record<string, Choice>;
  /** What this list can be sorted by. */
  sorts: Sort[];
  /** What was asked for when more match than can be sorted by it; they are then listed as they were entered. */
  unsorted: { by: Sort; most: number } | null;
  /** What all that match were bought for, in minor units; null when more match than are read at once. */
  valueMinor: number | null;
};

/** What a list asks for. */
export function askedAssets(params: URLSearchParams, timeZone: string): AssetQuery {
  const today = dayIn(timeZone);
  const query = askedOf(params, Object.keys(sorts), filterNames, params.get("sort") === "newest" ? "desc" : "asc");
  const filters = knownFilters(query.filters, today);
  const sort = params.get("sort") === query.sort ? (query.sort as Sort) : firstSort(filters);
  // An order by a date shows those that have one.
  if (!query.q && !Object.keys(filters).length && (sort === "pm" || sort === "cal")) filters[sort] = "planned";
  return { ...query, sort, filters, today };
}

/** One page of the devices; see performance.md for what it may read. `shown` names the columns that are wanted besides the usual ones. */
export async function listAssets(session: Session, params: URLSearchParams, shown: readonly string[] = []): Promise<AssetList> {
  const db = session.authorize("view-asset");
  const query = askedAssets(params, session.company.timeZone);
  const walk = mayWalk(db, query) ? walkOf(query.filters, query.sort, query.today) : null;
  const columns = assetColumnsFor(shown);
  const list = walk ? walked(db, query, walk, params, columns) : assetSearch(db, query, params, columns);
  const counter = mayWalk(db, query) ? counterFor(query.filters) : null;
  const chosen = chosenOf(db, query.filters);
  const [rows, counters, ...names] = await db.read(list.statement, counted(db, counter ?? ""), ...chosen.statements);
  const total = counter ? ((counters as { value: number }[])[0]?.value ?? 0) : null;
  const found = list.page(rows as never, total);
  const isOnePage = found.page.previous === null && found.page.next === null;
  const every = found.every ?? (isOnePage ? found.rows : null);
  return {
    rows: found.rows,
    page: found.page,
    query: { ...query, sort: found.sort ?? query.sort },
    chosen: chosen.of(names as never),
    sorts: every ? (Object.keys(sorts) as Sort[]) : mayWalk(db, query) ? sortsOf(query) : ["newest"],
    unsorted: found.sort === "none" ? { by: query.sort, most: wholeOf(query) } : null,
    valueMinor: every?.reduce((sum, row) => sum + (row.purchaseCostMinor ?? 0), 0) ?? null,
  };
}

/** Indexes and counters are of all Locations: they serve who sees them all, and a list of one Location. */
export const mayWalk = (db: Pick<ReadingDb, "scope">, { q, filters }: AssetQuery): boolean =>
  !q && (db.scope === null || Object.keys(filters).join() === "department");

const sortsOf = ({ filters, today }: AssetQuery): Sort[] =>
  indexedSorts.filter((sort) => walkOf(filters, sort, today) || (!Object.keys(filters).length && (sort === "pm" || sort === "cal")));

/** A page; `every` are all that match, where they were read as one; `sort` is "none" where they are not in the order asked for. */
export type Page = { rows: AssetRow[]; page: ListPage; every?: AssetRow[]; sort?: "none" };

function walked(
  db: ReadingDb,
  query: AssetQuery,
  { sort, where }: Walk,
  params: URLSearchParams,
  columns: ReturnType<typeof assetColumnsFor>,
): { statement: Statement; page: (rows: AssetRow[], total: number | null) => Page } {
  const { column, key } = sorts[sort];
  const unique = sort === "code" || sort === "newest";
  const slice = keyset(column, assets.id, query, { after: params.get("after"), before: params.get("before") }, unique);
  return {
    statement: db
      .select(columns)
      .from(assets)
      .where(db.mine(assets, and(living, where, slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    page: (rows, total) => slice.page(rows, (row) => row[key], total),
  };
}
