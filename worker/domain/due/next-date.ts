import { type SQL, sql } from "drizzle-orm";
import { assets, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { intervalOf } from "../assets/intervals.ts";

/** A calendar date moved by whole months, as `addMonths` does it, in SQL. */
export const monthsAfter = (on: SQL, months: SQL): SQL<string> =>
  sql`min(date(${on}, '+' || ${months} || ' months'), date(${on}, 'start of month', '+' || (${months} + 1) || ' months', '-1 day'))`;

/** The interval of a device for the kind of a schedule, in months, from rows of `schedules` and `assets`; null where none is known. */
export const monthsOf = (db: CompanyDb): SQL<number | null> =>
  sql`iif(${schedules.kind} = 'calibration', ${intervalOf(db, "cal")}, ${intervalOf(db, "pm")})`;

/** Whether a device is to be serviced in the kind of a schedule. */
export const isRequired = sql`iif(${schedules.kind} = 'calibration', ${assets.calRequired}, ${assets.pmRequired})`;
/** Devices at the end of their life are planned for nothing. */
export const isInUse = sql`${assets.lifecycle} not in ('condemned', 'disposed')`;

/**
 * The next date of a floating schedule after one on which it was done, from rows of `schedules` and `assets`; null where none follows.
 * A plan takes the interval that its device has by then. A date of the schedule that is over is passed by, day by day.
 */
export function nextFloating(db: CompanyDb, on: SQL): SQL<string | null> {
  const { intervalUnit, intervalCount, isPlan, endsOn, id } = schedules;
  const months = monthsOf(db);
  const next = sql`case
    when ${isPlan} then iif(${isRequired}, ${monthsAfter(on, months)}, null)
    when ${intervalUnit} = 'day' then date(${on}, '+' || ${intervalCount} || ' days')
    when ${intervalUnit} = 'week' then date(${on}, '+' || (7 * ${intervalCount}) || ' days')
    when ${intervalUnit} = 'month' then ${monthsAfter(on, sql`${intervalCount}`)}
    else ${monthsAfter(on, sql`(12 * ${intervalCount})`)} end`;
  const over = db.exists(
    dueOccurrences,
    sql`${dueOccurrences.scheduleId} = ${id} and ${dueOccurrences.dueOn} = "free"."on" and ${dueOccurrences.status} <> 'cancelled'`,
  );
  return sql`(select "free"."on" from (select date(${next}, '+' || "value" || ' days') as "on" from json_each('[0,1,2,3,4,5,6,7,8,9]')) as "free"
    where "free"."on" is not null and (${isPlan} or ${endsOn} is null or "free"."on" <= ${endsOn}) and not ${over} limit 1)`;
}

/** A window's day as SQL: so many days before or after a date, as the schedule says, else as the company does. */
export const windowDay = (on: SQL, side: "before" | "after", usual: number): SQL => {
  const days = side === "before" ? schedules.windowBeforeDays : schedules.windowAfterDays;
  return sql`date(${on}, ${side === "before" ? "-" : "+"} || coalesce(${days}, cast(${usual} as integer)) || ' days')`;
};
