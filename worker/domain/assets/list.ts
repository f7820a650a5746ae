import { and } from "drizzle-orm";
import type { Choice, ListPage, ListResult } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { counted } from "../entity/counters.ts";
import { chosenOf } from "../lists/chosen.ts";
import { asMeant, isAsTyped, meantBy, type Near, nearWords } from "../search/device-search.ts";
import { type AssetQuery, assetQueryOf } from "./asset-query.ts";
import { type AssetColumns, type AssetRow, assetColumnsFor, type Sort, sorts } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { recordColumns } from "./filters.ts";
import { type AssetSums, matchesCounted, noSums, sumsOf, wholeSums } from "./sums.ts";
import {
  isMerged,
  type Lead,
  leadOf,
  living,
  nearest,
  nearestColumns,
  walk,
  wholeOrders,
} from "./walk.ts";
import { devicesOf } from "./walked.ts";

/** A page of the devices and the order they are in. */
type AssetPage = {
  rows: AssetRow[];
  page: ListPage;
  sort: Sort;
  /** How many devices were looked through for a page that they did not fill; null for a full page or the end of the list. */
  walked: number | null;
  /** Of all that match; null when not all were looked through. */
  sums: AssetSums | null;
};

/** A list, with the choices its filters name, so that the chips can say them. */
type AssetList = Omit<AssetPage, "sort"> &
  ListResult<AssetRow> & {
    chosen: Record<string, Choice>;
    /** What this list can be sorted by. */
    sorts: Sort[];
    /** What was searched in place of words that nothing has; null when what was typed was searched. */
    meant: string | null;
    /** What was asked for when too many have to be looked through to sort them by it. */
    unsorted: { by: Sort; most: number } | null;
  };
type Read = {
  statement: Statement;
  page: (rows: never[], total: number | null) => AssetPage;
};

/**
 * One page of the devices. What it reads does not grow with the company. One round trip; a second where words are misspelt.
 * @param shown keys of the columns that are shown; without them its rows have the usual fields of all
 */
export async function listAssets(
  session: Session,
  params: URLSearchParams,
  shown?: readonly string[],
): Promise<AssetList> {
  const { near, ...list } = await listed(session, params, shown);
  const meant = near.length ? meantBy(list.query.q, near) : null;
  if (!meant) return { ...list, meant };
  const { near: _, ...found } = await listed(session, asMeant(params, meant), shown);
  return { ...found, query: { ...found.query, q: list.query.q }, meant };
}

async function listed(
  session: Session,
  params: URLSearchParams,
  shown?: readonly string[],
): Promise<Omit<AssetList, "meant"> & { near: Near[] }> {
  const db = session.authorize("view-asset");
  const asked = assetQueryOf(params, session.company);
  const lead = leadOf(db, asked);
  // Without an order or words, the index says the order: nothing is to be sorted.
  const isOrdered = asked.q !== "" || asked.isSorted;
  const query = isOrdered ? asked : { ...asked, sort: lead.order ?? "code" };
  const read = pageOf(db, query, lead, params, assetColumnsFor(shown, lead.order ?? "code"));
  const chosen = chosenOf(db, recordColumns, query.filters);
  const counters = countersFor(db, query, lead);
  const isWhole = shown !== undefined && !query.q && Object.keys(query.kept).length === 0;
  const whole = isWhole ? wholeSums(db, query.today) : null;
  const isFound = query.q !== "" && Object.keys(query.kept).length === 0;
  const matches =
    isFound && (shown !== undefined || lead.few !== null) ? matchesCounted(db, query.q) : null;
  const hint = isAsTyped(params) ? null : nearWords(db, query.q);
  const [counts, ...others] = await db.read(
    counted(db, ...counters),
    ...chosen.statements,
    ...(read ? [read.statement] : []),
    ...(whole ? [whole.statement] : []),
    ...(matches ? [matches.statement] : []),
    ...(hint ? [hint] : []),
  );
  const names = others.slice(0, chosen.statements.length);
  const values = (counts as { value: number }[]).map(({ value }) => value);
  const total = counters.length > 0 ? values.reduce((sum, value) => sum + value, 0) : null;
  const { sort, ...page } = read?.page(others[names.length] as never[], total) ?? nothing(query);
  const unsorted =
    query.isSorted && sort !== query.sort ? { by: query.sort, most: lead.most } : null;
  const isTooMany =
    unsorted !== null || (page.page.capped && !query.q) || (page.page.total ?? 0) >= lead.most;
  const near = hint ? (others.pop() as Near[]) : [];
  const counting = page.page.capped ? matches?.of(others.at(-1) as never) : null;
  return {
    ...page,
    page: { ...page.page, ...counting },
    sums: page.sums ?? whole?.of(others.at(-1) as never) ?? null,
    near,
    query: { ...query, sort },
    chosen: chosen.of(names as never),
    sorts: isTooMany ? sortsOfMany(query, lead) : (Object.keys(sorts) as Sort[]),
    unsorted,
  };
}

const nothing = ({ sort }: AssetQuery): AssetPage => ({
  rows: [],
  page: { from: 0, to: 0, total: 0, capped: false, next: null, previous: null },
  ...{ sort, walked: null, sums: noSums },
});

/** The counters that know how many match; none when nothing does. Most counters are of all Locations. */
function countersFor({ scope }: ReadingDb, { q, kept }: AssetQuery, lead: Lead): readonly string[] {
  const [only, ...others] = Object.keys(kept);
  if (q || others.length || (scope && only && only !== "department")) return [];
  const counter = only && kept[only]!.counter;
  if (only) return counter ? [counter] : [];
  return scope ? lead.counters : [counterOf.total];
}

/** What a list that is too long to be looked through as a whole can be sorted by. */
function sortsOfMany(query: AssetQuery, { where, order }: Lead): Sort[] {
  if (query.q || !order) return ["newest"];
  if (where) return [order];
  return Object.keys(query.kept).length ? [...wholeOrders] : [...wholeOrders, "pm", "cal"];
}

/** The statement of a page, and the page that comes of its rows; null when nothing can be found. */
function pageOf(
  db: ReadingDb,
  query: AssetQuery,
  lead: Lead,
  params: URLSearchParams,
  columns: AssetColumns,
): Read | null {
  const order = lead.order ?? "code";
  const { column, key } = sorts[order];
  const slice = keyset(
    column,
    assets.id,
    { dir: order === query.sort ? query.dir : "asc", size: query.size },
    params,
    { unique: order === "code" || order === "newest", isFilled: true },
  );
  if (!isIndexed(query, lead)) {
    const devices = walk(db, query, lead, slice);
    if (!devices) return null;
    const { statement, page } = devicesOf(db, query, devices, lead, slice, params, columns);
    return {
      statement,
      page(found: never[], total) {
        const { isSorted, ...rest } = page(found, total, (row) => row[key]);
        return { ...rest, sort: isSorted ? query.sort : order };
      },
    };
  }
  return {
    statement: lead.near
      ? (db
          .select(nearestColumns(db, lead.near, columns))
          .from(nearest(db, lead.near, slice)) as unknown as Statement)
      : db
          .select(columns)
          .from(assets)
          .where(db.ofOwner(assets, and(living, lead.where, slice.where)))
          .orderBy(...slice.orderBy)
          .limit(slice.limit),
    page(found: AssetRow[], total) {
      const { rows, page } = slice.page(found, (row) => row[key], total);
      const isAll = page.previous === null && page.next === null;
      const sums = isAll ? sumsOf(rows, query.today) : null;
      return { rows, page, sort: order, walked: null, sums };
    },
  };
}

/** Whether an index holds just what is asked for, in the order asked for; of a few Locations it holds each. */
const isIndexed = ({ q, kept, sort }: AssetQuery, { by, near, order }: Lead): boolean =>
  !q &&
  (!near || isMerged(near)) &&
  order === sort &&
  Object.keys(kept).every((name) => name === by);
