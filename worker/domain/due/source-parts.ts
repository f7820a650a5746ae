import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Value } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";
import type { Permission } from "../../permissions.ts";

/** So many dates of a source are read of a range; of one that is joined with another record, fewer. */
export const MOST = 100;
export const MOST_JOINED = 60;
/** So many dates of devices are looked through for those that filters and a person's Locations keep. */
export const LOOKED = 250;
export const LOOKED_JOINED = 100;

export type Range = { from: string | Value; to: string | Value };
export type Source = {
  needs: Permission;
  /** The filters it can be narrowed by; with any other one set it is not shown. */
  by: readonly string[];
  statement(db: ReadingDb, range: Range, asked: Asked): SQLWrapper;
  /** The name and the code of one of its dates by what it is about, as a value: a list of the two. */
  told(db: ReadingDb, id: SQL): SQL;
  /** So many of its dates are shown of a range. */
  most: number;
  /** So many are looked through where only some devices are kept; absent: its dates are those of no device. */
  looked?: number;
  href: (id: string) => string;
  name?: (name: string) => string;
};
export type Values = Readonly<Record<string, string>>;
export type Asked = {
  /** What filters and a person's Locations keep of the devices. */
  kept?: SQL | undefined;
  values: Values;
  /** The place of the source among those that are counted together, which is told with each date in place of its name and code. */
  nth?: number;
};

export const within = (column: SQLiteColumn, { from, to }: Range) =>
  rare(sql`${column} between ${from} and ${to}`);
/** The same of the devices that are kept, or by one device alone. */
export const withinOf = (
  device: SQLiteColumn,
  column: SQLiteColumn,
  { from, to }: Range,
  id?: string,
) =>
  id
    ? and(rare(eq(device, id)), sql`+${column} between ${from} and ${to}`)
    : within(column, { from, to });
/** What a date is about. */
export type Named = {
  table: SQLiteTable & { id: SQLiteColumn };
  /** Where it is not read from the table as a person sees it. */
  from?: SQL;
  name: SQL | SQLiteColumn;
  code: SQL | SQLiteColumn;
};
export const found = (
  on: SQLiteColumn,
  id: SQLiteColumn,
  { name, code }: Named,
  { kept, nth }: Asked,
) => ({
  ...(nth === undefined
    ? {
        name: sql<string>`${name}`.as("source_name"),
        code: sql<string>`${code}`.as("source_code"),
      }
    : { nth: sql<number>`${sql.raw(String(nth))}`.as("source_nth") }),
  fits: sql<number>`${kept ? sql`coalesce(${kept}, 0)` : sql`1`}`.as("source_fits"),
  on: sql<string>`${on}`.as("source_on"),
  id: sql<string>`${id}`.as("source_id"),
});
export const toldOf =
  ({ table, from, name, code }: Named) =>
  (db: ReadingDb, id: SQL) =>
    sql`(select json_array(${name}, ${code}) from ${from ?? table} where ${db.ofOwner(table, eq(table.id, id))})`;
/** Its dates are those of no device: all fit. */
export const ofNoDevice = ({ kept: _, ...asked }: Asked): Asked => asked;
