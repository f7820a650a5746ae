import { and, eq, isNull, sql } from "drizzle-orm";
import { formatMinor } from "#app/shared/money.ts";
import { assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { beginExport } from "../exports.ts";
import { type AssetRow, assetColumns } from "./columns.ts";
import { everyAsset } from "./every.ts";
import { askedAssets } from "./list.ts";

const AT_ONCE = 500;
type Cells = (string | number | null)[];
export type Export = { name: string; head: string[]; pages: AsyncIterable<Cells[]> };

const money = (minor: number | null) => (minor === null ? null : formatMinor(minor));
const text = { ...assetColumns, ownership: assets.ownership, putToUseOn: assets.putToUseOn, warrantyEndOn: assets.warrantyEndOn };

type ExportRow = AssetRow & { ownership: string; warrantyEndOn: string | null };

/** Every device that matches the list's search and filters, a page at a time. */
export async function exportAssets(session: Session, params: URLSearchParams): Promise<Export> {
  const query = askedAssets(params, session.company.timeZone);
  const db = await beginExport(session, "export-asset", "Assets");
  return {
    name: "assets",
    head: [
      ...["Code", "Name", "Make", "Model", "Serial no", "Category", "Location", "Machine type", "Lifecycle", "Condition", "Criticality"],
      ...["Ownership", "Purchase date", "Purchase cost", "Put to use", "Warranty end", "Last service", "Next PM", "Next calibration"],
      ...["Failed checks", "Lifetime service cost"],
    ],
    pages: inCells(everyAsset<ExportRow>(db, query, text, AT_ONCE), (row) => [
      ...[row.assetCode, row.name, row.make, row.model, row.serialNo, row.categoryName, row.departmentName, row.machineTypeName],
      ...[row.lifecycle, row.condition, row.criticality, row.ownership, row.purchaseOn, money(row.purchaseCostMinor), row.putToUseOn],
      ...[row.warrantyEndOn, row.lastServiceOn, row.nextPmOn, row.nextCalOn, row.failedChecks, money(row.serviceCostMinor)],
    ]),
  };
}

async function* inCells<R>(pages: AsyncIterable<R[]>, cells: (row: R) => Cells) {
  for await (const rows of pages) yield rows.map(cells);
}

/** A device's reports, oldest first. @throws Response 404 for a device that is not the company's */
export async function exportReports(session: Session, assetId: string): Promise<Export> {
  const isThere = (db: ReadingDb) => db.exists(assets, and(eq(assets.id, assetId), isNull(assets.deletedAt))!);
  const db = await beginExport(session, "export-asset", "Service reports of an asset", { kind: "asset", isThere });
  const { id, serviceTicket, serviceOn, serviceType, doneBy, problemDescription, actionTaken, remark } = serviceReports;
  const { checksYes, checksNo, checksNa, partsCostMinor, serviceCostMinor, totalCostMinor, cancelledAt } = serviceReports;
  const columns = { id, serviceTicket, serviceOn, serviceType, doneBy, problemDescription, actionTaken, remark };
  const pageAfter = (after: string) => {
    const [on = "", last = ""] = after.split(" ");
    return db
      .select({ ...columns, checksYes, checksNo, checksNa, partsCostMinor, serviceCostMinor, totalCostMinor, cancelledAt })
      .from(serviceReports)
      .where(db.mine(serviceReports, and(eq(serviceReports.assetId, assetId), sql`(${serviceOn}, ${id}) > (${on}, ${last})`)))
      .orderBy(serviceOn, id)
      .limit(AT_ONCE);
  };
  return {
    name: `service-reports-${assetId}`,
    head: [
      ...["Service Ticket No", "Date", "Type", "Done By", "Problem Reported", "Action Taken", "Remarks", "Yes", "No", "N/A"],
      ...["Parts cost", "Service Cost", "Total Cost", "Cancelled"],
    ],
    pages: inPages(
      db,
      pageAfter,
      (row) => `${row.serviceOn} ${row.id}`,
      "",
      (row) => [
        ...[row.serviceTicket, row.serviceOn, row.serviceType, row.doneBy, row.problemDescription, row.actionTaken, row.remark],
        ...[row.checksYes, row.checksNo, row.checksNa, money(row.partsCostMinor), money(row.serviceCostMinor), money(row.totalCostMinor)],
        row.cancelledAt ? "yes" : "",
      ],
    ),
  };
}

type Query<R> = Parameters<ReadingDb["read"]>[0] & { _: { result: R[] } };

/** Pages of rows by key, read one after the other as they are asked for. */
export async function* inPages<R>(
  db: ReadingDb,
  pageAfter: (key: string) => Query<R>,
  keyOf: (row: R) => string,
  first: string,
  cells: (row: R) => Cells,
) {
  for (let key = first; ; ) {
    const [rows] = (await db.read(pageAfter(key))) as unknown as [R[]];
    const last = rows.at(-1);
    if (last) yield rows.map(cells);
    if (!last || rows.length < AT_ONCE) return;
    key = keyOf(last);
  }
}
