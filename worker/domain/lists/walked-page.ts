import { type SQL, sql } from "drizzle-orm";
import type { SelectedFields, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ListPage } from "#app/shared/list.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement, Table } from "../../db/db.ts";
import type { keyset } from "../../db/keyset.ts";

/** Rows that are looked through for a page of a list. */
export type Walk<S extends string> = {
  table: Table;
  /** What is read of the rows of the page. */
  columns: SelectedFields;
  /** Selects of each row its `id`, whether it `fits`, the value it is `sorted` by, its `tie` breaker, and what is summed; in the order of the slice. */
  rows: SQL;
  /** Whether there are more rows than were looked through: an aggregate of them. */
  isCut: SQL;
  /** The rows come in an order that the page goes on in; else they have none. */
  isInOrder: boolean;
  /** The page asks for the order that the rows come in. */
  isAsAsked: boolean;
  /** What is known of all that fit: aggregates. */
  sums: Record<S, SQL>;
};

/** A page of the rows that fit. */
export type WalkedPage<R, S extends string> = {
  rows: R[];
  page: ListPage;
  /** Whether they are sorted as asked, and not in the order of the walk. */
  isSorted: boolean;
  /** How many rows were looked through for a page that they did not fill; null for a full page or the end of the list. */
  walked: number | null;
  /** Of all that fit; null when not all were looked through. */
  sums: Record<S, number> | null;
};

type Told = { at: number | "last"; walked: number; isCut: boolean; total: number };
type Slice = ReturnType<typeof keyset>;

/**
 * One page of the rows that a walk finds. Where the walk is of all there are, they are sorted as asked and counted;
 * else they come in the order of the walk, and the next page goes on where it ended.
 */
export function walkedPage<R extends { id: string }, S extends string>(
  db: ReadingDb,
  walk: Walk<S>,
  query: { dir: "asc" | "desc"; size: number },
  slice: Slice,
  params: URLSearchParams,
) {
  const begin = beginOf(params);
  const names = Object.keys(walk.sums) as S[];
  const told = ["at", "walked", "isCut", "total", ...names];
  const rowOf = (row: R & Told) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => !told.includes(key))) as R;
  return {
    statement: statementOf(db, walk, query, slice, begin),
    /**
     * @param counted how many fit, where a counter knows it
     * @param cursorValue the value by which the next page goes on
     */
    page(
      rows: (R & Told & Record<S, number>)[],
      counted: number | null,
      cursorValue: (row: R) => unknown,
    ): WalkedPage<R, S> {
      const [first] = rows;
      const { walked = 0, total = 0 } = first ?? {};
      const matches = rows.filter(({ at }) => at !== "last");
      const isCut = Boolean(first?.isCut);
      if (!slice.cursor && !isCut) {
        const shown = matches.slice(0, query.size).map(rowOf);
        const sums = Object.fromEntries(names.map((name) => [name, first?.[name] ?? 0]));
        const page = partOf(begin, shown.length, total, query.size);
        return {
          rows: shown,
          page,
          isSorted: true,
          walked: null,
          sums: sums as Record<S, number>,
        };
      }
      const end = rows.find(({ at }) => at === "last");
      const soFar = slice.backwards ? null : (slice.cursor?.skipped ?? 0) + total;
      const isCapped = counted === null && isCut;
      const found = slice.page(matches, cursorValue as never, counted ?? soFar, isCapped, {
        end,
        isCut,
      });
      const isShort = isCut && found.rows.length < query.size;
      return {
        ...found,
        rows: found.rows.map(rowOf),
        isSorted: false,
        walked: isShort ? walked : null,
        sums: null,
      };
    },
  };
}

function statementOf<S extends string>(
  db: ReadingDb,
  { table, columns, rows, isCut, isInOrder, isAsAsked, sums }: Walk<S>,
  query: { dir: "asc" | "desc"; size: number },
  { cursor }: Slice,
  begin: number,
): Statement {
  // An aggregate takes the rows of a limited query in their order.
  const inOrder = sql`json_group_array(id) filter (where fits)`;
  const asAsked = sql`json_group_array(id order by sorted is null, sorted collate nocase ${sql.raw(query.dir)}, tie) filter (where fits)`;
  const isKept = isInOrder && (cursor !== null || isAsAsked);
  const ids = isKept ? inOrder : sql`case when ${isCut} then ${inOrder} else ${asAsked} end`;
  const named = Object.entries<SQL>(sums);
  const summed = named.map(([name, value]) => sql`${value} as ${sql.identifier(`sum_${name}`)}`);
  const looked = sql`(select ${sql.join(
    [
      sql`count(*) as walked`,
      sql`${isCut} as is_cut`,
      sql`coalesce(sum(fits), 0) as total`,
      ...summed,
      sql`${ids} as ids`,
      sql`json_group_array(id) ->> '$[#-1]' as last`,
    ],
    sql`, `,
  )} from (${rows})) as looked`;
  // The rows of the page, and the last one that was looked at behind those that match.
  const places = JSON.stringify(Array.from({ length: query.size + 1 }, (_, n) => begin + n));
  return db
    .select({
      ...columns,
      at: sql<number>`place."value"`.as("at"),
      walked: sql<number>`looked.walked`.as("walked"),
      isCut: sql<boolean>`looked.is_cut`.as("is_cut"),
      total: sql<number>`looked.total`.as("total"),
      ...Object.fromEntries(
        named.map(([name]) => [
          name,
          sql<number>`looked.${sql.identifier(`sum_${name}`)}`.as(`of_${name}`),
        ]),
      ),
    })
    .from(
      sql`${looked} cross join json_each(case when looked.walked then json_insert(${places}, '$[#]', 'last') else '["last"]' end) as place`,
    )
    .crossJoin(table as SQLiteTable)
    .where(
      db.ofOwner(
        table,
        sql`${table.id} = case place."value" when 'last' then looked.last else looked.ids ->> place."value" end`,
      ),
    )
    .orderBy(sql`place."key"`) as unknown as Statement;
}

/** How many rows stand before the page, where all that match were sorted. */
const beginOf = (params: URLSearchParams): number =>
  Number(/^s(\d{1,6})$/.exec(params.get("after") ?? params.get("before") ?? "")?.[1] ?? 0);

/** A page of matches that were sorted and counted as one. */
const partOf = (begin: number, shown: number, total: number, size: number): ListPage => ({
  from: shown ? begin + 1 : 0,
  to: begin + shown,
  total,
  capped: false,
  next: begin + shown < total ? `s${begin + shown}` : null,
  previous: begin > 0 ? `s${Math.max(0, begin - size)}` : null,
});
