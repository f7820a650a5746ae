import { and, desc, isNull, type SQL, sql } from "drizzle-orm";
import { addDays } from "#app/shared/company-time.ts";
import { idFrom } from "#drizzle/columns.ts";
import {
  assets,
  breakdowns,
  counters,
  departments,
  dueOccurrences,
  serviceReports,
  statistics,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { asRows } from "../../db/predicates.ts";
import { acrossLocations } from "../../db/scope.ts";
import { counterOf } from "../assets/effects.ts";
import { keptBy } from "../assets/filters.ts";
import { isOpen } from "../service-calls/figures.ts";
import { lateAt } from "../service-calls/late.ts";

/** Filters of the list of devices that a dashboard counts, by the filter and its value. */
const countedFilters = [
  ["condition", "working"],
  ["condition", "not_working"],
  ["condition", "working_limited"],
  ["failed", "1"],
  ["pm", "overdue"],
  ["pm", "month"],
  ["lost", "1"],
  ["cal", "overdue"],
  ["cover", "30"],
  ["cover", "60"],
  ["cover", "90"],
  ["missing", "cost"],
  ["missing", "serial"],
  ["missing", "place"],
] as const;
export const filterFigure = (filter: string, value: string) => `figures.list:${filter}=${value}`;
/** What the devices were bought for together, in minor units. */
export const VALUE = "figures.value";
/** Open services up to a week ahead that nobody and no team was given. */
export const UNGIVEN = "figures.ungiven";
/** Days ahead that are today's business. */
export const AHEAD_DAYS = 7;

/** So many reports of a Location are shown, of the last half year. */
export const LATEST = 6;
const LATEST_MS = 183 * 86_400_000;
/** How many calls are open, of those late, and critical. */
export type CallFigure = "open" | "late" | "critical";
export const callsNow = (name: CallFigure) => `figures.calls_now:${name}`;

const NO_CALLS = (["open", "late", "critical"] as const)
  .map((name) => `"${callsNow(name)}":0`)
  .join(",");

/** The row of `statistics` that holds a morning's figures of a Location; of the whole company without one. */
export const morningRow = (department = "all") => `morning:${department}`;

/** Statements that count the devices of each Location, and then all figures of the company, into one row each. */
export function morningRows(db: CompanyDb, today: string, at: number): Statement[] {
  const filters = countedFilters.map(([filter, value]) => {
    const { where } = keptBy({ [filter]: value }, { companyId: db.companyId, today })[filter]!;
    return sql`${filterFigure(filter, value)}, count(*) filter (where ${where})`;
  });
  const first = sql.raw(`'${morningRow("")}'`);
  const isOfMorning = sql`${statistics.id} >= ${first} and ${statistics.id} < 'morning;'`;
  const keeping = (rows: SQL) =>
    db.run(
      sql`insert into ${statistics} ("company_id", "id", "department_id", "figures", "counted_at") ${rows}`,
    );
  const ofPlace = sql`"due"."department_id" = ${assets.departmentId}`;
  const ungiven = sql`(select ${assets.departmentId} as "department_id", count(*) as "n"
    from ${dueOccurrences} join ${assets} on ${assets.companyId} = ${dueOccurrences.companyId} and ${assets.id} = ${dueOccurrences.assetId}
    where ${db.ofOwner(dueOccurrences, isUngiven(today))} group by 1)`;
  const ofCalls = sql`(select ${assets.departmentId} as "department_id", count(*) as "open", sum(coalesce(${lateAt(at)}, 0)) as "late",
      sum(${breakdowns.priority} = 'critical') as "critical"
    from ${breakdowns} join ${assets} on ${assets.companyId} = ${breakdowns.companyId} and ${assets.id} = ${breakdowns.assetId}
    where ${db.ofOwner(breakdowns, isOpen)} group by 1)`;
  const calls = (["open", "late", "critical"] as const).map(
    (name) => sql`${callsNow(name)}, coalesce(max(${sql.raw(`"calls"."${name}"`)}), 0)`,
  );
  const latest = sql`(select "department_id", json_group_array("id") as "ids" from (
      select ${assets.departmentId} as "department_id", ${serviceReports.id} as "id",
        row_number() over (partition by ${assets.departmentId} order by ${desc(serviceReports.id)}) as "nth"
      from ${serviceReports} join ${assets} on ${assets.companyId} = ${serviceReports.companyId} and ${assets.id} = ${serviceReports.assetId}
      where ${db.ofOwner(serviceReports, sql`${serviceReports.id} >= ${idFrom(at - LATEST_MS)} and ${serviceReports.cancelledAt} is null`)}
      order by 3) where "nth" <= ${sql.raw(String(LATEST))} group by 1)`;
  return [
    db.removing(statistics, isOfMorning),
    keeping(sql`select ${db.companyId}, ${morningRow("")} || ${assets.departmentId}, ${assets.departmentId},
        json_object('all', json_object(${sql.join(filters, sql`, `)}, ${VALUE}, coalesce(sum(${assets.purchaseCostMinor}), 0),
          ${UNGIVEN}, coalesce(max("due"."n"), 0), ${sql.join(calls, sql`, `)}), 'latest', json(coalesce(max("latest"."ids"), '[]'))), ${at}
      from ${assets} left join ${ungiven} as "due" on ${ofPlace}
        left join ${ofCalls} as "calls" on "calls"."department_id" = ${assets.departmentId}
        left join ${latest} as "latest" on "latest"."department_id" = ${assets.departmentId}
      where ${db.ofOwner(assets, sql`${assets.deletedAt} is null`)} group by ${assets.departmentId}`),
    // A Location without devices is counted as well: nothing is known to be there.
    keeping(sql`select ${db.companyId}, ${morningRow("")} || ${departments.id}, ${departments.id}, '{"all":{${sql.raw(NO_CALLS)}}}', ${at} from ${departments}
      where ${db.ofOwner(departments, sql`not exists (select 1 from ${assets} where ${db.ofOwner(assets, sql`${assets.departmentId} = ${departments.id} and ${assets.deletedAt} is null`)})`)}`),
    keeping(sql`select ${db.companyId}, ${morningRow()}, null, json_object('all', json_group_object("name", "n"), 'places', (select json_group_array(json_object('id', ${departments.id}, 'name', ${departments.name}))
        from ${departments} where ${db.ofOwner(departments, isNull(departments.deletedAt))})), ${at} from (
      select ${counters.id} as "name", ${counters.value} as "n" from ${counters}
        where ${db.ofOwner(counters, sql`${counters.id} >= 'figures.' and ${counters.id} < 'figures/'`)}
      union all select "one"."key", sum("one"."value") from ${statistics} join json_each(${statistics.figures}, '$.all') as "one"
        where ${db.ofOwner(statistics, isOfMorning)} group by 1)`),
  ];
}

/** Open services up to a week ahead that nobody was given, as the calendar lists them. */
const isUngiven = (today: string): SQL =>
  sql`${dueOccurrences.status} in ('scheduled', 'in_progress', 'deferred') and ${dueOccurrences.planOn} <= ${addDays(today, AHEAD_DAYS)}
    and ${dueOccurrences.assignedUserId} is null and ${dueOccurrences.assignedTeamId} is null`;

type MorningFigures = { all?: Readonly<Record<string, number>> };
/** The figures of rows together, by their names; none where the morning has not counted. */
export function morningOf(told: readonly { figures: unknown }[]): Map<string, number> {
  const rows = told.filter(({ figures }) => figures !== null);
  const sums = new Map<string, number>(
    rows.length
      ? countedFilters.map(([filter, value]) => [filterFigure(filter, value), 0] as const)
      : [],
  );
  for (const { figures } of rows)
    for (const [name, n] of Object.entries((figures as MorningFigures).all ?? {}))
      sums.set(name, (sums.get(name) ?? 0) + n);
  return sums;
}

/** A person's Locations are named by their own rows; the row of the company only where the person has no limit. */
const everyCounter = acrossLocations(counters, "each row is shown or not by its own Location");
const everyMorning = acrossLocations(statistics, "each row is shown or not by its own Location");
/** Locations of a limited person whose figures are added up; those of more are not. */
const MOST_PLACES = 40;

/**
 * The morning's rows of Locations, or of the whole company, as a statement; hand them to `morningOf`. A Location is told with its name and
 * how many devices it has now.
 */
export const morningFigures = (db: ReadingDb, places: readonly string[] | null) => {
  const isFew = places === null || places.length <= MOST_PLACES;
  const row = isFew ? sql`${morningRow("")} || "asked"."value"` : sql`null`;
  const told = db
    .select({
      figures: sql`${statistics.figures}`.mapWith(statistics.figures).as("morning"),
      id: sql<string | null>`${departments.id}`.as("place_id"),
      name: sql<string | null>`${departments.name}`.as("place_name"),
      total: sql<number | null>`${counters.value}`.as("place_total"),
    })
    .from(sql`${asRows(places ?? ["all"])} as "asked"`)
    .leftJoin(sql`${everyMorning}`, db.ofOwner(statistics, sql`${statistics.id} = ${row}`));
  const [named, totals] = places
    ? [sql`"asked"."value"`, sql`${counterOf.department("")} || "asked"."value"`]
    : [sql`null`, sql`null`];
  return told
    .leftJoin(
      departments,
      db.ofOwner(
        departments,
        and(sql`${departments.id} = ${named}`, isNull(departments.deletedAt)),
      ),
    )
    .leftJoin(sql`${everyCounter}`, db.ofOwner(counters, sql`${counters.id} = ${totals}`));
};
