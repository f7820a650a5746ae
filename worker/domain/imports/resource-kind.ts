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
import { type Column, called } from "./columns.ts";
import {
  type Accepted,
  type ImportKind,
  type Judged,
  type Judging,
  oneBy,
  type Undo,
  type WordsSql,
} from "./kind.ts";
import { masterLabel } from "./masters.ts";
import { sheetColumns } from "./sheet.ts";
import { standingOf, standingQuery } from "./standing.ts";

type Values = Record<string, unknown>;
type Current = Values & { id: string; version: number };

/** A record's fields as its form would send them. */
export const formOf = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = row[name];
      if (value === null || value === undefined) return [];
      return [[name, name.endsWith("Minor") ? formatMinor(Number(value)) : value]];
    }),
  );

const fieldsOf = ({ input }: AnyEntity) => Object.keys((input as { shape: Values }).shape);
const columnOf = ({ table }: AnyEntity, name: string) =>
  (table as unknown as Record<string, SQLiteColumn>)[name]!;

/** The records whose column holds one of the rows' words. */
export const havingWords = (
  db: CompanyDb,
  resource: AnyEntity,
  name: string,
  words: WordsSql,
): Statement => {
  const { table } = resource;
  const living = sql`${columnOf(resource, "deletedAt")} is null`;
  return db
    .select()
    .from(table)
    .where(
      db.ofOwner(table, and(sql`${columnOf(resource, name)} in (${words(name)})`, living)),
    ) as unknown as Statement;
};

export const lower = (value: unknown) => String(value ?? "").toLowerCase();

/** References that a row sets or changes must not be archived. */
export function archivedErrors(
  { refs }: Judging,
  columns: readonly Column[],
  current: Values | null,
): FieldErrors {
  const wrong = columns.filter(
    ({ name }) => refs[name]?.archivedAt && refs[name].id !== current?.[name],
  );
  return Object.fromEntries(
    wrong.map(({ name, master }) => [
      name,
      [`${masterLabel(master!)} “${refs[name]!.name}” is archived`],
    ]),
  );
}

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

/** How records of a master that were added or changed are taken back. */
export function resourceUndo(resource: AnyEntity): Undo {
  const uses = () => usedBy(resource.table);
  return {
    reads: (db, ids) => [
      standingQuery(db, resource.table as never, ids, uses()),
      db
        .select()
        .from(resource.table)
        .where(
          db.ofOwner(
            resource.table,
            sql`${columnOf(resource, "id")} in (select "entity_id" from (${ids}))`,
          ),
        ) as unknown as Statement,
    ],
    standing: ([rows]) => standingOf(rows, uses()),
    write: (db, [, now], gone, restored) => {
      const rows = new Map((now as Current[]).map((row) => [row.id, row]));
      const prepared = [
        ...gone.map((id) => resource.removing(db, rows.get(id) as Row<never>)),
        ...restored.map(({ id, before }) =>
          resource.changing(
            db,
            rows.get(id) as Row<never>,
            problems(resource.input, before).values as Values,
          ),
        ),
      ];
      return {
        writes: prepared.flatMap(({ writes }) => writes),
        activity: prepared.map(({ activity }) => activity),
      };
    },
  };
}

/** Each row as the record's own command would write it. */
export const resourceWrite =
  (resource: AnyEntity): ImportKind["write"] =>
  (db, _session, rows) => {
    const prepared = (rows as readonly Accepted<Values>[]).map(({ id, values, current }) =>
      current
        ? resource.changing(db, current as Row<never>, values)
        : resource.adding(db, id, values),
    );
    return {
      writes: prepared.flatMap(({ writes }) => writes),
      activity: prepared.map(({ activity }) => activity),
    };
  };

/** What becomes of a row without errors: a new record, or the changes of the one it means. */
export const judgedOf = (
  values: unknown,
  current: Current | null,
  names: readonly string[],
): Judged =>
  current
    ? {
        values,
        changes: changesBetween(current, values as Values),
        current,
        before: formOf(current, names),
      }
    : { values, changes: [], current };

/** How an entity is imported: by its own schema, and each row as its own command would write it. */
export function resourceKind(path: string, resource: AnyEntity): ImportKind {
  const { table, input, noun, subject, sheet } = resource;
  const { key, unique } = resource.imported!;
  const columns = sheetColumns(table, input, sheet);
  const names = fieldsOf(resource);
  const label = (name: string) => columns.find((column) => column.name === name)!.label;

  function judge(judging: Judging, fields: Values): Judged {
    const [sameKey, sameUnique = []] = judging.facts as Current[][];
    const current = oneBy(sameKey!, (row) => lower(row[key]), lower(fields[key])) ?? null;
    const { values, errors } = problems(input, {
      ...(current ? formOf(current, names) : {}),
      ...fields,
    });
    const wrong = {
      ...archivedErrors(judging, columns, current),
      ...(unique ? taken(sameUnique, unique, label(unique), fields[unique], current?.id) : {}),
      ...errors,
    };
    return Object.keys(wrong).length ? { errors: wrong } : judgedOf(values, current, names);
  }

  return {
    name: path,
    label: called(noun[1]),
    thing: noun[0],
    things: noun[1],
    path: `/${path}`,
    subject,
    columns,
    keyFields: [key],
    key: (cell) => sql`nullif(lower(${cell(key)}), '')`,
    ...(unique
      ? {
          other: {
            fields: [unique],
            text: (cell: (field: string) => SQL) => sql`nullif(lower(${cell(unique)}), '')`,
          },
        }
      : {}),
    reads: (db, words) =>
      [key, ...(unique ? [unique] : [])].map((name) => havingWords(db, resource, name, words)),
    judge,
    write: resourceWrite(resource),
    undo: resourceUndo(resource),
  };
}
