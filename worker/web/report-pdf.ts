import type { PDFImage } from "@cantoo/pdf-lib";
import { objectKeyOf } from "../files/store.ts";
import type { Company } from "../session.ts";
import { drawFacts, drawHead, drawSignatures, drawTexts, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import type { ReportSheet } from "./report-sheet.ts";

type Ports = Pick<Env, "MEDIA" | "ASSETS">;
const MEGABYTE = 1024 * 1024;
/** Pictures up to so many bytes together are drawn; a PNG is decoded for it, so it has a limit of its own. */
const MOST_PICTURES = 20 * MEGABYTE;
const MOST_PNG = 2 * MEGABYTE;
/** The three sums and the signatures under them. */
const END_HEIGHT = 144;
const PHOTO = { inRow: 2, gap: 12, height: 190 };
/** The names of a table's columns, and a first row of three lines. */
const TABLE_BEGIN = 54;

/** The printed service/PM report: the same texts, QR code, signatures and pictures as its print page. */
export async function reportPdf(
  paper: ReportSheet,
  company: Company,
  format: Paper,
  { MEDIA, ASSETS }: Ports,
): Promise<Uint8Array> {
  const sheet = await Sheet.open(format, {
    title: `${paper.ticket} ${paper.facts[1]?.text ?? ""}`,
    foot: `Plumbline, ${paper.host}  ${paper.ticket}`,
    texts: JSON.stringify(paper),
    assets: ASSETS,
  });
  await drawHead(sheet, paper, company, MEDIA, "Service Ticket No");
  if (paper.cancelled) sheet.paragraph(paper.cancelled, { font: "bold", size: 10 });
  drawReport(sheet, paper);
  await drawFiles(sheet, paper, company, MEDIA);
  return sheet.bytes();
}

/** A report's facts, texts, checks, parts, sums and signatures, without its head and its files. */
export function drawReport(sheet: Sheet, paper: ReportSheet) {
  drawFacts(sheet, paper.facts);
  drawTexts(sheet, paper.texts);
  drawChecks(sheet, paper);
  drawParts(sheet, paper);
  drawEnd(sheet, paper);
}

function drawChecks(sheet: Sheet, { checks }: ReportSheet) {
  if (!checks) return;
  heading(sheet, checks.title, TABLE_BEGIN);
  const rest = sheet.width - 24 - 44;
  const shares = checks.isMeasured ? [0.44, 0.28, 0.28] : [0.58, 0, 0.42];
  const [name, reading, remark] = shares.map((share) => share * rest) as [number, number, number];
  const cells = (number: string, texts: string[], style: { quiet?: boolean; isNo?: boolean }) => [
    { text: number, width: 24, quiet: true },
    { text: texts[0]!, width: name, quiet: style.quiet },
    { text: texts[1]!, width: 44, quiet: style.quiet, ...(style.isNo ? bold : {}) },
    ...(checks.isMeasured ? [{ text: texts[2]!, width: reading, quiet: style.quiet }] : []),
    { text: texts[3]!, width: remark, quiet: style.quiet },
  ];
  sheet.row(cells("", ["Checking Process", "Status", "Reading", "Remark"], { quiet: true }), 8.5);
  for (const [at, row] of checks.rows.entries())
    sheet.row(
      cells(String(at + 1), [row.name, row.word, row.reading, row.remark], {
        isNo: row.status === "no",
      }),
      9,
    );
}
const bold = { font: "bold" } as const;

const columnsOf = ({ width }: Sheet) => [width - 240, 60, 90, 90] as const;

function drawParts(sheet: Sheet, { parts }: ReportSheet) {
  const widths = columnsOf(sheet);
  const cells = (texts: readonly string[], style = {}) =>
    texts.map((text, at) => ({ text, width: widths[at]!, right: at > 0, ...style }));
  for (const { title, heads, rows } of parts) {
    heading(sheet, title, TABLE_BEGIN);
    sheet.row(cells(heads, { quiet: true }), 8.5);
    for (const row of rows) sheet.row(cells(row));
  }
}

/** Sums and signatures stay together, so that nobody signs a page that says nothing. */
function drawEnd(sheet: Sheet, { sums, signatures, footer }: ReportSheet) {
  const [first] = columnsOf(sheet);
  sheet.room(END_HEIGHT + (footer ? 30 : 0));
  sheet.y -= 4;
  sheet.rule();
  for (const [at, { name, text }] of sums.entries()) {
    const style = at === sums.length - 1 ? bold : {};
    sheet.row([
      { text: "", width: first },
      { text: name, width: 120, ...style },
      { text, width: 120, right: true, ...style },
    ]);
  }
  drawSignatures(sheet, signatures);
  if (footer) sheet.paragraph(footer, small);
}

/** The pictures two a row, each over its name, and the names of the other files. */
async function drawFiles(sheet: Sheet, paper: ReportSheet, company: Company, bucket: R2Bucket) {
  const { pictures, otherFiles, written } = paper;
  let room = MOST_PICTURES;
  const named = [...otherFiles];
  const shown: { image: PDFImage; name: string }[] = [];
  for (const { id, name, mime, bytes } of pictures) {
    const fits = bytes <= room && (mime !== "image/png" || bytes <= MOST_PNG);
    const image = fits && (await sheet.setter.picture(bucket, objectKeyOf(company.id, id)));
    if (image) {
      room -= bytes;
      shown.push({ image, name });
    } else named.push(name);
  }
  const width = (sheet.width - PHOTO.gap) / PHOTO.inRow;
  const rows = Array.from({ length: Math.ceil(shown.length / PHOTO.inRow) }, (_, at) =>
    shown.slice(at * PHOTO.inRow, (at + 1) * PHOTO.inRow).map(({ image, name }) => {
      const size = image.scaleToFit(width, PHOTO.height);
      const lines = sheet.setter.lines(name, { width, size: small.size, style: "plain" }).length;
      return { image, name, size, height: size.height + 6 + lines * small.size * 1.4 };
    }),
  );
  const heightOf = (row: (typeof rows)[number]) => Math.max(...row.map(({ height }) => height));
  if (pictures.length + otherFiles.length > 0)
    heading(sheet, "Photos and files", (named.length && 30) + (rows[0] ? heightOf(rows[0]) : 0));
  if (named.length > 0) sheet.paragraph(named.join(", "), { size: 9 });
  for (const row of rows) {
    sheet.room(heightOf(row));
    const top = sheet.y;
    for (const [at, { image, name, size }] of row.entries()) {
      const x = at * (width + PHOTO.gap);
      sheet.y = top - size.height;
      sheet.page.drawImage(image, { ...sheet.place(x), ...size });
      sheet.y -= 2;
      sheet.paragraph(name, { ...small, x, width });
    }
    sheet.y = top - heightOf(row);
  }
  sheet.paragraph(written, small);
}
