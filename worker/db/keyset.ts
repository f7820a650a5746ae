import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListPage, ListQuery } from "../domain/list.ts";

/** Where a page begins: the sort value and id of its neighbour, and how many rows stand before it. */
type Cursor = { value: string | number; id: string; skipped: number };

const encode = (cursor: Cursor) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify([cursor.value, cursor.id, cursor.skipped])))).replace(
    /[+/=]/g,
    (c) => ({ "+": "-", "/": "_", "=": "" })[c]!,
  );

function decode(text: string | null): Cursor | null {
  if (!text || text.length > 2000) return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const [value, id, skipped] = JSON.parse(new TextDecoder().decode(bytes)) as unknown[];
    const known = (typeof value === "string" || typeof value === "number") && typeof id === "string" && Number.isSafeInteger(skipped);
    return known ? { value: value as string | number, id, skipped: Math.max(0, skipped as number) } : null;
  } catch {
    return null;
  }
}

/** One page of a list by key, never by offset. Ask for `limit` rows in `orderBy`, then hand them to `page`. */
export function keyset(
  column: SQLiteColumn,
  id: SQLiteColumn,
  query: Pick<ListQuery, "dir" | "size">,
  params: { after: string | null; before: string | null },
  /** The column alone tells rows apart, so that an index which ends with it serves the order. */
  unique = column === id,
  /** The rows are few and found another way: no index is to be walked in their order. */
  isFew = false,
) {
  const by = isFew ? sql`+${column}` : sql`${column}`;
  const backwards = !params.after && decode(params.before) !== null;
  const cursor = decode(params.after) ?? decode(params.before);
  const rising = (query.dir === "asc") !== backwards;
  const compare = rising ? sql`>` : sql`<`;
  const where: SQL | undefined = !cursor
    ? undefined
    : unique
      ? sql`${by} ${compare} ${column === id ? cursor.id : cursor.value}`
      : sql`(${by}, ${id}) ${compare} (${cursor.value}, ${cursor.id})`;
  const order = rising ? asc : desc;

  return {
    where,
    orderBy: unique ? [order(by)] : [order(by), order(id)],
    limit: query.size + 1,
    /** @param total how many match, when that is known */
    page<R extends { id: string }>(
      found: R[],
      sortValue: (row: R) => unknown,
      total: number | null,
      capped = false,
    ): { rows: R[]; page: ListPage } {
      const more = found.length > query.size;
      const rows = found.slice(0, query.size);
      if (backwards) rows.reverse();
      const skipped = cursor ? (backwards ? Math.max(0, cursor.skipped - rows.length) : cursor.skipped) : 0;
      const first = rows[0];
      const last = rows.at(-1);
      const at = (row: R, before: number) => encode({ value: sortValue(row) as string | number, id: row.id, skipped: before });
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
