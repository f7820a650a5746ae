import { and, desc, inArray, type SQL, sql } from "drizzle-orm";
import { foundAt, type LastReport, type RoundDevice } from "#app/shared/rounds.ts";
import { dueOccurrences, serviceReports } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";

/** So many of the latest reports of a device, and of the earlier dates of a schedule, are looked through. */
const MOST_BACK = 4;

/** The latest report of each device, and its latest one with checks. */
const latestOf = (db: CompanyDb, ids: readonly string[]): SQL => {
  const latest = (
    most: number,
  ) => sql`select l."id", l."checks_yes" + l."checks_no" + l."checks_na" as "checks"
    from "service_reports" as l where l."company_id" = ${db.companyId} and l."asset_id" = j."value"
    and l."cancelled_at" is null order by l."service_on" desc, l."id" desc limit ${sql.raw(String(most))}`;
  const devices = sql`json_each(${JSON.stringify(ids)}) as j`;
  return sql`select (select "id" from (${latest(1)})) from ${devices}
    union select (select "id" from (${latest(MOST_BACK)}) where "checks" > 0 limit 1) from ${devices}`;
};

/** The report of the latest earlier date of each schedule that is due. */
const ofSchedules = (db: CompanyDb, due: SQL | undefined): SQL =>
  sql`select (select "report" from (select b."service_report_id" as "report" from "due_occurrences" as b
      where b."company_id" = ${db.companyId} and b."schedule_id" = ${dueOccurrences.scheduleId} and b."due_on" < ${dueOccurrences.dueOn}
      order by b."due_on" desc limit ${sql.raw(String(MOST_BACK))}) where "report" is not null limit 1)
    from ${dueOccurrences} where ${db.ofOwner(dueOccurrences, due)}`;

/**
 * The reports that tell what was found last time, newest first.
 * @param due which occurrences of the devices are taken along
 */
export const lastReportsOf = (db: CompanyDb, ids: readonly string[], due: SQL | undefined) =>
  db
    .select({
      assetId: serviceReports.assetId,
      serviceTicket: serviceReports.serviceTicket,
      serviceOn: serviceReports.serviceOn,
      remark: sql<string | null>`substr(${serviceReports.remark}, 1, 500)`.as("remark"),
      checklistId: serviceReports.pmChecklistId,
      pmLists: serviceReports.pmLists,
    })
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(
          inArray(serviceReports.id, sql`(${latestOf(db, ids)} union ${ofSchedules(db, due)})`),
          sql`${serviceReports.cancelledAt} is null`,
        ),
      ),
    )
    .orderBy(desc(serviceReports.serviceOn), desc(serviceReports.id));

type Found = Awaited<ReturnType<typeof lastReportsOf>>;

/** What they left to know of one device. @param reports of one device, newest first */
export function leftBy(reports: Found): Pick<RoundDevice, "last" | "lastChecks"> {
  const [latest] = reports;
  const last: LastReport | null = latest
    ? { serviceTicket: latest.serviceTicket, serviceOn: latest.serviceOn, remark: latest.remark }
    : null;
  const lastChecks = reports.flatMap(({ serviceOn, checklistId, pmLists }) =>
    pmLists.length ? [{ serviceOn, checklistId, checks: foundAt(pmLists) }] : [],
  );
  return { last, lastChecks };
}
