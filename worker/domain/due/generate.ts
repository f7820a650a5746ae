import { and, isNotNull, lte, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { datesBetween, HORIZON_DAYS } from "#app/shared/due-series.ts";
import { schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { insertingOccurrences, occurrencesOf, type WindowsOf } from "./occurrences-of.ts";

/** Schedules and dates of one part. */
const SCHEDULES = 500;
const DATES = 5000;

/**
 * Makes dates of fixed series up to the horizon that are no occurrences yet: one part. A part that comes twice, late or beside another
 * makes nothing twice; a schedule that was edited between its two statements is left to the next part.
 * @param today the company's day
 * @returns how many dates were made at most, and whether more wait
 */
export async function generate(
  db: CompanyDb,
  today: string,
  company: WindowsOf,
): Promise<{ dates: number; isMore: boolean }> {
  const until = addDays(today, HORIZON_DAYS);
  const [due] = await db.read(
    db
      .select()
      .from(schedules)
      .where(db.ofOwner(schedules, and(isNotNull(schedules.nextOn), lte(schedules.nextOn, until))))
      .orderBy(schedules.nextOn)
      .limit(SCHEDULES),
  );
  let left = DATES;
  const seen: (readonly [id: string, version: number, was: string, nextOn: string | null])[] = [];
  const rows = due.flatMap((schedule) => {
    const was = schedule.nextOn!;
    if (left <= 0) return [];
    const dates = schedule.isActive
      ? datesBetween(schedule, addDays(was, -1), until, Math.min(left, 1000))
      : [];
    left -= dates.length;
    const after = dates.at(-1) ?? (schedule.isActive ? addDays(was, -1) : null);
    const [nextOn = null] = after ? datesBetween(schedule, after, "9999-12-31", 1) : [];
    seen.push([schedule.id, schedule.version, was, nextOn]);
    return occurrencesOf(schedule, dates, company);
  });
  if (!seen.length) return { dates: 0, isMore: false };
  const asSeen = sql`from json_each(${JSON.stringify(seen)}) as "seen" cross join ${schedules}
    where ${db.ofOwner(schedules, sql`${schedules.id} = "seen"."value" ->> 0 and ${schedules.version} = "seen"."value" ->> 1 and ${schedules.nextOn} = "seen"."value" ->> 2`)}`;
  await db.read(
    ...(insertingOccurrences(
      db,
      rows,
      sql`"row"."value" ->> 1 in (select ${schedules.id} ${asSeen})`,
    ) as []),
    db.run(sql`update ${schedules} set "next_on" = "seen"."nextOn"
      from (select "value" ->> 0 as "id", "value" ->> 1 as "version", "value" ->> 2 as "was", "value" ->> 3 as "nextOn" from json_each(${JSON.stringify(seen)})) as "seen"
      where ${db.ofOwner(schedules, sql`${schedules.id} = "seen"."id" and ${schedules.version} = "seen"."version" and ${schedules.nextOn} = "seen"."was"`)}`),
  );
  return { dates: rows.length, isMore: due.length === SCHEDULES || left <= 0 };
}
