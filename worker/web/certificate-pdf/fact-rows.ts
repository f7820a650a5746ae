import type { Fact } from "#app/shared/certificates/paper/parts.ts";
import { across, down, inks, looks, type Pen, type Spot } from "./pen.ts";
import { beside, heightOf, paragraph, type Strip } from "./strips.ts";

/** The room between two columns, and the width of a name, in points. */
export const BETWEEN = 22;
const NAME = 74;

/** Names beside their texts, in two columns where there is room. */
export function factList(pen: Pen, facts: readonly Fact[], width: number): Strip[] {
  const known = facts.filter(({ text }) => text);
  const TWO_COLUMNS = 400;
  if (width > TWO_COLUMNS && known.length > 1) {
    const half = (width - BETWEEN) / 2;
    const middle = Math.ceil(known.length / 2);
    const columns = [known.slice(0, middle), known.slice(middle)];
    return [
      beside(
        columns.map((some) => factList(pen, some, half)),
        [0, half + BETWEEN],
      ),
    ];
  }
  return known.map(({ name, text }) =>
    beside(
      [
        paragraph(pen, name, NAME - 6, looks.quiet),
        paragraph(pen, text!, width - NAME, looks.body),
      ],
      [0, NAME],
    ),
  );
}

const IN_ROW = 4;
const CELL = { across: 5.5, down: 3 };

/** Names over their texts in boxes, four in a row; the last row is filled by those it has. */
export function factGrid(pen: Pen, facts: readonly Fact[], width: number): Strip[] {
  const known = facts.filter(({ text }) => text);
  const rows = Array.from({ length: Math.ceil(known.length / IN_ROW) }, (_, nth) =>
    known.slice(nth * IN_ROW, (nth + 1) * IN_ROW),
  );
  return rows.map((row, nth) => {
    const each = width / row.length;
    const cells = row.map(({ name, text }) => [
      ...paragraph(pen, name, each - 2 * CELL.across, looks.small),
      ...paragraph(pen, text!, each - 2 * CELL.across),
    ]);
    const height = Math.max(...cells.map(heightOf)) + 2 * CELL.down;
    const inner = beside(
      cells,
      cells.map((_, at) => at * each + CELL.across),
    );
    return {
      height,
      holds: nth < rows.length - 1,
      draw: (spot: Spot) => {
        inner.draw?.({ ...spot, y: spot.y - CELL.down });
        if (nth === 0) across(spot, width, inks.line);
        across({ ...spot, y: spot.y - height }, width, inks.line);
        for (let at = 0; at <= row.length; at++)
          down({ ...spot, x: spot.x + at * each }, height, inks.line);
      },
    };
  });
}

/** Rows of a name and a text under a line, a hairline under each. */
export function ruledRows(pen: Pen, rows: readonly Fact[], width: number): Strip[] {
  const PAD = 2.6;
  return rows.map(({ name, text }, nth) => {
    const texts = paragraph(pen, text ?? "", width - NAME);
    const inner = beside([paragraph(pen, name, NAME - 6, looks.quiet), texts], [0, NAME]);
    const height = inner.height + 2 * PAD;
    return {
      height,
      // Neither the first nor the last stands alone.
      holds: rows.length > 1 && (nth === 0 || nth === rows.length - 2),
      draw: (spot: Spot) => {
        if (nth === 0) across(spot, width, inks.ink, 0.75);
        inner.draw?.({ ...spot, y: spot.y - PAD });
        across({ ...spot, y: spot.y - height }, width, inks.hair);
      },
    };
  });
}
