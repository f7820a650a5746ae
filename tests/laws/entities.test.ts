import { getTableColumns, getTableName } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { wireFields } from "#tests/support/bodies.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { fill, type Twin } from "#tests/support/twins.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { entityOf } from "#worker/domain/entity/nouns.ts";
import { kinds } from "#worker/domain/imports/kinds.ts";
import { sheetColumns } from "#worker/domain/imports/sheet.ts";
import { platformResources, resources } from "#worker/domain/index.ts";
import { choosable } from "#worker/domain/lists/choices.ts";
import { platformPermissions, vocabulary } from "#worker/permissions.ts";

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const all = Object.entries({ ...resources, ...platformResources });
const known = new Set<string>([...vocabulary.keys(), ...platformPermissions]);

/** Lists that are sorted by a column without an index, and why that reads few rows. */
const unindexed: Record<string, string> = {
  "accessories.name": "a device has few, and no screen lists those of all devices",
};

/** Fields of forms that spreadsheets have no column for, and why. */
const withoutColumn: Record<string, string> = {
  "categories.icon": "chosen by its picture",
  "categories.fieldSchema": "drawn up in a form of its own",
};

/** Whether an index leads to a table's rows in the order of a column: after the owner, with the state before it at most. */
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
      expect([
        `${path}.${sort}`,
        column.notNull,
        isIndexed(table, column) || `${path}.${sort}` in unindexed,
      ]).toEqual([`${path}.${sort}`, true, true]);
  });

  test("is offered, found, brought in and taken out as it says", () => {
    if (entity.offered)
      expect(choosable[entity.offered.as ?? path]?.permissions[0]).toBe(permissions.view);
    if (entity.palette) expect(entity.titleColumn).toBeDefined();
    if (entity.imported) expect(kinds[path]?.permissions).toBe(entity.permissions);
    const columns = sheetColumns(table, entity.input, entity.sheet);
    expect(new Set(columns.map((column) => column.label)).size).toBe(columns.length);
    for (const column of columns) expect([path, column.label]).toEqual([path, expect.any(String)]);
    const inSheet = new Set(columns.map((column) => column.name));
    const left = Object.keys(shape).filter((field) => !inSheet.has(field));
    if (entity.imported)
      expect(left.filter((field) => !withoutColumn[`${path}.${field}`])).toEqual([]);
  });
});

let w: World;
let twin: Twin;
let admin: Client;
beforeAll(async () => {
  w = await world();
  twin = await fill(w, await addCompany(w.env, "entities-of", 2, 0));
  admin = await signedIn(w, twin.company, "admin");
});

describe("a record is found by every column that its entity says", () => {
  const searched = Object.entries(resources).flatMap(([path, { searchedBy }]) =>
    (searchedBy?.words ?? []).map((column: string) => [path, column] as const),
  );
  test("some are", () => expect(searched.length).toBeGreaterThan(10));
  test.each(searched)("%s by %s", async (path, column) => {
    const { table, searchedBy } = resources[path]!;
    const { machine_type_id: _, ...body } = wireFields(path, twin.rows);
    const isCode = searchedBy!.codes?.includes(column as never);
    const word = `q${path.length}${column.length}${Math.random().toString(36).slice(2, 8)}`;
    expect(column in getTableColumns(table as SQLiteTable)).toBe(true);
    const sent = { ...body, [snake(column)]: isCode ? `${word}-77` : word };
    const answer = await admin.api(`/api/${path}`, { method: "POST", body: sent });
    const { data, message } = (await answer.json()) as { data: { id: string }; message: string };
    expect([getTableName(table), answer.status, message]).toEqual([
      getTableName(table),
      201,
      expect.any(String),
    ]);
    for (const q of isCode ? [word, `${word}77`] : [word]) {
      const list = await admin.api(`/api/${path}?q=${q}`);
      const { data: rows } = (await list.json()) as { data: { id: string }[] };
      expect([q, rows.map(({ id }) => id)]).toEqual([q, [data.id]]);
    }
  });
});
