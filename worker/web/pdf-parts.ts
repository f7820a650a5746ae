import {
  fill,
  LineCapStyle,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  setFillingGrayscaleColor,
} from "@cantoo/pdf-lib";
import { type QrModules, QUIET, runsOf } from "#app/shared/label-qr.ts";
import { SIGNATURE } from "#app/shared/signature.ts";
import { paperLogo } from "../domain/settings/paper.ts";
import { objectKeyOf } from "../files/store.ts";
import type { Company } from "../session.ts";
import type { Sheet } from "./pdf-sheet.ts";

const LOGO = { width: 160, height: 44 };
const QR_SIDE = 58;
const SIGN_HEIGHT = 36;
/** How a quiet small text is set. */
export const small = { size: 8, quiet: true };

/** What stands above a document. */
type PaperHead = {
  company: string;
  header: string | null;
  host: string;
  ticket: string;
  entered: string;
  title: string;
  kind: string;
  qr: QrModules;
};

/** The company, the code, the number and the title. @param numberName what the number is called */
export async function drawHead(
  sheet: Sheet,
  paper: PaperHead,
  company: Company,
  bucket: R2Bucket,
  numberName: string,
) {
  const { width } = sheet;
  const top = sheet.y;
  const logoId = paperLogo(company);
  if (logoId) {
    const logo = await sheet.setter.picture(bucket, objectKeyOf(company.id, logoId));
    if (logo) sheet.image(logo, logo.scaleToFit(LOGO.width, LOGO.height));
  }
  const third = width / 3;
  sheet.paragraph(paper.company, { size: 13, font: "bold", width: width - third - QR_SIDE });
  sheet.paragraph(paper.header || paper.host, { ...small, width: width - third - QR_SIDE });
  const left = sheet.y;
  sheet.y = top;
  drawQr(sheet, paper.qr);
  const right = (text: string, style: Parameters<Sheet["text"]>[1]) => {
    sheet.text(text, { ...style, right: true });
    sheet.y -= (style?.size ?? 10) * 1.5;
  };
  right(numberName, small);
  right(paper.ticket, { size: 11, font: "mono" });
  right(paper.entered, small);
  sheet.y = Math.min(sheet.y, left, top - QR_SIDE) - 2;
  sheet.rule();
  sheet.text(paper.title, { size: 14, font: "bold" });
  sheet.text(paper.kind, { size: 10, right: true });
  sheet.y -= 24;
}

/** The code that opens the record, between the company's name and the number. */
const drawQr = (sheet: Sheet, qr: QrModules) =>
  drawCode(sheet, qr, (sheet.width * 2) / 3 - QR_SIDE, QR_SIDE);

/** A code that begins so far from the left edge, at this height. */
export function drawCode(sheet: Sheet, qr: QrModules, left: number, size: number) {
  const module = size / (qr.side + 2 * QUIET);
  const { x, y } = sheet.place(left);
  drawModules(sheet.page, qr, { x: x + QUIET * module, y: y - QUIET * module, module });
}

/** The dark modules of a code from its left upper corner on, without the quiet zone. */
export function drawModules(
  page: PDFPage,
  qr: QrModules,
  { x, y, module }: { x: number; y: number; module: number },
) {
  page.pushOperators(pushGraphicsState(), setFillingGrayscaleColor(0));
  for (const run of runsOf(qr))
    page.pushOperators(
      rectangle(x + run.x * module, y - (run.y + 1) * module, run.length * module, module),
    );
  page.pushOperators(fill(), popGraphicsState());
}

/** Texts of several lines, each under its heading. */
export function drawTexts(sheet: Sheet, texts: readonly { title: string; text: string }[]) {
  for (const { title, text } of texts) {
    heading(sheet, title);
    sheet.paragraph(text);
    sheet.y -= 4;
  }
}

/** Facts by name, four in a row. */
export function drawFacts(
  sheet: Sheet,
  facts: readonly { name: string; text: string; isCode?: boolean }[],
) {
  const COLUMNS = 4;
  const width = sheet.width / COLUMNS;
  for (let at = 0; at < facts.length; at += COLUMNS) {
    const row = facts.slice(at, at + COLUMNS);
    sheet.row(
      row.map(({ name }) => ({ text: name, width, quiet: true })),
      8,
    );
    sheet.row(
      row.map(({ text, isCode }) => ({
        text,
        width,
        ...(isCode ? { font: "mono" as const } : {}),
      })),
    );
    sheet.rule(6);
  }
}

/** A line for each signature, with what was drawn above it. */
export function drawSignatures(
  sheet: Sheet,
  signatures: readonly { role: string; name: string; path?: string | null }[],
) {
  const GAP = 20;
  const width = (sheet.width - GAP * (signatures.length - 1)) / signatures.length;
  sheet.y -= SIGN_HEIGHT + 14;
  const top = sheet.y;
  for (const [at, { role, name, path }] of signatures.entries()) {
    const left = at * (width + GAP);
    const { x } = sheet.place(left);
    if (path)
      sheet.page.drawSvgPath(path, {
        ...{ x, y: top + SIGN_HEIGHT + 2, scale: SIGN_HEIGHT / SIGNATURE.height },
        ...{
          borderColor: rgb(0.07, 0.07, 0.07),
          borderWidth: 2,
          borderLineCap: LineCapStyle.Round,
        },
      });
    sheet.y = top;
    sheet.line(left, width);
    sheet.y -= 3;
    sheet.paragraph(role, { x: left, width, size: 9 });
    sheet.paragraph(name, { ...small, x: left, width });
  }
  sheet.y = top - 34;
}

/** A heading within the page. @param next the height of what must not be parted from it: a first line unless it is more */
export function heading(sheet: Sheet, title: string, next = 18) {
  sheet.room(26 + next);
  sheet.y -= 4;
  sheet.paragraph(title, { font: "bold", size: 10.5 });
  sheet.y -= 2;
}
