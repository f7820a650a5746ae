import { and, eq, isNull, sql } from "drizzle-orm";
import { categories } from "#drizzle/tenant/index.ts";
import type { CategoryField } from "#drizzle/tenant/masters.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { fieldsIn } from "../assets/own-fields.ts";
import { plain } from "../imports/columns.ts";

export type CategoryFields = { id: string; name: string; fieldSchema: CategoryField[] };
/** A field that categories add, as a column of a spreadsheet: categories that call a field alike share it. */
type OwnColumn = {
  name: string;
  label: string;
  keys: ReadonlyMap<string, string>;
  of: readonly Owned[];
};
type Owned = { category: string; field: CategoryField };

/** The own fields of a company's categories; of one, where it is named. */
export const ownFields = (db: ReadingDb, category?: string) =>
  db
    .select({ id: categories.id, name: categories.name, fieldSchema: categories.fieldSchema })
    .from(categories)
    .where(
      db.ofOwner(
        categories,
        and(isNull(categories.deletedAt), category ? eq(categories.id, category) : undefined),
      ),
    );

/** The same as one row: the JSON of them all. */
export const ownFieldsRow = (db: Pick<CompanyDb, "ofOwner" | "rows">, category?: string) => {
  const wanted = db.ofOwner(
    categories,
    and(isNull(categories.deletedAt), category ? eq(categories.id, category) : undefined),
  );
  return db.rows<{ own: string }>(
    sql`select json_group_array(json_object('id', ${categories.id}, 'name', ${categories.name}, 'fieldSchema', json(${categories.fieldSchema}))) as "own"
      from ${categories} where ${wanted}`,
  );
};

export const ownName = (label: string) => `own_${plain(label)}`;

/** All own fields as columns, in the order in which categories have them. */
export function ownColumns(rows: readonly CategoryFields[]): OwnColumn[] {
  const columns = new Map<
    string,
    { name: string; label: string; keys: Map<string, string>; of: Owned[] }
  >();
  for (const { id, name: category, fieldSchema } of rows)
    for (const field of fieldsIn(fieldSchema)) {
      const name = ownName(field.label);
      const column = columns.get(name) ?? {
        name,
        label: field.label,
        keys: new Map<string, string>(),
        of: [] as Owned[],
      };
      columns.set(name, column);
      if (!column.keys.has(id)) column.of.push({ category, field });
      if (!column.keys.has(id)) column.keys.set(id, field.key);
    }
  return [...columns.values()];
}
