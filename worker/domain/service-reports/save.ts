import { and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { formatMinor } from "#app/shared/money.ts";
import { pick } from "#app/shared/pick.ts";
import { fileField } from "#app/shared/report-rules.ts";
import {
  assets,
  serviceReportParts,
  serviceReports,
  stockItems,
  stores,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { among, rare } from "../../db/predicates.ts";
import { mediaRow, StorageDown, type StoredFile, storeFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { type Counted, costYearsWith } from "../assets/cost-years.ts";
import { usable } from "../entity/references.ts";
import { countFailed } from "./counts.ts";
import type { ReportInput } from "./input.ts";

/** What saving a report needs besides the company's database. */
export type Ports = { bucket: R2Bucket };

const NO_STORAGE =
  "The file could not be stored just now. The report was saved without it; add the file again later.";

/** The files of a report: that of "Media file", and the others. */
export type StoredFiles = { media: StoredFile | null; files: StoredFile[] };

/** Stores the posted files before the batch; a store that is down costs the files, not the report. */
export async function filesOf(
  ports: Ports,
  session: Session,
  { media, files }: Pick<ReportInput, "media" | "files">,
): Promise<{ stored: StoredFiles; warnings: string[] }> {
  const store = (upload: Upload, field: string) =>
    storeFile(ports.bucket, session.company.id, upload, "report", field);
  try {
    const [first, ...others] = await Promise.all([
      media && store(media, "media"),
      ...files.map((file, at) => store(file, fileField(at))),
    ]);
    return { stored: { media: first, files: others }, warnings: [] };
  } catch (error) {
    if (!(error instanceof StorageDown)) throw error;
    console.error(error);
    return { stored: noFiles, warnings: [NO_STORAGE] };
  }
}
export const noFiles: StoredFiles = { media: null, files: [] };

/** The rows that show the files of a report. */
export const fileRows = (db: CompanyDb, id: string, { media, files }: StoredFiles): Statement[] =>
  [...(media ? [media] : []), ...files].flatMap((file) =>
    mediaRow(db, file, {
      kind: "report_media",
      ownerKind: "service_report",
      serviceReportId: id,
      isCurrent: file === media,
    }),
  );

const checklistNames = [
  "machineTypeId",
  "pmChecklistId",
  "pmChecklistName",
  "pmChecklistRevision",
] as const;
/** The checklist of a report, as the report keeps it. */
type Checklist = Pick<Row<typeof serviceReports>, (typeof checklistNames)[number]>;
export const checklistOf = (report: Checklist): Checklist => pick(report, checklistNames);
export const noChecklist: Checklist = {
  machineTypeId: null,
  pmChecklistId: null,
  pmChecklistName: null,
  pmChecklistRevision: null,
};

/**
 * The checklist a report names, with its name and revision as they are today. An unchanged old one is kept as it was.
 * @throws Response 422 when it does not exist, is not active, or belongs to another machine type
 */
export async function checklistColumns(
  { catalogue }: Session,
  { machineTypeId, pmChecklistId }: ReportInput,
  before?: Checklist,
): Promise<Checklist> {
  if (!pmChecklistId) return { ...noChecklist, machineTypeId };
  const isOfType = !machineTypeId || machineTypeId === before?.machineTypeId;
  if (before?.pmChecklistId === pmChecklistId && isOfType) return before;
  const checklist = await catalogue.checklist(pmChecklistId);
  if (!checklist?.is_offered) return invalid({ pm_checklist_id: ["PM Machine is not available"] });
  if (machineTypeId && checklist.machine_type_id !== machineTypeId)
    invalid({ pm_checklist_id: ["PM Machine belongs to another machine type"] });
  return {
    machineTypeId: checklist.machine_type_id,
    pmChecklistId,
    pmChecklistName: checklist.machine_name,
    pmChecklistRevision: checklist.revision,
  };
}

/** The columns of a report that come straight from the form. */
export const reportColumnsOf = (input: ReportInput) => ({
  serviceOn: input.serviceOn,
  serviceType: input.serviceType,
  conditionAfter: input.conditionAfter ?? null,
  problemDescription: input.problemDescription,
  actionTaken: input.actionTaken,
  remark: input.remark,
  doneBy: input.doneBy,
  doneBySignature: input.doneBySignature,
  receivedBy: input.receivedBy,
  receivedBySignature: input.receivedBySignature,
  pmLists: input.pmLists,
  checksYes: countOf(input, "yes"),
  checksNo: countOf(input, "no"),
  checksNa: countOf(input, "na"),
});
const countOf = ({ pmLists }: ReportInput, wanted: string) =>
  pmLists.filter(({ status }) => status === wanted).length;

/** Active items in active stores: only they may be issued. */
export function assertIssuable(db: CompanyDb, ids: string[]): Statement[] {
  if (ids.length === 0) return [];
  const issuable = sql`(select count(*) from ${stockItems} join ${stores}
    on ${stores.companyId} = ${stockItems.companyId} and ${stores.id} = ${stockItems.storeId} and ${stores.archivedAt} is null and ${stores.deletedAt} is null
    where ${db.ofOwner(stockItems, and(inArray(stockItems.id, among(ids)), eq(stockItems.isActive, true), usable(stockItems)))})`;
  return [db.assert("all_found", sql`${issuable} = ${ids.length}`)];
}

export type Line = { id: string; stockItemId: string; qty: number };

/** New part lines at today's rate, named as the item is called today. */
export function insertLines(
  db: CompanyDb,
  reportId: string,
  lines: Line[],
  at: number,
): Statement[] {
  if (lines.length === 0) return [];
  return [
    db.run(sql`insert into ${serviceReportParts}
      ("company_id", "id", "created_at", "created_by", "updated_at", "version", "service_report_id", "stock_item_id", "name", "unit", "qty", "cost_minor", "total_minor")
      select ${db.companyId}, j.value ->> 'id', cast(${at} as integer), ${db.stamp.actorId}, cast(${at} as integer), 1, ${reportId},
        ${stockItems.id}, ${stockItems.name}, ${stockItems.unit}, j.value ->> 'qty', ${stockItems.rateMinor}, (j.value ->> 'qty') * ${stockItems.rateMinor}
      from json_each(${JSON.stringify(lines)}) as j
      cross join ${stockItems}
      where ${db.ofOwner(stockItems, sql`${stockItems.id} = j.value ->> 'stockItemId'`)}`),
  ];
}

/** The sum of a report's live lines, in SQL. */
export const partsCost = (db: CompanyDb, reportId: string): SQL<number> =>
  sql`(select coalesce(sum(${serviceReportParts.totalMinor}), 0) from ${serviceReportParts} where ${db.ofOwner(
    serviceReportParts,
    and(
      rare(eq(serviceReportParts.serviceReportId, reportId)),
      isNull(serviceReportParts.removedAt),
    ),
  )})`;

/** What a report adds to the cost of its device: nothing when it is cancelled. */
const costOf = (db: CompanyDb, reportId: string) =>
  sql`coalesce((select ${serviceReports.totalCostMinor} from ${serviceReports}
    where ${db.ofOwner(serviceReports, and(eq(serviceReports.id, reportId), isNull(serviceReports.cancelledAt)))}), 0)`;

/** The condition of a device's reports that count, with more. */
export const countedOf = (db: CompanyDb, assetId: string) => (more?: SQL) =>
  db.ofOwner(
    serviceReports,
    and(rare(eq(serviceReports.assetId, assetId)), isNull(serviceReports.cancelledAt), more),
  );

const hasChecks = sql`${serviceReports.checksYes} + ${serviceReports.checksNo} + ${serviceReports.checksNa} > 0`;

/** What a new report leaves on its device: the same as `refreshAsset`, from what the device already knows, so that its earlier reports are not read. */
export function addToAsset(
  db: CompanyDb,
  assetId: string,
  reportId: string,
  report: ReturnType<typeof reportColumnsOf>,
): Statement[] {
  const { serviceOn, serviceType, checksYes, checksNo, checksNa } = report;
  const newer = countedOf(db, assetId)(and(gt(serviceReports.serviceOn, serviceOn), hasChecks));
  const later = sql`exists (select 1 from ${serviceReports} where ${newer})`;
  const failed = sql`iif(${later}, ${assets.failedChecks}, cast(${checksNo} as integer))`;
  const latest = (column: SQLiteColumn) => sql`max(coalesce(${column}, ''), ${serviceOn})`;
  const isChecked = checksYes + checksNo + checksNa > 0;
  return [
    ...(isChecked ? [countFailed(db, assetId, failed)] : []),
    db.run(sql`update ${assets} set
      "last_service_on" = ${latest(assets.lastServiceOn)},
      "last_pm_on" = ${serviceType === "pm" ? latest(assets.lastPmOn) : assets.lastPmOn},
      "failed_checks" = ${isChecked ? failed : assets.failedChecks},
      "service_cost_minor" = "service_cost_minor" + ${costOf(db, reportId)},
      "cost_years" = ${costYearsWith(db, assetId, reportId)}
    where ${db.ofOwner(assets, eq(assets.id, assetId))}`),
  ];
}

/** What a report that was changed or cancelled leaves on its device: dates, costs, the failed checks of its newest checklist, and their counter. */
export function refreshAsset(
  db: CompanyDb,
  assetId: string,
  reportId: string,
  before: Counted,
): Statement[] {
  const ofAsset = countedOf(db, assetId);
  const newest = sql`order by ${serviceReports.serviceOn} desc, ${serviceReports.id} desc limit 1`;
  const failed = sql`coalesce((select ${serviceReports.checksNo} from ${serviceReports}
    where ${ofAsset(hasChecks)} ${newest}), 0)`;
  return [
    countFailed(db, assetId, failed),
    db.run(sql`update ${assets} set
      "last_service_on" = (select ${serviceReports.serviceOn} from ${serviceReports} where ${ofAsset()} ${newest}),
      "last_pm_on" = (select ${serviceReports.serviceOn} from ${serviceReports} where ${ofAsset(eq(serviceReports.serviceType, "pm"))} ${newest}),
      "failed_checks" = ${failed},
      "service_cost_minor" = "service_cost_minor" - cast(${before.totalCostMinor} as integer)
        + ${costOf(db, reportId)},
      "cost_years" = ${costYearsWith(db, assetId, reportId, before)}
    where ${db.ofOwner(assets, eq(assets.id, assetId))}`),
  ];
}

/** Warns when the booked prices differ from those the form knew. */
export const priceWarning = (posted: number | null, booked: number): string[] =>
  posted === null || posted === booked
    ? []
    : [`Part prices have changed. Total is ${formatMinor(booked)}`];
