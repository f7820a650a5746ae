import { formatMinor } from "./money.ts";

/** What a cell of a download may hold; money as minor units. */
export type Cell = string | number | null | undefined | { minor: number };

export const textOf = (value: Cell): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? formatMinor(value.minor)
      : String(value);

/** What a spreadsheet treats as a formula, including full-width characters and formulas behind spaces or invisible marks. */
const formula = /^'*[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;

/** Undoes the apostrophe of `cellOf`. */
export const withoutMark = (cell: string) =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;

/** One cell of a CSV. What a spreadsheet would take for a formula gets an apostrophe in front. */
export function cellOf(value: Cell): string {
  const text = textOf(value);
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
