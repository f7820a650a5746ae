/* What a PDF says to a reader that has no part in writing it: Mozilla's PDF.js, as `unpdf` carries it. */
import { getDocumentProxy } from "unpdf";

/** Letters as they are compared: one spelling of each, and no spaces, since a reader finds those by widths. */
export const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, "");

/** Pieces that stand nearer than this, in parts of their size, are one cell. */
const NEAR = 0.5;
type Piece = { x: number; end: number; size: number; text: string };

/** The rows of each page from its top, each the cells from the left, without spaces. */
export async function readByPdfJs(bytes: Uint8Array): Promise<string[][][]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const pages: string[][][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const rows = new Map<number, Piece[]>();
    for (const item of items) {
      if (!("str" in item) || item.str.trim() === "") continue;
      const [, , , size, x, y] = item.transform as number[];
      const piece = { x: x!, end: x! + item.width, size: size!, text: plain(item.str) };
      const at = Math.round(y! * 10);
      rows.set(at, [...(rows.get(at) ?? []), piece]);
    }
    pages.push([...rows].sort(([a], [b]) => b - a).map(([, row]) => cellsOf(row)));
  }
  return pages;
}

function cellsOf(row: Piece[]): string[] {
  const cells: Piece[] = [];
  for (const piece of row.sort((a, b) => a.x - b.x)) {
    const last = cells.at(-1);
    if (last && piece.x - last.end < NEAR * piece.size) {
      last.text += piece.text;
      last.end = piece.end;
    } else cells.push({ ...piece });
  }
  return cells.map(({ text }) => text);
}
