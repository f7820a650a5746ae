/** Rows of a file of an instrument as a map reads them: which rule is about which row, and what its value is. */
import { type UnitCode, units } from "../metrology/units.ts";
import { figureText, inUnit, parted, unitIn } from "./instrument-figures.ts";
import type { FileRow, FileTable } from "./instrument-file.ts";
import { type MapContent, type MapRule, plainName } from "./instrument-map.ts";
import type { Dataset, End, Side } from "./measured.ts";

/** Where a value belongs in a measurement. */
export type Place =
  | { of: "reading"; dataset: Dataset; line: string; side: Side; at: number }
  | { of: "check"; key: string }
  | { of: "environment"; at: number; end: End };

/** A value that may be taken. */
export type Take = {
  place: Place;
  /** What it is of, as people read it. */
  name: string;
  /** What is typed there; empty for nothing. */
  now: string;
  value: string;
  unit: UnitCode | null;
  /** The cell as it stands in the file, where the value is not the same text. */
  cell: string | null;
  rowNo: number;
};
/** Something of the file that is not taken, and why. */
export type Left = { name: string; cell: string; rowNo: number | null; why: string };

/** What came of the file so far; of what is not taken only so many are kept. */
export type Found = { takes: Take[]; left: Left[]; leftMore: number; same: number };
const MOST_LEFT = 200;
export function leave(found: Found, left: Left): void {
  if (found.left.length < MOST_LEFT) found.left.push(left);
  else found.leftMore += 1;
}
/** Takes a value; one that is typed there already is only counted. */
export function take(found: Found, one: Take): void {
  if (one.now.trim() === one.value) found.same += 1;
  else found.takes.push(one);
}

/** A rule with the places of its columns in a file. */
export type Located = {
  rule: MapRule;
  when: readonly { at: number; equals: string }[];
  at: number;
  unitAt: number | null;
  /** The column of the set point. */
  setAt: number | null;
};

/** Where the rules of a map stand in a file; what the file does not have is left. */
export function located({ columns }: FileTable, rules: readonly MapRule[], found: Found) {
  const places = new Map(columns.map((name, at) => [plainName(name), at]));
  const missing = new Set<string>();
  const placeOf = (column: string) => {
    const at = places.get(plainName(column));
    if (at === undefined) missing.add(column);
    return at ?? -1;
  };
  const all = rules.flatMap((rule): Located[] => {
    const { unit, to } = rule;
    const one = {
      rule,
      when: rule.when.map(({ column, equals }) => ({
        at: placeOf(column),
        equals: plainName(equals),
      })),
      at: placeOf(rule.column),
      unitAt: unit?.in === "column" ? placeOf(unit.column) : null,
      setAt: to.as === "reading" ? placeOf(to.at) : null,
    };
    const needed = [one.at, one.unitAt ?? 0, one.setAt ?? 0, ...one.when.map(({ at }) => at)];
    return needed.every((at) => at >= 0) ? [one] : [];
  });
  for (const name of missing)
    leave(found, { name, cell: "", rowNo: null, why: "The file has no such column" });
  return all;
}

/** A row with its cells as they are compared. */
export type PlainRow = FileRow & { plain: (at: number) => string };
/** Rows whose cells are folded once, when a rule first asks. */
export const plainRows = (rows: readonly FileRow[]): PlainRow[] =>
  rows.map((row) => {
    const known = new Map<number, string>();
    const plain = (at: number) => {
      const before = known.get(at);
      if (before !== undefined) return before;
      const text = plainName(row.cells[at] ?? "");
      known.set(at, text);
      return text;
    };
    return { ...row, plain };
  });
export const isAbout = ({ when }: Located, row: PlainRow): boolean =>
  when.every(({ at, equals }) => row.plain(at) === equals);

const shownUnit = (code: UnitCode) => units[code].symbol || code;

export type Read = { value: string } | { why: string };
const NO_NUMBER = "It is not a number";
const COMMA = "It is not a number: the map of this file says a decimal point";
const POINT = "It is not a number: the map of this file says a decimal comma";

function numberIn(text: string, decimal: MapContent["decimal"]): Read {
  const value = figureText(text, decimal);
  if (value !== null) return { value };
  const other = decimal === "point" ? "comma" : "point";
  if (figureText(text, other) === null) return { why: NO_NUMBER };
  return { why: decimal === "point" ? COMMA : POINT };
}

/**
 * The value of a cell in the unit that is asked for.
 * @param asked null where it has no unit: the figure is taken as it stands
 * @param beside a cell whose unit counts where this one has none behind its figure
 */
export function valueIn(
  cells: readonly string[],
  at: number,
  { rule, unitAt }: Located,
  decimal: MapContent["decimal"],
  asked: UnitCode | null,
  beside = "",
): Read {
  const cell = (cells[at] ?? "").trim();
  const behind = rule.unit?.in === "value" ? parted(cell) : null;
  const read = numberIn(behind?.figure ?? cell, decimal);
  if ("why" in read || asked === null || rule.unit === null) return read;
  const inColumn = unitAt === null ? "" : (cells[unitAt] ?? "").trim();
  const written = behind ? behind.unit || parted(beside).unit : inColumn;
  const from = rule.unit.in === "map" ? rule.unit.code : unitIn(written);
  if (from === null)
    return { why: written === "" ? "It has no unit" : `The unit ${written} is not known` };
  const value = inUnit(read.value, from, asked);
  if (value !== null) return { value };
  return { why: `It is in ${shownUnit(from)}, which is no unit for ${units[asked].quantity}` };
}

/** A taken value with the cell it stands in, where that reads otherwise. */
export const cellBeside = (cells: readonly string[], at: number, value: string) => {
  const cell = (cells[at] ?? "").trim();
  return cell === value ? null : cell;
};
