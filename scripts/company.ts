import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { openFile } from "./support/direct.ts";
import { openLocal } from "./support/local.ts";
import { migrateOne, shardMigrations } from "./support/migrations.ts";
import { databases, main } from "./support/project.ts";
import { openRemote } from "./support/remote.ts";
import { workThroughVite } from "./support/through-vite.ts";

const text = { type: "string" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { to: text, from: text, file: text, remote: { type: "boolean", default: false } },
});
const need = (key: "to" | "from" | "file"): string => {
  const value = values[key];
  if (!value) throw new Error(`--${key} is missing`);
  return value;
};

/** The databases by their bindings, of the account or local ones. */
async function opened() {
  if (values.remote) return { all: openRemote(), close: async () => undefined };
  const local = await openLocal();
  const all: Record<string, D1Database> = {};
  for (const { binding } of databases()) all[binding] = await local.database(binding);
  return { all, close: local.close };
}

/** Works with a database in a file, brought up to the schema of now. */
async function withFile<R>(path: string, work: (db: D1Database) => Promise<R>): Promise<R> {
  const { db, close } = openFile(path);
  try {
    await migrateOne(db, shardMigrations);
    return await work(db);
  } finally {
    close();
  }
}

/** Moves, restores and backs up one company: see docs/operations.md. */
main(() =>
  workThroughVite(
    "scripts/company/moving.ts",
    async (moving: typeof import("./company/moving.ts")) => {
      const [what, slug] = positionals;
      if (!what || !slug)
        throw new Error("What to do with which company: move, stay, restore, back-up");
      const { all, close } = await opened();
      const work = { databases: all, slug, tell: (line: string) => console.log(line) };
      try {
        if (what === "move") await moving.move(work, need("to"));
        else if (what === "stay") await moving.stay(work);
        else if (what === "back-up")
          await withFile(need("file"), (into) => moving.backUp(work, into));
        else if (what === "restore") {
          const file = need("from");
          if (!existsSync(file)) throw new Error(`There is no file ${file}`);
          await withFile(file, (backup) => moving.restore(work, backup, need("to")));
        } else throw new Error("What to do with a company: move, stay, restore, back-up");
      } finally {
        await close();
      }
    },
  ),
);
