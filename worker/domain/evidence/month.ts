import { dayIn } from "#app/shared/company-time.ts";
import { type Risk, risks, type Tally } from "#app/shared/compliance.ts";
import { dateText, timeText } from "#app/shared/dates.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { complianceIn } from "../compliance/figures.ts";
import { closingCells, closingHead, monthIn } from "../compliance/list.ts";
import { beginExport } from "../lists/exports.ts";
import type { RunPart, RunWork } from "../runs/kind.ts";
import { startRun } from "../runs/runs.ts";
import type { ReportView } from "../service-reports/index.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { filesLeftOut, filesOf, filesPart } from "./files.ts";
import { logLeftOut } from "./log.ts";
import type { Part } from "./part.ts";
import {
  extractOf,
  joinedProof,
  MOST_REPORTS,
  noProof,
  type Proof,
  proofOf,
  readsReports,
} from "./proof.ts";
import { reportsOf } from "./reports.ts";

/** The pack of a month of so many dates is given at once; a longer one is made in the background. */
export const MOST_AT_ONCE = 1_000;
/** Dates of one month's pack at most. */
const MOST_DATES = 20_000;
const at = (label: string) => closingHead.indexOf(label);
const shown = [
  [at("Asset code"), 0.18],
  [at("Asset"), 0.26],
  [at("Location"), 0.2],
  [at("Due"), 0.14],
] as const;

/** Each exclusion is told with who decided it, when and why. */
const excluded = [
  [at("Asset code"), 0.13],
  [at("Asset"), 0.19],
  [at("Due"), 0.12],
  [at("Exclusion"), 0.11],
  [at("Excluded by"), 0.13],
  [at("Excluded at"), 0.12],
  [at("Reason"), 0.2],
] as const;

export type MonthEvidence = Awaited<ReturnType<typeof monthOfRows>>;
type Cells = (string | number | null)[];
type Reading = { session: Session; db: ReadingDb; madeAt: number };
const askerOf = ({ session, db, madeAt }: Reading) => ({
  ...{ session, db, now: madeAt },
  today: dayIn(session.company.timeZone, madeAt),
});

/**
 * Begins the pack of a month: the export is logged before anything is read; `read` reads it while it is written.
 * @throws Response 403 without export-asset, 409 for a month that is made in the background, 429 for the sixth export in 5 minutes
 */
export async function monthEvidence(session: Session, params: URLSearchParams) {
  const month = monthIn(params, dayIn(session.company.timeZone));
  const db = await beginExport(session, "export-asset", TITLE);
  const { months } = await complianceIn(db, session, { from: month, to: month });
  if (isLong(months[0]!))
    conflict("The month has many dates. Take its pack on its page: you are told when it is ready.");
  return { month, read: () => readMonth({ session, db, madeAt: Date.now() }, month) };
}

const TITLE = "Evidence pack of a month";
/** Whether the pack of a month is made in the background. */
export const isLong = ({ due, excluded }: Pick<Tally, "due" | "excluded">) =>
  due + excluded > MOST_AT_ONCE;

/** Has the pack of a month made in the background. @throws Response 403; 409 while three of the person's files are made */
export async function askForMonth(session: Session, params: URLSearchParams) {
  session.authorize("export-asset");
  const month = monthIn(params, dayIn(session.company.timeZone));
  return startRun(session, {
    ...{ kind: "month", subject: "asset", format: "zip", params: { month } },
    title: `Evidence pack of ${dateText(`${month}-01`).slice(3)}`,
  });
}

/** A page of a month's dates: what their rows say, and what proves them. */
type Page = { cells: Cells[]; proof: Proof };

/** A run's next dates of its month with what proves them, as JSON. @throws Response 409 for a month of too many */
export async function monthPart({ session, db, run }: RunWork): Promise<RunPart> {
  const { month } = run.params as { month: string };
  const asker = askerOf({ session, db, madeAt: run.createdAt });
  const pages = closingCells(asker, new URLSearchParams({ month }), month, run.cursor);
  const { value: page } = await pages.next();
  if (run.progress > MOST_DATES)
    conflict(`A pack holds ${MOST_DATES} dates at most. Take the month's CSV.`);
  const { cells, refs, next } = page ?? { cells: [], refs: [], next: null };
  const proof = await proofOf(session, db, refs);
  const part: Page = { cells, proof };
  return { bytes: new TextEncoder().encode(JSON.stringify(part)), done: cells.length, next };
}

/** The month of a run, of the parts that were read. */
export function monthOfParts({ session, db, run }: RunWork, parts: readonly Uint8Array[]) {
  const { month } = run.params as { month: string };
  const all = allOf(parts.map((part) => JSON.parse(new TextDecoder().decode(part)) as Page));
  return monthOfRows({ session, db, madeAt: run.createdAt }, month, all);
}

/** A month's compliance with every date behind it. */
async function readMonth(reading: Reading, month: string) {
  const { session, db } = reading;
  const pages: Page[] = [];
  const whole = new URLSearchParams({ month });
  for await (const { cells, refs } of closingCells(askerOf(reading), whole, month))
    pages.push({ cells, proof: await proofOf(session, db, refs) });
  return monthOfRows(reading, month, allOf(pages));
}

const allOf = (pages: readonly Page[]): Page => ({
  cells: pages.flatMap(({ cells }) => cells),
  proof: pages.reduce((proof, page) => joinedProof(proof, page.proof), noProof),
});

/** A month's compliance, its rows by how they stand, its exclusions, and what proves them. */
async function monthOfRows(
  { session, db, madeAt }: Reading,
  month: string,
  { cells: rows, proof }: Page,
) {
  const { months } = await complianceIn(db, session, { from: month, to: month });
  const tally = months[0]!;
  const format = settingOf(session.company, "date_format");
  const time = (when: number | null) =>
    when === null ? null : timeText(when, session.company.timeZone, format);
  const reports = await reportsOf(session, proof.reports.slice(0, MOST_REPORTS));
  const log = await extractOf(session, db, proof.entries);
  const { files } = filesOf(session, [proof.files]);
  const stands = (label: string) => rows.filter((row) => row[at("State")] === label);
  const list = (key: string, title: string, of: readonly Cells[], last: string): Part => ({
    ...{ key, title, head: closingHead, rows: of },
    shown: [...shown, [at(last), 0.22]],
  });
  return {
    ...{ month, tally, madeAt, reports, files, log, madeBy: session.actor.name },
    parts: [
      figuresPart(tally, tally.risks),
      {
        ...{ key: "excluded", title: "Excluded, with who, when and why" },
        ...{ head: closingHead, rows: stands("Excluded"), shown: excluded },
      },
      list("not-done", "Not done", stands("Not done"), "Could not be done"),
      list("late", "Done late", stands("Done late"), "Done on"),
      list("open", "Open", stands("Open"), "Window to"),
      list("on-time", "On time", stands("On time"), "Done on"),
      reportsPart(reports, time),
      filesPart(files, time),
    ],
    leftOut: [
      ...notSeen(session, db, proof),
      ...(proof.reports.length > MOST_REPORTS
        ? [`Only the newest ${MOST_REPORTS} reports are in it.`]
        : []),
      ...filesLeftOut(proof.fileCount - files.length),
      ...logLeftOut(log),
    ],
  };
}

/** What is not in a month's pack because the person may not see it. */
function notSeen(session: Session, { scope }: ReadingDb, { elsewhere }: Proof): string[] {
  const { name } = session.actor;
  return [
    ...(readsReports(session)
      ? []
      : [`Not visible to ${name}: reports as they are printed, files, and the log of reports.`]),
    ...(scope ? [`Not visible to ${name}: what fell due in other Locations.`] : []),
    ...(elsewhere
      ? [
          `Not visible to ${name}: reports, files and log of devices that are in other Locations now. Dates of such devices: ${elsewhere}.`,
        ]
      : []),
  ];
}

/** The reports that did the dates, each printed in the pack. */
const reportsPart = (
  reports: readonly ReportView[],
  time: (when: number | null) => string | null,
): Part => ({
  ...{ key: "reports", title: "Service/PM reports" },
  head: ["Ticket", "Asset code", "Asset", "Date", "Fulfils", "Done by", "Entered", "Cancelled"],
  shown: [
    [0, 0.24],
    [1, 0.16],
    [2, 0.24],
    [3, 0.14],
    [5, 0.22],
  ],
  rows: reports.map((report) => [
    ...[report.serviceTicket, report.asset.assetCode, report.asset.name, report.serviceOn],
    ...[report.dueOn, report.doneBy, time(report.createdAt), time(report.cancelledAt)],
  ]),
});

function figuresPart(all: Tally, ofRisks: Record<Risk, Tally>): Part {
  const cells = (name: string, tally: Tally) => [
    ...[name, tally.percent, tally.due, tally.onTime, tally.late],
    ...[tally.notDone, tally.open, tally.excluded],
  ];
  return {
    ...{ key: "figures", title: "Figures" },
    head: ["Risk", "Compliance %", "Due", "On time", "Done late", "Not done", "Open", "Excluded"],
    shown: [
      [0, 0.2],
      [1, 0.18],
      [2, 0.1],
      [3, 0.1],
      [4, 0.12],
      [5, 0.1],
      [6, 0.1],
      [7, 0.1],
    ],
    rows: [
      cells("All", all),
      ...(Object.keys(risks) as Risk[]).map((risk) => cells(risks[risk].label, ofRisks[risk])),
    ],
  };
}
