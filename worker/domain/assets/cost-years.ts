import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Value } from "../../db/fixed.ts";
import { rare } from "../../db/predicates.ts";

const isPm = sql`${serviceReports.serviceType} = 'pm'`;
const { serviceCostMinor, partsCostMinor } = serviceReports;

/** What the reports of a device that count cost in each year, as SELECT: `year`, `pm`, `other` and `parts`. */
export const reportCosts = (
  db: Pick<ReadingDb, "ofOwner">,
  assetId: string | Value,
  more?: SQL,
): SQL => sql`select substr(${serviceReports.serviceOn}, 1, 4) as "year", sum(iif(${isPm}, ${serviceCostMinor}, 0)) as "pm",
    sum(iif(${isPm}, 0, ${serviceCostMinor})) as "other", sum(${partsCostMinor}) as "parts" from ${serviceReports}
  where ${db.ofOwner(
    serviceReports,
    and(rare(eq(serviceReports.assetId, assetId)), isNull(serviceReports.cancelledAt), more),
  )} group by 1`;

/** Whether the years a device keeps are all it cost; those of reports that were saved before it kept any are missing. */
export const costYearsAddUp: SQL = sql`(select coalesce(sum(("value" ->> 0) + ("value" ->> 1) + ("value" ->> 2)), 0)
  from json_each(${assets.costYears})) = ${assets.serviceCostMinor}`;

/** The years of a device from all its reports, for an update of `assets`. */
export const costYearsOf = (
  db: Pick<ReadingDb, "ofOwner">,
  assetId: string,
): SQL => sql`(select json_group_object("year", json_array("pm", "other", "parts"))
  from (${reportCosts(db, assetId)}))`;

/** The years of a device with those of a new report, for an update of `assets`; its other reports are read only where the years do not add up. */
export function costYearsWith(
  db: Pick<ReadingDb, "ofOwner">,
  assetId: string,
  reportId: string,
  year: string,
): SQL {
  const path = `$."${year}"`;
  const kept = (place: number) => sql`coalesce(${assets.costYears} ->> ${`${path}[${place}]`}, 0)`;
  const added = sql`select json_array(${kept(0)} + iif(${isPm}, ${serviceCostMinor}, 0),
      ${kept(1)} + iif(${isPm}, 0, ${serviceCostMinor}), ${kept(2)} + ${partsCostMinor})
    from ${serviceReports} where ${db.ofOwner(serviceReports, eq(serviceReports.id, reportId))}`;
  return sql`iif(${costYearsAddUp}, json_set(${assets.costYears}, ${path}, json((${added}))), ${costYearsOf(db, assetId)})`;
}
