import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { getTableName, is, SQL } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { bare, owned, record } from "#drizzle/columns.ts";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";
import { snake, tablesOf } from "#tests/support/schema.ts";
import { companyTables } from "#worker/domain/platform/company-rows/tables.ts";

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

const FEW_SAMPLES = "only some sample rows are ever deleted before the company is";
const NEVER = "never deleted before the company is";
/**
 * Tables whose rows are pointed at by columns that no index serves, and why: where a row is deleted, SQLite looks for those that point at it. A
 * company's rows are taken away last that are pointed at.
 */
const unasked: Record<string, Record<string, string>> = {
  tenant: {
    asset_transfers: NEVER,
    assets: FEW_SAMPLES,
    categories: FEW_SAMPLES,
    company_profiles: "a company has one",
    consumers: FEW_SAMPLES,
    departments: FEW_SAMPLES,
    gate_passes: NEVER,
    locations: NEVER,
    media: "files go from the bucket, their rows stay",
    service_report_parts: "taken off a report, their rows stay",
    service_reports: NEVER,
    stock_batches: NEVER,
    stock_items: FEW_SAMPLES,
    stores: FEW_SAMPLES,
    users: "people leave, their rows stay",
    vendors: FEW_SAMPLES,
  },
  control: {
    plans: "never deleted, and few",
  },
};

/** A database in memory with all migrations: it knows of its indexes and sizes what each shard is told. */
function migrated(folder: string): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync(`migrations/${folder}`).filter((name) => name.endsWith(".sql"));
  for (const name of files.sort()) db.exec(readFileSync(`migrations/${folder}/${name}`, "utf8"));
  return db;
}

describe.each([
  ["tenant", ownedTables],
  ["control", platformTables],
] as const)("foreign keys of %s", (folder, tables) => {
  const db = migrated(folder);
  const unserved = named(tables).flatMap(([table, { foreignKeys }]) =>
    foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const from = columns.map(({ name }) => snake(name));
      const wanted = from.map((column) => `${column}=?`).join(" AND ");
      const plan = db
        .prepare(
          `explain query plan select 1 from "${table}" where ${from.map((column) => `"${column}" = ?`).join(" and ")}`,
        )
        .all();
      const isServed = plan.some(({ detail }) => String(detail).includes(`(${wanted}`));
      const name = `${table}.${from.at(-1)}`;
      return isServed ? [] : [{ name, target: getTableName(foreignTable) }];
    }),
  );

  test("are served by an index, but those of rows that stay", () => {
    const targets = [...new Set(unserved.map(({ target }) => target))].sort();
    expect(targets).toEqual(Object.keys(unasked[folder]!));
  });

  test("are served where rows go before those that point at them", () => {
    const loose = companyTables.flatMap(({ name, references }) =>
      references.filter(({ isLoose }) => isLoose).map(({ column }) => `${name}.${column}`),
    );
    expect(loose).toContain("breakdowns.duplicate_of_id");
    expect(unserved.map(({ name }) => name).filter((name) => loose.includes(name))).toEqual(
      folder === "tenant" ? ["media.profile_id"] : [],
    );
  });
});
