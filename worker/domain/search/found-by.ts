import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { searchRowId } from "#drizzle/search.ts";
import { type Mark, matchOf } from "./search.ts";

/** A search looks at so many matches at most, whatever the term. */
const MOST = 100;

/** A list of masters with its names and counts reads a few rows for each. */
export const FEW = 60;

/** How many of the matches a list looks at: an export looks at all. */
export type Reach = "first" | "all";

/** The predicate of a list on the records whose words begin with every word of `q`, among those with the marks. */
export function foundBy(
  companyId: string,
  kind: string,
  id: SQLiteColumn,
  q: string,
  reach: Reach = "first",
  marks: readonly Mark[] = [],
  first = MOST,
  /** The only records that may be found, where they are few. */
  among: readonly string[] | null = null,
): SQL {
  const match = matchOf(companyId, kind, q, marks);
  const most = reach === "first" ? sql` limit ${first}` : sql``;
  const few = among
    ? sql` and rowid in (select cast("value" as integer) from json_each(${JSON.stringify(among.map(searchRowId))}))`
    : sql``;
  return match
    ? sql`${id} in (select record_id from search_index where search_index match ${match}${few}${most})`
    : sql`${id} = ''`;
}
