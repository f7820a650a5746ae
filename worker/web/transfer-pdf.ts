import type { Company } from "../session.ts";
import { drawFacts, drawHead, drawSignatures, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import type { TransferSheet } from "./transfer-sheet.ts";

/** The signatures with room above them to sign. */
const END_HEIGHT = 110;

/** The slip of a transfer: the same texts, code and signatures as its print page. */
export async function transferPdf(
  paper: TransferSheet,
  company: Company,
  format: Paper,
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
): Promise<Uint8Array> {
  const sheet = await Sheet.open(format, {
    title: `${paper.title} ${paper.number}`,
    foot: `Plumbline, ${paper.host}  ${paper.number}`,
    texts: JSON.stringify(paper),
    assets: ASSETS,
  });
  const head = { ...paper, ticket: paper.number, kind: paper.state };
  await drawHead(sheet, head, company, MEDIA, "Transfer");
  drawFacts(sheet, paper.facts);
  for (const { title, text } of paper.texts) {
    heading(sheet, title);
    sheet.paragraph(text);
    sheet.y -= 4;
  }
  drawLines(sheet, paper);
  sheet.room(END_HEIGHT + (paper.footer ? 30 : 0));
  drawSignatures(sheet, paper.signatures);
  if (paper.footer) sheet.paragraph(paper.footer, small);
  sheet.paragraph(paper.written, small);
  return sheet.bytes();
}

function drawLines(sheet: Sheet, { heads, rows }: TransferSheet) {
  heading(sheet, "Assets", 40);
  const shares = heads.length > 4 ? [0.16, 0.34, 0.12, 0.26, 0.12] : [0.18, 0.4, 0.14, 0.28];
  const cells = (texts: readonly string[], style = {}) =>
    texts.map((text, at) => ({ text, width: sheet.width * shares[at]!, ...style }));
  sheet.row(cells(heads, { quiet: true }), 8.5);
  for (const row of rows) sheet.row(cells(row));
}
