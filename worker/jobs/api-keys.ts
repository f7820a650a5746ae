import { DAYS_TOLD, remindOfKeys } from "../domain/api-keys/reminding.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

/** Keys that end within so long are told of. */
export const KEYS_TOLD_MS = Math.max(...DAYS_TOLD) * 86_400_000;
const COMPANY =
  "select primary_host, time_zone from company_profiles where company_id = ?1 and id = ?1";

/** Tells a company's Admins of keys, and of tokens of the directory, that end soon. */
export async function tellOfKeys({ env, db, owner, at }: Part): Promise<string | null> {
  const company = await db
    .prepare(COMPANY)
    .bind(owner)
    .first<{ primary_host: string; time_zone: string }>();
  if (!company) return null;
  await remindOfKeys(openForJob(db, owner), {
    ...{ origin: originOf(env, company.primary_host), timeZone: company.time_zone, at },
  });
  return null;
}
