import { eq, sql } from "drizzle-orm";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { inhouseWords } from "#app/shared/flows/inhouse-calibrations.ts";
import { actionWords, outcomeWords } from "#app/shared/inhouse-words.ts";
import { formatMinor } from "#app/shared/money.ts";
import {
  assets,
  measurementStandards,
  inhouseCalibrations as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { isDay } from "../entity/fields.ts";
import { type Documents, listDocuments } from "../lists/documents.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { namedBy } from "../lists/more-columns.ts";
import { measuredWith } from "../measurement/measured-with.ts";
import { inhouseCalibrationFlow } from "./flow.ts";
import { INHOUSE } from "./searching.ts";

type Status = (typeof table.$inferSelect)["status"];
const is = (...words: Status[]) => words.map((one) => eq(table.status, one));
const counters = (...words: Status[]) => words.map((one) => `inhouse.${one}`);

// Names are written in full: inside a selected field Drizzle leaves the table out.
const standardsText =
  sql.raw(`(select group_concat("m"."calibrator_no", ', ') from "measurement_standards" as "m"
    where "m"."company_id" = "inhouse_calibrations"."company_id" and "m"."measurement_set_id" = "inhouse_calibrations"."measurement_set_id")`);

/** In how many days a calibration falls due again, by the words of its filter. */
const windows = { overdue: -1, "30": 30, "60": 60, "90": 90 } as const;

/** A company's own calibrations: what is measured, what waits to be verified and closed, and what is done. */
export const inhouseList = {
  table,
  permission: "view-inhouse-calibration",
  title: table.inhouseNo,
  search: INHOUSE,
  records: {
    asset: table.assetId,
    location: assets.departmentId,
    calibrator: measurementStandards.calibratorId,
  },
  columns: {
    inhouseNo: table.inhouseNo,
    status: table.status,
    outcome: table.outcome,
    conformity: table.conformity,
    performedOn: table.performedOn,
    nextDueOn: table.nextDueOn,
    action: table.action,
    costMinor: table.costMinor,
    assetId: table.assetId,
    assetCode: namedBy(assets, assets.assetCode, table.assetId),
    assetName: namedBy(assets, assets.name, table.assetId),
    technicianName: namedBy(users, users.name, table.technicianId),
    standards: sql<string | null>`${standardsText}`.as("standard_numbers"),
    version: table.version,
    technicianId: table.technicianId,
    writerIds: table.writerIds,
    certificateReportId: table.certificateReportId,
  },
  tabs: {
    draft: { label: "Drafts", each: () => is("draft"), counters: () => counters("draft") },
    verified: {
      label: "To close",
      each: () => is("verified"),
      counters: () => counters("verified"),
    },
    closed: { label: "Closed", each: () => is("closed"), counters: () => counters("closed") },
    all: { label: "All", counters: () => ["inhouse.total"] },
  },
  filters: {
    status: (value) => ({ lead: eq(table.status, value as Status) }),
    outcome: (value) => eq(table.outcome, value as "pass"),
    asset: (id) => ({ lead: eq(table.assetId, id) }),
    location: (id, { db }) =>
      sql`exists (select 1 from ${assets} where ${db.ofOwner(assets, sql`${assets.id} = ${table.assetId} and ${assets.departmentId} = ${id}`)})`,
    calibrator: (id, { db }) => measuredWith(db, table.measurementSetId, id),
    due: (value, { today }) =>
      Object.hasOwn(windows, value)
        ? sql`${table.nextDueOn} <= ${addDays(today, windows[value as keyof typeof windows])}`
        : undefined,
    from: (day) => (isDay(day) ? sql`${table.performedOn} >= ${day}` : undefined),
    to: (day) => (isDay(day) ? sql`${table.performedOn} <= ${day}` : undefined),
  },
} satisfies Documents;

/** The page of in-house calibrations: a page of a tab, and what the person may do. One round trip. @throws Response 403 */
export async function listInhouse(session: Session, params: URLSearchParams) {
  const list = await listDocuments(session, inhouseList, params);
  return {
    ...list,
    today: dayIn(session.company.timeZone, Date.now()),
    may: {
      create: session.can("create-inhouse-calibration"),
      edit: session.can("edit-inhouse-calibration"),
      export: session.can("export-inhouse-calibration"),
      certify: session.can("create-certificate-report"),
      mover: inhouseCalibrationFlow.moverOf(session),
    },
  };
}

type InhouseRow = Awaited<ReturnType<typeof listInhouse>>["rows"][number];
const sheet: readonly [label: string, cell: (row: InhouseRow) => string | number | null][] = [
  ["Number", (row) => row.inhouseNo],
  ["Asset code", (row) => row.assetCode],
  ["Asset", (row) => row.assetName],
  ["Date", (row) => row.performedOn],
  ["Outcome", (row) => (row.outcome ? outcomeWords[row.outcome] : null)],
  ["Action", (row) => actionWords[row.action]],
  ["Standards", (row) => row.standards],
  ["Technician", (row) => row.technicianName],
  ["Cost", (row) => (row.costMinor === null ? null : formatMinor(row.costMinor))],
  ["Next due", (row) => row.nextDueOn],
  ["Status", (row) => inhouseWords[row.status]],
];

/** Every in-house calibration that matches the list, newest first. @throws Response 403, 429 for the sixth export in five minutes */
export async function exportInhouse(session: Session, params: URLSearchParams): Promise<Export> {
  const db = await beginExport(session, "export-inhouse-calibration", "In-house calibrations");
  const now = Date.now();
  const asker = { session, db, today: dayIn(session.company.timeZone, now), now };
  return {
    name: "in-house-calibrations",
    head: sheet.map(([label]) => label),
    pages: (async function* () {
      for await (const rows of everyDocument<InhouseRow>(inhouseList, asker, params))
        yield rows.map((row) => sheet.map(([, cell]) => cell(row)));
    })(),
  };
}
