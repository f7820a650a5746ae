import { eq, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Choice } from "#app/shared/list.ts";
import {
  categories,
  departments,
  locations,
  subCategories,
  teams,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";

type Nameable = { table: SQLiteTable & { id: SQLiteColumn }; name: SQLiteColumn };
/** Filters that name a record. */
const named: Record<string, Nameable> = {
  category: { table: categories, name: categories.name },
  sub: { table: subCategories, name: subCategories.name },
  department: { table: departments, name: departments.name },
  place: { table: locations, name: locations.path },
  team: { table: teams, name: teams.name },
  vendor: { table: vendors, name: vendors.name },
};

/** The records that filters name, as statements of the list's batch and what to make of their rows. */
export function chosenOf(db: ReadingDb, filters: Record<string, string>) {
  const keys = Object.keys(named).filter((key) => filters[key]);
  return {
    statements: keys.map((key) => {
      const { table, name } = named[key]!;
      return db
        .select({
          value: sql<string>`${table.id}`.as("value"),
          label: sql<string>`${name}`.as("label"),
        })
        .from(table as SQLiteTable)
        .where(db.mine(table, eq(table.id, filters[key]!)));
    }),
    of: (rows: Choice[][]): Record<string, Choice> =>
      Object.fromEntries(keys.flatMap((key, at) => (rows[at]?.[0] ? [[key, rows[at]![0]!]] : []))),
  };
}
