import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Local } from "./local.ts";
import { databases, root } from "./project.ts";

// The table that `wrangler d1 migrations` uses too, so that either can apply the next migration.
const LEDGER = `create table if not exists d1_migrations (
  id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null
)`;

/** Applies the pending migrations to every local database. @returns what was applied */
export async function migrateLocal(local: Pick<Local, "database">): Promise<string[]> {
  const applied: string[] = [];
  for (const { binding, migrations } of databases())
    for (const name of await migrateOne(await local.database(binding), migrations))
      applied.push(`${binding} ${name}`);
  return applied;
}

/** The folder of the shards' migrations. */
export const shardMigrations = join(root, "migrations/tenant");

/** Applies the pending migrations of a folder to a database, each file in one transaction. @returns what was applied */
export async function migrateOne(db: D1Database, migrations: string): Promise<string[]> {
  const applied: string[] = [];
  await db.prepare(LEDGER).run();
  const { results } = await db.prepare("select name from d1_migrations").all<{ name: string }>();
  const done = new Set(results.map(({ name }) => name));
  const files = readdirSync(migrations).filter((name) => name.endsWith(".sql"));
  for (const name of files.sort().filter((file) => !done.has(file))) {
    const statements = readFileSync(join(migrations, name), "utf8").split(
      "--> statement-breakpoint",
    );
    await db.batch([
      ...statements.map((sql) => db.prepare(sql)),
      db.prepare("insert into d1_migrations (name) values (?)").bind(name),
    ]);
    applied.push(name);
  }
  return applied;
}
