import { elementsOf, type Mark, marksIn, textOf } from "./chart-markup.tsx";
import { PX } from "./pdf-shapes.ts";
import type { Sheet } from "./pdf-sheet.ts";
import { drawSvg } from "./pdf-svg.ts";
import type { Line } from "./pdf-text/typesetter.ts";
import type { Textures } from "./pdf-textures.ts";
import { lookOf } from "./print-looks.ts";

/** Something of a chart that is not parted by the end of a page; it is drawn at the sheet's height. */
export type Block = { height: number; draw: () => void };
/** A word or drawing of a cell. */
type Item = { height: number; draw: (left: number, width: number) => void };
type Setting = { sheet: Sheet; textures: Textures };

/** Heights of drawings in pixels of the page. */
const [CHART, PARETO, BAR, KEY] = [176, 204, 12, 10];
const LEAD = 1.3;
const GAP = 6;
/** The size of words in points: of most, and the least where many stand side by side. */
const [WORDS, LEAST] = [8.5, 4.5];

/** How the cells of a row share the width, where their words stand, and how large they may be. */
type Grid = { shares: readonly number[]; align: (at: number) => Align; size: number };
type Align = "left" | "middle" | "right";

/** A chart from above. */
export const blocksOf = (marks: readonly Mark[], setting: Setting): Block[] =>
  marks.flatMap((mark) => {
    const { sheet, textures } = setting;
    if (mark.classes.includes("legend")) return [legendOf(mark, setting)];
    if (mark.name === "svg") {
      const height = (mark.classes.includes("pareto") ? PARETO : CHART) * PX;
      const draw = () => drawSvg(sheet, mark, { left: 0, width: sheet.width, height }, textures);
      return [{ height, draw }];
    }
    const rows = rowsOf(mark);
    const grid = gridOf(mark, rows, sheet.width);
    return rows.map((cells) => rowOf(cells, grid, setting));
  });

/** The rows of cells in a list of bars, a table, or rings side by side. */
function rowsOf(mark: Mark): Mark[][] {
  if (mark.classes.includes("bars")) return elementsOf(mark).map(elementsOf);
  if (mark.classes.includes("rings")) return [elementsOf(mark)];
  return marksIn(mark, "tr").map(elementsOf);
}

function gridOf(mark: Mark, rows: readonly Mark[][], width: number): Grid {
  const most = Math.max(1, ...rows.map((cells) => cells.length));
  if (mark.classes.includes("bars"))
    return {
      shares: [0.28, 0.56, 0.16],
      align: (at) => (at === 2 ? "right" : "left"),
      size: WORDS,
    };
  if (mark.classes.includes("rings"))
    return { shares: Array(most).fill(1 / most), align: () => "middle", size: WORDS };
  const [first, other] = [0.16, 0.84 / (most - 1)];
  return {
    shares: [first, ...Array(most - 1).fill(other)],
    align: (at) => (at === 0 ? "left" : "middle"),
    size: Math.max(LEAST, Math.min(WORDS, (width * other) / 2.4)),
  };
}

function rowOf(cells: readonly Mark[], grid: Grid, { sheet, textures }: Setting): Block {
  const widths = grid.shares.map((share) => share * sheet.width);
  const stacks = cells.map((cell, at) => stackOf(cell, at));
  const heights = stacks.map((items) => items.reduce((sum, { height }) => sum + height, 0));
  const most = Math.max(...heights);

  /** What stands in a cell, from above. */
  function stackOf(cell: Mark, at: number): Item[] {
    const parts = elementsOf(cell);
    const isText =
      cell.name !== "svg" && !parts.some(({ name }) => name !== "a" && name !== "span");
    if (!isText && cell.name !== "svg") return parts.flatMap((part) => stackOf(part, at));
    if (cell.name !== "svg") return wordsOf(cell, at);
    const [, , wide, high] = cell.attributes.viewBox?.split(" ").map(Number) ?? [];
    const height = (high ?? BAR) * PX;
    const own = wide && wide * PX;
    const draw = (left: number, width: number) =>
      drawSvg(
        sheet,
        cell,
        { left: own ? left + (width - own) / 2 : left, width: own ?? width, height },
        textures,
      );
    return [{ height, draw }];
  }

  function wordsOf(cell: Mark, at: number): Item[] {
    const { isBold, grey = 0.1 } = lookOf([cell.name, ...cell.classes]);
    const font = isBold || cell.name === "h3" || cell.name === "b" ? "bold" : "plain";
    const { size } = grid;
    const room = { width: widths[at]! - 2, size, style: font } as const;
    const align = grid.align(at);
    return sheet.setter.lines(textOf(cell), room).map((line) => ({
      height: size * LEAD,
      draw: (left, width) => writeLine(sheet, line, { left, width, size, grey, align }),
    }));
  }

  return {
    height: most + GAP,
    draw() {
      const top = sheet.y;
      let left = 0;
      for (const [at, items] of stacks.entries()) {
        const width = widths[at]!;
        const { fill } = lookOf([cells[at]!.name, ...cells[at]!.classes]);
        sheet.y = top;
        if (fill && cells[at]!.name === "td")
          sheet.page.drawRectangle({
            ...{ x: sheet.place(left).x + 0.75, y: top - most - GAP + 1 },
            ...{ width: width - 1.5, height: most + GAP - 1.5, color: fill },
          });
        sheet.y = top - (most - heights[at]! + GAP) / 2;
        for (const { height, draw } of items) {
          draw(left, width);
          sheet.y -= height;
        }
        left += width;
      }
      sheet.y = top;
    },
  };
}

/** A line in a column, on its baseline below the sheet's height. */
function writeLine(
  sheet: Sheet,
  line: Line,
  {
    left,
    width,
    size,
    grey,
    align,
  }: { left: number; width: number; size: number; grey: number; align: Align },
) {
  const spare = width - (line.width * size) / 1000;
  const shift = { left: 0, middle: spare / 2, right: spare }[align];
  const { x, y } = sheet.place(left + shift);
  sheet.setter.draw(sheet.page, line, { x, y: y - size, size, grey });
}

/** What the tones mean, one beside the other. */
function legendOf(mark: Mark, { sheet, textures }: Setting): Block {
  const key = KEY * PX;
  const draw = () => {
    let left = 0;
    for (const entry of elementsOf(mark)) {
      const [svg] = marksIn(entry, "svg");
      const line = sheet.setter.line(textOf(entry), "plain");
      drawSvg(sheet, svg!, { left, width: key, height: key }, textures);
      left += key + 4;
      writeLine(sheet, line, { left, width: 0, size: WORDS, grey: 0.3, align: "left" });
      left += (line.width * WORDS) / 1000 + 14;
    }
  };
  return { height: WORDS * LEAD + 4, draw };
}
