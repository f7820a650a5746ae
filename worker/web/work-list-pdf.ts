import { rgb } from "@cantoo/pdf-lib";
import type { Company } from "../session.ts";
import { drawCode, drawHead, heading } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import type { WorkSheet } from "./work-sheet.ts";

/** Measures in points: 5 mm and 13 mm. */
const BOX = 14;
const QR = 37;
/** What the box and the code take at the left, and how the rest is shared. */
const LEFT = BOX + QR + 16;
const shares = [0.31, 0.2, 0.16, 0.15, 0.18];

/** A work list as a PDF: by Location, with a box to tick and the code of each device. */
export async function workListPdf(
  work: WorkSheet,
  company: Company,
  format: Paper,
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
): Promise<Uint8Array> {
  const texts = work.groups.map(({ title, rows }) => [title, rows.map(({ cells }) => cells)]);
  const sheet = await Sheet.open(format, {
    title: `${work.title} ${work.number}`,
    foot: `Plumbline, ${work.host}  ${work.number}`,
    texts: JSON.stringify([company.name, work.header, work.heads, work.under, work.note, texts]),
    assets: ASSETS,
  });
  const head = { ...work, ticket: work.number, kind: "", entered: work.under };
  await drawHead(sheet, head, company, MEDIA, work.numberName);
  if (work.note) sheet.paragraph(work.note);
  if (work.groups.length === 0) sheet.paragraph("Nothing is to be done.");
  for (const { title, rows } of work.groups) {
    heading(sheet, title, QR + 40);
    const cells = (words: readonly string[], quiet = false) => [
      { text: "", width: LEFT },
      ...words.map((text, at) => ({ text, width: (sheet.width - LEFT) * shares[at]!, quiet })),
    ];
    sheet.row(cells(work.heads.slice(2), true), 8.5);
    for (const row of rows) {
      sheet.room(QR + 8);
      const top = sheet.y;
      const at = sheet.place(0);
      sheet.page.drawRectangle({
        ...{ x: at.x, y: at.y - BOX - 2, width: BOX, height: BOX },
        ...{ borderWidth: 0.75, borderColor: rgb(0.1, 0.1, 0.1) },
      });
      drawCode(sheet, row.qr, BOX + 6, QR);
      const page = sheet.page;
      sheet.row(cells([...row.cells, ""]));
      // The code is higher than the texts, unless they went on to another page.
      if (sheet.page === page) sheet.y = Math.min(sheet.y, top - QR - 2);
      sheet.rule(4);
    }
  }
  return sheet.bytes();
}
