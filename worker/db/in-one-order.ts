import { type SQL, sql } from "drizzle-orm";

/** D1 joins so many lists at once. */
const MOST_JOINED = 5;

/** Lists that are each in an order as one in that order: SQLite reads no more of each than is taken. @param order ORDER BY the columns' own names */
export function inOneOrder(lists: readonly SQL[], order: SQL): SQL {
  if (lists.length <= MOST_JOINED) return sql`${sql.join([...lists], sql` union all `)} ${order}`;
  const size = Math.ceil(lists.length / MOST_JOINED);
  const joined: SQL[] = [];
  for (let from = 0; from < lists.length; from += size)
    joined.push(sql`select * from (${inOneOrder(lists.slice(from, from + size), order)})`);
  return inOneOrder(joined, order);
}
