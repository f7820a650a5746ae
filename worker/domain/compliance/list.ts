import { eq, type SQL, sql } from "drizzle-orm";
import { criticalityWords } from "#app/shared/asset-words.ts";
import { dayIn } from "#app/shared/company-time.ts";
import {
  type ComplianceStanding,
  complianceStandings,
  exclusionWords,
} from "#app/shared/compliance.ts";
import {
  type DueException,
  type DueKind,
  dueExceptions,
  dueKinds,
} from "#app/shared/due-standing.ts";
import { pick } from "#app/shared/pick.ts";
import { assets, departments, dueClosings } from "#drizzle/tenant/index.ts";
import { rare } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { type Asker, type Documents, listDocuments } from "../lists/documents.ts";
import { everyDocument } from "../lists/every-document.ts";
import { beginExport } from "../lists/exports.ts";
import { namedBy } from "../lists/more-columns.ts";
import { monthOf } from "./closing.ts";

/** An asset's code and name as one value: one row is read for both. */
const device: SQL =
  sql.raw(`(select "assets"."asset_code" || char(10) || "assets"."name" from "assets"
  where "assets"."company_id" = "due_closings"."company_id" and "assets"."id" = "due_closings"."asset_id")`);
/** What the occurrence says today, as JSON. */
const occurrence: SQL =
  sql.raw(`(select json_object('doneOn', "due_occurrences"."done_on", 'deferrals', "due_occurrences"."deferrals", 'exception', "due_occurrences"."exception", 'note', "due_occurrences"."reason", 'report', "due_occurrences"."service_report_id")
  from "due_occurrences" where "due_occurrences"."company_id" = "due_closings"."company_id" and "due_occurrences"."id" = "due_closings"."occurrence_id")`);

const columns = {
  ...pick(dueClosings, ["id", "assetId", "kind", "dueOn", "opensOn", "closesOn", "criticality"]),
  ...pick(dueClosings, ["standing", "exclusion", "excludedBy", "excludedAt", "reason"]),
  ...pick(dueClosings, ["outcome", "settledAt", "withdrawnAt", "month"]),
  location: namedBy(departments, departments.name, dueClosings.departmentId),
  device: sql<string | null>`${device}`.as("device"),
  occurrence: sql<string | null>`${occurrence}`.as("occurrence"),
};

const MONTH = /^\d{4}-\d{2}$/;
/** The month that an address names; the one that runs without it. */
export function monthIn(params: URLSearchParams, today: string): string {
  const asked = params.get("month") ?? "";
  return MONTH.test(asked) ? asked : monthOf(today);
}

/** The frozen rows of a month. Each tab's rows lie in an index in the order of their ids, month by month. */
export function closingsOf(month: string) {
  const standings = Object.keys(complianceStandings) as ComplianceStanding[];
  const stands = (standing: ComplianceStanding) =>
    rare(sql`${dueClosings.month} = ${month} and ${dueClosings.standing} = ${standing}`);
  return {
    table: dueClosings,
    permission: "view-asset",
    title: dueClosings.id,
    columns,
    tabs: {
      all: { label: "All", each: () => standings.map(stands) },
      ...Object.fromEntries(
        standings.map((standing) => [
          standing,
          { label: complianceStandings[standing].label, each: () => [stands(standing)] },
        ]),
      ),
    },
    filters: {
      month: () => undefined,
      kind: (value) => (value in dueKinds ? eq(dueClosings.kind, value as DueKind) : sql`0`),
      criticality: (value) =>
        value in criticalityWords ? eq(dueClosings.criticality, value as "low") : sql`0`,
      location: (id) => eq(dueClosings.departmentId, id),
      category: (id) => eq(dueClosings.categoryId, id),
      team: (id) => eq(dueClosings.teamId, id),
    },
    records: { location: assets.departmentId, category: assets.categoryId, team: assets.teamId },
  } as const satisfies Documents;
}

export type ReadClosing = Awaited<
  ReturnType<typeof listDocuments<typeof columns, string>>
>["rows"][number];
type Now = {
  doneOn: string | null;
  deferrals: number;
  exception: DueException | null;
  note: string | null;
  report: string | null;
};

/** A row as people see it: its device, unless it has left the Locations they see, and what its occurrence says today. */
export function shownClosing({ device: text, occurrence: json, ...row }: ReadClosing) {
  const [assetCode = "", assetName = ""] = (text ?? "").split("\n");
  const { doneOn, deferrals, exception } = JSON.parse(json ?? "{}") as Partial<Now>;
  return {
    ...row,
    ...{ assetCode, assetName, doneOn: doneOn ?? null, deferrals: deferrals ?? 0 },
    exception: exception ? (dueExceptions[exception] ?? null) : null,
  };
}
export type ClosingRow = ReturnType<typeof shownClosing>;

/** One page of a month's rows. @throws Response 403 */
export async function listClosings(session: Session, params: URLSearchParams) {
  const month = monthIn(params, dayIn(session.company.timeZone));
  const list = await listDocuments(session, closingsOf(month) as Documents<typeof columns>, params);
  return { ...list, rows: list.rows.map(shownClosing), month };
}

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const sheet: readonly [string, (row: ClosingRow) => string | number | null][] = [
  ["Month", (row) => row.month],
  ["Asset code", (row) => row.assetCode],
  ["Asset", (row) => row.assetName],
  ["Location", (row) => row.location],
  ["Criticality", (row) => criticalityWords[row.criticality]],
  ["Kind", (row) => dueKinds[row.kind]],
  ["Due", (row) => row.dueOn],
  ["Window from", (row) => row.opensOn],
  ["Window to", (row) => row.closesOn],
  ["State", (row) => complianceStandings[row.standing].label],
  ["Done on", (row) => row.doneOn],
  ["Settled at", (row) => time(row.settledAt)],
  ["Report withdrawn at", (row) => time(row.withdrawnAt)],
  ["Deferrals", (row) => row.deferrals],
  ["Could not be done", (row) => row.exception],
  ["Exclusion", (row) => (row.exclusion ? exclusionWords[row.exclusion] : null)],
  ["Excluded by", (row) => row.excludedBy],
  ["Excluded at", (row) => time(row.excludedAt)],
  ["Reason", (row) => row.reason],
];
export const closingHead = sheet.map(([label]) => label);

/** What a row is about: its date, schedule and device, and the reports that do it or made it on time. */
export type ClosingRefs = {
  occurrence: string;
  schedule: string;
  asset: string;
  reports: string[];
  /** Its device is in no Location that the person sees. */
  isElsewhere: boolean;
};
const refColumns = {
  ...columns,
  ...pick(dueClosings, ["occurrenceId", "scheduleId", "serviceReportId"]),
};
type Whole = ReadClosing & {
  id: string;
  occurrenceId: string;
  scheduleId: string;
  serviceReportId: string | null;
};

function refsOf(row: Whole): ClosingRefs {
  const { report } = JSON.parse(row.occurrence ?? "{}") as Partial<Now>;
  const reports = [report, row.serviceReportId].filter((id) => typeof id === "string");
  return {
    ...{ occurrence: row.occurrenceId, schedule: row.scheduleId, asset: row.assetId },
    ...{ reports: [...new Set(reports)], isElsewhere: row.device === null },
  };
}

/** All rows of a month that match, in pages of cells, what each is about, and where the rows after a page go on. @param from where to begin */
export async function* closingCells(
  asker: Asker,
  params: URLSearchParams,
  month: string,
  from: string | null = null,
) {
  const list = closingsOf(month) as Documents;
  for await (const rows of everyDocument<Whole>(list, asker, params, refColumns, from))
    yield {
      cells: rows.map(shownClosing).map((row) => sheet.map(([, cell]) => cell(row))),
      refs: rows.map(refsOf),
      next: rows.at(-1)!.id,
    };
}

/** A month's rows as a file, with the list's tab and filters. @throws Response 403, 429 */
export async function exportClosings(session: Session, params: URLSearchParams): Promise<Export> {
  const db = await beginExport(session, "export-asset", "PM compliance");
  const now = Date.now();
  const asker = { session, db, today: dayIn(session.company.timeZone, now), now };
  const month = monthIn(params, asker.today);
  const pages = async function* () {
    for await (const { cells } of closingCells(asker, params, month)) yield cells;
  };
  return { name: `pm-compliance-${month}`, head: closingHead, pages: pages() };
}
