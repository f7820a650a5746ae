import { wakeCalls as wake } from "../domain/service-calls/waking.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

type Company = { primary_host: string; time_zone: string; country: string; settings: string };
const COMPANY = `select primary_host, time_zone, country,
    (select json_group_object(id, json(value_json)) from company_settings where company_settings.company_id = ?1
      and id in ('sla', 'working_calendar', 'call_auto_close_days', 'date_format')) as settings
  from company_profiles where company_id = ?1 and id = ?1`;

/** Escalates service calls whose time runs out, and closes those that have been resolved for long. */
export async function wakeCalls({ env, db, owner, at, from }: Part): Promise<string | null> {
  const company = await db.prepare(COMPANY).bind(owner).first<Company>();
  if (!company) return null;
  const { primary_host, time_zone: timeZone, country, settings } = company;
  return wake(
    {
      db: openForJob(db, owner),
      company: { timeZone, country, settings: JSON.parse(settings) as Record<string, unknown> },
      origin: originOf(env, primary_host),
      at,
    },
    from,
  );
}
