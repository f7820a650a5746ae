import type { Color } from "@cantoo/pdf-lib";
import {
  type Cell,
  type Column,
  cellOf,
  type Over,
  type Row,
  type Table,
} from "#app/shared/certificates/paper/parts.ts";
import type { Line } from "../pdf-text/typesetter.ts";
import { across, baselineOf, down, inks, type Look, looks, type Pen, type Spot } from "./pen.ts";
import type { Strip } from "./strips.ts";

const INNER = 4.5;
const PAD = 2.3;
/** A row of more lines is several: it would not stand on one page. */
const MOST_LINES = 40;

type Box = { left: number; width: number; column: Column };

/** The least and the most width of a column: its longest word, and its longest line. */
function needOf(pen: Pen, texts: readonly { text: string; look: Look }[]) {
  let [least, most] = [0, 0];
  for (const { text, look } of texts)
    for (const line of text.split("\n")) {
      most = Math.max(most, pen.widthOf(line, look));
      for (const word of line.split(" ")) least = Math.max(least, pen.widthOf(word, look));
    }
  return { least, most };
}

/** The columns side by side over the width; half of what is left goes to those that grow, half to all. */
function boxesOf(pen: Pen, { columns, rows }: Table, width: number, look: Look): Box[] {
  const needs = columns.map(({ head, isBold }, nth) => {
    const cells = rows.flatMap((row) =>
      placed(row).filter((one) => one.at === nth && one.span === 1),
    );
    const texts = cells.map(({ cell }) => ({
      text: cell.text,
      look: cell.isBold || isBold ? { ...look, font: "bold" as const } : look,
    }));
    return needOf(pen, [{ text: head, look: looks.head }, ...texts]);
  });
  const room = width - (columns.length - 1) * 2 * INNER;
  const sum = (of: (need: { least: number; most: number }, nth: number) => number) =>
    needs.reduce((all, need, nth) => all + of(need, nth), 0);
  const [least, most] = [sum((need) => need.least), sum((need) => need.most)];
  const growing = columns.filter(({ grows }) => grows).length;
  const widths = needs.map((need, nth) => {
    if (most <= room) {
      const own = growing ? (columns[nth]!.grows ? 1 / growing : 0) : 1 / columns.length;
      const share = (own + 1 / columns.length) / 2;
      return need.most + (room - most) * share;
    }
    if (least >= room) return (need.least * room) / least;
    return need.least + ((need.most - need.least) * (room - least)) / (most - least);
  });
  let left = 0;
  return widths.map((one, nth) => {
    const box = { left, width: one, column: columns[nth]! };
    left += one + 2 * INNER;
    return box;
  });
}

/** The cells of a row with the columns at which they stand. */
function placed(row: Row) {
  let at = 0;
  return row.map((written) => {
    const cell = cellOf(written);
    const one = { cell, at, span: cell.span ?? 1 };
    at += one.span;
    return one;
  });
}

type Ready = { lines: Line[]; cell: Cell; look: Look; box: Box };

function drawCell(pen: Pen, { lines, cell, look, box }: Ready, spot: Spot) {
  let y = spot.y - PAD;
  const at = { ...spot, x: spot.x + box.left };
  for (const [nth, line] of lines.entries()) {
    const isRight = box.column.isRight || line.isRightToLeft;
    pen.draw({ ...at, y }, line, look, box.width, isRight ? "right" : "left");
    if (cell.mark && nth === lines.length - 1) {
      const ends = isRight ? box.width : (line.width * look.size) / 1000;
      drawMark(pen, { ...at, x: at.x + ends + 0.8, y }, cell.mark, look);
    }
    y -= look.leading;
  }
}

/** A sign that is raised, in the room beside a cell, so that figures stay in line. */
const drawMark = (pen: Pen, spot: Spot, mark: string, look: Look) => {
  const raised = { ...look, size: look.size * 0.72, font: "plain" as const };
  const y = spot.y - baselineOf(look) + baselineOf(raised) + look.size * 0.34;
  pen.text({ ...spot, y }, mark, raised);
};

/** The strips of a table: its heads, which stand again on each page, and its rows, which are never split. */
export function table(
  pen: Pen,
  { columns, over, rows }: Table,
  width: number,
  look: Look = looks.body,
) {
  const boxes = boxesOf(pen, { columns, rows }, width, look);
  const heads = headsOf(pen, { columns, over: over ?? [], rows: [] }, boxes, width);
  const strips: Strip[] = heads.map((head) => ({ ...head, holds: true }));
  const ready = rows.map((row) => readyOf(pen, row, boxes, look)).flatMap(inPortions);
  for (const [nth, cells] of ready.entries()) {
    const height = Math.max(...cells.map(({ lines }) => lines.length)) * look.leading + 2 * PAD;
    strips.push({
      height,
      heads,
      draw: (spot) => {
        for (const one of cells) drawCell(pen, one, spot);
        across({ ...spot, y: spot.y - height }, width, inks.hair);
        edges(spot, boxes, height);
      },
      // The last row is not alone on a page.
      holds: nth === ready.length - 2,
    });
  }
  return strips;
}

/** A row that would be higher than a page as several. */
function inPortions(cells: Ready[]): Ready[][] {
  const most = Math.max(...cells.map(({ lines }) => lines.length));
  return Array.from({ length: Math.ceil(most / MOST_LINES) || 1 }, (_, nth) =>
    cells.map((one) => ({
      ...one,
      lines: one.lines.slice(nth * MOST_LINES, (nth + 1) * MOST_LINES),
    })),
  );
}

function readyOf(pen: Pen, row: Row, boxes: readonly Box[], look: Look): Ready[] {
  return placed(row).map(({ cell, at, span }) => {
    const [first, last] = [boxes[at]!, boxes[at + span - 1]!];
    const box = {
      left: first.left,
      width: last.left + last.width - first.left,
      column: span > 1 ? { head: "" } : first.column,
    };
    const own: Look = {
      ...look,
      ...(cell.isBold || (span === 1 && first.column.isBold) ? { font: "bold" as const } : {}),
      ...(cell.isQuiet ? { color: inks.quiet as Color } : {}),
    };
    return { lines: pen.lines(cell.text, box.width + 0.5, own), cell, look: own, box };
  });
}

function edges(spot: Spot, boxes: readonly Box[], height: number) {
  for (const { left, column } of boxes)
    if (column.isEdge) down({ ...spot, x: spot.x + left - INNER }, height, inks.line);
}

/** The heads of columns, and those over them. */
function headsOf(
  pen: Pen,
  { columns, over = [] }: Table,
  boxes: readonly Box[],
  width: number,
): Strip[] {
  const cells = readyOf(
    pen,
    columns.map(({ head }) => head),
    boxes,
    looks.head,
  ).map((one) => ({
    ...one,
    look: { ...looks.head } as Look,
    lines: pen.lines(one.cell.text, one.box.width + 0.5, looks.head),
  }));
  const most = Math.max(...cells.map(({ lines }) => lines.length));
  const height = most * looks.head.leading + 2 * PAD;
  const named: Strip = {
    height,
    draw: (spot) => {
      for (const one of cells) {
        const under = (most - one.lines.length) * looks.head.leading;
        drawCell(pen, one, { ...spot, y: spot.y - under });
      }
      across({ ...spot, y: spot.y - height }, width, inks.ink, 0.75);
      edges(spot, boxes, height);
    },
  };
  return over.length ? [overHead(pen, over, boxes), named] : [named];
}

function overHead(pen: Pen, over: readonly Over[], boxes: readonly Box[]): Strip {
  const height = looks.smallStrong.leading + 2 * PAD;
  return {
    height,
    draw: (spot) => {
      for (const { text, from, span } of over) {
        const [first, last] = [boxes[from]!, boxes[from + span - 1]!];
        const x = spot.x + first.left;
        pen.text({ ...spot, x, y: spot.y - PAD }, text, looks.smallStrong);
        const wide = last.left + last.width - first.left + INNER;
        across({ ...spot, x: x - INNER, y: spot.y - height }, wide, inks.line);
        down({ ...spot, x: x - INNER }, height, inks.line);
      }
    },
  };
}
