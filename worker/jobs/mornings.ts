import { addDays, dayIn, instantOf, wallClock } from "#app/shared/company-time.ts";
import { closingsOfTheDay } from "../domain/compliance/freeze.ts";
import { contractEndings } from "../domain/contracts/ending.ts";
import { coverOfTheDay } from "../domain/contracts/morning.ts";
import { countFigures } from "../domain/dashboard/roll-up.ts";
import { passReturns } from "../domain/gate-passes/due-back.ts";
import { askForOverdue } from "../domain/gate-passes/overdue.ts";
import { accreditationEndings } from "../domain/notifications/accreditations.ts";
import {
  calibratorChecks,
  calibratorDues,
  machineDues,
} from "../domain/notifications/calibrations.ts";
import { type DayWork, placeOf } from "../domain/notifications/day-work.ts";
import { sendDigests } from "../domain/notifications/digest.ts";
import { assetDocumentEndings, vendorDocumentEndings } from "../domain/notifications/documents.ts";
import { FIRST_DUE, isAtDue, remindOfDue } from "../domain/notifications/due/remind.ts";
import { remindOfEndings } from "../domain/notifications/endings.ts";
import { warrantyEndings } from "../domain/notifications/warranty.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import { transferReturns } from "../domain/transfers/due-back.ts";
import { tellOfOverdue } from "../domain/transfers/overdue.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import { type Part, send } from "./message.ts";
import { dueFrom } from "./webhooks.ts";

/** Steps of a company's work in one message. */
const STEPS = 10;
const [MINUTE, HOUR] = [60_000, 3_600_000];
/** The hour at which a company's day begins, by its own clock. */
const BEGINS = { closings: 5, reminders: 6, digest: 7 } as const;
type Morning = keyof typeof BEGINS;

type Company = {
  primary_host: string;
  service_type: number;
  time_zone: string;
  country: string;
  status: string;
  done_on: string | null;
  settings: string;
};
const COMPANY = `select primary_host, service_type, time_zone, country, status, job.done_on,
    (select json_group_object(id, json(value_json)) from company_settings
      where company_settings.company_id = ?1 and id in ('reminder_days', 'digest', 'date_format', 'due_escalation')) as settings
  from company_profiles join company_jobs as job on job.company_id = ?1 and job.id = ?2
  where company_profiles.company_id = ?1 and company_profiles.id = ?1`;
const CURSOR = "select cursor from company_jobs where company_id = ? and id = ?";
/** Where the zone has changed meanwhile, what the change has set stands. */
const LOOK_AGAIN = `update company_jobs set due_at = ?3 where company_id = ?1 and id = ?2
  and exists (select 1 from company_profiles where company_id = ?1 and id = ?1 and time_zone = ?4)`;

const serves = ({ status }: Company) =>
  status === "active" || status === "trial" || status === "grace";

/** The next instant, in milliseconds, at which a company's day has come to an hour of its own clock. */
export function nextMorning(timeZone: string, hour: number, at: number): number {
  const today = dayIn(timeZone, at);
  const instants = [today, addDays(today, 1)].map((day) =>
    instantOf(Date.parse(`${day}T00:00:00Z`) + hour * HOUR, timeZone),
  );
  return instants.find((instant) => instant > at) ?? at + MINUTE;
}

/** Does a company's work of the morning once a day, from the hour on at which its day begins. */
async function eachMorning(
  job: Morning,
  part: Part,
  step: (work: DayWork, company: Company) => Promise<boolean>,
): Promise<string | null> {
  const { db, owner, at } = part;
  const company = await db.prepare(COMPANY).bind(owner, job).first<Company>();
  if (!company) return null;
  const { time_zone: zone, done_on: doneOn } = company;
  const today = dayIn(zone, at);
  const isMorning = new Date(wallClock(zone, at)).getUTCHours() >= BEGINS[job];
  let isDone = !serves(company) || !isMorning || (doneOn ?? "") >= today;
  for (let n = 0; n < STEPS && !isDone; n++) {
    const here = await db.prepare(CURSOR).bind(owner, job).first<{ cursor: string | null }>();
    isDone = await step({ job, today, doneOn, cursor: here?.cursor ?? null }, company);
  }
  if (!isDone) return "";
  await db
    .prepare(LOOK_AGAIN)
    .bind(owner, job, nextMorning(zone, BEGINS[job], at), zone)
    .run();
  return null;
}

const settingsOf = ({ settings, country }: Company) => ({
  country,
  settings: JSON.parse(settings) as Record<string, unknown>,
});

/** What ends on a day and is reminded of, in its order. */
export const endings = [
  warrantyEndings,
  contractEndings,
  assetDocumentEndings,
  vendorDocumentEndings,
  accreditationEndings,
  transferReturns,
  passReturns,
];
/** The same of a company with a laboratory. */
export const laboratoryEndings = [...endings, machineDues, calibratorDues, calibratorChecks];

/** Counts the day's figures, and reminds of dates that come near. */
export const remind = (part: Part) =>
  eachMorning("reminders", part, async (work, company) => {
    const set = settingsOf(company);
    const db = openForJob(part.db, part.owner);
    const origin = originOf(part.env, company.primary_host);
    const dateFormat = settingOf(set, "date_format");
    if (placeOf(work) === null) {
      await coverOfTheDay(db, work.today, work.doneOn);
      await countFigures(db, work.today, company.time_zone);
      const { shard, owner, at } = part;
      const due = dueFrom(work.doneOn ?? addDays(work.today, -1), work.today);
      await send(part.env, "JOB_QUEUE", [
        { job: "statistics", shard, owner, at },
        { job: "webhooks-due", shard, owner, at, from: due },
      ]);
      await tellOfOverdue(db, { ...work, origin, dateFormat }, part.at);
      await askForOverdue(db, { origin, today: work.today, company: set }, part.at);
    }
    const reminding = { ...work, leads: settingOf(set, "reminder_days"), dateFormat };
    if (isAtDue(work)) {
      const escalation = settingOf(set, "due_escalation");
      return remindOfDue(db, origin, { ...reminding, escalation }, part.at);
    }
    const ending = company.service_type === 0 ? endings : laboratoryEndings;
    await remindOfEndings(db, origin, ending, reminding, FIRST_DUE, part.at);
    return false;
  });

/** Mails what waits for the digest, an hour after the reminders. */
export const mailDigests = (part: Part) =>
  eachMorning("digest", part, (work, company) => {
    const set = settingsOf(company);
    return sendDigests(openForJob(part.db, part.owner), originOf(part.env, company.primary_host), {
      ...work,
      mode: settingOf(set, "digest"),
      dateFormat: settingOf(set, "date_format"),
    });
  });

/** Freezes what was due until yesterday, and settles what is over, an hour before the reminders. */
export const closeMonths = (part: Part) =>
  eachMorning("closings", part, (work, { time_zone: timeZone }) =>
    closingsOfTheDay(openForJob(part.db, part.owner), work, timeZone, part.at),
  );
