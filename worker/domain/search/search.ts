import { type SQL, sql } from "drizzle-orm";
import { searchRowId } from "#drizzle/search.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Db, Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { cutToBytes, termsOf, withoutSeparators, wordsOf } from "./terms.ts";

/** Whose records the platform's are, to the index of words. */
export const PLATFORM = "platform";
/** Whose records a database holds, to the index of words. */
export const ownerOf = (db: Db | ReadingDb): string =>
  "companyId" in db ? String(db.companyId) : PLATFORM;

/** A text as a phrase of the index. */
export const quoted = (word: string) => `"${wordsOf(word).join(" ")}"`;

/**
 * The rows of search_index that have every term of `q`, or all of its words as one word, as a MATCH of one company and kind.
 * @param kind the word that all search rows of an entity carry: "vendor", "stock_item"
 * @returns null when nothing can be found: the term holds no word
 */
export function matchOf(companyId: string, kind: string, q: string): string | null {
  const words = wordsOf(q);
  if (words.length === 0) return null;
  const each = termsOf(q)
    .map(({ match }) => match)
    .join(" AND ");
  const wanted =
    words.length > 1 ? `((${each}) OR words : "${cutToBytes(words.join(""))}"*)` : each;
  return `company : ${companyWord(companyId)} AND kind : ${quoted(kind)} AND ${wanted}`;
}

/** No record at all, as `found` of a search that is not made. */
export const nothing = sql`(select null as record_id where 0) as found`;

/** A record with what it is found by, and which of that people also type without separators. */
type Findable = { id: string; texts: (string | null)[]; codes?: (string | null)[] };

/**
 * Rewrites the search row of a record, as statements of its change.
 * @param texts what it is found by
 * @param codes those of them that people also type without separators
 */
export function indexing(
  db: Db,
  kind: string,
  id: string,
  texts: (string | null)[],
  codes: (string | null)[] = [],
): Statement[] {
  return [
    unindexing(db, id),
    db.run(indexed(db, kind, id, sql`${wordsFor({ id, texts, codes })}`)),
  ];
}

/** The search rows of new records, in one statement. */
export const indexingAll = (db: Db, kind: string, records: readonly Findable[]): Statement =>
  db.run(sql`insert into search_index (rowid, company, kind, words, record_id)
    select cast("value" ->> 0 as integer), ${companyWord(ownerOf(db))}, ${kind}, "value" ->> 1, "value" ->> 2
    from json_each(${JSON.stringify(records.map((record) => [searchRowId(record.id), wordsFor(record), record.id]))}) where true`);

const wordsFor = ({ texts, codes = [] }: Findable) =>
  [
    ...texts,
    ...codes.map((code) => (code && /[^\p{L}\p{N}]/u.test(code) ? withoutSeparators(code) : null)),
  ]
    .filter(Boolean)
    .join(" ");

export const unindexingAll = (db: Db, ids: readonly string[]): Statement =>
  db.run(sql`delete from search_index where rowid in (select cast(value as integer) from json_each(${JSON.stringify(ids.map(searchRowId))}))
    and company = ${companyWord(ownerOf(db))}`);

/** The statement that inserts a search row whose words SQL composes. */
export const indexed = (db: Db, kind: string, id: string, words: SQL): SQL =>
  sql`insert into search_index (rowid, company, kind, words, record_id) select cast(${searchRowId(id)} as integer), ${companyWord(ownerOf(db))}, ${kind}, ${words}, ${id}`;

/** Takes a record out of the search. */
export const unindexing = (db: Db, id: string): Statement =>
  db.run(
    sql`delete from search_index where rowid = cast(${searchRowId(id)} as integer) and company = ${companyWord(ownerOf(db))}`,
  );
