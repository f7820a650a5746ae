import { BrokenSheet, type SheetRow, tooLarge } from "#app/shared/sheets/broken.ts";
import { joined, type SheetCount } from "#app/shared/sheets/limits.ts";
import { dateStyles, numberText } from "./xlsx-values.ts";
import { type Attributes, readXml, wholeXml } from "./xml.ts";
import { type Entry, openZip, unpacked } from "./zip.ts";

const MEGABYTE = 1024 * 1024;
/** What each part may unpack to: 15,000 rows of 40 columns take about a third of it. */
const MOST_SHEET = 120 * MEGABYTE;
const MOST_STRINGS = 40 * MEGABYTE;
const MOST_SMALL = 8 * MEGABYTE;

type Book = { path: string; is1904: boolean };

/** The first sheet that is not hidden, and how the book counts days. */
function bookOf(files: Map<string, Entry>): Book {
  const workbook = files.get("xl/workbook.xml");
  if (!workbook)
    throw new BrokenSheet("This is not a spreadsheet. Choose a file saved as .xlsx or .csv.");
  let shown: Attributes | undefined;
  let is1904 = false;
  wholeXml(unpacked(workbook, MOST_SMALL), {
    open: (name, attributes) => {
      if (name === "sheet" && (!attributes.state || attributes.state === "visible"))
        shown ??= attributes;
      if (name === "workbookPr") is1904 = ["1", "true"].includes(attributes.date1904 ?? "");
    },
  });
  const link =
    shown &&
    Object.entries(shown).find(([name]) => /(^|:)id$/.test(name) && name !== "sheetId")?.[1];
  let path = "";
  const links = files.get("xl/_rels/workbook.xml.rels");
  if (links)
    wholeXml(unpacked(links, MOST_SMALL), {
      open: (name, { Id, Target = "" }) => {
        if (name === "Relationship" && Id === link)
          path = Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`;
      },
    });
  if (!files.has(path)) throw new BrokenSheet("The file holds no sheet with rows.");
  return { path, is1904 };
}

const MOST_TEXTS = 1_000_000;
const MOST_LETTERS = 24 * MEGABYTE;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Copies a text: a slice would keep the whole piece in memory. */
const apart = (text: string) => decoder.decode(encoder.encode(text));

/** The texts that cells refer to by their number; what shows how to read a text aloud is left out. */
function stringsOf(entry: Entry | undefined): string[] {
  const strings: string[] = [];
  if (!entry) return strings;
  let now = "";
  let letters = 0;
  let inside = false;
  let aloud = false;
  wholeXml(unpacked(entry, MOST_STRINGS), {
    open: (name) => {
      if (name === "si") now = "";
      if (name === "rPh") aloud = true;
      if (name === "t") inside = !aloud;
    },
    close: (name) => {
      if (name === "si") {
        letters += now.length;
        if (letters > MOST_LETTERS || strings.length >= MOST_TEXTS) throw tooLarge();
        strings.push(apart(now));
      }
      if (name === "rPh") aloud = false;
      if (name === "t") inside = false;
    },
    text: (text) => {
      if (inside) now = joined(now, text);
    },
  });
  return strings;
}

/** "AB12" is column 27. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

const LAST_ROW = 1_048_576;
/** The number of a row: its own, behind that of the row before it. @throws BrokenSheet */
function rowNoOf(written: string | undefined, before: number): number {
  const rowNo = written === undefined ? before + 1 : Number(written);
  if (Number.isInteger(rowNo) && rowNo > before && rowNo <= LAST_ROW) return rowNo;
  throw new BrokenSheet(
    `The file is damaged: the row behind row ${before} has no number that can be. Save it again.`,
  );
}

const MOST_COLUMNS = 500;
const escaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

/** The rows of the first sheet of an Excel workbook; cells with a formula give the value they last had. @throws BrokenSheet */
export function* readXlsx(bytes: Uint8Array, count: SheetCount): Generator<SheetRow> {
  const files = openZip(bytes);
  const { path, is1904 } = bookOf(files);
  const isDate = dateStyles(files.get("xl/styles.xml"), MOST_SMALL);
  const strings = stringsOf(files.get("xl/sharedStrings.xml"));
  const rows: SheetRow[] = [];
  let row: SheetRow = { rowNo: 0, cells: [] };
  let cell: Attributes = {};
  let column = -1;
  let value = "";
  let inside = false;
  const cellText = () => {
    if (cell.t === "s") return strings[Number(value)] ?? "";
    if (cell.t === "b") return value === "1" ? "TRUE" : "FALSE";
    if (cell.t === "d") return value.slice(0, 10);
    if (cell.t === "inlineStr" || cell.t === "str" || cell.t === "e") return escaped(value);
    return value === "" ? "" : numberText(value, isDate(Number(cell.s ?? -1)), is1904);
  };
  const reading = readXml(unpacked(files.get(path)!, MOST_SHEET), {
    open: (name, attributes) => {
      if (name === "row") {
        count.line();
        row = { rowNo: rowNoOf(attributes.r, row.rowNo), cells: [] };
        column = -1;
      } else if (name === "c") {
        cell = attributes;
        column = attributes.r ? columnOf(attributes.r) : column + 1;
        value = "";
        count.cells(1 + Math.max(0, Math.min(column, MOST_COLUMNS) - row.cells.length));
      } else inside = name === "v" || name === "t";
    },
    close: (name) => {
      if (name === "row") rows.push(row);
      else if (name === "c" && column >= 0 && column < MOST_COLUMNS) {
        while (row.cells.length < column) row.cells.push("");
        row.cells[column] = cellText();
      }
      inside = false;
    },
    text: (text) => {
      if (inside) value = joined(value, text);
    },
  });
  for (const _ of reading) yield* rows.splice(0);
}
