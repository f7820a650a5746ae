import { and, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { changesBetween } from "../entity/changes.ts";
import type { AnyEntity } from "../entity/entity.ts";
import { problems } from "../entity/fields.ts";
import { usedBy } from "../entity/used-by.ts";
import { called } from "./columns.ts";
import {
  type Accepted,
  type Current,
  type ImportKind,
  type Judged,
  type Judging,
  oneBy,
  together,
  type Values,
  type WordsSql,
} from "./kind.ts";
import { masterLabel } from "./masters.ts";
import { sheetColumns } from "./sheet.ts";
import type { Undo } from "./standing.ts";

/** A record's fields as its form would send them. */
export const formOf = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name];
      if (value === null || value === undefined) return [];
      return [[name, name.endsWith("Minor") ? formatMinor(Number(value)) : value]];
    }),
  );

export const lower = (value: unknown) => String(value ?? "").toLowerCase();

/** References that a row sets or changes must not be archived. */
const archivedErrors = ({ refs }: Judging, current: Values | null): FieldErrors =>
  Object.fromEntries(
    Object.entries(refs).flatMap(([field, { id, name, master, archivedAt }]) =>
      archivedAt && id !== current?.[field]
        ? [[field, [`${masterLabel(master)} “${name}” is archived`]]]
        : [],
    ),
  );

/** Another record that has this value already. */
export const taken = (
  rows: readonly Current[],
  name: string,
  label: string,
  value: unknown,
  id: string | undefined,
): FieldErrors =>
  value && rows.some((row) => lower(row[name]) === lower(value) && row.id !== id)
    ? { [name]: [`${label} is already used`] }
    : {};

/**
 * What becomes of a row: a new record, or the changes of the one it means, as the entity's form takes them.
 * @param wrong what the kind's own rules say
 * @param names the fields that the record keeps
 */
export function judgedByForm(
  { input }: AnyEntity,
  judging: Judging,
  current: Current | null,
  fields: Values,
  wrong: FieldErrors = {},
  names: readonly string[] = Object.keys(input.shape),
): Judged {
  const before = current && formOf(current, names);
  const { values, errors } = problems(input, { ...before, ...fields });
  const all = { ...archivedErrors(judging, current), ...wrong, ...errors };
  if (Object.keys(all).length) return { errors: all };
  if (!current || !before) return { values, changes: [], current: null };
  const after = Object.entries(values as Values).filter(([name]) => names.includes(name));
  return { values, changes: changesBetween(current, Object.fromEntries(after)), current, before };
}

/** How records of an entity that were added or changed are taken back. */
export const resourceUndo = (
  resource: AnyEntity,
  { uses = () => usedBy(resource.table), removing = resource.removing } = {},
): Undo => ({
  table: resource.table,
  uses,
  write: (db, now, gone, restored) =>
    together([
      ...gone.map((id) => removing(db, now.get(id) as Row<never>)),
      ...restored.map(({ id, before }) =>
        resource.changing(
          db,
          now.get(id) as Row<never>,
          problems(resource.input, before).values as Values,
        ),
      ),
    ]),
});

/** What an entity says of its kind of import. @param name its path under /api */
export const kindOfEntity = (name: string, resource: AnyEntity) => ({
  name,
  label: called(resource.noun[1]),
  thing: resource.noun[0],
  things: resource.noun[1],
  path: `/${name}`,
  permissions: resource.permissions as ImportKind["permissions"],
  columns: sheetColumns(resource.table, resource.input, resource.sheet),
  /** Each row as the record's own command would write it. */
  write: ((db, _session, rows) =>
    together(
      (rows as readonly Accepted<Values>[]).map(({ id, values, current }) =>
        current
          ? resource.changing(db, current as Row<never>, values)
          : resource.adding(db, id, values),
      ),
    )) satisfies ImportKind["write"],
  undo: resourceUndo(resource),
});

/** How an entity is imported: by its own schema, and each row as its own command would write it. */
export function resourceKind(path: string, resource: AnyEntity): ImportKind {
  const { key, unique, notes } = resource.imported!;
  const { table } = resource;
  const kind = kindOfEntity(path, resource);
  const lowered =
    (field: string): ImportKind["key"] =>
    (cell) =>
      sql`nullif(lower(${cell(field)}), '')`;
  const columnOf = (name: string) => (table as unknown as Record<string, SQLiteColumn>)[name]!;
  /** The records whose column holds one of the rows' words. */
  const having = (db: CompanyDb, words: WordsSql, name: string): Statement => {
    const isNamed = sql`${columnOf(name)} in (${words(name)})`;
    const isLiving: SQL = sql`${columnOf("deletedAt")} is null`;
    return db
      .select()
      .from(table)
      .where(db.ofOwner(table, and(isNamed, isLiving))) as unknown as Statement;
  };
  const label = kind.columns.find(({ name }) => name === unique)?.label ?? "";
  return {
    ...kind,
    ...(notes ? { notes } : {}),
    keyFields: [key],
    key: lowered(key),
    ...(unique ? { other: { field: unique, text: lowered(unique) } } : {}),
    reads: (db, words) => [key, ...(unique ? [unique] : [])].map((name) => having(db, words, name)),
    judge(judging, fields) {
      const [sameKey, sameUnique = []] = judging.facts as [Current[], Current[]?];
      const current = oneBy(sameKey, (row) => lower(row[key]), lower(fields[key])) ?? null;
      const wrong = unique ? taken(sameUnique, unique, label, fields[unique], current?.id) : {};
      return judgedByForm(resource, judging, current, fields, wrong);
    },
  };
}
