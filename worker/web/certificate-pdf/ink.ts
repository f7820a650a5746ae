/** What people drew by hand. */
import { LineCapStyle } from "@cantoo/pdf-lib";
import { SIGNATURE } from "#app/shared/signature.ts";
import { across, inks, looks, type Pen, type Spot } from "./pen.ts";
import { beside, gap, paragraph, type Strip } from "./strips.ts";

const IN_ROW = 4;
const BETWEEN = 14;
export const INK_HEIGHT = 32;

/** A line with what stands on it. @param draw above the line, from its left upper corner on */
export const signingLine = (width: number, draw: ((spot: Spot) => void) | null): Strip => ({
  height: INK_HEIGHT + 3,
  draw: (spot) => {
    draw?.(spot);
    across({ ...spot, y: spot.y - INK_HEIGHT }, width, inks.ink, 0.75);
  },
});

const drawInk = ({ page, x, y }: Spot, path: string, width: number) =>
  page.drawSvgPath(path, {
    ...{ x, y: y + 1, scale: Math.min(INK_HEIGHT / SIGNATURE.height, width / SIGNATURE.width) },
    ...{ borderColor: inks.written, borderWidth: 3.5, borderLineCap: LineCapStyle.Round },
  });

/** The width of one of four columns. */
export const columnWidth = (width: number) => (width - BETWEEN * (IN_ROW - 1)) / IN_ROW;

/** Columns four a row, which are not parted from what follows. */
export function inColumns(columns: readonly (readonly Strip[])[], width: number): Strip[] {
  const each = columnWidth(width);
  return Array.from({ length: Math.ceil(columns.length / IN_ROW) }, (_, row) => {
    const some = columns.slice(row * IN_ROW, (row + 1) * IN_ROW);
    const lefts = some.map((_, nth) => nth * (each + BETWEEN));
    return [
      { ...beside(some, lefts), holds: true },
      { ...gap(10), holds: true },
    ];
  }).flat();
}

/** Signatures that were drawn, each over the name of its field. */
export function inkRows(
  pen: Pen,
  signed: readonly { name: string; path: string }[],
  width: number,
): Strip[] {
  const each = columnWidth(width);
  const rows = inColumns(
    signed.map(({ name, path }) => [
      signingLine(each, (spot) => drawInk(spot, path, each)),
      ...paragraph(pen, name, each, looks.small),
    ]),
    width,
  );
  // What follows may stand on another page.
  return rows.map((strip, nth) => (nth === rows.length - 1 ? { ...strip, holds: false } : strip));
}
