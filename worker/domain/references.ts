import { and, eq, isNull } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "../db/db.ts";
import { invalid, notFound } from "../refusals.ts";

export type MasterTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn; archivedAt: SQLiteColumn };
/** A column of this table that points to another master. */
export type Reference = { table: MasterTable & { deletedAt?: SQLiteColumn }; label: string };
type References = Record<string, Reference>;
type Values = Record<string, unknown>;

/** A reference that is set or changed must be neither deleted nor archived; an unchanged one is always accepted. */
export const assertUsable = (db: Db, references: References, values: Values, before: Values | null): Statement[] =>
  Object.entries(references).flatMap(([key, { table }]) =>
    values[key] && values[key] !== before?.[key]
      ? [
          db.assert(
            "usable_reference",
            db.exists(table, and(eq(table.id, values[key]), isNull(table.archivedAt), table.deletedAt && isNull(table.deletedAt))!),
          ),
        ]
      : [],
  );

/**
 * After a command was refused: names the reference that is not usable; returns when they all are.
 * @throws Response 404 for one that is not there, 422 for one that is archived or deleted
 */
export async function explainReferences(db: Db, references: References, values: Values): Promise<void> {
  for (const [key, { table, label }] of Object.entries(references)) {
    const row = values[key] ? await db.find(table, String(values[key])) : undefined;
    if (values[key] && !row) notFound(label.toLowerCase());
    if (row && ((row as Values).archivedAt || (row as Values).deletedAt)) invalid({ [key]: [`${label} is archived or was deleted`] });
  }
}
