import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListPage, ListQuery } from "#app/shared/list.ts";

/** Where a page begins: the sort value and id of its neighbour, and how many rows stand before it. */
type Cursor = { value: string | number | null; id: string; skipped: number };

const encode = (cursor: Cursor) =>
  btoa(
    String.fromCharCode(
      ...new TextEncoder().encode(JSON.stringify([cursor.value, cursor.id, cursor.skipped])),
    ),
  ).replace(/[+/=]/g, (c) => ({ "+": "-", "/": "_", "=": "" })[c]!);

function decode(text: string | null): Cursor | null {
  if (!text || text.length > 2000) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const [value, id, skipped] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    const known =
      (value === null || typeof value === "string" || typeof value === "number") &&
      typeof id === "string" &&
      Number.isSafeInteger(skipped);
    return known
      ? { value: value as Cursor["value"], id, skipped: Math.max(0, skipped as number) }
      : null;
  } catch {
    return null;
  }
}

type Order = {
  /** The column is unique, so that an index which ends with it serves the order. */
  unique?: boolean;
  /** The rows are few and found by other means: no index is walked in their order. */
  isFew?: boolean;
  /** No row of the list lacks the value. */
  isFilled?: boolean;
};

/** The rows that come after the cursor's. SQLite puts rows without the value before all others. */
function beyond(
  by: SQL,
  id: SQLiteColumn,
  cursor: Cursor,
  rising: boolean,
  isFilled: boolean,
): SQL {
  const compare = rising ? sql`>` : sql`<`;
  if (cursor.value === null)
    return rising
      ? sql`((${by} is null and ${id} > ${cursor.id}) or ${by} is not null)`
      : sql`(${by} is null and ${id} < ${cursor.id})`;
  const further = sql`(${by}, ${id}) ${compare} (${cursor.value}, ${cursor.id})`;
  return isFilled || rising ? further : sql`(${further} or ${by} is null)`;
}

/** One page of a list by key, never by offset. Ask for `limit` rows in `orderBy`, then hand them to `page`. */
export function keyset(
  column: SQLiteColumn,
  id: SQLiteColumn,
  query: Pick<ListQuery, "dir" | "size">,
  params: URLSearchParams,
  { unique = column === id, isFew = false, isFilled = column.notNull }: Order = {},
) {
  const by = isFew ? sql`+${column}` : sql`${column}`;
  const placed = (text: string | null) => {
    const cursor = decode(text);
    return cursor?.value === null && isFilled ? null : cursor;
  };
  const [after, before] = [placed(params.get("after")), placed(params.get("before"))];
  const backwards = !params.get("after") && before !== null;
  const cursor = after ?? before;
  const rising = (query.dir === "asc") !== backwards;
  const where: SQL | undefined = !cursor
    ? undefined
    : unique
      ? sql`${by} ${rising ? sql`>` : sql`<`} ${column === id ? cursor.id : cursor.value}`
      : beyond(by, id, cursor, rising, isFilled);
  const order = rising ? asc : desc;

  return {
    where,
    orderBy: unique ? [order(by)] : [order(by), order(id)],
    limit: query.size + 1,
    cursor,
    backwards,
    rising,
    /**
     * @param total how many match, when that is known
     * @param walk the last row that a bounded walk looked at, and whether the walk was cut there: then the next page goes on from it
     */
    page<R extends { id: string }>(
      found: R[],
      sortValue: (row: R) => unknown,
      total: number | null,
      capped = false,
      walk?: { end: R | undefined; isCut: boolean },
    ): { rows: R[]; page: ListPage } {
      const isFull = found.length > query.size;
      const more = isFull || walk?.isCut === true;
      const rows = found.slice(0, query.size);
      if (backwards) rows.reverse();
      const skipped = cursor
        ? backwards
          ? Math.max(0, cursor.skipped - rows.length)
          : cursor.skipped
        : 0;
      const cut = !isFull && walk?.isCut ? walk.end : undefined;
      const first = (backwards ? cut : undefined) ?? rows[0] ?? walk?.end;
      const last = (backwards ? undefined : cut) ?? rows.at(-1) ?? walk?.end;
      const at = (row: R, before: number) =>
        encode({ value: sortValue(row) as Cursor["value"], id: row.id, skipped: before });
      const hasNext = backwards ? true : more;
      const hasPrevious = backwards ? more : cursor !== null;
      const ended = !hasNext && total === null;
      return {
        rows,
        page: {
          from: rows.length ? skipped + 1 : 0,
          to: skipped + rows.length,
          total: ended ? skipped + rows.length : total,
          capped: ended ? false : capped,
          next: hasNext && last ? at(last, skipped + rows.length) : null,
          previous: hasPrevious && first ? at(first, skipped) : null,
        },
      };
    },
  };
}
