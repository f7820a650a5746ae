import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { failedChecks } from "#app/shared/failed-checks.ts";
import type { ListResult } from "#app/shared/list.ts";
import { pick } from "#app/shared/pick.ts";
import { media, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { raisedCallNumber } from "../service-reports/raised-call.ts";

/** A figure of a report's files; names in full, because inside a selected field Drizzle leaves the table out. */
const ofFiles = (figure: string) =>
  sql.raw(`(select ${figure} from "media" as "file" where "file"."company_id" = "service_reports"."company_id"
  and likelihood("file"."service_report_id" = "service_reports"."id", 0.0001) and "file"."deleted_at" is null and "file"."kind" = 'report_media')`);

const columns = {
  id: sql<string>`${serviceReports.id}`.as("report_id"),
  assetId: serviceReports.assetId,
  breakdownId: serviceReports.breakdownId,
  serviceTicket: serviceReports.serviceTicket,
  serviceOn: serviceReports.serviceOn,
  serviceType: serviceReports.serviceType,
  doneBy: serviceReports.doneBy,
  actionTaken: sql<string | null>`substr(${serviceReports.actionTaken}, 1, 200)`.as("action_taken"),
  conditionAfter: serviceReports.conditionAfter,
  checksYes: serviceReports.checksYes,
  checksNo: serviceReports.checksNo,
  checksNa: serviceReports.checksNa,
  partsCostMinor: serviceReports.partsCostMinor,
  serviceCostMinor: serviceReports.serviceCostMinor,
  totalCostMinor: serviceReports.totalCostMinor,
  verifiedAt: serviceReports.verifiedAt,
  lockedAt: serviceReports.lockedAt,
  cancelledAt: serviceReports.cancelledAt,
  mediaId: sql<string | null>`${media.id}`.as("media_id"),
  mediaName: sql<string | null>`${media.fileName}`.as("media_name"),
  /** That of "Media file" among them. */
  fileCount: sql<number>`${ofFiles("count(*)")}`.as("file_count"),
  photoCount:
    sql<number>`${ofFiles('count(case when "file"."mime" like \'image/%\' then 1 end)')}`.as(
      "photo_count",
    ),
  raisedCallNumber,
};
/** A service/PM report as its device's tab lists it. */
export type ReportRow = SelectResultFields<typeof columns>;

/** A page of a device's reports, newest first, as a statement of the detail page's batch; of all devices, by when they were saved. */
export function reportsOf(db: ReadingDb, assetId: string | null, params: URLSearchParams) {
  const query = askedOf(params, ["date"], [], "desc");
  const slice = keyset(
    assetId === null ? serviceReports.id : serviceReports.serviceOn,
    serviceReports.id,
    { ...query, dir: "desc" },
    params,
  );
  const statement = db
    .select(columns)
    .from(serviceReports)
    .leftJoin(
      media,
      and(
        eq(media.companyId, serviceReports.companyId),
        rare(eq(media.serviceReportId, serviceReports.id)),
        eq(media.isCurrent, true),
        isNull(media.deletedAt),
        eq(media.kind, "report_media"),
      ),
    )
    .where(
      db.ofOwner(
        serviceReports,
        and(assetId === null ? undefined : rare(eq(serviceReports.assetId, assetId)), slice.where),
      ),
    )
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  const page = (rows: unknown[], total: number | null, capped: boolean): ListResult<ReportRow> => ({
    ...slice.page(
      rows as ReportRow[],
      (row) => (assetId === null ? row.id : row.serviceOn),
      total,
      capped,
    ),
    query: { ...query, dir: "desc", q: "" },
  });
  return { statement, page };
}

/** The statement that reads the report of a device that is to raise a service call; hand its rows to `raisingOf`. */
export const raisingQuery = (db: ReadingDb, assetId: string, reportId: string) =>
  db
    .select(pick(serviceReports, ["id", "serviceTicket", "pmLists"]))
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        and(
          eq(serviceReports.id, reportId),
          eq(serviceReports.assetId, assetId),
          gt(serviceReports.checksNo, 0),
          isNull(serviceReports.cancelledAt),
        ),
      ),
    )
    .limit(1);

/** A report whose failed checks are to raise a service call, with what the call says; null where there is none. */
export function raisingOf([report]: Results<[ReturnType<typeof raisingQuery>]>[0]) {
  return report
    ? { id: report.id, failed: failedChecks(report.serviceTicket, report.pmLists) }
    : null;
}
export type Raising = NonNullable<ReturnType<typeof raisingOf>>;

/** A page of the company's reports, newest first; with `asset`, of one device. */
export async function listReports(
  session: Session,
  params: URLSearchParams,
): Promise<ListResult<ReportRow>> {
  const db = session.authorizeAny("edit-asset", "view-asset");
  const { statement, page } = reportsOf(db, params.get("asset"), params);
  const [rows] = await db.read(statement);
  return page(rows, null, false);
}
