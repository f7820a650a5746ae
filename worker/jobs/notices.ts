import { dayIn, wallClock } from "#app/shared/company-time.ts";
import { sendDigests } from "../domain/notifications/digest.ts";
import { tellLowStock } from "../domain/notifications/low-stock.ts";
import { remindOfWarranties } from "../domain/notifications/warranty.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import { leased } from "./lease.ts";
import { shardsOf, waitingCompanies } from "./shards.ts";

/** Parts of a company's work in one run; the rest waits for the next. */
const PARTS = 20;
/** When a company's day begins, by its own clock. */
const MORNING = { reminders: 6, digest: 7 } as const;

const said = (companyId: string, what: string) => (error: unknown) => console.error(`${what} of company ${companyId} failed`, error);

/** Brings back what was snoozed until now. */
export async function wakeNotices(env: Env, now: number): Promise<void> {
  for (const shard of shardsOf(env))
    await shard
      .prepare("update notifications set read_at = null, snooze_until = null where snooze_until is not null and snooze_until <= ?")
      .bind(now)
      .run();
}

const LOW = "quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and archived_at is null and deleted_at is null";
const NO_LONGER_LOW = "low_stock_notified_at is not null and (min_qty is null or quantity > min_qty)";

/** Tells of items that came to their minimum; one that rose above it can be told of again. */
export async function tellOfLowStock(env: Env, now: number): Promise<void> {
  for (const shard of shardsOf(env)) {
    await shard.prepare(`update stock_items set low_stock_notified_at = null where ${NO_LONGER_LOW}`).run();
    for (const company_id of await waitingCompanies(shard, "stock_items", "stock_items_low_untold", LOW)) {
      const profile = await shard.prepare(PROFILE).bind(company_id).first<Profile>();
      if (!profile || !serves(profile)) continue;
      const db = openForJob(shard, company_id);
      const origin = originOf(env, profile.primary_host);
      const work = async () => {
        for (let part = 0; part < PARTS && (await tellLowStock(db, origin, now + part)) > 0; part++);
      };
      await leased(shard, company_id, "low-stock", now, work).catch(said(company_id, "The low stock"));
    }
  }
}

type Profile = { company_id: string; primary_host: string; time_zone: string; country: string; status: string };
type Due = Profile & { done_on: string | null; cursor: string | null; settings: string };
const PROFILE = "select company_id, primary_host, time_zone, country, status from company_profiles where company_id = ?1 and id = ?1";
const serves = ({ status }: Profile) => status === "active" || status === "trial" || status === "grace";

const DUE = `select profile.company_id, profile.primary_host, profile.time_zone, profile.country, profile.status, job.done_on, job.cursor
  from company_profiles as profile left join company_jobs as job on job.company_id = profile.company_id and job.id = ?`;
const SETTINGS = `select json_group_object(id, json(value_json)) as settings from company_settings
  where company_id = ? and id in ('reminder_days', 'digest', 'date_format')`;

/** Does a part of each company's morning work until it is done for its day, goes on where it stopped, and waits for the next morning. */
async function eachMorning(
  env: Env,
  now: number,
  job: keyof typeof MORNING,
  part: (due: Due & { today: string }, open: { shard: D1Database; origin: string }) => Promise<boolean>,
): Promise<void> {
  for (const shard of shardsOf(env)) {
    const { results } = await shard.prepare(DUE).bind(job).all<Due>();
    for (const due of results) {
      const today = dayIn(due.time_zone, now);
      const hour = new Date(wallClock(due.time_zone, now)).getUTCHours();
      if (!serves(due) || hour < MORNING[job] || (due.done_on ?? "") >= today) continue;
      const work = async () => {
        const { settings } = (await shard.prepare(SETTINGS).bind(due.company_id).first<{ settings: string }>())!;
        for (let n = 0; n < PARTS; n++) {
          const at = await shard
            .prepare("select done_on, cursor from company_jobs where company_id = ? and id = ?")
            .bind(due.company_id, job)
            .first();
          if (await part({ ...due, ...at, settings, today }, { shard, origin: originOf(env, due.primary_host) })) return;
        }
      };
      await leased(shard, due.company_id, job, now, work).catch(said(due.company_id, `The ${job}`));
    }
  }
}

const settingsOf = ({ settings, country }: Due) => ({ country, settings: JSON.parse(settings) as Record<string, unknown> });

/** Reminds of dates that come near, each company in its own morning. */
export const remind = (env: Env, now: number) =>
  eachMorning(env, now, "reminders", (due, { shard, origin }) => {
    const set = settingsOf(due);
    const reminding = {
      today: due.today,
      doneOn: due.done_on,
      cursor: due.cursor,
      leads: settingOf(set, "reminder_days"),
      dateFormat: settingOf(set, "date_format"),
    };
    return remindOfWarranties(openForJob(shard, due.company_id), origin, reminding, now);
  });

/** Mails what waits for the digest, an hour after the reminders. */
export const mailDigests = (env: Env, now: number) =>
  eachMorning(env, now, "digest", (due, { shard, origin }) =>
    sendDigests(openForJob(shard, due.company_id), origin, {
      today: due.today,
      cursor: due.cursor,
      mode: settingOf(settingsOf(due), "digest"),
    }),
  );
