import { and, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Table } from "../../db/db.ts";
import { pairedWith } from "./edges.ts";
import { nounOf, placeOf } from "./nouns.ts";
import { openOf } from "./open-documents.ts";
import { usedBy } from "./used-by.ts";

/** Rows of another table that point to what is merged, and follow it. */
export type Following = {
  table: Table;
  column: SQLiteColumn;
  things: string;
  /** Which of them follow; all otherwise. */
  where?: ((target: string) => SQL | undefined) | undefined;
  /** The other column of a unique pair: rows that the target already has are dropped. */
  pair?: SQLiteColumn | undefined;
};

/** A column that points here and follows by a rule of its own; also one of lines that are no use. */
export type Rule = Pick<Following, "column" | "where"> & { things?: string };
function followerBy({ column, where, things }: Rule): Following {
  const table = column.table as Table;
  const open = openOf(table);
  return {
    table,
    column,
    things: things ?? open?.things ?? nounOf(column)!,
    where: open ? (target) => and(open.where, where?.(target)) : where,
    pair: pairedWith({ table, column })[0],
  };
}

/**
 * Everything that follows a record into another one: its uses, open documents, and lines with a rule of their own.
 * Documents come last.
 */
export function followersOf(
  table: SQLiteTable,
  besides: readonly SQLiteColumn[],
  rules: readonly Rule[],
) {
  const ruled = rules.map(({ column }) => column);
  const uses = usedBy(table).filter(({ column }) => ![...besides, ...ruled].includes(column));
  return [...uses.map(({ column }) => ({ column })), ...rules]
    .map(followerBy)
    .map((rows) => ({ rows, place: openOf(rows.table) ? placeOf(rows.table) : -1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ rows }) => rows);
}
