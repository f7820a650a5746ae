import { and, eq, isNull } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db, Statement } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";

export type MasterTable = SQLiteTable & {
  id: SQLiteColumn;
  version: SQLiteColumn;
  archivedAt: SQLiteColumn;
};
/** A column of this table that points to another record, which must be neither archived nor deleted, or active where it has a status. */
export type Reference = {
  table: SQLiteTable & {
    id: SQLiteColumn;
    archivedAt?: SQLiteColumn;
    deletedAt?: SQLiteColumn;
    status?: SQLiteColumn;
  };
  label: string;
};
const usable = ({ archivedAt, deletedAt, status }: Reference["table"]) =>
  and(
    archivedAt && isNull(archivedAt),
    deletedAt && isNull(deletedAt),
    status && eq(status, "active"),
  );
type References = Record<string, Reference>;
type Values = Record<string, unknown>;

/** A reference that is set or changed must be neither deleted nor archived; an unchanged one is always accepted. */
export const assertUsable = (
  db: Db,
  references: References,
  values: Values,
  before: Values | null,
): Statement[] =>
  Object.entries(references).flatMap(([key, { table }]) =>
    values[key] && values[key] !== before?.[key]
      ? [
          db.assert(
            "usable_reference",
            db.exists(table, and(eq(table.id, values[key]), usable(table))!),
          ),
        ]
      : [],
  );

/**
 * After a command was refused: names the reference that is not usable; returns when they all are.
 * @throws Response 404 for one that is not there, 422 for one that is archived or deleted
 */
export async function explainReferences(
  db: Db,
  references: References,
  values: Values,
): Promise<void> {
  for (const [key, { table, label }] of Object.entries(references)) {
    const row = values[key] ? await db.find(table, String(values[key])) : undefined;
    if (values[key] && !row) notFound(label.toLowerCase());
    const { archivedAt, deletedAt, status = "active" } = (row ?? {}) as Values;
    if (archivedAt || deletedAt || status !== "active")
      invalid({ [key]: [`${label} is archived or was deleted`] });
  }
}
