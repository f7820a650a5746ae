import { decimal, isTypedNumber, plainText } from "../metrology/decimal.ts";
import { signed } from "../metrology/measured.ts";
import { limitsOf, type Tolerance, ToleranceError } from "../metrology/tolerance.ts";
import { LONGEST_TOLERANCE, parseTolerance, toleranceText } from "../metrology/tolerance-text.ts";
import { type UnitCode, unitCodes, units } from "../metrology/units.ts";
import { pastedCells } from "../pasted-cells.ts";
import type { MachineParameter } from "./machine-parameters.ts";
import { directionWords, displayWords } from "./machine-words.ts";

export const MOST_PARAMETERS = 60;

/** The cells of a parameter in the order in which a spreadsheet has them, and how long each may be. */
export const cells = {
  name: { label: "Name", most: 80 },
  quantity: { label: "Quantity", most: 60 },
  unit: { label: "Unit", most: 20 },
  direction: { label: "Direction", most: 20 },
  lo: { label: "From", most: 24 },
  hi: { label: "To", most: 24 },
  resolution: { label: "Resolution", most: 24 },
  display: { label: "Display", most: 20 },
  tolerance: { label: "Tolerance", most: LONGEST_TOLERANCE },
  reference: { label: "Reference", most: 120 },
} as const;
export type CellName = keyof typeof cells;
export const cellNames = Object.keys(cells) as CellName[];

/** A parameter as it is typed: every cell a text. */
export type ParameterRow = { key: string } & Record<CellName, string>;
export const emptyRow: ParameterRow = {
  ...(Object.fromEntries(cellNames.map((name) => [name, ""])) as Record<CellName, string>),
  key: "",
  direction: "measure",
  display: "digital",
};

/** A stored parameter as its row. */
export const rowOf = (parameter: MachineParameter): ParameterRow => ({
  ...parameter,
  reference: parameter.reference ?? "",
  tolerance:
    typeof parameter.tolerance === "string"
      ? parameter.tolerance
      : toleranceText(parameter.tolerance),
});

/** The rows of a form's value: stored parameters, or the JSON that was sent. */
export function rowsOf(value: unknown): ParameterRow[] {
  const list = typeof value === "string" ? parsed(value) : value;
  return Array.isArray(list)
    ? list.slice(0, MOST_PARAMETERS).map((one) => ({ ...emptyRow, ...rowOf(one) }))
    : [];
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text || "[]");
  } catch {
    return [];
  }
}

/** What a row posts; one that is empty is left out by `filledRows`. */
export const postedRow = ({ key, ...row }: ParameterRow) => ({ ...(key ? { key } : {}), ...row });
const typed = ["name", "unit", "lo", "hi", "resolution", "tolerance", "reference"] as const;
/** Rows in which something was typed. */
export const filledRows = (rows: readonly ParameterRow[]) =>
  rows.filter((row) => typed.some((name) => row[name].trim() !== ""));

const wordIn = (words: Readonly<Record<string, string>>, text: string) => {
  const wanted = text.trim().toLowerCase();
  return Object.keys(words).find(
    (key) => wanted !== "" && (key === wanted || words[key]!.toLowerCase().startsWith(wanted)),
  );
};

/** A unit by its code or its symbol, however it is capitalised where that is clear; what is not known stays as it was typed. */
export function unitCodeOf(text: string): string {
  const wanted = text.trim();
  const exact = unitCodes.find((code) => code === wanted || units[code].symbol === wanted);
  if (exact) return exact;
  const lower = wanted.toLowerCase().replaceAll("μ", "µ");
  const alike = unitCodes.filter((code) =>
    [code.toLowerCase(), units[code].symbol.toLowerCase()].includes(lower),
  );
  return alike.length === 1 ? alike[0]! : wanted;
}

/** What a cell becomes of a text that was typed or pasted. */
export function cellOf(name: CellName, text: string): string {
  const cut = text.replace(/\s+/g, " ").trim().slice(0, cells[name].most);
  if (name === "direction") return wordIn(directionWords, cut) ?? "measure";
  if (name === "display") return wordIn(displayWords, cut) ?? "digital";
  if (name === "unit") return unitCodeOf(cut);
  return name === "lo" || name === "hi" || name === "resolution" ? cut.replace(/^−/, "-") : cut;
}

/** A row with a changed cell. A quantity that was the unit's own follows the unit. */
export function withCell(row: ParameterRow, name: CellName, value: string): ParameterRow {
  const next = { ...row, [name]: value };
  if (name !== "unit") return next;
  const isOwn = row.quantity === "" || row.quantity === quantityOf(row.unit);
  return isOwn ? { ...next, quantity: quantityOf(value) ?? row.quantity } : next;
}
const quantityOf = (code: string) => units[unitCodeOf(code) as UnitCode]?.quantity;

/** Whether a pasted text is more than one cell. */
export const isBlock = (text: string) => /[\t\n]/.test(text.trim());

/** Rows with a block of a spreadsheet laid over them from a cell on; rows are added as they are needed, up to the most. */
export function pasted(
  rows: readonly ParameterRow[],
  at: { row: number; cell: CellName },
  text: string,
): ParameterRow[] {
  const next = [...rows];
  const first = cellNames.indexOf(at.cell);
  for (const [down, line] of pastedCells(text).slice(0, MOST_PARAMETERS).entries()) {
    const place = at.row + down;
    if (place >= MOST_PARAMETERS) break;
    let row = next[place] ?? { ...emptyRow };
    for (const [right, cell] of line.slice(0, cellNames.length - first).entries()) {
      const name = cellNames[first + right]!;
      row = withCell(row, name, cellOf(name, cell));
    }
    next[place] = row;
  }
  return next;
}

/** The limits of a row at an end of its range; null where a cell is missing or wrong, and where the tolerance sets none. */
export type EndLimits = { at: string; lower: string | null; upper: string | null };

/** What is wrong with a range; one value alone is a range, of which there are no per cent. */
export function rangeProblem(lo: string, hi: string, tolerance: Tolerance): string | null {
  const [from, to] = [decimal(lo), decimal(hi)];
  if (from.gt(to)) return "To must not be less than from";
  return from.eq(to) && tolerance.op === "sym" && tolerance.pct_range !== undefined
    ? "To must be more than from for a tolerance in % of the range"
    : null;
}
/** "0 to 360", or one value alone. */
export const rangeText = (lo: string, hi: string): string =>
  lo === hi ? signed(lo) : [lo, hi].filter(Boolean).map(signed).join(" to ");

/** The limits at both ends of a row's range, as they follow from what is typed. */
export function limitsAtEnds(row: ParameterRow): { ends: EndLimits[]; problem: string | null } {
  const nothing = { ends: [], problem: null };
  const [lo, hi, resolution] = [row.lo.trim(), row.hi.trim(), row.resolution.trim()];
  if (row.tolerance.trim() === "") return nothing;
  const read = parseTolerance(row.tolerance);
  if (read.problem !== undefined) return { ends: [], problem: read.problem };
  if (![lo, hi].every(isTypedNumber) || read.tolerance.op === "rule") return nothing;
  const problem = rangeProblem(lo, hi, read.tolerance);
  if (problem !== null) return { ends: [], problem };
  try {
    const ends = [lo, hi].map((setpoint) => {
      const about = { setpoint, reference: setpoint, range: { lo, hi }, resolution };
      const { lower, upper } = limitsOf(read.tolerance, about);
      return {
        at: setpoint,
        lower: lower && plainText(lower),
        upper: upper && plainText(upper),
      };
    });
    return { ends, problem: null };
  } catch (error) {
    if (error instanceof ToleranceError) return { ends: [], problem: error.message };
    throw error;
  }
}

/** Limits in words: "198 to 202", "up to 500"; null where there are none. */
export function limitsText({ lower, upper }: EndLimits): string | null {
  if (lower !== null && upper !== null) return `${signed(lower)} to ${signed(upper)}`;
  if (upper !== null) return `up to ${signed(upper)}`;
  return lower === null ? null : `from ${signed(lower)}`;
}
