import { type SQL, sql } from "drizzle-orm";
import { departmentWord, searchRowId } from "#drizzle/search.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";

/** Whose records the platform's are, to the index of words. */
export const PLATFORM = "platform";

const MOST_WORDS = 8;
const MOST_BYTES = 48;
const encoder = new TextEncoder();

/** The words of a search term, capped. Anything may be typed: quotes, stars and operators are no words. */
export function wordsOf(q: string): string[] {
  const words = q.slice(0, 2000).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MOST_WORDS).map(cutToBytes);
}

function cutToBytes(word: string): string {
  let cut = "";
  for (const letter of word) {
    if (encoder.encode(cut + letter).length > MOST_BYTES) break;
    cut += letter;
  }
  return cut;
}

const quoted = (word: string) => `"${wordsOf(word).join(" ")}"`;

/**
 * The rows of search_index whose words begin with every word of `q`, or with all of them as one word, as a MATCH of one company and kind.
 * @param kind the word that all search rows of an entity carry: "vendor", "stock_item"
 * @param within further words of the kind, one of which must be there
 * @returns null when nothing can be found: the term holds no word, or `within` is empty
 */
export function matchOf(
  companyId: string,
  kind: string,
  q: string,
  within?: readonly string[],
): string | null {
  const words = wordsOf(q);
  if (words.length === 0 || within?.length === 0) return null;
  const each = words.map((word) => `"${word}"*`).join(" AND ");
  const wanted = words.length > 1 ? `(${each}) OR "${cutToBytes(words.join(""))}"*` : each;
  const kinds = within ? `${quoted(kind)} AND (${within.map(quoted).join(" OR ")})` : quoted(kind);
  return `company : ${companyWord(companyId)} AND kind : (${kinds}) AND words : (${wanted})`;
}

/** The same of the devices that the person may see; null when nothing can be found. */
export const assetMatch = ({ companyId, scope }: ReadingDb, q: string): string | null =>
  matchOf(companyId, "asset", q, scope?.departments.map(departmentWord));

/** A record with what it is found by, and which of that people also type without separators. */
type Findable = { id: string; texts: (string | null)[]; codes?: (string | null)[] };

const squeezed = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

/**
 * Rewrites the search row of a record, as statements of its change.
 * @param texts what it is found by
 * @param codes those of them that people also type without separators
 */
export function indexing(
  db: CompanyDb,
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

const wordsFor = ({ texts, codes = [] }: Findable) =>
  [...texts, ...codes.map((code) => (code && /[^\p{L}\p{N}]/u.test(code) ? squeezed(code) : null))]
    .filter(Boolean)
    .join(" ");

export const unindexingAll = (db: CompanyDb, ids: readonly string[]): Statement =>
  db.run(sql`delete from search_index where rowid in (select cast(value as integer) from json_each(${JSON.stringify(ids.map(searchRowId))}))
    and company = ${companyWord(db.companyId)}`);

/** The statement that inserts a search row whose words SQL composes. */
export const indexed = (db: CompanyDb, kind: string, id: string, words: SQL): SQL =>
  sql`insert into search_index (rowid, company, kind, words, record_id) select cast(${searchRowId(id)} as integer), ${companyWord(db.companyId)}, ${kind}, ${words}, ${id}`;

/** Takes a record out of the search. */
export const unindexing = (db: CompanyDb, id: string): Statement =>
  db.run(
    sql`delete from search_index where rowid = cast(${searchRowId(id)} as integer) and company = ${companyWord(db.companyId)}`,
  );
