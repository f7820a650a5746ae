import { BrokenSheet } from "../sheets/broken.ts";
import { begins, decoded } from "../sheets/decode.ts";
import type { SheetCount } from "../sheets/limits.ts";
import { readCsv } from "../sheets/read-csv.ts";
import { delimiterIn, FILE_LIMITS, type FileRow } from "./instrument-file.ts";

const counted = (n: number) => n.toLocaleString("en");
const TOO_LARGE = "The file is larger than 2 MB. Export a shorter time, or fewer columns.";
const TOO_MANY_ROWS = `The file has more than ${counted(FILE_LIMITS.rows)} rows. Export a shorter time.`;
const TOO_MANY_CELLS = `The file has more than ${counted(FILE_LIMITS.cells)} cells. Export fewer columns.`;
const TOO_WIDE = `The file has more than ${FILE_LIMITS.columns} columns. Export fewer of them.`;
const NO_CSV = "This is not a CSV file. Export the results of the instrument as CSV or text.";
const EMPTY = "There is nothing in this file.";

/** Counts what a file holds while it is read. */
function counting(): SheetCount {
  let [lines, cells] = [0, 0];
  return {
    line() {
      if (++lines > FILE_LIMITS.rows * 2) throw new BrokenSheet(TOO_MANY_ROWS);
    },
    cells(more) {
      cells += more;
      if (cells > FILE_LIMITS.cells) throw new BrokenSheet(TOO_MANY_CELLS);
    },
    filled() {},
  };
}

/** What no cell of a text holds. */
const tidy = (cell: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  cell.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/g, " ").trim();

const isOther = (bytes: Uint8Array) =>
  [
    [0x50, 0x4b],
    [0xd0, 0xcf, 0x11, 0xe0],
    [0x25, 0x50, 0x44, 0x46],
    [0x89, 0x50],
    [0xff, 0xd8],
  ].some((mark) => begins(bytes, ...mark));

/**
 * The rows of a file of an instrument that hold anything, in any of the usual encodings and delimiters. Cells are text as it stands.
 * @throws BrokenSheet when it is no CSV, damaged, or too much; the message says so in words
 */
export function instrumentRows(bytes: Uint8Array): FileRow[] {
  if (bytes.length > FILE_LIMITS.bytes) throw new BrokenSheet(TOO_LARGE);
  if (isOther(bytes)) throw new BrokenSheet(NO_CSV);
  const [head = ""] = decoded(bytes);
  const rows: FileRow[] = [];
  for (const { rowNo, cells } of readCsv(bytes, counting(), delimiterIn(head))) {
    const tidied = cells.map(tidy);
    while (tidied.length > 0 && tidied.at(-1) === "") tidied.pop();
    if (tidied.length === 0) continue;
    if (tidied.length > FILE_LIMITS.columns) throw new BrokenSheet(TOO_WIDE);
    if (tidied.some(({ length }) => length > FILE_LIMITS.cell))
      throw new BrokenSheet(
        `A cell of row ${rowNo} is longer than ${FILE_LIMITS.cell} characters. Such files are not read.`,
      );
    rows.push({ rowNo, cells: tidied });
    if (rows.length > FILE_LIMITS.rows) throw new BrokenSheet(TOO_MANY_ROWS);
  }
  if (rows.length === 0) throw new BrokenSheet(EMPTY);
  return rows;
}

/** The rows of a chosen file, or why it cannot be read. The file stays in the browser. */
export async function rowsOfFile(file: File): Promise<{ rows: FileRow[] } | { problem: string }> {
  // Looked at before it is read.
  if (file.size > FILE_LIMITS.bytes) return { problem: TOO_LARGE };
  try {
    return { rows: instrumentRows(new Uint8Array(await file.arrayBuffer())) };
  } catch (error) {
    if (error instanceof BrokenSheet) return { problem: error.message };
    throw error;
  }
}
