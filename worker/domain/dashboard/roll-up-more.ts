import { and, type SQL, sql } from "drizzle-orm";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import { mondayOf } from "#app/shared/due-weeks.ts";
import { idFrom } from "#drizzle/columns.ts";
import { assetDowntimes, breakdowns, counters } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

const DAY_MS = 86_400_000;
/** Weeks of the chart of calls, this week counted. */
export const CALL_WEEKS = 12;
/** Days in which downtime is compared. */
export const DOWN_DAYS = 90;
const MOST_DOWN = 5;

export const callFigure = (what: "opened" | "closed", monday: string) =>
  `figures.calls_${what}:${monday}`;
/** The device with the most downtime has rank 1; the value is minutes. */
export const DOWN_PREFIX = "figures.down:";

/** The Mondays of the chart of calls, the earliest first. */
export const callWeeks = (today: string) =>
  Array.from({ length: CALL_WEEKS }, (_, at) =>
    addDays(mondayOf(today), 7 * (at + 1 - CALL_WEEKS)),
  );

/** Statements that count what a dashboard tells of a whole company, into counters of the morning. */
export function moreFigures(db: CompanyDb, today: string, timeZone: string): Statement[] {
  const counting = (rows: SQL) =>
    db.run(sql`insert into ${counters} ("company_id", "id", "value") ${rows}`);
  const weeks = callWeeks(today).map((monday) => ({
    monday,
    from: startOfDay(monday, timeZone),
    to: startOfDay(addDays(monday, 7), timeZone),
  }));
  const since = idFrom(weeks[0]!.from - 400 * DAY_MS);
  const calls = (["opened", "closed"] as const).map((what) => {
    const at = what === "opened" ? breakdowns.reportedAt : breakdowns.closedAt;
    return counting(sql`select ${db.companyId}, ${`figures.calls_${what}:`} || ("week"."value" ->> 'monday'), count(*)
      from ${breakdowns} join json_each(${JSON.stringify(weeks)}) as "week"
        on ${at} >= "week"."value" ->> 'from' and ${at} < "week"."value" ->> 'to'
      where ${db.ofOwner(breakdowns, sql`${breakdowns.id} >= ${since} and ${breakdowns.status} <> 'cancelled'`)} group by 2`);
  });
  const now = startOfDay(today, timeZone);
  const from = now - DOWN_DAYS * DAY_MS;
  return [
    ...calls,
    counting(sql`select ${db.companyId}, ${DOWN_PREFIX} || row_number() over (order by "minutes" desc, "asset_id") || ':' || "asset_id", "minutes" from (
      select ${assetDowntimes.assetId} as "asset_id",
        cast(sum(min(coalesce(${assetDowntimes.endedAt}, ${now}), ${now}) - max(${assetDowntimes.startedAt}, ${from})) / 60000 as integer) as "minutes"
      from ${assetDowntimes} where ${db.ofOwner(
        assetDowntimes,
        and(
          sql`${assetDowntimes.kind} = 'unplanned' and ${assetDowntimes.cancelledAt} is null`,
          sql`${assetDowntimes.startedAt} < ${now} and coalesce(${assetDowntimes.endedAt}, ${now}) > ${from}`,
        ),
      )} group by 1 having "minutes" > 0 order by "minutes" desc, 1 limit ${sql.raw(String(MOST_DOWN))})`),
  ];
}
