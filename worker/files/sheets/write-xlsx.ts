import { type Cell, textOf } from "#app/shared/cells.ts";
import { writeZip } from "./write-zip.ts";

/** One sheet of a workbook; its rows are asked for while it is written. */
export type Sheet = {
  name: string;
  head: readonly string[];
  widths?: readonly number[];
  pages: AsyncIterable<readonly (readonly Cell[])[]>;
};

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const LONGEST_CELL = 32_767;
const styles = { head: 1, money: 2 } as const;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) =>
  text
    .replace(/\p{Surrogate}/gu, "\ufffd")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to hold them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (letter) => escapes[letter]!)
    .slice(0, LONGEST_CELL);

/** A text is a text, whatever it looks like; only numbers are numbers. */
function cellXml(value: Cell, style = ""): string {
  if (typeof value === "number") return `<c${style}><v>${value}</v></c>`;
  if (value && typeof value === "object")
    return `<c s="${styles.money}"><v>${textOf(value)}</v></c>`;
  const text = textOf(value);
  return text === ""
    ? "<c/>"
    : `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}
const rowXml = (cells: readonly Cell[], style = "") =>
  `<row>${cells.map((cell) => cellXml(cell, style)).join("")}</row>`;

/** The small files of a workbook that name its sheets. */
const frame = (names: readonly string[]): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${mime}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${mime}.styles+xml"/>${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${mime}.worksheet+xml"/>`).join("")}</Types>`,
  "_rels/.rels": `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${escaped(name.slice(0, 31))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${packages}/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}<Relationship Id="rId${names.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});

async function* sheetXml({ head, widths = [], pages }: Sheet): AsyncGenerator<string> {
  const columns = head.map(
    (label, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widths[at] ?? Math.max(12, label.length + 3)}" customWidth="1"/>`,
  );
  yield xml(
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>${rowXml(head, ` s="${styles.head}"`)}`,
  );
  for await (const rows of pages) yield rows.map((cells) => rowXml(cells)).join("");
  yield "</sheetData></worksheet>";
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}

/** An Excel workbook, written while its rows are read: no more than a page of them is held. */
export const writeXlsx = (sheets: readonly Sheet[]): AsyncGenerator<Uint8Array> =>
  writeZip([
    ...Object.entries(frame(sheets.map(({ name }) => name))).map(([name, body]) => ({
      name,
      pieces: [new TextEncoder().encode(xml(body))],
    })),
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      pieces: encoded(sheetXml(sheet)),
    })),
  ]);
