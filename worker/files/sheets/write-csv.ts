import { type Cell, cellOf } from "#app/shared/cells.ts";

const BOM = "\uFEFF";
const lineOf = (cells: readonly Cell[]) => `${cells.map(cellOf).join(",")}\r\n`;

/** A CSV in UTF-8 with its mark, written while its rows are read. */
export async function* writeCsv(
  head: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(BOM + lineOf(head));
  for await (const rows of pages) yield encoder.encode(rows.map(lineOf).join(""));
}
