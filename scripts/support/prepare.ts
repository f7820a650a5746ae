import { seedOnce } from "../seed/index.ts";
import { localVars } from "./dev-vars.ts";
import { openLocal } from "./local.ts";
import { migrateLocal } from "./migrations.ts";

/** Local variables, migrations and, once, demo data. @returns the variables */
export async function prepare(): Promise<Record<string, string>> {
  const vars = await localVars();
  const local = await openLocal();
  try {
    for (const name of await migrateLocal(local)) console.log(`Migrated ${name}`);
    if (await seedOnce(local)) console.log("Demo data is in place");
  } finally {
    await local.close();
  }
  return vars;
}
