import type { Company } from "../session.ts";
import { drawFacts, drawHead, drawSignatures, drawTexts, heading, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";
import type { Slip } from "./slip.ts";

/** The signatures with room above them to sign. */
const END_HEIGHT = 110;

/** Slips one after another, each from a page of its own: the same texts, code and signatures as on their print page. */
export async function slipPdf(
  slips: readonly [Slip, ...Slip[]],
  company: Company,
  format: Paper,
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
): Promise<Uint8Array> {
  const [{ title, number, host }] = slips;
  const sheet = await Sheet.open(format, {
    title: `${title} ${number}`,
    foot: `Plumbline, ${host}  ${number}`,
    texts: JSON.stringify(slips),
    assets: ASSETS,
  });
  for (const [at, slip] of slips.entries()) {
    if (at > 0) sheet.turn();
    await drawSlip(sheet, slip, company, MEDIA);
  }
  return sheet.bytes();
}

async function drawSlip(sheet: Sheet, slip: Slip, company: Company, bucket: R2Bucket) {
  const head = { ...slip, ticket: slip.number, kind: slip.state, entered: slip.under };
  await drawHead(sheet, head, company, bucket, slip.numberName);
  drawFacts(sheet, slip.facts);
  drawTexts(sheet, slip.texts);
  drawLines(sheet, slip);
  sheet.room(END_HEIGHT + (slip.footer ? 30 : 0));
  drawSignatures(sheet, slip.signatures);
  if (slip.footer) sheet.paragraph(slip.footer, small);
  sheet.paragraph(slip.written, small);
}

function drawLines(sheet: Sheet, { table: { title, heads, shares, rows } }: Slip) {
  heading(sheet, title, 40);
  const cells = (texts: readonly string[], style = {}) =>
    texts.map((text, at) => ({ text, width: sheet.width * shares[at]!, ...style }));
  sheet.row(cells(heads, { quiet: true }), 8.5);
  for (const row of rows) sheet.row(cells(row));
}
