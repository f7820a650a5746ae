import { coverWords } from "#app/shared/asset-words.ts";
import { callWord } from "#app/shared/call-words.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { callRules } from "#app/shared/flows/service-calls.ts";
import { breakdowns } from "#drizzle/tenant/index.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { everyDocument } from "../lists/every-document.ts";
import { askedColumns, type ExportColumn } from "../lists/export-columns.ts";
import { beginExport } from "../lists/exports.ts";
import { callList, type ReadCall } from "./list.ts";

const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const yes = (is: boolean) => (is ? "yes" : "no");
const columns = {
  ...callList.columns,
  failedAt: breakdowns.failedAt,
  acknowledgedAt: breakdowns.acknowledgedAt,
  restoredAt: breakdowns.restoredAt,
  resolution: breakdowns.resolution,
};
type Row = ReadCall & {
  failedAt: number | null;
  acknowledgedAt: number | null;
  restoredAt: number | null;
  resolution: string | null;
};
const device = ({ device: text }: Row) => text.split("\n");

const sheet: readonly ExportColumn<Row, string | number | null>[] = [
  { key: "call", label: "Number", cell: (row) => row.number },
  { key: "call", label: "Reported at", cell: (row) => time(row.reportedAt) },
  { key: "asset", label: "Asset code", cell: (row) => device(row)[0] ?? "" },
  { key: "asset", label: "Asset", cell: (row) => device(row)[1] ?? "" },
  { key: "asset", label: "Location", cell: (row) => row.location },
  { key: "problem", label: "Problem", cell: (row) => row.problem },
  { key: "priority", label: "Priority", cell: (row) => callWord(row.priority) },
  { key: "status", label: "Status", cell: (row) => callRules.states[row.status] },
  { key: "status", label: "Hold reason", cell: (row) => callWord(row.holdReason) },
  { key: "status", label: "Assigned to", cell: (row) => row.assignee },
  { key: "status", label: "Equipment down", cell: (row) => yes(row.equipmentDown) },
  {
    key: "cover",
    label: "Cover",
    cell: (row) => (row.coverKind ? (coverWords[row.coverKind] ?? row.coverKind) : null),
  },
  { key: "cover", label: "Vendor", cell: (row) => row.vendorName },
  { key: "left", label: "Respond by", cell: (row) => time(row.slaRespondBy) },
  { key: "left", label: "Resolve by", cell: (row) => time(row.slaResolveBy) },
  { key: "reporter", label: "Reported by", cell: (row) => row.reportedByName },
  { key: "source", label: "Source", cell: (row) => callWord(row.source) },
  { key: "cause", label: "Cause", cell: (row) => callWord(row.causeCode) },
  { key: "repeat", label: "Repeat", cell: (row) => yes(row.isRepeat) },
  { label: "Failed at", cell: (row) => time(row.failedAt) },
  { label: "Acknowledged at", cell: (row) => time(row.acknowledgedAt) },
  { label: "First response at", cell: (row) => time(row.firstResponseAt) },
  { label: "Resolved at", cell: (row) => time(row.resolvedAt) },
  { label: "Restored at", cell: (row) => time(row.restoredAt) },
  { label: "Closed at", cell: (row) => time(row.closedAt) },
  { label: "Resolution", cell: (row) => row.resolution },
  { label: "Rating", cell: (row) => row.rating },
  { label: "Reopened", cell: (row) => row.reopenCount },
];

/** Every service call that matches the list's search and filters, newest first: the list's chosen columns, or all. */
export async function exportCalls(session: Session, params: URLSearchParams): Promise<Export> {
  const db = await beginExport(session, "export-breakdown", "Service calls");
  const chosen = askedColumns(sheet, params);
  const now = Date.now();
  const asker = { session, db, today: dayIn(session.company.timeZone, now), now };
  const pages = async function* () {
    for await (const rows of everyDocument<Row>(callList, asker, params, columns))
      yield rows.map((row) => chosen.map(({ cell }) => cell(row)));
  };
  return { name: "service-calls", head: chosen.map(({ label }) => label), pages: pages() };
}
