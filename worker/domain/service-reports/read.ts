import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { dayIn } from "#app/shared/company-time.ts";
import type { DueKind } from "#app/shared/due-standing.ts";
import { MAX_FILES } from "#app/shared/report-rules.ts";
import { ticketNow } from "#app/shared/ticket.ts";
import {
  assets,
  breakdowns,
  departments,
  dueOccurrences,
  media,
  schedules,
  serviceReportParts,
  serviceReports,
  stockItems,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type DueChoice, dueChoices, dueChoicesOf } from "../due/choices.ts";
import { workedOnOf } from "../service-calls/open-of.ts";
import { raisedCallNumber } from "./raised-call.ts";

const headColumns = {
  id: sql<string>`${assets.id}`.as("asset_id"),
  assetCode: assets.assetCode,
  name: sql<string>`${assets.name}`.as("asset_name"),
  make: assets.make,
  model: assets.model,
  serialNo: assets.serialNo,
  qrToken: assets.qrToken,
  lastPmOn: assets.lastPmOn,
  nextPmOn: assets.nextPmOn,
  machineTypeId: sql<string | null>`${assets.machineTypeId}`.as("asset_machine_type_id"),
  departmentName: sql<string>`${departments.name}`.as("department_name"),
};
/** What the report screens show of the device. */
export type AssetHead = SelectResultFields<typeof headColumns> & {
  lastReport: { serviceTicket: string; serviceOn: string } | null;
};

const MOST_CALLS = 20;
const atDepartment = pointsTo(assets.departmentId, departments);

/** What a fresh report form opens with. @throws Response 403 without edit-asset, 404 for an unknown asset */
export async function newReport(session: Session, assetId: string) {
  const db = session.authorize("edit-asset");
  const [heads, last, dues, calls] = await db.read(
    db
      .select(headColumns)
      .from(assets)
      .innerJoin(departments, atDepartment)
      .where(db.ofOwner(assets, and(eq(assets.id, assetId), isNull(assets.deletedAt))))
      .limit(1),
    db
      .select({ serviceTicket: serviceReports.serviceTicket, serviceOn: serviceReports.serviceOn })
      .from(serviceReports)
      .where(db.ofOwner(serviceReports, rare(eq(serviceReports.assetId, assetId))))
      .orderBy(desc(serviceReports.serviceOn), desc(serviceReports.id))
      .limit(1),
    dueChoices(db, assetId, dayIn(session.company.timeZone)),
    db
      .select({ id: breakdowns.id, number: breakdowns.number, problem: breakdowns.problem })
      .from(breakdowns)
      .where(db.ofOwner(breakdowns, workedOnOf(assetId)))
      .orderBy(desc(breakdowns.id))
      .limit(MOST_CALLS),
  );
  const head = heads[0] ?? notFound("asset");
  const { timeZone } = session.company;
  return {
    asset: { ...head, lastReport: last[0] ?? null } satisfies AssetHead,
    /** Calls that are being dealt with: the report may answer one. */
    calls: session.can("view-breakdown") ? calls : [],
    dues: dues as DueChoice[],
    ticket: ticketNow(timeZone),
    today: dayIn(timeZone),
    doneBy: session.actor.name,
  };
}

/** The live part lines of a report, as a statement. */
export const linesOf = (db: ReadingDb, id: string) =>
  db
    .select(lineColumns)
    .from(serviceReportParts)
    .innerJoin(stockItems, itemOfLine)
    .where(
      db.ofOwner(
        serviceReportParts,
        and(rare(eq(serviceReportParts.serviceReportId, id)), isNull(serviceReportParts.removedAt)),
      ),
    )
    .orderBy(serviceReportParts.id);

/** The statements that read one report whole. */
export const reportQueries = (db: ReadingDb, id: string) =>
  [
    db
      .select({
        report: reportColumns,
        asset: headColumns,
        createdByName: sql<string | null>`${users.name}`.as("created_by_name"),
      })
      .from(serviceReports)
      .innerJoin(assets, pointsTo(serviceReports.assetId, assets))
      .innerJoin(departments, atDepartment)
      .leftJoin(users, pointsTo(serviceReports.createdBy, users))
      .leftJoin(dueOccurrences, pointsTo(serviceReports.dueOccurrenceId, dueOccurrences))
      .leftJoin(schedules, pointsTo(dueOccurrences.scheduleId, schedules))
      .where(db.ofOwner(serviceReports, eq(serviceReports.id, id)))
      .limit(1),
    linesOf(db, id),
    db
      .select({
        id: media.id,
        fileName: media.fileName,
        mime: media.mime,
        bytes: media.bytes,
        isCurrent: media.isCurrent,
      })
      .from(media)
      .where(db.ofOwner(media, and(rare(eq(media.serviceReportId, id)), isNull(media.deletedAt))))
      .orderBy(media.id)
      .limit(MAX_FILES + 1),
  ] as const;

/** The lines that a report had when it was cancelled. */
const returnedLines = (db: ReadingDb, id: string) => {
  const cancelledAt = db
    .select({ at: serviceReports.cancelledAt })
    .from(serviceReports)
    .where(db.ofOwner(serviceReports, eq(serviceReports.id, id)));
  const { serviceReportId, removedAt } = serviceReportParts;
  return db
    .select(lineColumns)
    .from(serviceReportParts)
    .innerJoin(stockItems, itemOfLine)
    .where(
      db.ofOwner(
        serviceReportParts,
        and(rare(eq(serviceReportId, id)), isNotNull(removedAt), eq(removedAt, cancelledAt)),
      ),
    )
    .orderBy(serviceReportParts.id);
};

const itemOfLine = pointsTo(serviceReportParts.stockItemId, stockItems);
const lineColumns = {
  id: serviceReportParts.id,
  storeItemId: serviceReportParts.stockItemId,
  name: serviceReportParts.name,
  unit: serviceReportParts.unit,
  qty: serviceReportParts.qty,
  costMinor: serviceReportParts.costMinor,
  totalMinor: serviceReportParts.totalMinor,
  available: sql<number>`${stockItems.quantity}`.as("available"),
  itemActive: sql<number>`(${stockItems.isActive} = 1 and ${stockItems.archivedAt} is null)`.as(
    "item_active",
  ),
};
const lineOf = ({ itemActive, ...line }: SelectResultFields<typeof lineColumns>) => ({
  ...line,
  isActive: Boolean(itemActive),
});
export type ReportLine = ReturnType<typeof lineOf>;

const nameOfCanceller = sql.raw(`(select "canceller"."name" from "users" as "canceller"
  where "canceller"."company_id" = "service_reports"."company_id" and "canceller"."id" = "service_reports"."cancelled_by")`);
const reportColumns = {
  id: serviceReports.id,
  version: serviceReports.version,
  createdAt: serviceReports.createdAt,
  updatedAt: serviceReports.updatedAt,
  serviceTicket: serviceReports.serviceTicket,
  serviceOn: serviceReports.serviceOn,
  serviceType: serviceReports.serviceType,
  machineTypeId: serviceReports.machineTypeId,
  pmChecklistId: serviceReports.pmChecklistId,
  pmChecklistName: serviceReports.pmChecklistName,
  pmChecklistRevision: serviceReports.pmChecklistRevision,
  conditionAfter: serviceReports.conditionAfter,
  dueOccurrenceId: serviceReports.dueOccurrenceId,
  dueTitle: sql<string | null>`${schedules.title}`.as("due_title"),
  dueKind: sql<DueKind | null>`${dueOccurrences.kind}`.as("due_kind"),
  dueOn: sql<string | null>`${dueOccurrences.dueOn}`.as("was_due_on"),
  dueOnTime: sql<number | null>`${dueOccurrences.onTime}`.as("was_on_time"),
  problemDescription: serviceReports.problemDescription,
  actionTaken: serviceReports.actionTaken,
  remark: serviceReports.remark,
  doneBy: serviceReports.doneBy,
  doneBySignature: serviceReports.doneBySignature,
  receivedBy: serviceReports.receivedBy,
  receivedBySignature: serviceReports.receivedBySignature,
  serviceCostMinor: serviceReports.serviceCostMinor,
  partsCostMinor: serviceReports.partsCostMinor,
  totalCostMinor: serviceReports.totalCostMinor,
  pmLists: serviceReports.pmLists,
  checksNo: serviceReports.checksNo,
  lockedAt: serviceReports.lockedAt,
  cancelledAt: serviceReports.cancelledAt,
  cancelReason: serviceReports.cancelReason,
  raisedCallNumber,
  cancelledByName: sql<string | null>`${nameOfCanceller}`.as("cancelled_by_name"),
};

export type ReportView = Awaited<ReturnType<typeof findReport>>;

/** One report with its live part lines, its shown file, and the lines that went back to stock when it was cancelled. */
export async function findReport(session: Session, id: string) {
  const db = session.authorizeAny("edit-asset", "view-asset");
  const [reports, lines, files, returned] = await db.read(
    ...reportQueries(db, id),
    returnedLines(db, id),
  );
  return { ...reportOf([reports, lines, files]), returned: returned.map(lineOf) };
}

/** A report as its form opens with it: with the planned services that it may do. */
export async function reportToEdit(session: Session, id: string) {
  const db = session.authorizeAny("edit-asset", "view-asset");
  const [reports, lines, files, returned, dues] = await db.read(
    ...reportQueries(db, id),
    returnedLines(db, id),
    dueChoicesOf(db, id, dayIn(session.company.timeZone)),
  );
  return {
    ...reportOf([reports, lines, files]),
    returned: returned.map(lineOf),
    dues: dues as DueChoice[],
  };
}

/** What the statements of one report answered. @throws Response 404 when there is no such report */
export function reportOf([reports, lines, files]: Results<ReturnType<typeof reportQueries>>) {
  const { report, asset, createdByName } = reports[0] ?? notFound("report");
  return {
    ...report,
    asset: { ...asset, lastReport: null } satisfies AssetHead,
    createdByName,
    lines: lines.map(lineOf),
    media: files.find(({ isCurrent }) => isCurrent) ?? null,
    files: files.filter(({ isCurrent }) => !isCurrent),
  };
}
