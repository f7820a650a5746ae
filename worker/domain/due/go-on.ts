import { and, eq, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { assets, dueOccurrences, schedules } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { isInUse, monthsOf, nextFloating } from "./next-date.ts";
import { daysOfWindow, makingOccurrences, type WindowsOf } from "./occurrences-of.ts";
import { openOfSchedule } from "./open-ones.ts";

/**
 * Floating schedules of a device, by a condition on their rows, and the day from which each goes on. `closing` is the id of an occurrence
 * that this batch closes afterwards; `next` is a date that a person has set.
 */
type From = { assetId: string; which: SQL; on: SQL; closing?: SQL; next?: string | null };

/**
 * Makes the next date of floating schedules that have no open one: an interval after the day they go on from. A plan takes the
 * interval that its device has by then.
 */
export function goingOnFrom(
  db: CompanyDb,
  { assetId, which, on, closing, next: wanted }: From,
  company: WindowsOf,
  at: number,
): Statement[] {
  const { id, mode, isActive, isPlan, kind } = schedules;
  const isOther = closing && sql`${dueOccurrences.id} is not ${closing}`;
  const hasOpen = db.exists(dueOccurrences, and(openOfSchedule(schedules), isOther)!);
  const these = and(
    rare(eq(schedules.assetId, assetId)),
    eq(mode, "floating"),
    eq(isActive, true),
    which,
    sql`not ${hasOpen}`,
    isInUse,
  );
  const next = sql`select ${id} as "schedule_id", ${schedules.assetId} as "asset_id", ${kind} as "kind", ${wanted ?? nextFloating(db, on)} as "on",
      ${schedules.teamId} as "team_id", ${schedules.windowBeforeDays} as "before", ${schedules.windowAfterDays} as "after"
    from ${schedules} cross join ${assets}
    where ${db.ofOwner(schedules, these)} and ${db.ofOwner(assets, eq(assets.id, schedules.assetId))}`;
  const [before, after] = daysOfWindow({}, company);
  const side = (name: "before" | "after", sign: string, usual: number) =>
    sql`date("next"."on", ${sign} || coalesce(${sql.raw(`"next"."${name}"`)}, cast(${usual} as integer)) || ' days')`;
  const months = monthsOf(db);
  return [
    db.run(sql`update ${schedules} set "interval_unit" = 'month', "interval_count" = ${months}, "ends_on" = null
      from ${assets} where ${db.ofOwner(schedules, and(these, isPlan))} and ${db.ofOwner(assets, eq(assets.id, schedules.assetId))}
        and ${months} is not null and (${schedules.intervalCount} <> ${months} or ${schedules.endsOn} is not null)`),
    makingOccurrences(
      db,
      sql`${newId(at)}, "next"."schedule_id", "next"."asset_id", "next"."kind", "next"."on", ${side("before", "-", before)}, ${side("after", "+", after)}, "next"."team_id"`,
      // Materialized, so that the date is reckoned once and not for each column.
      sql`from (with "made" as materialized (${next}) select * from "made") as "next" where "next"."on" is not null limit 1`,
      at,
    ),
  ];
}
