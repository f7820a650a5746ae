import { join } from "node:path";
import type { CompanyDb } from "#worker/db/company-db.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";
import { openDirect } from "../support/direct.ts";
import { shardOf, stateOf } from "./hospital.ts";

/** Works on the measured hospital of a shard with so many service calls, past a server. */
export async function onMeasured<R>(
  calls: number,
  work: (company: CompanyDb, db: D1Database) => Promise<R>,
): Promise<R> {
  const at = join(stateOf(shardOf(calls)), "v3");
  const { db, close } = openDirect("company_profiles", "slug = 'demo'", at);
  try {
    const { id } = (await db
      .prepare("select id from company_profiles where slug = 'demo'")
      .first<{ id: string }>())!;
    return await work(openForJob(db, id), db);
  } finally {
    close();
  }
}
