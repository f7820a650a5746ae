import { and, eq, isNull, sql } from "drizzle-orm";
import {
  conditionWords,
  coverWords,
  criticalityWords,
  ownershipWords,
} from "#app/shared/asset-words.ts";
import { assetRules } from "#app/shared/flows/assets.ts";
import { formatMinor } from "#app/shared/money.ts";
import { pick } from "#app/shared/pick.ts";
import { assetDetails, assets, serviceReports } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { ExportDb } from "../../db/own-rows.ts";
import type { Session } from "../../session.ts";
import { askedColumns, type ExportColumn } from "../lists/export-columns.ts";
import { beginExport, beginExportWith } from "../lists/exports.ts";
import { type CategoryFields, ownColumns, ownFieldsRow } from "../masters/own-columns.ts";
import { settled } from "../search/device-search.ts";
import { assetQueryOf } from "./asset-query.ts";
import { type AssetRow, assetColumnsFor } from "./columns.ts";
import { everyAsset } from "./every.ts";

const AT_ONCE = 500;
type Plain = string | number | null;
/** A download of a list: its file's name, the names of its columns, and its rows, read as they are asked for. */
export type Export<C = Plain> = { name: string; head: string[]; pages: AsyncIterable<C[][]> };

const money = (minor: number | null) => (minor === null ? null : formatMinor(minor));
const yesNo = (value: unknown): Plain =>
  value === true ? "yes" : value === false ? "no" : ((value as Plain | undefined) ?? null);
// Within another piece of SQL Drizzle keeps the table in a column's name.
const ownValues = sql<
  string | null
>`(select ${assetDetails.specJson} from ${assetDetails} where ${assetDetails.companyId} = ${assets.companyId} and ${assetDetails.id} = ${assets.id})`;
const more = { ownership: assets.ownership, warrantyEndOn: assets.warrantyEndOn };

type ExportRow = AssetRow & {
  ownership: string;
  warrantyEndOn: string | null;
  spec?: string | null;
};
type Shown = ExportColumn<ExportRow, Plain>;

/** A stored word as the screen tells it. */
const said = (words: Record<string, string>, word: string | null): Plain =>
  word && (words[word] ?? word);

/** In the order of the list, with what it does not show at the end. */
const columns: readonly Shown[] = [
  { key: "code", label: "Code", cell: (row) => row.assetCode },
  { key: "name", label: "Name", cell: (row) => row.name },
  { key: "name", label: "Make", cell: (row) => row.make },
  { key: "name", label: "Model", cell: (row) => row.model },
  { key: ["name", "serial"], label: "Serial no", cell: (row) => row.serialNo },
  { key: "category", label: "Category", cell: (row) => row.categoryName ?? null },
  {
    key: ["category", "criticality"],
    label: "Criticality",
    cell: (row) => said(criticalityWords, row.criticality),
  },
  { key: "sub", label: "Sub-category", cell: (row) => row.subCategoryName ?? null },
  { key: "location", label: "Location", cell: (row) => row.departmentName ?? null },
  { key: ["location", "place"], label: "Place", cell: (row) => row.locationPath ?? null },
  {
    key: "condition",
    label: "Lifecycle",
    cell: (row) => said(assetRules.states, row.lifecycle),
  },
  { key: "condition", label: "Condition", cell: (row) => said(conditionWords, row.condition) },
  { key: "condition", label: "Failed checks", cell: (row) => row.failedChecks },
  { key: ["due", "pm"], label: "Next PM", cell: (row) => row.nextPmOn },
  { key: ["due", "cal"], label: "Next calibration", cell: (row) => row.nextCalOn },
  {
    key: "cover",
    label: "Cover",
    cell: (row) => said(coverWords, row.coverKind),
  },
  { key: "cover", label: "Cover until", cell: (row) => row.coverUntil },
  { key: "type", label: "Machine type", cell: (row) => row.machineTypeName },
  { key: "vendor", label: "Vendor", cell: (row) => row.vendorName ?? null },
  { key: "bought", label: "Purchase date", cell: (row) => row.purchaseOn },
  { key: "cost", label: "Purchase cost", cell: (row) => money(row.purchaseCostMinor) },
  { key: "age", label: "Put to use", cell: (row) => row.putToUseOn },
  { key: "custodian", label: "Custodian", cell: (row) => row.custodianName ?? null },
  { key: "team", label: "Team", cell: (row) => row.teamName ?? null },
  { key: "served", label: "Last service", cell: (row) => row.lastServiceOn },
  { key: "spent", label: "Lifetime service cost", cell: (row) => money(row.serviceCostMinor) },
  { label: "Ownership", cell: (row) => said(ownershipWords, row.ownership) },
  { label: "Warranty end", cell: (row) => row.warrantyEndOn },
];
const everyKey = [...new Set(columns.flatMap(({ key = [] }) => key))];

/** The fields that categories add, as further columns; what a row holds is read once for all of them. */
function withOwn(rows: readonly CategoryFields[]): readonly Shown[] {
  const read = new WeakMap<ExportRow, Record<string, unknown>>();
  const specOf = (row: ExportRow) => {
    const spec = read.get(row) ?? (JSON.parse(row.spec ?? "{}") as Record<string, unknown>);
    read.set(row, spec);
    return spec;
  };
  const ownFields = ownColumns(rows).map(
    ({ label, keys }): Shown => ({
      label,
      cell: (row) => yesNo(specOf(row)[keys.get(row.categoryId) ?? ""]),
    }),
  );
  return [...columns, ...ownFields];
}

/** Every device that matches the list's search and filters, a page at a time: the list's chosen columns, or all with the categories' own. */
export async function exportAssets(session: Session, params: URLSearchParams): Promise<Export> {
  const { filters } = assetQueryOf(params, session.company);
  const isWhole = askedColumns(columns, params) === columns;
  const fields = (db: ExportDb) => ownFieldsRow(db, filters.category);
  const { db, head } = await beginExportWith<{ own: string } | null>(
    session,
    "export-asset",
    "Assets",
    isWhole ? fields : undefined,
  );
  const query = assetQueryOf(await settled(db, params), session.company);
  const all = head ? withOwn(JSON.parse(head.own) as CategoryFields[]) : columns;
  const shown = askedColumns(all, params);
  const read = {
    ...assetColumnsFor(isWhole ? everyKey : shown.flatMap(({ key = [] }) => key), "code"),
    ...more,
    ...(all.length > columns.length
      ? { categoryId: assets.categoryId, spec: sql<string | null>`${ownValues}`.as("spec") }
      : {}),
  };
  return {
    name: "assets",
    head: shown.map(({ label }) => label),
    pages: inCells(everyAsset<ExportRow>(db, query, read, AT_ONCE), (row) =>
      shown.map(({ cell }) => cell(row)),
    ),
  };
}

async function* inCells<R>(pages: AsyncIterable<R[]>, cells: (row: R) => Plain[]) {
  for await (const rows of pages) yield rows.map(cells);
}

/** The columns of a report by their labels. */
const reportColumns = {
  "Service Ticket No": "serviceTicket",
  Date: "serviceOn",
  Type: "serviceType",
  "Done By": "doneBy",
  "Problem Reported": "problemDescription",
  "Action Taken": "actionTaken",
  Remarks: "remark",
  Yes: "checksYes",
  No: "checksNo",
  "N/A": "checksNa",
  "Condition afterwards": "conditionAfter",
  "Parts cost": "partsCostMinor",
  "Service Cost": "serviceCostMinor",
  "Total Cost": "totalCostMinor",
  Cancelled: "cancelledAt",
} as const;

/** A device's reports, oldest first. @throws Response 404 for a device that is not the company's */
export async function exportReports(session: Session, assetId: string): Promise<Export> {
  const isThere = (db: ReadingDb) =>
    db.exists(assets, and(eq(assets.id, assetId), isNull(assets.deletedAt))!);
  const db = await beginExport(session, "export-asset", "Service reports of an asset", {
    kind: "asset",
    isThere,
  });
  const { id, serviceOn } = serviceReports;
  const fields = pick(serviceReports, [...Object.values(reportColumns), "id"]);
  const pageAfter = (after: string) => {
    const [on = "", last = ""] = after.split(" ");
    const isAfter = sql`(${serviceOn}, ${id}) > (${on}, ${last})`;
    return db
      .select(fields)
      .from(serviceReports)
      .where(db.ofOwner(serviceReports, and(eq(serviceReports.assetId, assetId), isAfter)))
      .orderBy(serviceOn, id)
      .limit(AT_ONCE);
  };
  return {
    name: `service-reports-${assetId}`,
    head: Object.keys(reportColumns),
    pages: inPages(
      db,
      pageAfter,
      (row) => `${row.serviceOn} ${row.id}`,
      "",
      (row) =>
        Object.values(reportColumns).map((name): Plain => {
          if (name === "cancelledAt") return row.cancelledAt ? "yes" : "";
          return name.endsWith("Minor") ? money(Number(row[name])) : row[name];
        }),
    ),
  };
}

type Query<R> = Parameters<ReadingDb["read"]>[0] & { _: { result: R[] } };

/** Pages of rows by key, read one after the other as they are asked for. */
export async function* inPages<R, C = Plain>(
  db: ReadingDb,
  pageAfter: (key: string) => Query<R>,
  keyOf: (row: R) => string,
  first: string,
  cells: (row: R) => C[],
) {
  for (let key = first; ; ) {
    const [rows] = (await db.read(pageAfter(key))) as [R[]];
    const last = rows.at(-1);
    if (last) yield rows.map(cells);
    if (!last || rows.length < AT_ONCE) return;
    key = keyOf(last);
  }
}
