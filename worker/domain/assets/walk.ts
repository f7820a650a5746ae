import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { addDays } from "#app/shared/company-time.ts";
import { assets } from "#drizzle/tenant/index.ts";
import { entryOf } from "../lists/list-query.ts";
import type { AssetRow } from "./columns.ts";
import { counterOf } from "./effects.ts";
import { SOON_DAYS } from "./filters.ts";

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

/** A way through the devices in the order of an index: nothing that does not fit is read. */
export type Walk = { sort: Sort; where: SQL | undefined };
type Filters = Record<string, string>;

const equal: Record<string, { column: SQLiteColumn; counter: ((id: string) => string) | null }> = {
  category: { column: assets.categoryId, counter: counterOf.category },
  sub: { column: assets.subCategoryId, counter: counterOf.subCategory },
  department: { column: assets.departmentId, counter: counterOf.department },
  vendor: { column: assets.vendorId, counter: counterOf.vendor },
  team: { column: assets.teamId, counter: null },
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
  if (same) return sort === "code" ? { sort, where: eq(same.column, value) } : null;
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
  if (name === "condition") return counterOf.condition(value);
  if (name === "place") return counterOf.under(value);
  return entryOf(equal, name)?.counter?.(value) ?? null;
}

export const living = isNull(assets.deletedAt);
