import { and, type SQL, sql } from "drizzle-orm";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Table } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";

type Look = {
  where: SQL | undefined;
  order: SQL;
  most: number;
  columns?: SQL;
  /** What must hold for any row to be looked at, whichever it is. */
  when?: SQL;
};

/**
 * The first rows of a table in an order, as a part of a statement that bears the table's name where its columns are named. Of a limited
 * person's company so many are looked at, and those are there that the person sees.
 */
export function firstRows(
  db: ReadingDb,
  table: Table,
  { where, order, most, columns = sql`*`, when }: Look,
): SQL {
  const limit = sql.raw(String(most));
  return db.scope
    ? sql`(select ${columns} from ${table} where ${db.ofOwner(table, rare(sql`${table.id} in ${db.firstIds(table, and(where, when), order, most)}`))})`
    : sql`(select ${columns} from ${table} where ${db.ofOwner(table, where)} order by ${order} limit ${when ? sql`${limit} * ${when}` : limit})`;
}
