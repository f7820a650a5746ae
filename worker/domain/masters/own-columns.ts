import { and, eq, isNull, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import { categories } from "#drizzle/tenant/index.ts";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { fieldsIn } from "../assets/own-fields.ts";
import { plain } from "../imports/columns.ts";

export type CategoryFields = { id: string; name: string; fieldSchema: CategoryField[] };
/** A category field as a column of a spreadsheet; categories with a field of the same label share the column. */
type OwnColumn = {
  name: string;
  label: string;
  keys: Map<string, string>;
  of: Owned[];
};
type Owned = { category: string; field: CategoryField };

const chosen = (db: Pick<CompanyDb, "ofOwner">, category?: string) =>
  db.ofOwner(
    categories,
    and(isNull(categories.deletedAt), category ? eq(categories.id, category) : undefined),
  );

/** The own fields of a company's categories; of one, where it is named. */
export const ownFields = (db: ReadingDb, category?: string) =>
  db
    .select(pick(categories, ["id", "name", "fieldSchema"]))
    .from(categories)
    .where(chosen(db, category));

/** The same as one row with all of them as JSON. */
export const ownFieldsRow = (db: Pick<CompanyDb, "ofOwner" | "rows">, category?: string) =>
  db.rows<{ own: string }>(
    sql`select json_group_array(json_object('id', ${categories.id}, 'name', ${categories.name}, 'fieldSchema', json(${categories.fieldSchema}))) as "own"
      from ${categories} where ${chosen(db, category)}`,
  );

export const ownName = (label: string) => `own_${plain(label)}`;

/** All own fields as columns, in the order in which categories have them. */
export function ownColumns(rows: readonly CategoryFields[]): OwnColumn[] {
  const columns = new Map<string, OwnColumn>();
  for (const { id, name: category, fieldSchema } of rows)
    for (const field of fieldsIn(fieldSchema)) {
      const { label, key } = field;
      const name = ownName(label);
      const column: OwnColumn = columns.get(name) ?? { name, label, keys: new Map(), of: [] };
      columns.set(name, column);
      if (column.keys.has(id)) continue;
      column.of.push({ category, field });
      column.keys.set(id, key);
    }
  return [...columns.values()];
}
