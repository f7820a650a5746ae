import type { LabelPreset } from "./label-sheet.ts";
import { cutTo, fitted, textWidth } from "./label-text.ts";

/** What a label says. Absent is not printed. */
export type LabelWords = {
  code?: string | undefined;
  name?: string | undefined;
  company?: string | undefined;
  logo?: boolean | undefined;
  /** Lesser lines, the most important first. */
  lines: readonly string[];
};

/** Text on its baseline; `size` is the height of the type. All in mm from the cell's left and top edge. */
export type DrawnText = { x: number; y: number; size: number; bold: boolean; text: string };
type Box = { x: number; y: number; width: number; height: number };
type LabelDrawing = { qr: Box; logo: Box | null; texts: DrawnText[] };

const LEADING = 1.18;
/** Of the size, what stands above the baseline. */
const ASCENT = 0.82;
const GAP = 1.2;
const LOGO = { width: 12, height: 5 };
const CODE = 3.4;
const NAME = 3;
const LINE = 2.2;
const SMALLEST = 2;

type Row = { size: number; bold: boolean; text: string };
type Column = { logo: Box | null; head: Row | null; rows: Row[] };

const heightOf = ({ logo, head, rows }: Column) =>
  (logo ? LOGO.height + GAP / 2 : head ? head.size * LEADING : 0) +
  rows.reduce((sum, { size }) => sum + size * LEADING, 0);

/** The text column as it would be set at a scale, with so many of the lesser lines. */
function columnOf(
  { code, name, company, logo, lines }: LabelWords,
  width: number,
  scale: number,
  lesser: number,
): Column {
  const small = Math.max(SMALLEST * 0.9, LINE * scale);
  const mark = logo
    ? { x: 0, y: 0, width: Math.min(LOGO.width, width), height: LOGO.height }
    : null;
  const room = width - (mark ? mark.width + GAP : 0);
  const headText = company && room > 0 ? cutTo(company, room, small) : "";
  const set = (text: string, largest: number, most: number, bold: boolean): Row[] => {
    const { size, lines } = fitted(text, width, {
      largest: largest * scale,
      smallest: SMALLEST,
      most,
      bold,
    });
    return lines.map((line) => ({ size, bold, text: line }));
  };
  return {
    logo: mark,
    head: headText ? { size: small, bold: false, text: headText } : null,
    rows: [
      ...(code ? set(code, CODE, 1, true) : []),
      ...(name ? set(name, NAME, 2, false) : []),
      ...lines
        .slice(0, lesser)
        .map((line) => ({ size: small, bold: false, text: cutTo(line, width, small) })),
    ],
  };
}

/** The fullest column that is not too high: all of it set smaller first, then without the least important lines. */
function fullest(words: LabelWords, width: number, height: number): Column {
  const all = words.lines.length;
  const smallest = 0.76;
  const tries: [scale: number, lesser: number, words: LabelWords][] = [1, 0.92, 0.84, smallest].map(
    (scale) => [scale, all, words],
  );
  for (let lesser = all - 1; lesser >= 0; lesser--) tries.push([smallest, lesser, words]);
  tries.push([smallest, 0, { ...words, company: undefined, logo: undefined }]);
  for (const [scale, lesser, tried] of tries) {
    const column = columnOf(tried, width, scale, lesser);
    if (heightOf(column) <= height) return column;
  }
  const column = columnOf({ lines: [], code: words.code, name: words.name }, width, smallest, 0);
  while (column.rows.length > 1 && heightOf(column) > height) column.rows.pop();
  return column;
}

/** Where everything of a label is printed: one drawing for the screen, the printer and the PDF. The code and the QR code always are. */
export function drawLabel(
  { cell, inset, qr: side, stacked = false }: LabelPreset,
  words: LabelWords,
): LabelDrawing {
  const qr: Box = {
    x: stacked ? (cell.width - side) / 2 : inset,
    y: stacked ? inset : (cell.height - side) / 2,
    width: side,
    height: side,
  };
  const left = stacked ? inset : qr.x + side + GAP;
  const top = stacked ? qr.y + side : inset;
  const [width, height] = [cell.width - inset - left, cell.height - inset - top];
  const shownWords = stacked
    ? {
        code: words.code,
        name: words.code ? undefined : words.name,
        lines: words.lines.slice(0, words.code ? 1 : 0),
      }
    : words;
  const column = fullest(shownWords, width, height);

  let y = top + Math.max(0, (height - heightOf(column)) / 2);
  const logo = column.logo && { ...column.logo, x: left, y };
  const texts: DrawnText[] = [];
  if (column.head) {
    const { size } = column.head;
    texts.push({
      ...column.head,
      x: logo ? left + logo.width + GAP : left,
      y: y + (logo ? (LOGO.height + size * 0.7) / 2 : size * ASCENT),
    });
  }
  y += heightOf({ ...column, rows: [] });
  for (const row of column.rows) {
    const indent = stacked ? Math.max(0, (width - textWidth(row.text, row.size, row.bold)) / 2) : 0;
    texts.push({ ...row, x: left + indent, y: y + row.size * ASCENT });
    y += row.size * LEADING;
  }
  return { qr, logo, texts };
}
