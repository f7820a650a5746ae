import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { addDays, addMonths, startOfDay } from "#app/shared/company-time.ts";
import { complianceStandings, exclusionWords, type Risk, risks } from "#app/shared/compliance.ts";
import { dueKinds } from "#app/shared/due-standing.ts";
import { type CostKind, costWords } from "#app/shared/report-filters.ts";
import {
  assetDetails,
  assetDowntimes,
  assets,
  breakdowns,
  contractAssets,
  contracts,
  departments,
  dueClosings,
  serviceReports,
  statistics,
} from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import { ofService } from "../comparisons/care.ts";
import { partOfContract } from "../contracts/part-of.ts";
import { isDay } from "../entity/fields.ts";
import type { Asker } from "../lists/documents.ts";
import {
  type Asked,
  is,
  named,
  onDays,
  type Report,
  type ReportColumn,
  writtenFrom,
} from "./declaration.ts";
import { device, isPriced, ofDevices } from "./of-devices.ts";

const assetSide = [0, 2] as const;
const FIRST_DAY = "2000-01-01";
const STEP_DAYS = 28;
const inWhere = () => undefined;

/** The days that an address names, today at the latest. */
function daysOf({ from, to }: Asked, today: string, first: (to: string) => string) {
  const last = to && isDay(to) && to < today ? to : today;
  return { from: from && isDay(from) ? from : first(last), to: last };
}

/** The instant at which a day of a column begins by the company's clock; exact for the days named. */
function beginning(column: SQLiteColumn | SQL, from: string, to: string, timeZone: string): SQL {
  const ahead = (day: string) => Date.parse(day) - startOfDay(day, timeZone);
  const changes = [{ day: FIRST_DAY, by: ahead(from) }];
  for (let day = from; day <= to; ) {
    const next = addDays(day, STEP_DAYS);
    const { by } = changes.at(-1)!;
    if (ahead(next) !== by) {
      let [before, after] = [day, next];
      while (addDays(before, 1) < after) {
        const days = Math.floor((Date.parse(after) - Date.parse(before)) / 172_800_000);
        const middle = addDays(before, days);
        if (ahead(middle) === by) before = middle;
        else after = middle;
      }
      changes.push({ day: after, by: ahead(after) });
    }
    day = next;
  }
  const offset = sql`(select "value" ->> 'by' from json_each(${JSON.stringify(changes)}) where "value" ->> 'day' <= ${column} order by "key" desc limit 1)`;
  return sql`(unixepoch(${column}) * 1000 - coalesce(${offset}, 0))`;
}

/** How long a stretch lies inside the days named and the time in which its device was in use, in milliseconds. */
function downInside({ db, now: instant, today, session }: Asker, asked: Asked): SQL {
  const lastCounted = sql`(select max(${statistics.countedAt}) from ${statistics}
    where ${db.ofOwner(statistics, sql`${statistics.id} >= 'now:all:' and ${statistics.id} < 'now:all;'`)})`;
  const now = asked.counted ? sql`coalesce(${lastCounted}, ${instant})` : sql`${instant}`;
  const zone = session.company.timeZone;
  const { from, to } = daysOf(asked, today, () => FIRST_DAY);
  const since = sql`coalesce(${assets.putToUseOn}, ${assets.purchaseOn})`;
  const begins = beginning(since, from, to, zone);
  const gone = beginning(assetDetails.condemnedOn, from, to, zone);
  const ends = startOfDay(addDays(to, 1), zone);
  return sql`max(0, min(coalesce(${assetDowntimes.endedAt}, ${now}), ${now}, ${ends}, coalesce(${gone}, ${now}))
    - max(${assetDowntimes.startedAt}, ${startOfDay(from, zone)}, coalesce(${begins}, 0)))`;
}

export const downtime: Report = {
  title: "Downtime",
  about:
    "Stretches in which devices could not be used. Hours are those inside the days named and the time in use; what goes on is counted until now",
  subject: "breakdown",
  services: assetSide,
  from: sql`${assetDowntimes} join ${assets} on ${pointsTo(assetDowntimes.assetId, assets)}
    left join ${assetDetails} on ${pointsTo(assets.id, assetDetails)}`,
  where: (asker, asked) => {
    const { from, to } = daysOf(asked, asker.today, () => FIRST_DAY);
    const zone = asker.session.company.timeZone;
    return asker.db.ofOwner(
      assetDowntimes,
      and(
        isNull(assetDowntimes.cancelledAt),
        isNull(assets.deletedAt),
        sql`${assetDowntimes.startedAt} < ${startOfDay(addDays(to, 1), zone)}`,
        sql`(${assetDowntimes.endedAt} is null or ${assetDowntimes.endedAt} > ${startOfDay(from, zone)})`,
        sql`not (${assets.lifecycle} = 'received' and ${assets.putToUseOn} is null)`,
        sql`${downInside(asker, asked)} > 0`,
      ),
    );
  },
  filters: {
    from: inWhere,
    to: inWhere,
    counted: inWhere,
    ...ofDevices,
    down: is(assetDowntimes.kind),
  },
  key: [assetDowntimes.startedAt, assetDowntimes.id],
  columns: (asker, asked): ReportColumn[] => [
    ...device,
    {
      label: "Kind",
      value: assetDowntimes.kind,
      words: { planned: "Planned", unplanned: "Unplanned" },
    },
    { label: "From", as: "time", value: assetDowntimes.startedAt },
    { label: "To", as: "time", value: assetDowntimes.endedAt },
    { label: "Hours", as: "hours", value: downInside(asker, asked), isSummed: true },
    { label: "Call", as: "code", value: named(breakdowns.number, assetDowntimes.breakdownId) },
    { label: "Reason", value: assetDowntimes.reason, wide: 2 },
  ],
};

const spent = {
  id: sql.raw(`"spent"."id"`),
  day: sql.raw(`"spent"."day"`),
  asset: sql.raw(`"spent"."asset"`),
  ...(Object.fromEntries(
    Object.keys(costWords).map((kind) => [kind, sql.raw(`"spent"."${kind}"`)]),
  ) as Record<CostKind, SQL>),
};
const sumOf = sql`(${spent.labour} + ${spent.vendor} + ${spent.parts} + ${spent.contract})`;

/** The months of days, each with its first and last day among them. */
function monthsIn(from: string, to: string): { from: string; to: string }[] {
  const months: { from: string; to: string }[] = [];
  for (let first = from; first <= to; ) {
    const next = addMonths(`${first.slice(0, 7)}-01`, 1);
    const last = addDays(next, -1);
    months.push({ from: first, to: last < to ? last : to });
    first = next;
  }
  return months;
}

/** Reports of the days named, and what the contracts of devices cost in each month of them. */
function spentRows({ db, today }: Asker, asked: Asked): SQL {
  const { from, to } = daysOf(asked, today, (last) => `${last.slice(0, 7)}-01`);
  const internal = sql`${serviceReports.billedTo} = 'internal'`;
  const reports = sql`select ${serviceReports.id} as "id", ${serviceReports.assetId} as "asset", ${serviceReports.serviceOn} as "day",
      ${serviceReports.serviceTicket} as "number", ${serviceReports.serviceType} as "type", ${serviceReports.doneBy} as "by",
      iif(${internal}, ${serviceReports.serviceCostMinor}, 0) as "labour", iif(${internal}, 0, ${serviceReports.serviceCostMinor}) as "vendor",
      ${serviceReports.partsCostMinor} as "parts", 0 as "contract"
    from ${serviceReports} where ${db.ofOwner(
      serviceReports,
      and(
        isNull(serviceReports.cancelledAt),
        writtenFrom(serviceReports.id, from),
        onDays(serviceReports.serviceOn).from(from),
        onDays(serviceReports.serviceOn).to(to),
      ),
    )}`;
  const since = sql`max(${contracts.startOn}, coalesce(${contractAssets.fromOn}, ${contracts.startOn}), "month"."value" ->> 'from')`;
  const until = sql`min(${contracts.endOn}, coalesce(date(${contractAssets.toOn}, '-1 day'), ${contracts.endOn}),
    coalesce(date(${contracts.terminatedOn}, '-1 day'), ${contracts.endOn}), "month"."value" ->> 'to')`;
  const days = sql`cast(julianday(${until}) - julianday(${since}) + 1 as integer)`;
  const term = sql`cast(julianday(${contracts.endOn}) - julianday(${contracts.startOn}) + 1 as integer)`;
  const lines = sql`select ${contractAssets.id} || ' ' || ("month"."value" ->> 'from'), ${contractAssets.assetId}, ${until},
      ${contracts.number}, 'contract', null, 0, 0, 0, cast(round(${partOfContract()} * 1.0 * ${days} / ${term}) as integer)
    from ${contractAssets} join ${contracts} on ${pointsTo(contractAssets.contractId, contracts)}
    cross join json_each(${JSON.stringify(monthsIn(from, to))}) as "month"
    where ${db.ofOwner(
      contractAssets,
      and(
        inArray(contracts.kind, ofService as never[]),
        sql`${contracts.startOn} <= ${to} and ${contracts.endOn} >= ${from} and ${since} <= ${until}`,
      ),
    )}`;
  return sql`(${reports} union all ${lines}) as "spent"`;
}

export const serviceCost: Report = {
  title: "Service cost",
  about:
    "What service reports say of labour, vendor bills and parts, and what the contracts of devices cost in each month. Without days it is of this month; cancelled reports are left out",
  subject: "asset",
  services: assetSide,
  from: (asker, asked) =>
    sql`${spentRows(asker, asked)} cross join ${assets} on ${asker.db.ofOwner(assets, sql`${assets.id} = ${spent.asset}`)}`,
  where: () => isNull(assets.deletedAt),
  filters: {
    from: inWhere,
    to: inWhere,
    ...ofDevices,
    spent: (kind) => (kind in costWords ? sql`${spent[kind as CostKind]} <> 0` : sql`0`),
    priced: () => isPriced,
  },
  key: [spent.day, spent.id],
  columns: (): ReportColumn[] => [
    { label: "Number", as: "code", value: sql.raw(`"spent"."number"`) },
    { label: "Date", as: "day", value: spent.day },
    ...device,
    {
      label: "Type",
      value: sql.raw(`"spent"."type"`),
      words: { pm: "PM", other: "Other", contract: "Contract" },
    },
    { label: "Done by", value: sql.raw(`"spent"."by"`) },
    ...Object.entries(costWords).map(
      ([kind, label]): ReportColumn => ({
        ...{ label, as: "money", value: spent[kind as CostKind], isSummed: true },
      }),
    ),
    { label: "Total", as: "money", value: sumOf, isSummed: true },
  ],
};

export const workDone: Report = {
  title: "Work done",
  about: "Service reports with how many of their checks failed; cancelled reports are left out",
  subject: "asset",
  services: assetSide,
  from: sql`${serviceReports} join ${assets} on ${pointsTo(serviceReports.assetId, assets)}`,
  where: ({ db }) =>
    db.ofOwner(serviceReports, and(isNull(serviceReports.cancelledAt), isNull(assets.deletedAt))),
  filters: {
    from: (day) =>
      and(onDays(serviceReports.serviceOn).from(day), writtenFrom(serviceReports.id, day)),
    to: onDays(serviceReports.serviceOn).to,
    ...ofDevices,
    work: is(serviceReports.serviceType),
    failed: () => sql`${serviceReports.checksNo} > 0`,
  },
  key: [serviceReports.id],
  columns: (): ReportColumn[] => [
    { label: "Ticket", as: "code", value: serviceReports.serviceTicket },
    { label: "Date", as: "day", value: serviceReports.serviceOn },
    ...device,
    { label: "Type", value: serviceReports.serviceType, words: { pm: "PM", other: "Other" } },
    { label: "Done by", value: serviceReports.doneBy },
    { label: "Failed checks", as: "number", value: serviceReports.checksNo, isSummed: true },
  ],
};

export const frozenPm: Report = {
  title: "PM compliance, date by date",
  about:
    "Every date that PM compliance counts or excludes, as its month has frozen it, with the Location, category and team of then",
  subject: "asset",
  services: assetSide,
  from: sql`${dueClosings}`,
  where: ({ db }) => db.ofOwner(dueClosings),
  filters: {
    from: (day) => (isDay(day) ? sql`${dueClosings.month} >= ${day.slice(0, 7)}` : undefined),
    to: (day) => (isDay(day) ? sql`${dueClosings.month} <= ${day.slice(0, 7)}` : undefined),
    department: is(dueClosings.departmentId),
    category: is(dueClosings.categoryId),
    team: is(dueClosings.teamId),
    criticality: is(dueClosings.criticality),
    risk: (risk) =>
      risk in risks ? inArray(dueClosings.criticality, [...risks[risk as Risk].of]) : sql`0`,
    standing: (standing) =>
      standing === "due"
        ? sql`${dueClosings.standing} <> 'excluded'`
        : sql`${dueClosings.standing} = ${standing}`,
  },
  key: [dueClosings.month, dueClosings.id],
  columns: (): ReportColumn[] => [
    { label: "Due", as: "day", value: dueClosings.dueOn },
    { label: "Kind", value: dueClosings.kind, words: dueKinds },
    { label: "Code", as: "code", value: named(assets.assetCode, dueClosings.assetId) },
    { label: "Asset", value: named(assets.name, dueClosings.assetId), wide: 2 },
    { label: "Location", value: named(departments.name, dueClosings.departmentId) },
    { label: "Criticality", value: dueClosings.criticality, words: criticalityWords },
    {
      label: "Standing",
      value: dueClosings.standing,
      words: Object.fromEntries(
        Object.entries(complianceStandings).map(([value, { label }]) => [value, label]),
      ),
    },
    { label: "Excluded as", value: dueClosings.exclusion, words: exclusionWords },
    { label: "Reason", value: dueClosings.reason, wide: 2 },
  ],
};
