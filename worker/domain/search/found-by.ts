import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { searchRowId } from "#drizzle/search.ts";
import { matchOf } from "./search.ts";

/** A search looks at so many matches at most, whatever the term. */
const MOST = 100;

/** A list of masters with its names and counts reads a few rows for each. */
export const FEW = 60;

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
  const limit = most === null ? sql`` : sql` limit ${most}`;
  const few = among
    ? sql` and rowid in (select cast("value" as integer) from json_each(${JSON.stringify(among.map(searchRowId))}))`
    : sql``;
  return match
    ? sql`${id} in (select record_id from search_index where search_index match ${match}${few}${limit})`
    : sql`${id} = ''`;
}
