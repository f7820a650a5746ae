import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { databaseFiles, openFile } from "../../scripts/support/direct.ts";
import { migrateOne, shardMigrations } from "../../scripts/support/migrations.ts";
import { type BuildOptions, optionsOfBuild } from "../../scripts/support/server.ts";

/* What all worlds of a run begin with is made once: wrangler's view of the build, and empty databases with all migrations. */

const CONFIG = "build/server/wrangler.json";
/** Names the folder to the processes that run the tests. */
const MADE = "WORLD_TEMPLATE";
const OPTIONS = "options.json";

const folders: string[] = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
/** A folder until the process ends; in memory where there is room, so that no test waits for a disk. */
function folderFor(what: string) {
  const memory = "/dev/shm";
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), `plumbline-${what}-`));
  folders.push(folder);
  return folder;
}

/** Wrangler's options for the build in the tests' configuration: with a third shard, and failed messages are tried again at once. */
async function readOptions(): Promise<BuildOptions> {
  const config = JSON.parse(readFileSync(CONFIG, "utf8"));
  config.d1_databases.push({
    ...config.d1_databases.at(-1),
    binding: "TENANT_DB_2",
    database_name: "tenant-2",
    database_id: "00000000-0000-0000-0000-0000000000f2",
  });
  for (const consumer of config.queues.consumers) consumer.retry_delay = 0;
  const name = `wrangler.test-${process.pid}.json`;
  const file = join("build/server", name);
  writeFileSync(file, JSON.stringify(config));
  try {
    return await optionsOfBuild(name);
  } finally {
    rmSync(file);
  }
}

type Marked = { binding: string };
/** Makes the databases where workerd looks for them, and applies the migrations without it in between. */
async function migrate(d1Databases: Record<string, string>, state: string) {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: "export default {};",
      compatibilityDate: "2026-08-01",
      cf: false,
      resourcePersistencePath: state,
      d1Databases,
    }),
  );
  for (const binding of Object.keys(d1Databases)) {
    const db = await runtime.getD1Database(binding);
    await db.prepare("create table template_of (binding text)").run();
    await db.prepare("insert into template_of values (?)").bind(binding).run();
  }
  await runtime.dispose();
  for (const path of databaseFiles(state)) {
    const { db, close } = openFile(path);
    const marked = await db.prepare("select binding from template_of").first<Marked>();
    await db.prepare("drop table template_of").run();
    await migrateOne(db, marked?.binding === "CONTROL_DB" ? "migrations/control" : shardMigrations);
    close();
  }
}

let made: Promise<string> | undefined;
/** The folder of the run's template; a process that no run has told of one makes its own. */
function templateFolder(): Promise<string> {
  const told = process.env[MADE];
  made ??= told ? Promise.resolve(told) : make();
  return made;
}

async function make(): Promise<string> {
  const folder = folderFor("template");
  const options = await readOptions();
  writeFileSync(join(folder, OPTIONS), JSON.stringify(options));
  await migrate(options.d1Databases as Record<string, string>, join(folder, "state"));
  return folder;
}

/** What a new world begins with: the options of the build, and a folder of its own with the migrated databases. */
export async function worldTemplate(): Promise<{ options: BuildOptions; state: string }> {
  const folder = await templateFolder();
  const state = folderFor("world");
  cpSync(join(folder, "state"), state, { recursive: true });
  return { options: JSON.parse(readFileSync(join(folder, OPTIONS), "utf8")), state };
}

/** Before the tests of a run. */
export default async () => {
  process.env[MADE] = await templateFolder();
};
