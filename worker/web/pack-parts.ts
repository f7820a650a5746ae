import type { LogExtract } from "../domain/evidence/log.ts";
import { fileOf, type Part, type Whole, wholeOf } from "../domain/evidence/part.ts";
import type { Company } from "../session.ts";
import type { Made } from "./evidence-zip.ts";
import type { Paper } from "./pdf-sheet.ts";
import { reportPdf } from "./report-pdf.ts";
import type { ReportSheet } from "./report-sheet.ts";

type Found = { log: LogExtract; parts: readonly Part[] };

/** The files that the PDF of a pack is made from, in the order of its cover. */
export async function wholesOf({ log, parts }: Found, sheets: readonly ReportSheet[]) {
  const reports = sheets.map(({ qr: _, ...sheet }) => sheet);
  return Promise.all([
    ...parts.map(fileOf),
    wholeOf("reports.json", JSON.stringify(reports, null, 1)),
    wholeOf("log.json", JSON.stringify({ head: log.head, rows: log.rows }, null, 1)),
  ]);
}

/** Each report as it is printed, made while the archive is written. */
export const printed = (
  sheets: readonly ReportSheet[],
  company: Company,
  paper: Paper,
  env: Env,
): Made[] =>
  sheets.map(
    (sheet) => async (): Promise<Whole> =>
      wholeOf(`reports/${sheet.ticket}.pdf`, await reportPdf(sheet, company, paper, env)),
  );

/** What an archive says of itself in plain text. */
export const readMe = (of: string, verify: string) =>
  [`Evidence pack of ${of}.`, "", verify, ""].join("\r\n");
