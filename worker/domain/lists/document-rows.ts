import { and, getTableColumns, getTableName, or, type SQL, Subquery, sql } from "drizzle-orm";
import type { SelectedFields, SQLiteColumn } from "drizzle-orm/sqlite-core";
import { snake } from "#drizzle/columns.ts";
import type { Statement, Table } from "../../db/db.ts";
import { inOneOrder } from "../../db/in-one-order.ts";
import type { keyset } from "../../db/keyset.ts";
import { among } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { matchOf } from "../search/search.ts";
import type { Asked, Asker, Documents } from "./documents.ts";
import { entryOf } from "./list-query.ts";

/** Documents that words find are looked through up to here, the newest first. */
export const MOST_MATCHES = 1_000;

/** Where the rows of a page are read, and in which order. */
type Source = {
  /** The predicates of which an index holds each one's rows in this order. */
  each: readonly (SQL | undefined)[];
  column: SQLiteColumn;
  /** The order is the one that is asked for. */
  isAsAsked: boolean;
  /** The predicates are those of the tab. */
  isOfTab: boolean;
};
type Slice = Pick<ReturnType<typeof keyset>, "where" | "rising" | "limit">;

/** The filters of an address, as predicates, and the first of them that leads. */
function filtered({ filters = {} }: Pick<Documents, "filters">, asker: Asker, query: Asked) {
  const asked = Object.entries(query.filters).flatMap(([key, value]) => {
    const made = entryOf(filters, key)?.(value, asker);
    return made === undefined ? [] : [made];
  });
  const lead = asked.find((one): one is { lead: SQL } => "lead" in one);
  const others = asked.filter((one) => one !== lead);
  return {
    lead: lead?.lead,
    others: others.map((one) => ("lead" in one ? one.lead : one)),
  };
}

/** The rows that words find, as a predicate. */
function foundBy(
  { table, search = "" }: Documents,
  { db }: Asker,
  { q }: Asked,
  most: number,
): SQL {
  const match = matchOf(String(db.companyId), search, q);
  return match
    ? sql`${table.id} in (select record_id from search_index where search_index match ${match} order by rowid desc limit ${sql.raw(String(most))})`
    : sql`${table.id} = ''`;
}

/**
 * @param near the ids of the only rows that may be shown, where words have found none
 * @param matches so many rows that words find are looked through
 */
export function sourceOf(
  list: Documents,
  asker: Asker,
  query: Asked,
  near: readonly string[] | null,
  matches = MOST_MATCHES,
): Source {
  const { table, tabs, sorts = {} } = list;
  const newest = { column: table.id, isAsAsked: query.sort === "newest", isOfTab: false };
  if (near) return { ...newest, each: [sql`${table.id} in ${among(near)}`] };
  if (query.q) return { ...newest, each: [foundBy(list, asker, query, matches)] };
  const { lead } = filtered(list, asker, query);
  if (lead) return { ...newest, each: [lead] };
  const sort = entryOf(sorts, query.sort);
  const held = sort?.each && entryOf(sort.each, query.tab);
  const each = typeof held === "function" ? held(asker) : held;
  if (each) return { each, column: sort!.column, isAsAsked: true, isOfTab: true };
  return { ...newest, each: tabs[query.tab]!.each?.(asker) ?? [undefined], isOfTab: true };
}

/** What else a row must meet to be shown: the filters, the tab where something else leads, and what the person may see. */
export function sieveOf(
  list: Documents,
  asker: Asker,
  query: Asked,
  { isOfTab }: Source,
): SQL | undefined {
  const { lead, others } = filtered(list, asker, query);
  const { table, tabs } = list;
  const byWords = query.q !== "";
  const ofTab = isOfTab ? [] : (tabs[query.tab]!.each?.(asker) ?? []);
  const { companyId, id } = getTableColumns(table) as Record<string, SQLiteColumn>;
  const seen = sql`exists (select 1 from ${table} as "seen" where "seen"."company_id" = ${companyId} and "seen"."id" = ${id})`;
  return and(
    ...others,
    byWords ? lead : undefined,
    ofTab.length ? or(...ofTab) : undefined,
    asker.db.scope ? seen : undefined,
  );
}

/** The rows in the order of their source, as a table of the same name to select from. */
function rowsIn(
  { table }: { table: Table },
  { db }: Asker,
  source: Source,
  slice: Slice,
  most: number,
) {
  const from = acrossLocations(table, "it bounds how far a look goes");
  const lists = source.each.map(
    (lead) => sql`select * from ${from} where ${db.ofOwner(table, and(lead, slice.where))}`,
  );
  const dir = slice.rising ? "asc" : "desc";
  const names = [...new Set([snake(source.column.name), "id"])];
  const order = sql.raw(`order by ${names.map((name) => `"${name}" ${dir}`).join(", ")}`);
  return sql`${inOneOrder(lists, order)} limit ${sql.raw(String(most))}`;
}

type Reading = { fields: SelectedFields; source: Source; slice: Slice; most: number };

/** The rows of a page: no more are read than are shown, or pass the sieve. */
export const pageRows = (
  list: { table: Table },
  asker: Asker,
  { fields, source, slice, most, sieve }: Reading & { sieve: SQL | undefined },
): Statement =>
  asker.db
    .select(fields)
    .from(new Subquery(rowsIn(list, asker, source, slice, most), {}, getTableName(list.table)))
    .where(sieve)
    .limit(slice.limit) as unknown as Statement;

/** The rows of several such pages as one statement, which asks for what is shown of each once. */
export function joinedRows(
  list: { table: Table },
  asker: Asker,
  fields: SelectedFields,
  pages: readonly (Omit<Reading, "fields"> & { sieve: SQL | undefined })[],
): Statement {
  const name = getTableName(list.table);
  const each = pages.map(({ source, slice, most, sieve }) => {
    const rows = new Subquery(rowsIn(list, asker, source, slice, most), {}, name);
    return sql`select * from (select * from ${rows} where ${sieve ?? sql`1`} limit ${sql.raw(String(slice.limit))})`;
  });
  return asker.db
    .select(fields)
    .from(new Subquery(sql.join(each, sql` union all `), {}, name)) as unknown as Statement;
}

/** The last of so many rows that are looked through; none where there are fewer. */
export const lastLooked = (
  list: { table: Table },
  asker: Asker,
  { fields, source, slice, most }: Reading,
): Statement =>
  asker.db
    .select(fields)
    .from(new Subquery(rowsIn(list, asker, source, slice, most), {}, getTableName(list.table)))
    .limit(1)
    .offset(most - 1) as unknown as Statement;

/** All rows that are looked through to be sorted, with what `walkedPage` asks of each. */
export function walkRows(
  list: { table: Table },
  asker: Asker,
  {
    source,
    slice,
    most,
    sieve,
    sorted,
    sums,
  }: Omit<Reading, "fields"> & {
    sieve: SQL | undefined;
    sorted: SQLiteColumn;
    sums: Record<string, SQL>;
  },
): SQL {
  const { table } = list;
  const summed = Object.entries(sums).map(
    ([name, counts]) => sql`, (${counts}) as ${sql.identifier(`is_${name}`)}`,
  );
  const rows = new Subquery(rowsIn(list, asker, source, slice, most), {}, getTableName(table));
  return sql`select ${table.id} as id, (${sieve ?? sql`1`}) as fits, ${sorted} as sorted, ${table.id} as tie${sql.join(summed)} from ${rows}`;
}
