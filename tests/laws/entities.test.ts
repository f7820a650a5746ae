import { getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { wireFields } from "#tests/support/bodies.ts";
import { signedIn } from "#tests/support/client.ts";
import { snake } from "#tests/support/schema.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { entityOf } from "#worker/domain/entity/nouns.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";
import { sheetColumns } from "#worker/domain/imports/sheet.ts";
import { platformResources, resources } from "#worker/domain/index.ts";
import { choosable } from "#worker/domain/lists/choices.ts";
import { platformPermissions, vocabulary } from "#worker/permissions.ts";

const all = Object.entries({ ...resources, ...platformResources });
const known = new Set<string>([...vocabulary.keys(), ...platformPermissions]);

/** Sorts by a column without an index, each with the reason why it reads few rows. */
const unindexed: Record<string, string> = {
  "plans.order": "the platform has a few dozen",
  "accessories.name": "a device has few, and no screen lists those of all devices",
};

/** Fields of forms that spreadsheets have no column for, and why. */
const withoutColumn: Record<string, string> = {
  "machines.parameters": "a table of its own",
  "machine-models.parameters": "a table of its own",
  "categories.icon": "chosen by its picture",
  "categories.fieldSchema": "drawn up in a form of its own",
};

/** Tells if an index yields a table's rows in the order of a column; only the company and the state may precede it. */
function isIndexed(table: SQLiteTable, column: SQLiteColumn): boolean {
  const { indexes, primaryKeys } = getTableConfig(table);
  const keys = [
    ...indexes.map(({ config }) => config.columns as SQLiteColumn[]),
    ...primaryKeys.map(({ columns }) => columns as SQLiteColumn[]),
    ...(column.primary || column.isUnique ? [[column]] : []),
  ];
  return keys.some((columns) => {
    const names = columns
      .map(({ name }) => name)
      .filter((name) => name !== "companyId" && name !== "archivedAt");
    return names[0] === column.name;
  });
}

describe.each(all)("an entity: %s", (path, entity) => {
  const { table, noun, name, label, permissions, references = {}, input } = entity;
  const shape = (input as { shape: Record<string, never> }).shape;

  test("has words and permissions of its own", () => {
    expect([noun[0], noun[1], name, label].map((word) => word.length > 0)).toEqual(
      Array(4).fill(true),
    );
    expect(Object.values(permissions).filter((one) => !known.has(String(one)))).toEqual([]);
    const others = all.filter(([other]) => other !== path).map(([, other]) => other);
    expect(others.filter((other) => other.name === name || other.noun[1] === noun[1])).toEqual([]);
    expect(entityOf(table as SQLiteTable).titleColumn).toBe(entity.titleColumn);
  });

  test("proves every id that its form takes and its table points with", () => {
    const pointing = getTableConfig(table).foreignKeys.flatMap((key) => {
      const field = key.reference().columns.at(-1)!.name;
      return field in shape ? [field] : [];
    });
    expect(pointing.filter((field) => !(field in references))).toEqual([]);
    for (const { label: called } of Object.values(references) as { label: string }[])
      expect(called).toMatch(/^[A-Z]/);
  });

  test("is sorted by columns that are filled and that an index serves", () => {
    for (const [sort, column] of Object.entries(entity.sorts as Record<string, SQLiteColumn>))
      expect(
        [column.notNull, isIndexed(table, column) || `${path}.${sort}` in unindexed],
        `${path}.${sort}`,
      ).toEqual([true, true]);
  });

  test("is offered, found, brought in and taken out as it says", () => {
    if (entity.offered)
      expect(choosable[entity.offered.as ?? path]?.permissions[0]).toBe(permissions.view);
    if (entity.palette) expect(entity.titleColumn).toBeDefined();
    if (entity.imported) expect(kinds[path]?.permissions).toBe(entity.permissions);
    const columns = sheetColumns(table, entity.input, entity.sheet);
    expect(new Set(columns.map((column) => column.label)).size).toBe(columns.length);
    for (const column of columns) expect(column.label, path).toEqual(expect.any(String));
    const inSheet = new Set(columns.map((column) => column.name));
    const left = Object.keys(shape).filter((field) => !inSheet.has(field));
    if (entity.imported)
      expect(left.filter((field) => !withoutColumn[`${path}.${field}`])).toEqual([]);
  });
});

const w = await world();
const twin = await fill(w, await addCompany(w.env, "entities-of", 2, 0));
const admin = await signedIn(w, twin.company, "admin");

describe("a record is found by every column that its entity says", () => {
  const searched = Object.entries(resources).flatMap(([path, { searchedBy }]) =>
    (searchedBy?.words ?? []).map((column: string) => [path, column] as const),
  );
  test("some are", () => expect(searched.length).toBeGreaterThan(10));
  test.each(searched)("%s by %s", async (path, column) => {
    const { table, searchedBy } = resources[path]!;
    const { machine_type_id: _, ...body } = wireFields(path, twin.rows);
    const isCode = searchedBy!.codes?.includes(column as never);
    const word = /phone$/i.test(column)
      ? `9${Math.random().toString().slice(2, 10)}`
      : `q${path.length}${column.length}${Math.random().toString(36).slice(2, 8)}`;
    expect(column in getTableColumns(table as SQLiteTable)).toBe(true);
    const sent = { ...body, [snake(column)]: isCode ? `${word}-77` : word };
    const { status, data, message } = await admin.call("POST", `/api/${path}`, sent);
    expect(status, message).toBe(201);
    for (const q of isCode ? [word, `${word}77`] : [word]) {
      const list = await admin.call<{ id: string }[]>("GET", `/api/${path}?q=${q}`);
      expect(list.data.map(({ id }) => id)).toEqual([data.id]);
    }
  });
});
