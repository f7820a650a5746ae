import { addDays, dayIn } from "#app/shared/company-time.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { generate } from "#worker/domain/due/generate.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import { onMeasured } from "./measured-company.ts";

const ZONE = "Asia/Kolkata";
/** Dates nearer than this stay as they are. */
const KEPT_DAYS = 60;

/** Counts what a morning counts, as every hospital has had it before its people come. */
export const countMorning = (calls: number) =>
  onMeasured(calls, async (company) => {
    await keepStatistics(company, { timeZone: ZONE, now: Date.now() });
    await countFigures(company, dayIn(ZONE), ZONE);
  });

/** How many due dates the clock makes in a second of processor time, SQLite's included: those of the measured hospital that lie ahead, made anew. */
export const datesASecond = (calls: number): Promise<number> =>
  onMeasured(calls, async (company, db) => {
    const today = dayIn(ZONE);
    const from = addDays(today, KEPT_DAYS);
    const run = (sql: string) => db.prepare(sql).bind(company.companyId, from).run();
    await run(
      "delete from due_occurrences where company_id = ?1 and due_on > ?2 and status = 'scheduled' and assigned_user_id is null and schedule_id in (select id from schedules where company_id = ?1 and mode = 'fixed')",
    );
    await run(`update schedules set next_on = date(anchor_on, '+' || (interval_count * (1 + cast(julianday(?2) - julianday(anchor_on) as integer) / interval_count)) || ' days')
      where company_id = ?1 and mode = 'fixed' and interval_unit = 'day' and is_active = 1`);
    const began = process.cpuUsage();
    let made = 0;
    for (let isMore = true; isMore; ) {
      const part = await generate(company, today, { settings: {}, country: "IN" });
      made += part.dates;
      isMore = part.isMore;
    }
    const { user, system } = process.cpuUsage(began);
    return made / ((user + system) / 1e6);
  });
