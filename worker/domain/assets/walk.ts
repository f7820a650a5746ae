import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import type { ListQuery } from "#app/shared/list.ts";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import type { AssetRow } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { filterNames, knownFilters, ofRecord, SOON_DAYS } from "./filters.ts";

/** What a list of devices can be sorted by. */
export const sorts = {
  code: { column: assets.assetCode, key: "assetCode" },
  name: { column: assets.name, key: "name" },
  newest: { column: assets.id, key: "id" },
  pm: { column: assets.nextPmOn, key: "nextPmOn" },
  cal: { column: assets.nextCalOn, key: "nextCalOn" },
  cover: { column: assets.coverUntil, key: "coverUntil" },
  bought: { column: assets.purchaseOn, key: "purchaseOn" },
  cost: { column: assets.purchaseCostMinor, key: "purchaseCostMinor" },
} as const satisfies Record<string, { column: SQLiteColumn; key: keyof AssetRow }>;
export type Sort = keyof typeof sorts;
/** Those that an index serves however many devices there are, without a filter. */
export const indexedSorts: Sort[] = ["code", "name", "newest", "pm", "cal"];

/** `isSorted`: an order was asked for that is not the one in which they came. */
export type AssetQuery = ListQuery & { sort: Sort; isSorted: boolean; today: string };
/** A way through the devices in the order of an index: nothing that does not fit is read. */
export type Walk = { sort: Sort; where: SQL | undefined };
type Filters = Record<string, string>;

/** Filters that are one value of a column, and the counter that knows how many there are. */
const { place: _, ...equal } = ofRecord;
const counters: Record<string, (id: string) => string> = {
  category: counterOf.category,
  sub: counterOf.subCategory,
  department: counterOf.department,
  vendor: counterOf.vendor,
  place: counterOf.under,
  condition: counterOf.condition,
};

const due = (column: SQLiteColumn) => ({
  overdue: (today: string) => sql`${column} < ${today}`,
  due: (today: string) => sql`${column} >= ${today} and ${column} <= ${addDays(today, SOON_DAYS)}`,
  planned: () => isNotNull(column),
});
const ending = (days: number) => (today: string) =>
  sql`${assets.coverUntil} >= ${today} and ${assets.coverUntil} <= ${addDays(today, days)}`;
/** Filters that are a range of dates, walked in the order of the date. */
const windows: Record<string, { sort: Sort; of: Record<string, (today: string) => SQL> }> = {
  pm: { sort: "pm", of: due(assets.nextPmOn) },
  cal: { sort: "cal", of: due(assets.nextCalOn) },
  cover: { sort: "cover", of: { 30: ending(30), 60: ending(60), 90: ending(90) } },
};

/** The order a list has when none is asked for. */
export function firstSort(filters: Filters): Sort {
  const [only, ...others] = Object.keys(filters);
  const window = only && !others.length ? windows[only] : undefined;
  return window && entryOf(window.of, filters[only!]) ? window.sort : "code";
}

/** The index that serves this list as it is asked for; null when it takes the marks of the search rows. */
export function walkOf(filters: Filters, sort: Sort, today: string): Walk | null {
  const [only, ...others] = Object.entries(filters);
  if (others.length) return null;
  if (!only) {
    return ["code", "name", "newest"].includes(sort) ? { sort, where: undefined } : null;
  }
  const [name, value] = only;
  const same = entryOf(equal, name);
  if (same) return sort === "code" ? { sort, where: eq(same, value) } : null;
  const window = entryOf(windows, name);
  const where = window?.sort === sort ? entryOf(window.of, value)?.(today) : undefined;
  return where ? { sort, where: and(isNotNull(sorts[sort].column), where) } : null;
}

/** The counter that knows how many match one filter; null when there is none. */
export function counterFor(filters: Filters): string | null {
  const [only, ...others] = Object.entries(filters);
  if (others.length) return null;
  if (!only) return counterOf.total;
  const [name, value] = only;
  return entryOf(counters, name)?.(value) ?? null;
}

export const living = isNull(assets.deletedAt);

/** What a list asks for. */
export function askedAssets(params: URLSearchParams, timeZone: string): AssetQuery {
  const today = dayIn(timeZone);
  const query = askedOf(
    params,
    Object.keys(sorts),
    filterNames,
    params.get("sort") === "newest" ? "desc" : "asc",
  );
  const filters = knownFilters(query.filters, today);
  const isAsked = params.get("sort") === query.sort;
  const sort = isAsked ? (query.sort as Sort) : firstSort(filters);
  // An order by a date shows those that have one.
  if (!query.q && !Object.keys(filters).length && (sort === "pm" || sort === "cal"))
    filters[sort] = "planned";
  return { ...query, sort, isSorted: isAsked && sort !== "newest", filters, today };
}

/** Indexes and counters are of all Locations: they serve who sees them all, and a list of one Location. */
export const mayWalk = (db: Pick<ReadingDb, "scope">, { q, filters }: AssetQuery): boolean =>
  !q && (db.scope === null || Object.keys(filters).join() === "department");
