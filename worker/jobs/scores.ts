import { dayIn } from "#app/shared/company-time.ts";
import { countReliability } from "../domain/reliability/count.ts";
import { countVendors } from "../domain/reliability/vendors.ts";
import { countScores } from "../domain/replacement/count.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const PARTS = 5;
const COMPANY = `select time_zone, country,
    (select json_group_object(id, json(value_json)) from company_settings
      where company_settings.company_id = ?1 and id = 'replacement_weights') as settings
  from company_profiles where company_id = ?1 and id = ?1`;

const companyOf = ({ db, owner }: Part) =>
  db.prepare(COMPANY).bind(owner).first<{ time_zone: string; country: string; settings: string }>();

/** Counts how much speaks for replacing each device. */
export async function scoreDevices(part: Part): Promise<string | null> {
  const company = await companyOf(part);
  if (!company) return null;
  const today = dayIn(company.time_zone, part.at);
  const settings = JSON.parse(company.settings) as Record<string, unknown>;
  const weights = settingOf({ settings, country: company.country }, "replacement_weights");
  const db = openForJob(part.db, part.owner);
  let after: string | null = part.from;
  for (let n = 0; n < PARTS && after !== null; n++)
    after = await countScores(db, { today, weights }, after);
  return after;
}

/** Counts how reliable vendors and models were. */
export async function scoreModels(part: Part): Promise<string | null> {
  const company = await companyOf(part);
  if (!company) return null;
  const timeZone = company.time_zone;
  const day = { timeZone, today: dayIn(timeZone, part.at), at: part.at };
  const db = openForJob(part.db, part.owner);
  await countVendors(db, day);
  await countReliability(db, day);
  return null;
}
