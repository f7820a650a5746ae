import { followProfile, PROFILE_CHANGED } from "../domain/platform/follow-profile.ts";
import { openControl, openForJob } from "../tenancy/shard-door.ts";
import { companiesWith, shardsOf } from "./shards.ts";

/** Takes over what companies have changed of their profiles where a request's own work was lost. */
export async function followProfiles(env: Env, now: number): Promise<void> {
  for (const shard of shardsOf(env))
    for (const company_id of await companiesWith(shard, PROFILE_CHANGED, now))
      await followProfile(openControl(env), openForJob(shard, company_id)).catch((error: unknown) =>
        console.error(`The profile of company ${company_id} was not taken over`, error),
      );
}
