import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { ListResult } from "#app/shared/list.ts";
import { searchRowId } from "#drizzle/search.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Db } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { hasNear } from "./near-words.ts";
import { matchOf, quoted } from "./search.ts";
import { wordsOf } from "./terms.ts";

/** A search looks at so many matches at most, whatever the term. */
const MOST = 100;

/** A list of masters with its names and counts reads a few rows for each. */
export const FEW = 60;

/** The middle of a word is looked for from so many letters on. */
const FEWEST_LETTERS = 3;

/** So many matches are looked at where few of them lie inside the record that is asked for. */
export const MANY = 2_000;

/**
 * The ids of the first records of a match, as a source named `found`; none without a match. Records are cross joined to
 * it, by their ids: SQLite then begins with what was found.
 */
export const firstFound = (match: string | null, most: number): SQL =>
  match
    ? sql`(select record_id from search_index where search_index match ${match} order by rowid limit ${sql.raw(String(most))}) as found`
    : sql`(select null as record_id where 0) as found`;

/**
 * The predicate of a list on the records whose words begin with every word of `q`.
 * @param most how many of the matches it looks at; an export looks at all of them with null
 * @param among the only records that may be found, where they are few
 */
export function foundBy(
  companyId: string,
  kind: string,
  id: SQLiteColumn,
  q: string,
  most: number | null = MOST,
  among: readonly string[] | null = null,
): SQL {
  const match = matchOf(companyId, kind, q);
  const limit = most === null ? sql`` : sql` limit ${sql.raw(String(most))}`;
  const few = among
    ? sql` and rowid in (select cast("value" as integer) from json_each(${JSON.stringify(among.map(searchRowId))}))`
    : sql``;
  return match
    ? sql`${id} in (select record_id from search_index where search_index match ${match}${few}${limit})`
    : sql`${id} = ''`;
}

/**
 * The ids of records that hold every word of `q` somewhere inside their words, or misspelt by one letter: for a list that
 * finds nothing else. It looks at the first 2,000 records of the kind, or at `most`, and takes 100 at most. One round trip; none for less
 * than three letters.
 */
async function nearlyFound(
  db: Pick<Db, "select" | "read">,
  companyId: string,
  kind: string,
  q: string,
  most: number,
): Promise<string[]> {
  const words = wordsOf(q);
  if (words.join("").length < FEWEST_LETTERS) return [];
  const match = `company : ${companyWord(companyId)} AND kind : ${quoted(kind)}`;
  const kept = sql`(select record_id as id, words as text from search_index where search_index match ${match} limit ${sql.raw(String(most))}) as kept`;
  const [rows] = await db.read(
    db
      .select({ id: sql<string>`kept.id`.as("id"), text: sql<string>`kept.text`.as("text") })
      .from(kept),
  );
  return (rows as { id: string; text: string }[])
    .filter(({ text }) => words.every((word) => hasNear(text, word)))
    .slice(0, MOST)
    .map(({ id }) => id);
}

type Words = { companyId: string; kind: string; q: string; most?: number };

/**
 * What the words of `q` found, or, where that is nothing, what is read of the records that nearly have them. Two more round
 * trips where nothing was found.
 * @param read reads these records
 */
export async function orNearly<R>(
  db: Pick<Db, "select" | "read">,
  { companyId, kind, q, most = MANY }: Words,
  found: { what: R; isNone: boolean },
  read: (near: readonly string[]) => Promise<R>,
): Promise<R> {
  if (!found.isNone || !q) return found.what;
  const near = await nearlyFound(db, companyId, kind, q, most);
  return near.length ? read(near) : found.what;
}

/** A list of records, or, where its words find none, of those that nearly have them. @param read reads the list, or these records of it */
export async function listOrNearly<L extends ListResult<unknown>>(
  db: ReadingDb,
  kind: string,
  read: (near: readonly string[] | null) => Promise<L>,
): Promise<L> {
  const list = await read(null);
  const { page, query, rows } = list;
  const words = { companyId: db.companyId, kind, q: query.q };
  return orNearly(db, words, { what: list, isNone: !rows.length && !page.previous }, read);
}
