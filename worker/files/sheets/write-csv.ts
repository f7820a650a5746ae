import { type Cell, cellOf } from "#app/shared/cells.ts";

const BOM = "\uFEFF";
const lineOf = (cells: readonly Cell[]) => `${cells.map(cellOf).join(",")}\r\n`;

const BROKEN_OFF = "This file is not complete: reading broke off here. Export it again.";

/**
 * A CSV in UTF-8 with its mark, written while its rows are read. One whose rows cannot be read to the end says so in its last line: the
 * connection may be closed as after a whole file.
 */
export async function* writeCsv(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(BOM + lineOf(head));
  try {
    for await (const rows of pages) yield encoder.encode(rows.map(lineOf).join(""));
  } catch (error) {
    console.error("A list broke off while it was read", error);
    yield encoder.encode(lineOf([BROKEN_OFF]));
    throw error;
  }
}
