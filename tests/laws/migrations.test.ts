import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { getTableName } from "drizzle-orm";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { describe, expect, onTestFinished, test } from "vitest";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";
import { asValues, plannerStatistics, type Statistic } from "#tests/support/planner-statistics.ts";
import { tablesOf } from "#tests/support/schema.ts";
import { migrate } from "#tests/support/world.ts";
import { openMemory } from "../../scripts/support/direct.ts";
import { migrateOne, shardMigrations } from "../../scripts/support/migrations.ts";

const { generateSQLiteDrizzleJson, generateSQLiteMigration } = createRequire(import.meta.url)(
  "drizzle-kit/api",
) as {
  generateSQLiteDrizzleJson(schema: object, before?: string, casing?: string): Promise<object>;
  generateSQLiteMigration(before: object, now: object): Promise<string[]>;
};

// It gives all arrays one more method, which whoever walks over one would meet.
Object.defineProperty(Array.prototype, "random", { enumerable: false });

const databases = { control, tenant };
const filesOf = (folder: string) =>
  readdirSync(`migrations/${folder}`)
    .filter((name) => name.endsWith(".sql"))
    .sort();
/** A database of the running test's own with all migrations, so that a test can be tried again. */
async function migrated(folder: string): Promise<D1Database> {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default { fetch: () => new Response() }",
      compatibilityDate: "2026-08-01",
      d1Databases: { [folder]: folder },
    }) as never,
  );
  onTestFinished(() => server.dispose());
  const d1 = (await server.getD1Database(folder)) as unknown as D1Database;
  await migrate(d1, `migrations/${folder}`);
  return d1;
}

/** A shard in memory, for what is only looked at. */
async function shardInMemory(): Promise<D1Database> {
  const { db, close } = openMemory();
  onTestFinished(close);
  await migrateOne(db, shardMigrations);
  return db;
}

describe.each(Object.entries(databases))("the migrations of %s", (folder, schema) => {
  test("only add", () => {
    const forbidden =
      /\bdrop\s+(table|column)\b|\bpragma\s+(foreign_keys|defer_foreign_keys|writable_schema)\b|\bcascade\b|\bset\s+null\b|\bset\s+default\b|__new_/i;
    for (const file of filesOf(folder)) {
      const statements = readFileSync(`migrations/${folder}/${file}`, "utf8")
        .split("--> statement-breakpoint")
        .map((statement) => statement.replace(/^\s*--.*$/gm, ""));
      expect(
        statements
          .filter((statement) => forbidden.test(statement))
          .map((statement) => `${file}: ${statement.trim()}`),
      ).toEqual([]);
      // A column that this migration adds may be filled, and nothing else of its table.
      const added = statements.flatMap((statement) => {
        const [, table, column] = /^\s*alter table `(\w+)` add `(\w+)`/i.exec(statement) ?? [];
        return table ? [`${table}.${column}`] : [];
      });
      const fills = (statement: string) => {
        const [, table, column] =
          /^\s*update (\w+) set (\w+) = \(select [^;]*\);\s*$/i.exec(statement) ?? [];
        return added.includes(`${table}.${column}`) && !/\)\s*,\s*\w+\s*=/.test(statement);
      };
      expect(
        statements.filter(
          (statement) => /^\s*(delete|update)\s/i.test(statement) && !fills(statement),
        ),
      ).toEqual([]);
    }
  });

  test("are the ones the journal names, in their order", () => {
    const { entries } = JSON.parse(
      readFileSync(`migrations/${folder}/meta/_journal.json`, "utf8"),
    ) as {
      entries: { idx: number; tag: string; when: number }[];
    };
    expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(filesOf(folder));
    expect(entries.map(({ idx }) => idx)).toEqual(entries.map((_, at) => at));
  });

  test("say all that the schema says", async () => {
    const last = filesOf(folder).length - 1;
    const before = JSON.parse(
      readFileSync(
        `migrations/${folder}/meta/${String(last).padStart(4, "0")}_snapshot.json`,
        "utf8",
      ),
    );
    const now = await generateSQLiteDrizzleJson(schema, before.id, "snake_case");
    expect(await generateSQLiteMigration(before, now)).toEqual([]);
  });

  test("build every table on an empty database, without an orphan", async () => {
    const d1 = await migrated(folder);
    const { results } = await d1
      .prepare("select name from sqlite_master where type = 'table'")
      .all<{ name: string }>();
    const made = results.map(({ name }) => name);
    expect(made).toEqual(expect.arrayContaining(tablesOf(schema).map(getTableName)));
    expect((await d1.prepare("pragma foreign_key_check").all()).results).toEqual([]);
  });
});

test("ledgers and logs are append-only", async () => {
  const d1 = await shardInMemory();
  const { results } = await d1
    .prepare("select name from sqlite_master where type = 'trigger'")
    .all<{ name: string }>();
  const triggers = results.map(({ name }) => name);
  for (const table of ["stock_movements", "activity_log"])
    expect(triggers).toEqual(expect.arrayContaining([`${table}_no_update`, `${table}_no_delete`]));
});

test("the planner is told of every index of a shard", async () => {
  const d1 = await shardInMemory();
  const { results } = await d1
    .prepare(
      "select tbl, idx, stat from sqlite_stat1 where tbl not like '\\_cf\\_%' escape '\\' order by rowid",
    )
    .all<Statistic>();
  // Of several rows the last one counts, so that a later migration can say otherwise.
  const told = new Map(results.map((row) => [row.idx, row]));
  const untold = (await plannerStatistics(d1)).filter(
    ({ idx, stat }) => told.get(idx)?.stat !== stat,
  );
  expect(untold.map(asValues), "add these rows to sqlite_stat1 by a migration").toEqual([]);
});
