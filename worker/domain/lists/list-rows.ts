import { and, eq, getTableColumns, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ListQuery, ListResult } from "#app/shared/list.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Db, Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { among } from "../../db/predicates.ts";
import { dayOf } from "../entity/day-of.ts";
import type { EntityTable } from "../entity/references.ts";
import { FEW, foundBy, MANY, orNearly } from "../search/found-by.ts";
import { ownerOf } from "../search/search.ts";
import { askedOf, entryOf } from "./list-query.ts";

/** What a list of masters looks at. */
export type Listed<T extends EntityTable, M extends More = More> = {
  table: T;
  /** The kind of search rows it keeps. */
  search: string;
  sorts: Record<string, SQLiteColumn>;
  filters?: Record<string, ListFilter> | undefined;
  /** The filter by which its records lie inside another: few of the matches do. */
  offered?: { within?: string } | undefined;
  /** Further columns of the list, such as a count or a name. */
  more?: M | undefined;
  /** Columns that count across all Locations: whoever is limited to some reads null in them. */
  acrossLocations?: readonly Extract<keyof Row<T>, string>[] | undefined;
};
/** What a filter of a list asks for, on the owner's day. */
export type ListFilter = (value: string, today: string) => SQL | undefined;
export type More = Record<string, SQL.Aliased>;
/** A row of a list with its further columns. */
export type Shown<T extends EntityTable, M extends More> = Row<T> & {
  [K in keyof M]: M[K]["_"]["type"];
};
/** A page of a list, and the record a form is open on. */
export type Opened<R> = ListResult<R> & { record?: R | null };

type Values = Record<string, unknown>;
/** The columns that say how a record ended, of tables whose records end so. */
type Ends = { archivedAt?: SQLiteColumn; deletedAt?: SQLiteColumn };

// The state goes with no index: what words have found is looked up by its ids.
const states: Record<string, (archivedAt: SQLiteColumn, byWords: boolean) => SQL | undefined> = {
  active: (archivedAt, byWords) => (byWords ? sql`+${archivedAt} is null` : isNull(archivedAt)),
  archived: (archivedAt, byWords) =>
    byWords ? sql`+${archivedAt} is not null` : isNotNull(archivedAt),
  all: () => undefined,
};

/**
 * The predicate of a list on what its address asks for: rows not deleted, in the state, by the filters and the search.
 * @param reach whether the search looks at the first matches or at all of them; ids in place of a search
 */
export function matching<T extends EntityTable>(
  db: ReadingDb | Db,
  {
    table,
    search,
    filters = {},
    offered,
  }: Pick<Listed<T>, "table" | "search" | "filters" | "offered">,
  query: ListQuery,
  more?: SQL,
  reach: "first" | "all" | readonly string[] = "first",
): SQL | undefined {
  const { archivedAt, deletedAt } = table as unknown as Ends;
  const isInside = Boolean(query.filters[offered?.within ?? ""]);
  const found = () =>
    Array.isArray(reach)
      ? inArray(table.id, among(reach))
      : foundBy(
          ownerOf(db),
          search,
          table.id,
          query.q,
          reach === "all" ? null : isInside ? MANY : FEW,
        );
  return and(
    deletedAt && isNull(deletedAt),
    archivedAt &&
      (entryOf(states, query.filters.state) ?? states.active)?.(archivedAt, query.q !== ""),
    ...Object.entries(filters).map(([key, predicate]) =>
      query.filters[key] ? predicate(query.filters[key], dayOf(db)) : undefined,
    ),
    query.q ? found() : undefined,
    more,
  );
}

/**
 * One page of a list; with `record`, also the row of that id. One round trip; two more where the words begin none of its
 * own and are looked for inside them.
 */
export async function listRows<T extends EntityTable, M extends More>(
  db: Db,
  list: Listed<T, M>,
  params: URLSearchParams,
  record = "",
): Promise<Opened<Shown<T, M>>> {
  const { table, sorts, filters = {} } = list;
  const { archivedAt, deletedAt } = table as unknown as Ends;
  const query = askedOf(params, Object.keys(sorts), [
    ...Object.keys(filters),
    ...(archivedAt ? ["state"] : []),
  ]);
  const column = sorts[query.sort]!;
  const slice = keyset(column, table.id, query, params, { isFew: query.q !== "" });
  const isLimited = "scope" in db && db.scope !== null;
  const hidden = isLimited ? (list.acrossLocations ?? []) : [];
  const columns = {
    ...getTableColumns(table as SQLiteTable),
    ...Object.fromEntries(hidden.map((name) => [name, sql<null>`null`.as(`no_${name}`)])),
    ...list.more,
  };
  const page = (reach: "first" | readonly string[]) =>
    db
      .select(columns)
      .from(table as SQLiteTable)
      .where(db.ofOwner(table, matching(db, list, query, slice.where, reach)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit);
  const one = db
    .select(columns)
    .from(table as SQLiteTable)
    .where(db.ofOwner(table, and(eq(table.id, record), deletedAt && isNull(deletedAt))))
    .limit(1);
  const [exact, [row]] = record
    ? await db.read(page("first"), one)
    : [...(await db.read(page("first"))), []];
  const found = await orNearly(
    db,
    { companyId: ownerOf(db), kind: list.search, q: query.q },
    { what: exact, isNone: exact.length === 0 && !slice.cursor },
    async (near) => (await db.read(page(near)))[0],
  );
  const key = Object.keys(table).find(
    (name) => (table as unknown as Record<string, SQLiteColumn>)[name] === column,
  )!;
  const rows = found as (Shown<T, M> & { id: string })[];
  return {
    ...slice.page(rows, (one) => (one as Values)[key], null),
    query,
    record: (row as Shown<T, M>) ?? null,
  };
}
