import { and, getTableColumns, gt, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { snake } from "#drizzle/columns.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement, Table } from "../../db/db.ts";
import { exportedTables, lineOf } from "./tables.ts";

type Exported = (typeof exportedTables)[number];

/** A part holds so many rows and letters at most, of so many tables; a row that is longer is a part of its own. */
export type Bounds = { rows: number; letters: number; tables: number };
export const BOUNDS: Bounds = { rows: 4_000, letters: 4_000_000, tables: 16 };
/** Letters of a value that is no text. */
const NUMBER = 14;

/** What a part holds of one table: lines of JSON, `size` bytes with this hash, packed with gzip. */
export type Piece = {
  table: string;
  rows: number;
  size: number;
  sha256: string;
  packed: Uint8Array;
};
export type Part = { pieces: Piece[]; next: string | null };

const cursorOf = (table: string, after: string) => `${table}:${after}`;

/** Where a part begins: at which table, after which row of it. */
function startOf(cursor: string | null): { at: number; after: string } {
  if (cursor === null) return { at: 0, after: "" };
  const colon = cursor.indexOf(":");
  const at = exportedTables.findIndex(({ name }) => name === cursor.slice(0, colon));
  if (at < 0) throw new Error(`There is no table of ${cursor}`);
  return { at, after: cursor.slice(colon + 1) };
}

/** About how many letters a row's line has. */
function lettersOf({ table, columns }: Exported): SQL<number> {
  const known = getTableColumns(table) as Record<string, SQLiteColumn>;
  const texts = columns.filter((name) => known[name]!.getSQLType().includes("text"));
  const fixed =
    columns.reduce((sum, name) => sum + snake(name).length + '"":"",'.length, 0) +
    (columns.length - texts.length) * NUMBER;
  const lengths = texts.map((name) => sql`coalesce(length(${known[name]!}), 0)`);
  return sql<number>`${sql.join([sql.raw(String(fixed)), ...lengths], sql` + `)}`;
}

/** The ids of a table's next rows with how long they are, as a statement. */
const sizesOf = (db: CompanyDb, one: Exported, after: string, most: number) =>
  db
    .select({ id: sql<string>`${one.table.id}`.as("id"), letters: lettersOf(one).as("letters") })
    .from(one.table)
    .where(db.ofOwner(one.table, gt(one.table.id, after)))
    .orderBy(one.table.id)
    .limit(most);

const rowsOf = (db: CompanyDb, { table }: Exported, after: string, last: string, most: number) =>
  db
    .select()
    .from(table as Table)
    .where(db.ofOwner(table, and(gt(table.id, after), lte(table.id, last))))
    .orderBy(table.id)
    .limit(most);

type Chosen = { one: Exported; after: string; last: string; rows: number };
type Sizes = readonly { id: string; letters: number }[];

/** Chooses what fits into a part of what tables have next. */
function choose(
  looked: readonly { one: Exported; after: string; sizes: Sizes }[],
  bounds: Bounds,
): { chosen: Chosen[]; stopped: { table: string; after: string } | null } {
  const chosen: Chosen[] = [];
  let [rows, letters] = [0, 0];
  for (const { one, after, sizes } of looked) {
    let taken = 0;
    for (const size of sizes) {
      const isFull = rows >= bounds.rows || letters + size.letters > bounds.letters;
      if (isFull && rows > 0) break;
      rows++;
      letters += size.letters;
      taken++;
    }
    const last = sizes[taken - 1]?.id ?? after;
    if (taken) chosen.push({ one, after, last, rows: taken });
    // As many as were looked for: there may be more.
    if (taken < sizes.length || sizes.length === bounds.rows)
      return { chosen, stopped: { table: one.name, after: last } };
  }
  return { chosen, stopped: null };
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function pieceOf(table: string, lines: readonly string[]): Promise<Piece> {
  const text = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return {
    ...{ table, rows: lines.length, size: text.length },
    sha256: hex(await crypto.subtle.digest("SHA-256", text)),
    packed: new Uint8Array(await new Response(stream).arrayBuffer()),
  };
}

/**
 * Makes one part of a company's export: two round trips, however much the company has.
 * @param cursor where the part before has ended; null for the first
 * @returns its pieces, and where the next one goes on; null after the last
 */
export async function exportPart(
  db: CompanyDb,
  cursor: string | null,
  bounds: Bounds = BOUNDS,
): Promise<Part> {
  const { at, after } = startOf(cursor);
  const these = exportedTables.slice(at, at + bounds.tables);
  const starts = these.map((one, n) => ({ one, after: n === 0 ? after : "" }));
  const [first, ...others] = starts.map((start) =>
    sizesOf(db, start.one, start.after, bounds.rows),
  );
  const sizes = (await db.read(first as Statement, ...(others as Statement[]))) as Sizes[];
  const looked = starts.map((start, n) => ({ ...start, sizes: sizes[n]! }));
  const { chosen, stopped } = choose(looked, bounds);
  const following = exportedTables[at + these.length];
  const next = stopped
    ? cursorOf(stopped.table, stopped.after)
    : following
      ? cursorOf(following.name, "")
      : null;
  return { pieces: chosen.length ? await piecesOf(db, chosen) : [], next };
}

async function piecesOf(db: CompanyDb, chosen: readonly Chosen[]): Promise<Piece[]> {
  const [first, ...others] = chosen.map(({ one, after, last, rows }) =>
    rowsOf(db, one, after, last, rows),
  );
  const read = (await db.read(first as Statement, ...(others as Statement[]))) as Row<Table>[][];
  const pieces: Piece[] = [];
  for (const [n, { one }] of chosen.entries()) {
    const lines = read[n]!.map((row) => lineOf(one, row));
    if (lines.length) pieces.push(await pieceOf(one.name, lines));
  }
  return pieces;
}
