import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { matchOf, type SearchKind } from "./search.ts";

/** A search looks at so many matches at most, whatever the term. */
const MOST = 100;

/** The predicate of a list on the records whose words begin with every word of `q`. */
export function foundBy(companyId: string, kind: SearchKind, id: SQLiteColumn, q: string): SQL {
  const match = matchOf(companyId, kind, q);
  return match ? sql`${id} in (select record_id from search_index where search_index match ${match} limit ${MOST})` : sql`${id} = ''`;
}
