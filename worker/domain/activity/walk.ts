import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListPage } from "#app/shared/list.ts";

type Cursor = { id: string; skipped: number };
const cursorOf = (text: string | null): Cursor | null => {
  const [id = "", skipped = "0"] = (text ?? "").split("~");
  return /^[\w-]{1,64}$/.test(id) ? { id, skipped: Number(skipped) || 0 } : null;
};
const written = (id: string, skipped: number) => `${id}~${skipped}`;

type Looked<R> = {
  rows: R[];
  page: ListPage;
  /** The instant this page looked back to without filling up; null when it is full or has come to the end. */
  lookedBackTo: number | null;
};

/**
 * A page of a log whose rows are looked through, newest first: few may be shown of those that are read, and the next page goes on
 * from where this one ends. Read rows in `order` under `where`, a known number at most, then hand them to `page`.
 * @param id the key of the rows, which begins with their time
 * @param size rows shown on a page
 */
export function lookBack(params: URLSearchParams, id: SQLiteColumn, size: number) {
  const [after, before] = [cursorOf(params.get("after")), cursorOf(params.get("before"))];
  const back = !after && before !== null;
  const cursor = after ?? before;
  const where: SQL | undefined = cursor
    ? back
      ? sql`${id} > ${cursor.id}`
      : sql`${id} < ${cursor.id}`
    : undefined;
  return {
    where,
    order: back ? ("asc" as const) : ("desc" as const),
    /** @param limit so many rows were read at most */
    page<R extends { id: string; at: number }>(
      found: readonly R[],
      limit: number,
      isShown: (row: R) => boolean,
    ): Looked<R> {
      const matching = found.filter(isShown);
      const rows = matching.slice(0, size);
      const full = matching.length > size || (matching.length === size && found.length === limit);
      const ended = found.length < limit && !full;
      const last = full ? rows.at(-1) : found.at(-1);
      if (back) rows.reverse();
      const skipped = cursor
        ? back
          ? Math.max(0, cursor.skipped - rows.length)
          : cursor.skipped
        : 0;
      // Nothing newer: the way back begins with the row this page was asked from.
      const older = back
        ? (rows.at(-1)?.id ?? `${cursor!.id}z`)
        : ended
          ? null
          : (last?.id ?? null);
      const newer = back
        ? ended
          ? null
          : (last?.id ?? null)
        : cursor && (rows[0]?.id ?? cursor.id);
      return {
        rows,
        page: {
          from: rows.length ? skipped + 1 : 0,
          to: skipped + rows.length,
          total: !back && ended ? skipped + rows.length : null,
          capped: false,
          next: older ? written(older, skipped + rows.length) : null,
          previous: newer ? written(newer, skipped) : null,
        },
        lookedBackTo: !back && !full && !ended ? (found.at(-1)?.at ?? null) : null,
      };
    },
  };
}
