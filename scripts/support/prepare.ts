import { createHash } from "node:crypto";
import { accessSync, constants, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playYears, seedOnce } from "../seed/index.ts";
import { type Kept, putAway } from "../seed/laboratory/shelf.ts";
import { localVars } from "./dev-vars.ts";
import { openLocal, state } from "./local.ts";
import { migrateLocal } from "./migrations.ts";

const MEMORY = "/dev/shm";

/** Where many small writes are quick: in memory, where there is such a folder. The same one after a start that was cut off. */
function scratchFolder(): string {
  const name = `plumbline-${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
  try {
    accessSync(MEMORY, constants.W_OK);
    return join(MEMORY, name);
  } catch {
    return join(tmpdir(), name);
  }
}

/** Makes the local databases with the demo data, all or nothing: they are moved to their place when they are whole. */
async function makeState(): Promise<void> {
  const scratch = scratchFolder();
  const waiting = `${state}.new`;
  rmSync(scratch, { recursive: true, force: true });
  try {
    await bringUp(scratch);
    rmSync(waiting, { recursive: true, force: true });
    cpSync(scratch, waiting, { recursive: true });
    renameSync(waiting, state);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Migrates the databases of a folder, and adds the demo data where there is none. */
async function bringUp(folder: string): Promise<void> {
  let works: Awaited<ReturnType<typeof seedOnce>>;
  const local = await openLocal(folder);
  try {
    for (const name of await migrateLocal(local)) console.log(`Migrated ${name}`);
    works = await seedOnce(local);
  } finally {
    await local.close();
  }
  await keepFiles(await playYears(works, folder), folder);
  if (works.length) console.log("Demo data is in place");
}

/** Puts the files of the demo where the application looks for them. */
async function keepFiles(files: readonly Kept[], folder: string): Promise<void> {
  if (!files.length) return;
  const local = await openLocal(folder);
  try {
    await putAway(await local.bucket(), files);
  } finally {
    await local.close();
  }
}

/** Prepares local variables, migrations and, once, demo data. @returns the variables */
export async function prepare(): Promise<Record<string, string>> {
  const vars = await localVars();
  await (existsSync(state) ? bringUp(state) : makeState());
  return vars;
}
