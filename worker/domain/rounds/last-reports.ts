import { type SQL, sql } from "drizzle-orm";
import { foundAt, type LastChecks, type LastReport } from "#app/shared/rounds.ts";
import type { CheckRow } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";

/** So many of the latest reports of a device are looked through for one with checks. */
const MOST_BACK = 3;

/** A report that tells what was found last time. */
type Told = {
  id: string;
  serviceTicket: string;
  serviceOn: string;
  remark: string | null;
  checklistId: string | null;
  pmLists: CheckRow[];
};
const told =
  sql.raw(`json_object('id', l."id", 'serviceTicket', l."service_ticket", 'serviceOn', l."service_on",
  'remark', substr(l."remark", 1, 500), 'checklistId', l."pm_checklist_id", 'pmLists', json(l."pm_lists"))`);

const toldOf = (report: SQL) =>
  sql<Told | null>`${report}`.mapWith((text: string) => JSON.parse(text) as Told);

const latestOf = (db: CompanyDb, asset: SQL, columns: SQL, most: number) =>
  sql`(select ${columns} from "service_reports" as l where l."company_id" = ${db.companyId} and l."asset_id" = ${asset}
    and l."cancelled_at" is null order by l."service_on" desc, l."id" desc limit ${sql.raw(String(most))})`;

/** The latest report of a device. */
export const latestReport = (db: CompanyDb) =>
  toldOf(latestOf(db, sql`"assets"."id"`, told, 1)).as("latest_report");

/** The report of the date before in the schedule of an occurrence; without it the latest one of the device with checks. */
export const reportBefore = (db: CompanyDb) => {
  const occurrence = sql.raw(`"due_occurrences"`);
  const columns = sql`${told} as "told", l."checks_yes" + l."checks_no" + l."checks_na" as "checks"`;
  return toldOf(sql`coalesce(
    (select ${told} from "service_reports" as l where l."company_id" = ${db.companyId} and l."cancelled_at" is null and l."id" =
      (select b."service_report_id" from "due_occurrences" as b where b."company_id" = ${db.companyId}
        and b."schedule_id" = ${occurrence}."schedule_id" and b."due_on" < ${occurrence}."due_on" order by b."due_on" desc limit 1)),
    (select "told" from ${latestOf(db, sql`${occurrence}."asset_id"`, columns, MOST_BACK)} where "checks" > 0 limit 1))`).as(
    "report_before",
  );
};

export const lastReport = (latest: Told | null): LastReport | null =>
  latest && {
    ...{ serviceTicket: latest.serviceTicket, serviceOn: latest.serviceOn, remark: latest.remark },
  };

/** What reports of one device found at their checks, newest first. */
export function lastChecks(reports: readonly (Told | null)[]): LastChecks[] {
  const known = new Map(reports.flatMap((one) => (one?.pmLists.length ? [[one.id, one]] : [])));
  return [...known.values()]
    .sort((one, other) => (one.serviceOn < other.serviceOn ? 1 : -1))
    .map(({ serviceOn, checklistId, pmLists }) => ({
      ...{ serviceOn, checklistId, checks: foundAt(pmLists) },
    }));
}
