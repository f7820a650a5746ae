import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SelectedFields, SQLiteColumn } from "drizzle-orm/sqlite-core";
import { dayIn } from "#app/shared/company-time.ts";
import type { Choice, ListQuery, ListResult } from "#app/shared/list.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement, Table } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { orNearly } from "../search/found-by.ts";
import { chosenOf } from "./chosen.ts";
import { tabCounts } from "./document-counts.ts";
import {
  lastLooked,
  MOST_MATCHES,
  pageRows,
  sieveOf,
  sourceOf,
  walkRows,
} from "./document-rows.ts";
import { askedOf, entryOf } from "./list-query.ts";
import { walkedPage } from "./walked-page.ts";

/** Who asks for a list of documents, and when. */
export type Asker = { session: Session; db: ReadingDb; today: string; now: number };

/** A part of the documents that people look at by itself. */
export type Tab = {
  label: string;
  /** Predicates of which an index holds each one's rows in the order of their ids; absent: all documents. */
  each?: (asker: Asker) => readonly SQL[];
  /** The counters that together know how many there are; one with a minus before it is taken away. */
  counters?: (asker: Asker) => readonly string[];
  /** Counts them where no counter knows them, as SQL that looks at a bounded number of rows. */
  look?: (asker: Asker) => SQL;
  /** The count may stop early or be of the morning: its pages are not told as so many of it. */
  isRough?: true;
  /** The order it is in until another one is asked for; newest first when absent. */
  sort?: string;
};

/** What a filter asks of a document; as `lead` where an index holds its rows in the order of their ids. */
type Filter = (value: string, asker: Asker) => SQL | { lead: SQL } | undefined;

/** An order of documents besides that of their ids. */
type Sort = {
  column: SQLiteColumn;
  /** The predicates whose rows an index holds in this order, for the tabs where it does. */
  each?: Readonly<Record<string, readonly SQL[] | ((asker: Asker) => readonly SQL[])>>;
};

/** A kind of document as its list knows it. */
export type Documents<F extends SelectedFields = SelectedFields, S extends string = string> = {
  table: Table;
  permission: Extract<Permission, `view-${string}`>;
  /** The column that people know a document by. */
  title: SQLiteColumn;
  /** The kind of its search rows; absent: it is not searched. */
  search?: string;
  columns: F;
  /** In their order; the first is open until another one is chosen. */
  tabs: Readonly<Record<string, Tab>>;
  filters?: Readonly<Record<string, Filter>>;
  sorts?: Readonly<Record<string, Sort>>;
  /** The column of each filter whose value is the id of a record, which the page then calls by its name. */
  records?: Readonly<Record<string, SQLiteColumn>>;
  /** Counters that the page shows besides those of its tabs; a limited person is told none. */
  figures?: () => readonly string[];
  /** What is counted of all that match, where they are few enough to be looked through. */
  sums?: (asker: Asker) => Record<S, SQL>;
};

/** The order of all documents by their ids: the newest first. */
export const NEWEST = "newest";

/** So many documents are looked through for a page at most; of a limited person, to whom each costs three rows, fewer. */
const MOST = 2_000;
const MOST_LIMITED = 900;
/** Documents are looked through for near words up to here, so that with its page a search that finds nothing reads 2,000 rows at most. */
const MOST_NEAR = 1_800;

export type DocumentList<R, S extends string = string> = ListResult<R> & {
  tab: string;
  /** The tabs with how many each holds; null where only a count would tell. */
  tabs: { key: string; label: string; count: number | null }[];
  figures: Record<string, number> | null;
  /** How many documents were looked through for a page that they did not fill; null for a full page or the end of the list. */
  walked: number | null;
  /** What was asked for when too many match to be sorted by it. */
  unsorted: { by: string; most: number } | null;
  sums: Record<S, number> | null;
  /** The records that its filters name. */
  chosen: Record<string, Choice>;
};

export type Asked = ListQuery & { tab: string };

/** Who asks, by the permission to see these documents. @throws Response 403 */
export function askerOf(
  session: Session,
  { permission }: Pick<Documents, "permission">,
  now = Date.now(),
): Asker {
  const db = session.authorize(permission);
  return { session, db, today: dayIn(session.company.timeZone, now), now };
}

/** What an address asks of a list of documents. */
export function askedDocuments(
  { tabs, filters = {}, sorts = {} }: Pick<Documents, "tabs" | "filters" | "sorts">,
  params: URLSearchParams,
): Asked {
  const names = Object.keys(tabs);
  const asked = params.get("tab") ?? "";
  const tab = entryOf(tabs, asked) ? asked : names[0]!;
  const first = tabs[tab]!.sort ?? NEWEST;
  const known = [first, ...[NEWEST, ...Object.keys(sorts)].filter((one) => one !== first)];
  const wanted = params.get("sort") ?? "";
  const sort = known.includes(wanted) ? wanted : first;
  const query = askedOf(params, known, Object.keys(filters), sort === NEWEST ? "desc" : "asc");
  // What words find comes newest first.
  return query.q ? { ...query, tab, sort: NEWEST, dir: "desc" } : { ...query, tab };
}

/**
 * One page of a list of documents. What it reads does not grow with how many there are. One round trip; a second where
 * filters leave a page unfilled, and where words begin none of its own.
 */
export async function listDocuments<F extends SelectedFields, S extends string>(
  session: Session,
  list: Documents<F, S>,
  params: URLSearchParams,
): Promise<DocumentList<SelectResultFields<F> & { id: string }, S>> {
  const asker = askerOf(session, list);
  const { db } = asker;
  const query = askedDocuments(list, params);
  const chosen = chosenOf(db, list.records ?? {}, query.filters);
  const counts = tabCounts(list, asker);
  const read = async (near: readonly string[] | null) => {
    const page = pageOf(list, asker, query, params, near);
    const [counters, rows, ...named] = (await db.read(
      counts.statement,
      page.statement,
      ...chosen.statements,
    )) as unknown[][];
    const { tabs, figures } = counts.of(counters as never[]);
    const { count } = tabs.find(({ key }) => key === query.tab)!;
    return {
      ...{ tabs, figures },
      chosen: chosen.of(named as Choice[][]),
      ...(await page.of(rows as never[], count)),
    };
  };
  const exact = await read(null);
  const isNone = exact.rows.length === 0 && exact.page.previous === null;
  const found = list.search
    ? await orNearly(
        db,
        { companyId: db.companyId, kind: list.search, q: query.q, most: MOST_NEAR },
        { what: exact, isNone },
        read,
      )
    : exact;
  const { sort, ...rest } = found;
  const unsorted = sort === query.sort ? null : { by: query.sort, most: mostOf(asker) };
  const listed = { ...rest, unsorted, query: { ...query, sort }, tab: query.tab };
  return listed as unknown as DocumentList<SelectResultFields<F> & { id: string }, S>;
}

const mostOf = ({ db }: Asker) => (db.scope ? MOST_LIMITED : MOST);

export type Found = { id: string } & Record<string, unknown>;
type Page = Pick<DocumentList<Found>, "rows" | "page" | "walked" | "sums"> & { sort: string };

/** The statement of a page, and what comes of its rows. @param near the only rows that may be shown, where words have found none */
function pageOf(
  list: Documents,
  asker: Asker,
  query: Asked,
  params: URLSearchParams,
  near: readonly string[] | null,
): { statement: Statement; of(rows: never[], total: number | null): Promise<Page> } {
  const { table, columns, sorts = {} } = list;
  const { db } = asker;
  const source = sourceOf(list, asker, query, near);
  const sieve = sieveOf(list, asker, query, source);
  const dir = source.isAsAsked ? query.dir : "desc";
  const slice = keyset(source.column, table.id, { dir, size: query.size }, params);
  const key = nameOf(source.column);
  const cursorValue = (row: Found) => row[key];
  const fields = { ...columns, id: table.id, [key]: source.column };
  const most = mostOf(asker);
  // A counter counts the whole tab, of all Locations.
  const isWhole = sieve === undefined && source.isOfTab && !entryOf(list.tabs, query.tab)!.isRough;
  const reading = { fields, source, sieve, slice, most };
  if (source.isAsAsked)
    return {
      statement: pageRows(list, asker, { ...reading, most: sieve ? most : slice.limit }),
      async of(rows: Found[], total) {
        // All that words have found were looked through.
        const isAll = query.q !== "" && most > MOST_MATCHES;
        const isShort = sieve !== undefined && !isAll && rows.length < slice.limit;
        const [ends] = isShort ? await db.read(lastLooked(list, asker, reading)) : [[]];
        const end = (ends as unknown as Found[])[0];
        const cut = end && { end, isCut: true };
        const known = isWhole ? total : null;
        const page = slice.page(rows, cursorValue as never, known, cut !== undefined, cut);
        return { ...page, sort: query.sort, walked: end ? most : null, sums: null };
      },
    };
  const { column: sorted } = entryOf(sorts, query.sort)!;
  const counts = list.sums?.(asker) ?? {};
  const walk = {
    ...{ table, columns: fields, isInOrder: true, isAsAsked: false },
    rows: walkRows(list, asker, { ...reading, sorted, sums: counts }),
    isCut: sql`count(*) = ${sql.raw(String(most))}`,
    sums: Object.fromEntries(
      Object.keys(counts).map((name) => [
        name,
        sql`count(*) filter (where fits and ${sql.identifier(`is_${name}`)})`,
      ]),
    ),
  };
  const { statement, page } = walkedPage<Found, string>(db, walk, query, slice, params);
  return {
    statement,
    async of(rows, total) {
      const { isSorted, ...found } = page(rows, isWhole ? total : null, cursorValue);
      return { ...found, sort: isSorted ? query.sort : NEWEST };
    },
  };
}

/** A column's name in the code. */
const nameOf = (column: SQLiteColumn): string =>
  Object.entries(getTableColumns(column.table)).find(([, one]) => one === column)![0];
