import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { Value } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";

const isPm = sql`${serviceReports.serviceType} = 'pm'`;
const yearOf = sql`substr(${serviceReports.serviceOn}, 1, 4)`;
const { serviceCostMinor, partsCostMinor } = serviceReports;

/** What the reports of a device that count cost in each year, as SELECT: `year`, `pm`, `other` and `parts`. @param from what comes before the reports, in the words of a join */
export const reportCosts = (
  db: Pick<ReadingDb, "ofOwner">,
  assetId: string | Value,
  from: SQL = sql``,
): SQL => sql`select ${yearOf} as "year", sum(iif(${isPm}, ${serviceCostMinor}, 0)) as "pm",
    sum(iif(${isPm}, 0, ${serviceCostMinor})) as "other", sum(${partsCostMinor}) as "parts" from ${from}${serviceReports}
  where ${db.ofOwner(
    serviceReports,
    and(rare(eq(serviceReports.assetId, assetId)), isNull(serviceReports.cancelledAt)),
  )} group by 1`;

/** Whether the years a device keeps are all it cost; those of reports that were saved before it kept any are missing. */
export const costYearsAddUp: SQL = sql`(select coalesce(sum(("value" ->> 0) + ("value" ->> 1) + ("value" ->> 2)), 0)
  from json_each(${assets.costYears})) = ${assets.serviceCostMinor}`;

/** A report as its device has counted it. */
export type Counted = Pick<
  Row<typeof serviceReports>,
  "serviceOn" | "serviceType" | "serviceCostMinor" | "totalCostMinor"
>;

const pathOf = (year: SQL) => sql`('$."' || ${year} || '"')`;
/** What some years have for the PM service, the other service and the parts of one of them, each with something added. */
const raised = (years: SQL, path: SQL, added: readonly SQL[]): SQL =>
  sql`json_set(${years}, ${path}, json_array(${sql.join(
    added.map(
      (by, place) => sql`coalesce(${years} ->> ${path} ->> ${sql.raw(String(place))}, 0) + ${by}`,
    ),
    sql`, `,
  )}))`;

/** The years of a device without what a report cost before it was changed. */
function without({ serviceOn, serviceType, serviceCostMinor: service, totalCostMinor }: Counted) {
  const costs = [
    serviceType === "pm" ? service : 0,
    serviceType === "pm" ? 0 : service,
    totalCostMinor - service,
  ];
  return raised(
    sql`${assets.costYears}`,
    pathOf(sql`${serviceOn.slice(0, 4)}`),
    costs.map((cost) => sql`cast(${-cost} as integer)`),
  );
}

/**
 * The years of a device with a report as the batch has left it, for an update of `assets`. Its other reports are read only where
 * the years do not add up.
 * @param before the report as it was counted before; nothing for a new one
 */
export function costYearsWith(
  db: Pick<ReadingDb, "ofOwner">,
  assetId: string,
  reportId: string,
  before?: Counted,
): SQL {
  const years = before ? without(before) : sql`${assets.costYears}`;
  const counts = sql`(${serviceReports.cancelledAt} is null)`;
  const counted = raised(years, pathOf(yearOf), [
    sql`iif(${isPm} and ${counts}, ${serviceCostMinor}, 0)`,
    sql`iif(not ${isPm} and ${counts}, ${serviceCostMinor}, 0)`,
    sql`iif(${counts}, ${partsCostMinor}, 0)`,
  ]);
  const all = sql`select json_group_object("year", json_array("pm", "other", "parts")) from (${reportCosts(db, assetId)})`;
  return sql`iif(${costYearsAddUp}, (select ${counted} from ${serviceReports}
    where ${db.ofOwner(serviceReports, eq(serviceReports.id, reportId))}), (${all}))`;
}
