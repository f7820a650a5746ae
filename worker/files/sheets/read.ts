import { BrokenSheet, type SheetRow } from "#app/shared/sheets/broken.ts";
import { begins } from "#app/shared/sheets/decode.ts";
import { type SheetCount, sheetCount } from "#app/shared/sheets/limits.ts";

export { BrokenSheet, type SheetRow } from "#app/shared/sheets/broken.ts";

const LOOKED_AT = 8000;

/** Text as cells keep it: one kind of line break, no control characters, nothing around it. */
const tidy = (cell: string) =>
  cell
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/\r\n?/g, "\n")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufeff]/g, "")
    .trim();

function rowsOf(bytes: Uint8Array, count: SheetCount): Promise<Iterable<SheetRow>> {
  if (begins(bytes, 0x50, 0x4b))
    return import("./read-xlsx.ts").then(({ readXlsx }) => readXlsx(bytes, count));
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new BrokenSheet(
      "This file is locked with a password or of the old Excel kind. Save it as .xlsx without a password, or as CSV.",
    );
  const isWide = begins(bytes, 0xff, 0xfe) || begins(bytes, 0xfe, 0xff);
  const head = bytes.subarray(0, LOOKED_AT);
  if (
    begins(bytes, 0x25, 0x50, 0x44, 0x46) ||
    begins(bytes, 0x89, 0x50) ||
    begins(bytes, 0xff, 0xd8) ||
    (!isWide && isBinary(head))
  )
    throw new BrokenSheet("This is not a spreadsheet. Choose a file saved as .xlsx or .csv.");
  return import("#app/shared/sheets/read-csv.ts").then(({ readCsv }) => readCsv(bytes, count));
}

/** Control characters no text has; empty bytes are those of UTF-16. */
const isBinary = (head: Uint8Array) =>
  head.filter((byte) => byte > 0 && byte < 9).length > head.length / 100;

/**
 * The rows of a spreadsheet that hold anything, one after the other: Excel or CSV, by what is in the file.
 * @throws BrokenSheet when it is neither, damaged, or more than an import takes
 */
export async function* readSheet(bytes: Uint8Array): AsyncGenerator<SheetRow> {
  const count = sheetCount();
  for (const { rowNo, cells } of await rowsOf(bytes, count)) {
    const tidied = cells.map(tidy);
    while (tidied.length && !tidied.at(-1)) tidied.pop();
    if (!tidied.length) continue;
    count.filled();
    yield { rowNo, cells: tidied };
  }
}
