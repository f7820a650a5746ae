import { and } from "drizzle-orm";
import type { Choice, ListResult } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { counted } from "../entity/counters.ts";
import { type AssetRow, assetColumnsFor } from "./columns.ts";
import { chosenOf } from "./filters.ts";
import { assetSearch, MOST_SORTED, type Page, summed } from "./search-list.ts";
import {
  type AssetQuery,
  askedAssets,
  counterFor,
  indexedSorts,
  living,
  mayWalk,
  type Sort,
  sorts,
  type Walk,
  walkOf,
} from "./walk.ts";

/** A list, with the choices its filters name, so that the chips can say them. */
type AssetList = ListResult<AssetRow> & {
  chosen: Record<string, Choice>;
  /** What this list can be sorted by. */
  sorts: Sort[];
  /** What was asked for when more match than can be sorted by it; they are then listed as they were entered. */
  unsorted: { by: Sort; most: number } | null;
  /** What all that match were bought for, in minor units; null when more match than are read at once. */
  valueMinor: number | null;
};

/** One page of the devices; see performance.md for what it may read. `shown` names the columns that are wanted besides the usual ones. */
export async function listAssets(
  session: Session,
  params: URLSearchParams,
  shown: readonly string[] = [],
): Promise<AssetList> {
  const db = session.authorize("view-asset");
  const query = askedAssets(params, session.company.timeZone);
  const walk = mayWalk(db, query) ? walkOf(query.filters, query.sort, query.today) : null;
  const columns = assetColumnsFor(shown);
  const list = walk
    ? walked(db, query, walk, params, columns)
    : assetSearch(db, query, params, columns);
  const counter = mayWalk(db, query) ? counterFor(query.filters) : null;
  const chosen = chosenOf(db, query.filters);
  const [counters, ...others] = await db.read(
    counted(db, counter ?? ""),
    ...chosen.statements,
    ...list.statements,
  );
  const names = others.slice(0, chosen.statements.length);
  const known = counter ? ((counters as { value: number }[])[0]?.value ?? 0) : null;
  const found = list.page(others.slice(names.length) as never, known);
  const total = found.all?.total ?? known ?? 0;
  const isTooMany = total > MOST_SORTED || (found.sort === "none" && query.isSorted);
  return {
    rows: found.rows,
    page: found.page,
    query: { ...query, sort: found.sort ?? query.sort },
    chosen: chosen.of(names as never),
    sorts: !isTooMany
      ? (Object.keys(sorts) as Sort[])
      : mayWalk(db, query)
        ? sortsOf(query)
        : ["newest"],
    unsorted:
      found.sort === "none" && query.isSorted ? { by: query.sort, most: MOST_SORTED } : null,
    valueMinor: found.all?.valueMinor ?? null,
  };
}

const sortsOf = ({ filters, today }: AssetQuery): Sort[] =>
  indexedSorts.filter(
    (sort) =>
      walkOf(filters, sort, today) ||
      (!Object.keys(filters).length && (sort === "pm" || sort === "cal")),
  );

function walked(
  db: ReadingDb,
  query: AssetQuery,
  { sort, where }: Walk,
  params: URLSearchParams,
  columns: ReturnType<typeof assetColumnsFor>,
): { statements: Statement[]; page: (found: unknown[][], total: number | null) => Page } {
  const { column, key } = sorts[sort];
  const unique = sort === "code" || sort === "newest";
  const slice = keyset(column, assets.id, query, params, { unique, isFilled: true });
  return {
    statements: [
      db
        .select(columns)
        .from(assets)
        .where(db.ofOwner(assets, and(living, where, slice.where)))
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
    ],
    page: ([rows], total) => onePage(slice.page(rows as AssetRow[], (row) => row[key], total)),
  };
}

/** What fits on one page is all there is. */
const onePage = ({ rows, page }: Page): Page =>
  page.previous !== null || page.next !== null ? { rows, page } : { rows, page, all: summed(rows) };
