import type { QrModules } from "#app/shared/label-qr.ts";
import type { Company } from "../session.ts";
import { drawFacts, drawHead, small } from "./pdf-parts.ts";
import { type Paper, Sheet } from "./pdf-sheet.ts";

/** A table on paper, every text as it is read. */
export type Table = {
  company: string;
  host: string;
  header: string | null;
  footer: string | null;
  title: string;
  about: string;
  /** The day it was made, and what it was narrowed by. */
  made: string;
  facts: { name: string; text: string }[];
  columns: { label: string; isNumeric: boolean; isCode: boolean; wide: number }[];
  rows: readonly (readonly string[])[];
  /** What all rows come to, by name. */
  sums: { label: string; text: string }[];
  qr: QrModules;
};

const SIZE = 7.5;
const HEAD = 30;

/** A table as a PDF in landscape; the heads of its columns stand on every page. */
export async function tablePdf(
  table: Table,
  company: Company,
  paper: "a4" | "letter",
  { MEDIA, ASSETS }: Pick<Env, "MEDIA" | "ASSETS">,
): Promise<Uint8Array> {
  const { title, host, made, columns, rows } = table;
  const sheet = await Sheet.open(`${paper}-wide` satisfies Paper, {
    title,
    foot: `Plumbline, ${host}  ${title}`,
    texts: JSON.stringify(table),
    assets: ASSETS,
  });
  const head = { ...table, ticket: made, entered: "", kind: "" };
  await drawHead(sheet, head, company, MEDIA, "Made on");
  sheet.paragraph(table.about, small);
  sheet.y -= 4;
  if (table.facts.length) drawFacts(sheet, table.facts);
  const all = columns.reduce((sum, { wide }) => sum + wide, 0);
  const cells = (texts: readonly string[], quiet = false) =>
    columns.map(({ wide, isNumeric, isCode }, at) => ({
      text: texts[at] ?? "",
      width: (sheet.width * wide) / all,
      right: isNumeric,
      quiet,
      ...(isCode && !quiet ? { font: "mono" as const } : {}),
    }));
  const heads = () => {
    sheet.row(
      cells(
        columns.map(({ label }) => label),
        true,
      ),
      SIZE,
    );
    sheet.rule(4);
  };
  heads();
  for (const row of rows) {
    const { page } = sheet;
    sheet.room(HEAD);
    if (sheet.page !== page) heads();
    sheet.row(cells(row), SIZE);
  }
  if (!rows.length) sheet.paragraph("No rows match.", small);
  sheet.rule(6);
  sheet.room(40);
  drawFacts(
    sheet,
    table.sums.map(({ label, text }) => ({ name: label, text })),
  );
  if (table.footer) sheet.paragraph(table.footer, small);
  return sheet.bytes();
}
