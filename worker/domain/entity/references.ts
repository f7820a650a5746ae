import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { Db, Row, Statement } from "../../db/db.ts";
import { invalid, notFound } from "../../refusals.ts";
import { edges } from "./edges.ts";
import { fieldAbout } from "./fields.ts";
import { entityOf } from "./nouns.ts";

export type EntityTable = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn };
/** Of records that are archived. */
export type MasterTable = EntityTable & { archivedAt: SQLiteColumn };
/** A row as it was read. */
export type Stored<T extends EntityTable> = Row<T> & { id: string; version: number };
type Target = SQLiteTable & {
  id: SQLiteColumn;
  archivedAt?: SQLiteColumn;
  deletedAt?: SQLiteColumn;
  status?: SQLiteColumn;
};
/** What an id of a form points to, and what messages call it: the field's own label, else its target's. */
export type Reference = { table: Target; readonly label: string };
type Values = Record<string, unknown>;

/** The schema of a form, whose fields are named as the columns they are stored in. */
export type Form = { shape: Record<string, z.ZodType> };

/** The ids of a form that the table's foreign keys say point to a record, by field. */
export const referencesOf = <K extends string = string>(
  table: SQLiteTable,
  { shape }: Form,
): Record<K, Reference> =>
  Object.fromEntries(
    edges.flatMap(({ table: from, column, target }) => {
      const field = from === table ? shape[column.name] : undefined;
      if (!field) return [];
      const reference: Reference = {
        table: target as Target,
        get label() {
          return fieldAbout(field).label ?? entityOf(target).label;
        },
      };
      return [[column.name, reference]];
    }),
  ) as Record<K, Reference>;

/** The status of a record that may be chosen: a calibrator is in service, all others are active. */
const inUse = ({ status }: Target): string =>
  status?.enumValues?.includes("in_service") ? "in_service" : "active";

/** A record may be chosen that is neither archived nor deleted, and is in use where it has a status. */
export const usable = (table: Target): SQL | undefined => {
  const { archivedAt, deletedAt, status } = table;
  return and(
    archivedAt && isNull(archivedAt),
    deletedAt && isNull(deletedAt),
    status && eq(status, inUse(table)),
  );
};

/** The same of a row that was read. */
export const isUsable = (table: Target, row: Values): boolean =>
  !row.archivedAt && !row.deletedAt && (!table.status || row.status === inUse(table));

/** The batch stops here unless a record may still be chosen. */
export const assertOffered = (db: Db, table: Target, id: string): Statement =>
  db.assert("usable_reference", db.exists(table, and(eq(table.id, id), usable(table))!));

/** A reference that is set or changed must be usable; an unchanged one is always accepted. */
export function assertUsable(
  db: Db,
  references: Record<string, Reference>,
  values: Values,
  before: Values | null,
): Statement[] {
  const chosen = Object.entries(references).filter(
    ([key]) => values[key] && values[key] !== before?.[key],
  );
  if (!chosen.length) return [];
  const each = chosen.map(([key, { table }]) =>
    db.exists(table, and(eq(table.id, values[key]), usable(table))!),
  );
  return [db.assert("usable_reference", sql.join(each, sql` and `))];
}

/**
 * After a command was refused: names the reference that is not usable; returns when they all are.
 * @throws Response 404 for one that is not there, 422 for one that is archived or deleted
 */
export async function explainReferences(
  db: Db,
  references: Record<string, Reference>,
  values: Values,
): Promise<void> {
  for (const [key, { table, label }] of Object.entries(references)) {
    const row = values[key] ? await db.find(table, String(values[key])) : undefined;
    if (values[key] && !row) notFound(label.toLowerCase());
    if (!row || isUsable(table, row)) continue;
    const { archivedAt, deletedAt, status } = row as Values;
    const isThere = !archivedAt && !deletedAt;
    if (isThere && status === "hold") invalid({ [key]: [`${label} is on hold`] });
    if (isThere && inUse(table) !== "active") invalid({ [key]: [`${label} is not in service`] });
    invalid({ [key]: [`${label} is archived or was deleted`] });
  }
}
