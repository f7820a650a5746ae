import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seedOnce } from "../seed/index.ts";
import { localVars } from "./dev-vars.ts";
import { openLocal, state } from "./local.ts";
import { migrateLocal } from "./migrations.ts";

const MEMORY = "/dev/shm";

/** Where many small writes are quick: in memory, where there is such a folder. */
function scratchFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    return mkdtempSync(join(MEMORY, "plumbline-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "plumbline-"));
  }
}

/** Makes the local databases with the demo data, all or nothing: they are moved to their place when they are whole. */
async function makeState(): Promise<void> {
  const scratch = scratchFolder();
  const waiting = `${state}.new`;
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
  const local = await openLocal(folder);
  try {
    for (const name of await migrateLocal(local)) console.log(`Migrated ${name}`);
    if (await seedOnce(local)) console.log("Demo data is in place");
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
