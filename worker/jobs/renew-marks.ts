import { RENEW_MARKS } from "../domain/locations/paths.ts";
import { renewMarks } from "../domain/locations/renew-marks.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import { leased } from "./lease.ts";
import { companiesWith, shardsOf } from "./shards.ts";

/** Goes on with the search rows of devices under moved places where a request's own work was lost. */
export async function renewAllMarks(env: Env, now: number): Promise<void> {
  for (const db of shardsOf(env)) {
    for (const company_id of await companiesWith(db, RENEW_MARKS, now))
      await leased(db, company_id, "marks", now, () => renewMarks(openForJob(db, company_id))).catch((error: unknown) =>
        console.error(`The search rows of company ${company_id} were not renewed`, error),
      );
  }
}
