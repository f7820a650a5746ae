import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { searchRowId } from "#drizzle/search.ts";
import { assets, counters } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { keyset } from "../../db/keyset.ts";
import { acrossLocations } from "../../db/scope.ts";
import { assetMatch } from "../search/search.ts";
import type { AssetQuery } from "./asset-query.ts";
import { type Sort, sorts } from "./columns.ts";
import { counterOf } from "./effects.ts";

export const living = isNull(assets.deletedAt);

/** So many devices are looked through for a page at most; each is a row read, and another where it is sorted. */
export const MOST_WALKED = 2_250;
/** A search walks so many matches at most, each of which is three rows read, and fewer until a filter or an order is set. */
const MOST_MATCHES = 1_000;
const FIRST_MATCHES = 50;

/** Devices that an index holds together. */
export type Lead = {
  /** The filter whose index it is; "" for none. */
  by: string;
  where: SQL | undefined;
  /** The order in which the index holds them; null when it is none that a list is paged by. */
  order: Sort | null;
  /** Counters that know how many they are, where they are in no order. */
  counters: readonly string[];
};

/** Filters whose index is walked where several are set; those that keep the fewest first. */
const narrowest = [
  ...["lost", "failed", "condition", "sub", "vendor", "lifecycle", "department", "category"],
  ...["place", "cal", "pm", "cover", "team"],
];
/** The orders in which an index holds all devices. */
export const wholeOrders: readonly Sort[] = ["code", "name", "newest"];

/** The devices that are walked for a list without words. */
export function leadOf({ scope }: ReadingDb, { kept, sort }: AssetQuery): Lead {
  if (scope && !kept.department)
    return {
      by: "",
      where: withinScope(scope.departments),
      order: null,
      counters: scope.departments.map(counterOf.department),
    };
  const names = scope ? ["department"] : narrowest;
  for (const by of names) {
    const { where, order, counter } = kept[by] ?? {};
    if (order) return { by, where, order, counters: [] };
    if (by === "place" && counter) return { by, where, order: null, counters: [counter] };
  }
  const order = wholeOrders.includes(sort) ? sort : "code";
  return { by: "", where: undefined, order, counters: [] };
}

const withinScope = (departments: readonly string[]) =>
  sql`${assets.departmentId} in (select "value" from json_each(${JSON.stringify(departments)}))`;

/** All that a list's filters and the person's Locations ask of a device. */
export const fitting = (db: ReadingDb, { kept }: AssetQuery): SQL =>
  and(
    sql`1`,
    ...Object.values(kept).map(({ where }) => where),
    db.scope ? withinScope(db.scope.departments) : undefined,
  )!;

type Slice = ReturnType<typeof keyset>;

/** How many devices are walked for a page of a list at most. */
export const mostWalked = ({ q, isSorted, kept }: AssetQuery): number =>
  !q ? MOST_WALKED : isSorted || Object.keys(kept).length ? MOST_MATCHES : FIRST_MATCHES;

/** Every device that is walked: its id, whether it `fits`, what it cost, and the value it is `sorted` by. */
const walkedColumns = (db: ReadingDb, query: AssetQuery) =>
  sql`select ${assets.id} as id, (${fitting(db, query)}) as fits, ${assets.purchaseCostMinor} as cost,
    ${sorts[query.sort].column} as sorted, ${assets.assetCode} as code`;

/** The devices that are walked for a page of a list, in the order of the slice; null when nothing can be found. */
export function walk(db: ReadingDb, query: AssetQuery, lead: Lead, slice: Slice): SQL | null {
  const most = sql.raw(String(mostWalked(query)));
  const columns = walkedColumns(db, query);
  const devices = acrossLocations(assets, "it bounds how far a look goes");
  if (query.q) {
    const match = assetMatch(db, query.q);
    const { cursor, rising } = slice;
    const from = cursor
      ? sql` and rowid ${sql.raw(rising ? ">" : "<")} cast(${searchRowId(cursor.id)} as integer)`
      : sql``;
    if (!match) return null;
    return sql`${columns} from (select record_id from search_index where search_index match ${match}${from}
        order by rowid ${sql.raw(rising ? "asc" : "desc")} limit ${most}) as matches cross join ${devices}
        where ${db.ofOwner(assets, and(eq(assets.id, sql`matches.record_id`), living))}`;
  }
  const inOrder = (where: SQL | undefined) =>
    sql`${columns} from ${devices} where ${db.ofOwner(assets, and(living, where, slice.where))}
      order by ${sql.join(slice.orderBy, sql`, `)} limit ${most}`;
  if (lead.order) return inOrder(lead.where);
  const known = sql`(select coalesce(sum(${counters.value}), 0) from ${counters}
    where ${db.ofOwner(counters, sql`${counters.id} in (select "value" from json_each(${JSON.stringify(lead.counters)}))`)})`;
  return sql`select * from (${inOrder(and(lead.where, sql`${known} < ${most}`))})
    union all select * from (${inOrder(sql`${known} >= ${most}`)})`;
}
