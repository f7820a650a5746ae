import type { Cell } from "#app/shared/cells.ts";
import { conflict } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import type { Export } from "../assets/export.ts";
import { beginExport } from "../lists/exports.ts";
import type { RunPart, RunWork } from "../runs/kind.ts";
import { askerOfReport, exportOf, reportIn, reportNamed, viewOf } from "./all.ts";
import { chosenNames } from "./chosen.ts";
import type { Report, Value } from "./declaration.ts";
import { addedUp, cellOf, filtersIn, readRows, rowsAfter, type Sums, summed } from "./rows.ts";

/** Rows that are read at once. */
const AT_ONCE = 500;
/** A PDF of so many rows is given at once; a larger one is made in the background. A CSV is written while it is read. */
const MOST_AT_ONCE = 250;
/** So many rows a PDF holds. */
export const MOST_ON_PAPER = 5_000;

/** @throws Response 409 for a PDF that is made in the background */
async function refuseLarge(session: Session, report: Report, filters: Record<string, string>) {
  const asker = askerOfReport(session, session.authorize(viewOf(report)));
  const [[count]] = await asker.db.read(summed(report, asker, filters, MOST_AT_ONCE));
  if ((count?.rows ?? 0) > MOST_AT_ONCE)
    conflict(
      `It has more than ${MOST_AT_ONCE} rows. Choose "In the background" on its page: you are told when the file is ready.`,
    );
}

/** A report as a file of all its rows, 500 read at a time. @throws Response 403; 404; 429 */
export async function exportReport(
  session: Session,
  params: URLSearchParams,
): Promise<Export<Cell>> {
  const name = reportIn(session, params);
  const report = reportNamed(session, name);
  const filters = filtersIn(report, params);
  const db = await beginExport(session, exportOf(report), report.title);
  const asker = askerOfReport(session, db);
  const columns = report.columns(asker, filters);
  const pages = async function* () {
    for (let after: string | null = null; ; ) {
      const [found] = await db.read(rowsAfter(report, asker, filters, after, AT_ONCE));
      const rows = readRows(found);
      if (rows.length) yield rows.map(({ values }) => cells(columns, values));
      if (rows.length < AT_ONCE) return;
      after = rows.at(-1)!.key;
    }
  };
  return { name, head: columns.map(({ label }) => label), pages: pages() };
}

const cells = (columns: ReturnType<Report["columns"]>, values: readonly Value[]) =>
  columns.map((column, at) => cellOf(column, values[at] ?? null));

/** Everything a report says, for paper. */
export type WholeReport = {
  name: string;
  report: Report;
  columns: ReturnType<Report["columns"]>;
  filters: Record<string, string>;
  /** What the records are called that filters name. */
  names: Record<string, string>;
  rows: readonly (readonly Value[])[];
  sums: Sums;
};

/** All rows of a report for its PDF. @throws Response 403; 404; 409 when it is too large to be given at once; 429 */
export async function wholeReport(session: Session, params: URLSearchParams): Promise<WholeReport> {
  const name = reportIn(session, params);
  const report = reportNamed(session, name);
  const filters = filtersIn(report, params);
  await refuseLarge(session, report, filters);
  const db = await beginExport(session, exportOf(report), report.title);
  const asker = askerOfReport(session, db);
  const [found] = await db.read(rowsAfter(report, asker, filters, null, MOST_AT_ONCE));
  return whole(
    name,
    report,
    asker,
    filters,
    readRows(found).map(({ values }) => values),
  );
}

async function whole(
  name: string,
  report: Report,
  asker: ReturnType<typeof askerOfReport>,
  filters: Record<string, string>,
  rows: readonly (readonly Value[])[],
): Promise<WholeReport> {
  const columns = report.columns(asker, filters);
  const sums = { rows: rows.length, byColumn: addedUp(columns, rows) };
  const names = await chosenNames(asker.db, report, filters);
  return { name, report, columns, filters, names, rows, sums };
}

type ReportParams = { report: string } & Record<string, string>;
const paramsOf = (run: { params: Record<string, string> }) => run.params as ReportParams;
const filtersOf = ({ report: _, ...filters }: ReportParams) => filters;

/** Opens what a run reads, if its person may still read it. @throws Response 403, 404 */
export function openReport(session: Session, run: { params: Record<string, string> }) {
  const report = reportNamed(session, paramsOf(run).report);
  return session.authorize(viewOf(report));
}

/** Reads one part of a report's rows: as JSON, so that paper and file are made of the same. @throws Response 409 for paper that would be too long */
export async function reportPart({ session, db, run }: RunWork): Promise<RunPart> {
  const params = paramsOf(run);
  const report = reportNamed(session, params.report);
  const asker = askerOfReport(session, db, run.createdAt);
  const [found] = await db.read(rowsAfter(report, asker, filtersOf(params), run.cursor, AT_ONCE));
  const rows = readRows(found);
  if (run.format === "pdf" && run.progress + rows.length > MOST_ON_PAPER)
    conflict(`A PDF holds ${MOST_ON_PAPER} rows at most. Take the CSV, or narrow the filters.`);
  return {
    bytes: new TextEncoder().encode(JSON.stringify(rows.map(({ values }) => values))),
    done: rows.length,
    next: rows.length < AT_ONCE ? null : rows.at(-1)!.key,
  };
}

/** A report of the parts that were read. */
export function reportOfParts(
  { session, db, run }: RunWork,
  parts: readonly Uint8Array[],
): Promise<WholeReport> {
  const params = paramsOf(run);
  const report = reportNamed(session, params.report);
  const rows = parts.flatMap((part) => JSON.parse(new TextDecoder().decode(part)) as Value[][]);
  const asker = askerOfReport(session, db, run.createdAt);
  return whole(params.report, report, asker, filtersOf(params), rows);
}

/** The rows of a report as its file's sheet. */
export function sheetOf({ name, columns, rows }: WholeReport): Export<Cell> {
  const pages = async function* () {
    for (let from = 0; from < rows.length; from += AT_ONCE)
      yield rows.slice(from, from + AT_ONCE).map((values) => cells(columns, values));
  };
  return { name, head: columns.map(({ label }) => label), pages: pages() };
}
