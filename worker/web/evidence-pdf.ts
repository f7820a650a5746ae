import { dateText, timeText } from "#app/shared/dates.ts";
import type { LogExtract } from "../domain/evidence/log.ts";
import type { Part, Whole } from "../domain/evidence/part.ts";
import { qrOf } from "../domain/labels/qr.ts";
import { settingOf } from "../domain/settings/vocabulary.ts";
import type { Company } from "../session.ts";
import { originOf } from "../tenancy/hosts.ts";
import { drawFacts, drawHead, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import { drawReport } from "./report-pdf.ts";
import type { ReportSheet } from "./report-sheet.ts";

/** Entries of the log that are printed, the newest; the archive has them all. */
const MOST_PRINTED = 300;
const TABLE_BEGIN = 40;
/** The hash of a row, small enough for a line. */
const HASH = 6.5;

/** What an evidence pack prints. */
export type EvidencePaper = {
  title: string;
  kind: string;
  /** What it is called on each page, such as the device's code. */
  number: string;
  numberName: string;
  /** The page in the app that its code opens. */
  path: string;
  madeAt: number;
  madeBy: string;
  facts: { name: string; text: string; isCode?: boolean }[];
  /** The files it was made from, with their hashes. */
  wholes: readonly Whole[];
  parts: readonly Part[];
  reports: readonly ReportSheet[];
  log: LogExtract;
  leftOut: readonly string[];
  verify: string;
};

/** An evidence pack on paper: a cover with what it contains and the hash of each part, then the parts. */
export async function evidencePdf(
  paper: EvidencePaper,
  company: Company,
  format: Paper,
  env: Pick<Env, "MEDIA" | "ASSETS" | "APP_ENV"> & Env,
): Promise<Uint8Array> {
  const { timeZone, primaryHost } = company;
  const time = (at: number) => timeText(at, timeZone, settingOf(company, "date_format"));
  const { wholes, ...texts } = paper;
  const sheet = await Sheet.open(format, {
    title: `${paper.title} ${paper.number}`,
    foot: `Plumbline, ${primaryHost}  ${paper.title} ${paper.number}`,
    texts: JSON.stringify([texts, company.name, settingOf(company, "report_header")]),
    assets: env.ASSETS,
  });
  const head = {
    ...{ company: company.name, header: settingOf(company, "report_header"), host: primaryHost },
    ...{ ticket: paper.number, entered: time(paper.madeAt), title: paper.title, kind: paper.kind },
    qr: qrOf(`${originOf(env, primaryHost)}${paper.path}`),
  };
  await drawHead(sheet, head, company, env.MEDIA, paper.numberName);
  drawFacts(sheet, paper.facts);
  drawContents(sheet, wholes);
  drawLines(sheet, "What is not in it", paper.leftOut);
  drawLines(sheet, "How to verify it", paper.verify.split("\r\n").filter(Boolean));
  sheet.paragraph(`Made ${time(paper.madeAt)} by ${paper.madeBy}`, small);
  const written = (cell: string) =>
    DAY.test(cell)
      ? dateText(cell, settingOf(company, "date_format"))
      : INSTANT.test(cell)
        ? time(Date.parse(cell))
        : cell;
  for (const part of paper.parts) drawPart(sheet, part, written);
  for (const report of paper.reports) {
    sheet.turn();
    sheet.text(report.title, { size: 13, font: "bold" });
    sheet.text(report.ticket, { size: 11, font: "mono", right: true });
    sheet.y -= 22;
    if (report.cancelled) sheet.paragraph(report.cancelled, { font: "bold" });
    drawReport(sheet, report);
    const files = [...report.pictures.map(({ name }) => name), ...report.otherFiles];
    if (files.length) sheet.paragraph(`Photos and files: ${files.join(", ")}`, { size: 9 });
    sheet.paragraph(report.written, small);
  }
  drawLog(sheet, paper.log, time);
  return sheet.bytes();
}

function drawContents(sheet: Sheet, wholes: readonly Whole[]) {
  heading(sheet, "What it contains", TABLE_BEGIN);
  const widths = [sheet.width * 0.34, sheet.width * 0.66] as const;
  sheet.row(
    [
      { text: "Part", width: widths[0], quiet: true },
      { text: "SHA-256", width: widths[1], quiet: true },
    ],
    8.5,
  );
  for (const { name, sha256 } of wholes)
    sheet.row(
      [
        { text: name, width: widths[0] },
        { text: sha256, width: widths[1], font: "mono" },
      ],
      8,
    );
}

function drawLines(sheet: Sheet, title: string, lines: readonly string[]) {
  if (!lines.length) return;
  heading(sheet, title);
  for (const line of lines) sheet.paragraph(line, { size: 8.5 });
}

/** Days and instants as the files of a pack write them; on paper they are written as the company writes them. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function drawPart(
  sheet: Sheet,
  { title, head, shown, rows, note }: Part,
  written: (cell: string) => string,
) {
  heading(sheet, title, TABLE_BEGIN);
  if (!rows.length) return sheet.paragraph("None.", { quiet: true, size: 9 });
  const cells = (texts: readonly unknown[], quiet = false) =>
    shown.map(([at, share]) => ({
      text: written(String(texts[at] ?? "")) || "–",
      width: sheet.width * share,
      quiet,
    }));
  sheet.row(cells(head, true), 8.5);
  for (const row of rows) sheet.row(cells(row), 8.5);
  if (note) sheet.paragraph(note, small);
}

function drawLog(sheet: Sheet, { rows, head }: LogExtract, time: (at: number) => string) {
  heading(sheet, "Extract of the activity log", TABLE_BEGIN);
  if (head)
    sheet.paragraph(`Head of the company's log: no. ${head.seq}, ${head.hash}`, { size: 7.5 });
  const printed = rows.slice(-MOST_PRINTED);
  if (printed.length < rows.length)
    sheet.paragraph(
      `The newest ${printed.length} of ${rows.length} entries; log.json has all.`,
      small,
    );
  for (const row of printed) {
    const who = `${time(Number(row.at))}, ${row.actor_name}`;
    sheet.row(
      [
        { text: row.seq === null ? "Not sealed" : `No. ${row.seq}`, width: sheet.width * 0.14 },
        { text: who, width: sheet.width * 0.36 },
        { text: `${row.action}: ${row.entity_label}`, width: sheet.width * 0.5 },
      ],
      8.5,
    );
    if (row.hash)
      sheet.row(
        [
          { text: "", width: sheet.width * 0.14 },
          { text: row.hash, width: sheet.width * 0.86, font: "mono", quiet: true },
        ],
        HASH,
      );
  }
}
