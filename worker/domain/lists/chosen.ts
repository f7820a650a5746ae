import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Choice } from "#app/shared/list.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { edges } from "../entity/edges.ts";
import { entityOf } from "../entity/nouns.ts";

/**
 * The records that filters of an address name, as statements of the list's batch and what to make of their rows.
 * @param columns the column of each filter whose value is the id of a record
 */
export function chosenOf(
  db: ReadingDb,
  columns: Readonly<Record<string, SQLiteColumn>>,
  values: Readonly<Record<string, string>>,
) {
  const records = Object.entries(columns).flatMap(([name, record]) =>
    values[name] ? [{ name, record, id: values[name] }] : [],
  );
  return {
    statements: records.map(({ record, id: value }) => {
      const { target } = edges.find(({ column }) => column === record)!;
      const { id, name, deletedAt } = target as SQLiteTable & Record<string, SQLiteColumn>;
      const { titleColumn: title } = entityOf(target);
      // What is known by a code is told with its name.
      const label = !name || name === title ? sql`${title}` : sql`${title} || ' ' || ${name}`;
      return db
        .select({
          value: sql<string>`${id}`.as("value"),
          label: sql<string>`${label}`.as("label"),
        })
        .from(target)
        .where(db.ofOwner(target, and(eq(id!, value), deletedAt && isNull(deletedAt))));
    }),
    of: (rows: readonly (readonly Choice[])[]): Record<string, Choice> =>
      Object.fromEntries(
        records.flatMap(({ name }, at) => (rows[at]?.[0] ? [[name, rows[at]![0]!]] : [])),
      ),
  };
}
