import { type SQL, sql } from "drizzle-orm";
import { departmentWord } from "#drizzle/search.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { companyWord } from "../../db/guard.ts";
import { canBeMisspelt, keysOf, nearestOf } from "./near-words.ts";
import { quoted } from "./search.ts";
import { cutToBytes, matchOfCode, termsOf, wordsOf } from "./terms.ts";

/** A term looks at so many Locations, places and categories at most. */
const MOST_NAMES = 30;
/** A word that nothing has is compared with so many others at most. */
const MOST_NEAR = 40;

/**
 * The devices that the person may see, as a MATCH of its own: what is searched among them is another, which FTS5 joins to it
 * by AND, so that nothing in it can reach further. Null when there are none.
 */
function seenDevices({ companyId, scope }: ReadingDb): string | null {
  if (scope?.departments.length === 0) return null;
  const departments = scope?.departments.map((id) => quoted(departmentWord(id))).join(" OR ");
  const kind = departments ? `"asset" AND (${departments})` : `"asset"`;
  return `company : ${companyWord(companyId)} AND kind : (${kind})`;
}

/**
 * What finds the devices that have all terms, as the right side of a MATCH in SQL: a term is a word of the device, another
 * name of the thing, or a word of its Location, place or category, which the statement itself looks up.
 * @param terms a JSON array of expressions, in SQL
 */
function havingAll(company: string, terms: SQL, asOne = ""): SQL {
  const masters = `company : ${company} AND kind : (department OR category OR location)`;
  return sql`(select '((' || group_concat('(' || term.value || coalesce(' OR kind : (' || (
      select group_concat('"' || substr(kind, 1, 3) || replace(record_id, '-', '') || '"', ' OR ')
      from (select kind, record_id from search_index where search_index match ${masters} and search_index match term.value order by rowid limit ${sql.raw(String(MOST_NAMES))})
    ) || ')', '') || ')', ' AND ') || ')' || ${asOne} || ')' from json_each(${terms}) as term)`;
}

/**
 * The search rows of devices that the person may see and that have what is searched, as the end of
 * `select … from search_index where`; null when nothing can be found.
 */
export function devicesMatching(db: ReadingDb, q: string): SQL | null {
  const [seen, words, company] = [seenDevices(db), wordsOf(q), companyWord(db.companyId)];
  if (!seen || words.length === 0) return null;
  const terms = JSON.stringify(termsOf(q).map(({ match }) => match));
  const asOne = words.length > 1 ? ` OR words : "${cutToBytes(words.join(""))}"*` : "";
  return sql`search_index match ${seen} and search_index match ${havingAll(company, sql`${terms}`, asOne)}`;
}

/** The same of devices whose code, serial number or model is what was typed. */
export function devicesCalled(db: ReadingDb, code: string): SQL | null {
  const seen = seenDevices(db);
  return seen && wordsOf(code).length
    ? sql`search_index match ${seen} and search_index match ${matchOfCode(code)}`
    : null;
}

/** A typed word that no device has, and those of the index that are near it, as JSON. */
export type Near = { typed: string; words: string };

/**
 * The words that may be meant where a search finds nothing. They are words of devices that the person may see: what is
 * elsewhere is not told by a hint either.
 * @returns a statement of rows `Near`; null where no word can be misspelt
 */
export function nearWords(db: ReadingDb, q: string): Statement | null {
  const [found, seen, company] = [
    devicesMatching(db, q),
    seenDevices(db),
    companyWord(db.companyId),
  ];
  const typed = wordsOf(q).filter(canBeMisspelt);
  if (!found || typed.length === 0) return null;
  const asked = JSON.stringify(
    typed.map((word) => ({
      word,
      alone: termsOf(word).map(({ match }) => match),
      near: `words : (${keysOf(word).join(" OR ")})`,
    })),
  );
  const spellings = `company : ${company} AND kind : "spelling"`;
  const near = sql`(select json_group_array(near.word) from (
      select record_id as word from search_index where search_index match ${spellings} and search_index match asked.value ->> 'near' limit ${sql.raw(String(MOST_NEAR))}
    ) as near where exists (select 1 from search_index where search_index match ${seen} and search_index match 'words : "' || near.word || '"'))`;
  const alone = sql`(select 1 from search_index where search_index match ${seen} and search_index match ${havingAll(company, sql`asked.value -> 'alone'`)})`;
  return db
    .select({
      typed: sql<string>`asked.value ->> 'word'`.as("typed"),
      words: sql<string>`${near}`.as("words"),
    })
    .from(sql`json_each(${asked}) as asked`)
    .where(
      sql`not exists (select 1 from search_index where ${found}) and not exists ${alone}`,
    ) as unknown as Statement;
}

/** What is searched with the words that are meant in place of those that were typed; null where none is known. */
export function meantBy(q: string, near: readonly Near[]): string | null {
  const meant = new Map(
    near.flatMap(({ typed, words }) => {
      const word = nearestOf(typed, JSON.parse(words) as string[]);
      return word ? [[typed, word] as const] : [];
    }),
  );
  return meant.size
    ? wordsOf(q)
        .map((word) => meant.get(word) ?? word)
        .join(" ")
    : null;
}

/** Whether a list is to be searched as it was typed, even where that finds nothing. */
export const isAsTyped = (params: URLSearchParams): boolean => params.get("typed") === "1";

/** The parameters of a list with what is meant in place of what was typed. */
export function asMeant(params: URLSearchParams, meant: string): URLSearchParams {
  const changed = new URLSearchParams(params);
  changed.set("q", meant);
  changed.set("typed", "1");
  return changed;
}

/** The parameters by which a list that searches what is meant reads all of its devices. One round trip where words are searched. */
export async function settled(db: ReadingDb, params: URLSearchParams): Promise<URLSearchParams> {
  const q = (params.get("q") ?? "").trim();
  const hint = isAsTyped(params) ? null : nearWords(db, q);
  if (!hint) return params;
  const [near] = (await db.read(hint)) as unknown as [Near[]];
  const meant = near.length ? meantBy(q, near) : null;
  return meant ? asMeant(params, meant) : params;
}
