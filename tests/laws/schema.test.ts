import { getTableName, is, SQL } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { bare, owned, record } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";

const tablesOf = (schema: object) =>
  Object.values(schema).filter((value): value is SQLiteTable => is(value, SQLiteTable));
const ownedTables = tablesOf(tenant);
const platformTables = tablesOf(control);
const every = [...ownedTables, ...platformTables];
const named = (tables: SQLiteTable[]) =>
  tables.map((table) => [getTableName(table), getTableConfig(table)] as const);
const names = (columns: readonly unknown[]) =>
  columns.map((column) => (is(column, SQL) ? "(expression)" : (column as { name: string }).name));

/** The clock asks all companies of a shard which is due. */
const acrossCompanies = new Set(["company_jobs_due"]);

describe.each(named(ownedTables))(
  "a company's %s",
  (_, { columns, primaryKeys, foreignKeys, indexes, uniqueConstraints }) => {
    test("are keyed by the company, then the id", () => {
      expect(columns.filter((column) => column.primary)).toEqual([]);
      expect(primaryKeys.map((key) => names(key.columns))).toEqual([["companyId", "id"]]);
      expect(columns.slice(0, 2).map(({ name, notNull }) => ({ name, notNull }))).toEqual([
        { name: "companyId", notNull: true },
        { name: "id", notNull: true },
      ]);
    });

    test("point only at rows of the same company, and never take others with them", () => {
      for (const key of foreignKeys) {
        const { columns: from, foreignColumns: to, foreignTable } = key.reference();
        expect(names(from)).toEqual(["companyId", expect.any(String)]);
        expect(names(to)).toEqual(["companyId", "id"]);
        expect(ownedTables).toContain(foreignTable);
        expect([key.onDelete ?? "no action", key.onUpdate ?? "no action"]).toEqual([
          "no action",
          "no action",
        ]);
      }
    });

    test("are found by the company first", () => {
      for (const { config } of indexes.filter(({ config }) => !acrossCompanies.has(config.name)))
        expect([config.name, names(config.columns)[0]]).toEqual([config.name, "companyId"]);
      expect(uniqueConstraints).toEqual([]);
      expect(columns.filter((column) => column.isUnique)).toEqual([]);
    });
  },
);

describe.each(named(every))("%s", (table, { columns, checks, indexes, foreignKeys }) => {
  test("name what can be broken, and say so with the table or the rule", () => {
    for (const { name } of checks) expect(name).toMatch(/^[a-z][a-z0-9_]+$/);
    for (const { config } of indexes) expect(config.name).toMatch(/^[a-z][a-z0-9_]+$/);
  });

  test("never delete or null by cascade", () => {
    for (const { onDelete, onUpdate } of foreignKeys)
      expect([onDelete, onUpdate].filter((act) => act && act !== "no action")).toEqual([]);
  });

  test("keep money and counts whole", () => {
    const wholes = new Set(checks.map((check) => check.name));
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const loose = columns.filter(
      ({ name, dataType }) =>
        (name.endsWith("Minor") || /^(quantity|qty)$/.test(name)) &&
        dataType === "number" &&
        !wholes.has(`${table}_${snake(name)}_integer`),
    );
    expect(loose.map(({ name }) => name)).toEqual([]);
  });
});

test("names of rules are given once in a database", () => {
  for (const tables of [ownedTables, platformTables]) {
    const all = named(tables).flatMap(([, { checks, indexes }]) => [
      ...checks.map((check) => check.name),
      ...indexes.map(({ config }) => config.name),
    ]);
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  }
});

test("the columns every table starts with are what the rules of writing need", () => {
  expect(Object.keys(bare)).toEqual(["companyId", "id"]);
  expect(Object.keys(owned)).toEqual([
    "companyId",
    "id",
    "createdAt",
    "createdBy",
    "updatedAt",
    "version",
  ]);
  expect(Object.keys(record)).toEqual(["id", "createdAt", "createdBy", "updatedAt", "version"]);
});
