import { BrokenSheet } from "./broken.ts";

/** Rows with anything in them; beside them a file has the names of its columns and the template's example. */
const MOST_ROWS = 20_000;
const BESIDE = 2;
/** Rows in all: people format more rows than they fill. */
const MOST_LINES = 100_000;
/** Cells in all, with the empty ones between them. */
const MOST_CELLS = 2_000_000;
export const LONGEST_CELL = 20_000;

const tooMany = () =>
  new BrokenSheet(
    "The file has more than 20,000 rows. Split it and bring in one part after the other.",
  );

/** Counts what a file holds while it is read. @throws BrokenSheet as soon as it is too much */
export function sheetCount() {
  let [lines, cells, filled] = [0, 0, 0];
  return {
    line() {
      if (++lines > MOST_LINES) throw tooMany();
    },
    cells(more: number) {
      cells += more;
      if (cells > MOST_CELLS)
        throw new BrokenSheet(
          "The file has too many cells. Leave out columns that are not needed, or split it.",
        );
    },
    filled() {
      if (++filled > MOST_ROWS + BESIDE) throw tooMany();
    },
  };
}
export type SheetCount = ReturnType<typeof sheetCount>;

/** Appends to a text up to the longest cell. */
export const joined = (text: string, more: string) =>
  text.length < LONGEST_CELL ? text + more.slice(0, LONGEST_CELL - text.length) : text;
