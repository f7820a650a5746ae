import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { seedOnce } from "../seed/index.ts";
import { localVars } from "./dev-vars.ts";
import { openLocal, state } from "./local.ts";
import { migrateLocal } from "./migrations.ts";

/** A file that exists while the first run has not completed its data. */
const unfinished = join(state, "unfinished");

/** Prepares local variables, migrations and, once, demo data; an interrupted first run starts over. @returns the variables */
export async function prepare(): Promise<Record<string, string>> {
  const vars = await localVars();
  if (existsSync(unfinished)) rmSync(state, { recursive: true });
  if (!existsSync(state)) {
    mkdirSync(state, { recursive: true });
    writeFileSync(unfinished, "");
  }
  const local = await openLocal();
  try {
    for (const name of await migrateLocal(local)) console.log(`Migrated ${name}`);
    if (await seedOnce(local)) console.log("Demo data is in place");
  } finally {
    await local.close();
  }
  rmSync(unfinished, { force: true });
  return vars;
}
