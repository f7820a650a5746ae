import { getTableName, is, SQL } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { bare, owned, record } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";
import { snake, tablesOf } from "#tests/support/schema.ts";

const ownedTables = tablesOf(tenant);
const platformTables = tablesOf(control);
const every = [...ownedTables, ...platformTables];
const named = (tables: SQLiteTable[]) =>
  tables.map((table) => [getTableName(table), getTableConfig(table)] as const);
const names = (columns: readonly unknown[]) =>
  columns.map((column) => (is(column, SQL) ? "(expression)" : (column as { name: string }).name));

/** Jobs look for due companies in a whole shard. */
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

    test("point only at rows of the same company", () => {
      for (const key of foreignKeys) {
        const { columns: from, foreignColumns: to, foreignTable } = key.reference();
        expect(names(from)).toEqual(["companyId", expect.any(String)]);
        expect(names(to)).toEqual(["companyId", "id"]);
        expect(ownedTables).toContain(foreignTable);
      }
    });

    test("are found by the company first", () => {
      for (const { config } of indexes.filter(({ config }) => !acrossCompanies.has(config.name)))
        expect(names(config.columns)[0], config.name).toBe("companyId");
      expect(uniqueConstraints).toEqual([]);
      expect(columns.filter((column) => column.isUnique)).toEqual([]);
    });
  },
);

describe.each(named(every))("%s", (table, { columns, checks, indexes }) => {
  test("name what can be broken, and say so with the table or the rule", () => {
    for (const { name } of checks) expect(name).toMatch(/^[a-z][a-z0-9_]+$/);
    for (const { config } of indexes) expect(config.name).toMatch(/^[a-z][a-z0-9_]+$/);
  });

  test("keep money and counts whole", () => {
    const wholes = new Set(checks.map((check) => check.name));
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
  const written = ["createdAt", "createdBy", "updatedAt", "version"];
  expect(Object.keys(bare)).toEqual(["companyId", "id"]);
  expect(Object.keys(owned)).toEqual(["companyId", "id", ...written]);
  expect(Object.keys(record)).toEqual(["id", ...written]);
});
