import { eq, type SQL, sql } from "drizzle-orm";
import { dateText } from "#app/shared/dates.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { intervalOf } from "../assets/intervals.ts";
import { settingOf } from "../settings/vocabulary.ts";

/** A calendar date moved by whole months, as `addMonths` does it, in SQL. */
const monthsAfter = (on: SQL, months: SQL): SQL<string> =>
  sql`min(date(${on}, '+' || ${months} || ' months'), date(${on}, 'start of month', '+' || (${months} + 1) || ' months', '-1 day'))`;

/** The Next PM that a person has set, and when it was first seen. */
function planOf(at: number) {
  const { nextPmOn, pmPlannedOn, pmPlannedAt, pmReckonedOn } = assets;
  const isByPerson = sql`(${nextPmOn} is not ${pmReckonedOn} or ${pmPlannedAt} is null)`;
  return {
    planned: sql`iif(${isByPerson}, ${nextPmOn}, ${pmPlannedOn})`,
    plannedAt: sql`iif(${isByPerson}, cast(${at - 1} as integer), ${pmPlannedAt})`,
  };
}

/** A report that is no PM leaves Next PM as it is, and notes what was planned before it: it may be made a PM later. */
export function sameNextPmColumns(at: number): SQL {
  const { planned, plannedAt } = planOf(at);
  return sql`"pm_reckoned_on" = ${assets.nextPmOn}, "pm_planned_on" = ${planned}, "pm_planned_at" = ${plannedAt}`;
}

/**
 * What the reports of a device make of its Next PM, as columns of an update of `assets`.
 *
 * The latest PM report that counts moves it by the interval from the day of service. What a person has set stands until a PM
 * report is entered after it, and comes back when that report is cancelled or made another kind. Where no interval is known, a
 * date that lies behind the report is fulfilled and none is planned.
 * @param ofAsset the condition of the device's reports that count, with more
 */
export function nextPmColumns(
  db: CompanyDb,
  ofAsset: (more: SQL) => SQL | undefined,
  at: number,
): SQL {
  const { pmRequired, lifecycle } = assets;
  const latest = (column: typeof serviceReports.serviceOn | typeof serviceReports.createdAt) =>
    sql`(select ${column} from ${serviceReports} where ${ofAsset(eq(serviceReports.serviceType, "pm"))}
      order by ${serviceReports.serviceOn} desc, ${serviceReports.id} desc limit 1)`;
  const { planned, plannedAt } = planOf(at);
  const served = latest(serviceReports.serviceOn);
  const months = intervalOf(db, "pm");
  const next = sql`case
    when coalesce(${latest(serviceReports.createdAt)}, 0) <= ${plannedAt} or ${lifecycle} in ('condemned', 'disposed') then ${planned}
    when ${pmRequired} and ${months} is not null then ${monthsAfter(served, months)}
    when ${planned} > ${served} then ${planned} end`;
  return sql`"next_pm_on" = ${next}, "pm_reckoned_on" = ${next}, "pm_planned_on" = ${planned}, "pm_planned_at" = ${plannedAt}`;
}

/** The Next PM of a report's device, after a PM; null after other work. */
export const nextPmAfter = sql<
  string | null
>`iif(${serviceReports.serviceType} = 'pm', ${assets.nextPmOn}, null)`.as("next_pm_on");

/** A message with what Next PM became; a full stop comes only between two sentences. */
export const withNextPm = ({ company }: Session, message: string, on: string | null) =>
  on === null ? message : `${message}. Next PM: ${dateText(on, settingOf(company, "date_format"))}`;
