import { and, eq, getTableName, isNull, type SQL, Subquery, sql } from "drizzle-orm";
import { searchRowId } from "#drizzle/search.ts";
import { assets, counters, departments } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { inOneOrder } from "../../db/in-one-order.ts";
import type { keyset } from "../../db/keyset.ts";
import { rare } from "../../db/predicates.ts";
import { acrossLocations, type Scope } from "../../db/scope.ts";
import { devicesMatching } from "../search/device-search.ts";
import type { AssetQuery } from "./asset-query.ts";
import { type AssetColumns, type Sort, sorts } from "./columns.ts";
import { counterOf } from "./effects.ts";

export const living = isNull(assets.deletedAt);

/** So many devices are walked for a page at most; each is a row read, and another where it is sorted. */
const MOST_WALKED = 2_250;
/** Devices that no index orders are three rows read. */
const MOST_UNORDERED = 1_400;
/** Devices of a person's Locations are five rows read; of each Location some are walked. */
const MOST_NEAR = 900;
const FEWEST_NEAR = 10;
/** A search walks so many matches at most, each of which is three rows read, and fewer until a filter or an order is set. */
const MOST_MATCHES = 1_000;
const FIRST_MATCHES = 32;

/** Devices that an index holds together. */
export type Lead = {
  /** The filter whose index it is, "" for none. */
  by: string;
  where: SQL | undefined;
  /** The person's Locations, each walked by itself, and how many devices of each; null where one index holds all. */
  near: { departments: readonly string[]; each: number } | null;
  /** The order in which the index holds them; null when it is none that a list is paged by. */
  order: Sort | null;
  /** Counters that know how many they are together. */
  counters: readonly string[];
  /** How many of them are walked for a page at most. */
  most: number;
  /** How many where there are more than that, so that they cannot be sorted; null where filters keep but some of them. */
  few: number | null;
};

/** Filters whose index is walked where several are set; those that keep the fewest first. */
const narrowest = [
  ...["lost", "failed", "condition", "sub", "vendor", "lifecycle", "department", "category"],
  ...["place", "cal", "pm", "cover", "team"],
];
/** The orders in which an index holds all devices. */
export const wholeOrders: readonly Sort[] = ["code", "name", "newest"];

/** The devices that are walked for a list. */
export function leadOf({ scope }: ReadingDb, { q, kept, sort, isSorted, size }: AssetQuery): Lead {
  const whole = { by: "", where: undefined, near: null, counters: [], few: null };
  if (q) {
    const isKept = scope !== null || Object.keys(kept).length > 0;
    const isOrdered = isSorted && sort !== "newest";
    const few = Math.max(FIRST_MATCHES, size + 1);
    return {
      ...whole,
      order: "newest",
      most: isOrdered || Object.keys(kept).length > 0 ? MOST_MATCHES : few,
      few: isOrdered && !isKept ? few : null,
    };
  }
  const near = scope && !kept.department ? nearOf(scope, { kept, isSorted, size }) : null;
  if (near) {
    const counters = near.departments.map(counterOf.department);
    return { ...whole, near, order: "code", counters, most: MOST_NEAR };
  }
  for (const by of scope ? ["department"] : narrowest) {
    const { where, order, counter } = kept[by] ?? {};
    if (order) return { ...whole, by, where, order, most: MOST_WALKED };
    if (by === "place" && counter)
      return { ...whole, by, where, order: null, counters: [counter], most: MOST_UNORDERED };
  }
  return { ...whole, order: wholeOrders.includes(sort) ? sort : "code", most: MOST_WALKED };
}

/** An equal part of what may be walked for each Location, or a page; null for so many Locations that all devices are walked. */
function nearOf(
  { departments }: Scope,
  { kept, isSorted, size }: Pick<AssetQuery, "kept" | "isSorted" | "size">,
): Lead["near"] {
  const part = Math.floor(MOST_NEAR / Math.max(departments.length, 1));
  if (part < FEWEST_NEAR) return null;
  const isNarrowed = isSorted || Object.keys(kept).length > 0;
  return { departments, each: isNarrowed ? part : Math.min(part, size + 1) };
}

const withinScope = (departments: readonly string[]) =>
  sql`${assets.departmentId} in (select "value" from json_each(${JSON.stringify(departments)}))`;

/** All that a list's filters and the person's Locations ask of a device. */
const fitting = (db: ReadingDb, { kept }: AssetQuery): SQL =>
  and(
    sql`1`,
    ...Object.values(kept).map(({ where }) => where),
    db.scope ? withinScope(db.scope.departments) : undefined,
  )!;

type Slice = ReturnType<typeof keyset>;

/** Every device that is walked: its id, whether it `fits`, the value it is `sorted` by, and what is summed. */
const walkedColumns = (db: ReadingDb, query: AssetQuery) =>
  sql`select ${assets.id} as id, (${fitting(db, query)}) as fits, ${assets.purchaseCostMinor} as cost,
    ${assets.condition} = 'not_working' as is_broken, ${assets.nextPmOn} < ${query.today} as is_late,
    ${sorts[query.sort].column} as sorted, ${assets.assetCode} as tie`;

/** The devices that are walked for a page of a list, in the order of the slice; null when nothing can be found. */
export function walk(db: ReadingDb, query: AssetQuery, lead: Lead, slice: Slice): SQL | null {
  const most = sql.raw(String(lead.most));
  const columns = walkedColumns(db, query);
  const devices = acrossLocations(assets, "it bounds how far a look goes");
  if (query.q) {
    const matching = devicesMatching(db, query.q);
    const { cursor, rising } = slice;
    const from = cursor
      ? sql` and rowid ${sql.raw(rising ? ">" : "<")} cast(${searchRowId(cursor.id)} as integer)`
      : sql``;
    if (!matching) return null;
    // The index alone tells that they are too many.
    const areMany = sql`(select count(*) > ${most} from (select 1 from search_index where ${matching} limit ${most} + 1))`;
    const [limit, cut] = lead.few
      ? [
          sql`case when ${areMany} then ${sql.raw(String(lead.few))} else ${most} end`,
          sql`case when ${areMany} then 1 end`,
        ]
      : [most, sql`null`];
    return sql`${columns}, ${cut} as cut from (select record_id from search_index where ${matching}${from}
        order by rowid ${sql.raw(rising ? "asc" : "desc")} limit ${limit}) as matches cross join ${devices}
        where ${db.ofOwner(assets, and(eq(assets.id, sql`matches.record_id`), living))}`;
  }
  const order = sql.join(slice.orderBy, sql`, `);
  if (lead.near) return nearWalk(db, columns, lead.near, slice, order);
  const from = (where: SQL | undefined) =>
    sql`${columns} from ${devices} where ${db.ofOwner(assets, and(living, where, slice.where))}`;
  if (lead.order) return sql`${from(lead.where)} order by ${order} limit ${most}`;
  // Devices in no order are walked where they are few, else all by code; a limit of 0 reads nothing.
  const areFew = sql`(select coalesce(sum(${counters.value}), 0) < ${most} from ${counters}
    where ${db.ofOwner(counters, sql`${counters.id} in (select "value" from json_each(${JSON.stringify(lead.counters)}))`)})`;
  return sql`select * from (${from(lead.where)} limit case when ${areFew} then ${most} else 0 end)
    union all select * from (${from(undefined)} order by ${order} limit case when ${areFew} then 0 else ${most} end)`;
}

/** So many Locations are merged: D1 binds a hundred values, and each takes six. */
const MOST_MERGED = 15;
export const isMerged = (near: Lead["near"]): near is NonNullable<Lead["near"]> =>
  near !== null && near.departments.length > 0 && near.departments.length <= MOST_MERGED;

/** The next devices of a person's Locations by code, as a table to select from: what is read is one device a Location more than is taken. */
export function nearest(
  db: ReadingDb,
  { departments: ids }: NonNullable<Lead["near"]>,
  { where, rising, limit }: Slice,
): Subquery {
  const lists = ids.map(
    (id) => sql`select * from ${acrossLocations(assets, "it bounds how far a look goes")}
      where ${db.ofOwner(assets, and(rare(eq(assets.departmentId, id)), living, where))}`,
  );
  const order = sql.raw(`order by "asset_code" ${rising ? "asc" : "desc"}`);
  const first = sql`${inOneOrder(lists, order)} limit ${sql.raw(String(limit))}`;
  return new Subquery(first, {}, getTableName(assets));
}

/** Columns of the nearest devices: the names of the person's Locations are read once, not with each device. */
export function nearestColumns(
  db: ReadingDb,
  { departments: ids }: NonNullable<Lead["near"]>,
  columns: AssetColumns,
): AssetColumns {
  if (!columns.departmentName) return columns;
  const names = ids.map(
    (id) =>
      sql`when ${id} then (select ${departments.name} from ${departments} where ${db.ofOwner(departments, eq(departments.id, id))})`,
  );
  const name = sql<string>`case ${assets.departmentId} ${sql.join(names, sql` `)} end`;
  return { ...columns, departmentName: name.as("near_named") };
}

/**
 * The next devices of each Location, up to the code at which the first of them is cut: beyond it some would be missing.
 * `cut` is that code; null when no Location is cut.
 */
function nearWalk(
  db: ReadingDb,
  columns: SQL,
  { departments, each }: NonNullable<Lead["near"]>,
  { where, rising }: Slice,
  order: SQL,
): SQL {
  // By codes SQLite would walk the devices of all Locations.
  const devices = sql`${acrossLocations(assets, "it bounds how far a look goes")} indexed by assets_by_department`;
  const near = sql`json_each(${JSON.stringify(departments)}) as near`;
  const ofLocation = and(living, sql`${assets.departmentId} = near."value"`, where);
  const end = sql`select ${assets.assetCode} from ${devices}
    where ${db.ofOwner(assets, ofLocation)} order by ${order} limit 1 offset ${sql.raw(String(each - 1))}`;
  const [first, isBefore, beyond] = rising
    ? [sql`min`, sql`<=`, sql`char(1114111)`]
    : [sql`max`, sql`>=`, sql`''`];
  return sql`${columns}, ends.cut as cut
    from (select ${first}(code) as cut from (select (${end}) as code from ${near})) as ends cross join ${near} cross join ${devices}
    where ${db.ofOwner(assets, and(ofLocation, sql`${assets.assetCode} ${isBefore} coalesce(ends.cut, ${beyond})`))}
    order by ${order}`;
}
