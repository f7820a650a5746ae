/** Changes of what is typed of a measurement; each answers a new one. */
import type { Line } from "./lines.ts";
import {
  type Dataset,
  type End,
  ends,
  importedOn,
  isImportedEnd,
  type Measured,
  noAnswer,
  noReadings,
  type Side,
  sides,
  type TypedCheck,
  type TypedLine,
} from "./measured.ts";

const filledTo = (typed: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(length, typed.length) }, (_, at) => typed[at] ?? "");

/** Where a value comes from: typed by a person, or taken from a file of an instrument. */
export type Source = "manual" | "import";
/** A list with one in it, or without it, as its value was imported or typed. */
function marked<T>(list: readonly T[], one: T, source: Source): readonly T[] {
  const others = list.filter((other) => other !== one);
  return source === "import" ? [...others, one] : others;
}

/** One reading is typed, or taken from a file. */
export function withReading(
  measured: Measured,
  { dataset, line, side, at }: { dataset: Dataset; line: string; side: Side; at: number },
  typed: string,
  source: Source = "manual",
): Measured {
  const before = measured[dataset][line] ?? noReadings;
  const readings = filledTo(before[side], at + 1);
  readings[at] = typed;
  const marks = {
    indication: importedOn(before, "indication"),
    reference: importedOn(before, "reference"),
    [side]: marked(importedOn(before, side), at, source),
  };
  const imported = sides.some((one) => marks[one].length > 0) ? marks : [];
  const after: TypedLine = { ...before, [side]: readings, imported };
  return { ...measured, [dataset]: { ...measured[dataset], [line]: after } };
}

const toggled = (list: readonly string[], key: string, isOn: boolean): string[] => {
  const others = list.filter((one) => one !== key);
  return isOn ? [...others, key] : others;
};

/** A parameter is, or is not, measured before and after an adjustment; readings after it are kept aside. */
export const withAdjusted = (measured: Measured, parameter: string, isOn: boolean): Measured => ({
  ...measured,
  adjusted: toggled(measured.adjusted, parameter, isOn),
});
/** Both sides of a parameter are read, or the one alone that the procedure reads. */
export const withBothSides = (measured: Measured, parameter: string, isOn: boolean): Measured => ({
  ...measured,
  bothSides: toggled(measured.bothSides, parameter, isOn),
});

/** The side that is set and not read gets the set points, where nothing is typed. Readings are never filled in. */
export function withSetPoints(
  measured: Measured,
  lines: readonly Pick<Line, "key" | "nominal" | "point">[],
  { dataset, side }: { dataset: Dataset; side: Side },
): Measured {
  const set = lines.flatMap(({ key, nominal, point }): [string, TypedLine][] => {
    if (nominal === null) return [];
    const before = measured[dataset][key] ?? noReadings;
    const typed = filledTo(before[side], point.readings);
    const all = typed.map((reading) => (reading.trim() === "" ? nominal : reading));
    return [[key, { ...before, [side]: all }]];
  });
  return { ...measured, [dataset]: { ...measured[dataset], ...Object.fromEntries(set) } };
}

/** Why a line is not measured; null measures it again. */
export function withNotMeasured(measured: Measured, line: string, why: string | null): Measured {
  const { [line]: _, ...others } = measured.notMeasured;
  return { ...measured, notMeasured: why === null ? others : { ...others, [line]: why } };
}

/** Something of a check is typed, or its value is taken from a file. */
export function withCheck(
  measured: Measured,
  key: string,
  more: Partial<Omit<TypedCheck, "imported">>,
  source: Source = "manual",
): Measured {
  const { imported, ...before } = measured.checks[key] ?? noAnswer;
  const isImported = more.value === undefined ? imported : source === "import";
  const after: TypedCheck = { ...before, ...more, ...(isImported ? { imported: true } : {}) };
  return { ...measured, checks: { ...measured.checks, [key]: after } };
}

/** A reading of the room. @param at the place of the condition in the procedure */
export function withEnvironment(
  measured: Measured,
  at: number,
  which: End,
  typed: string,
  source: Source = "manual",
): Measured {
  const all = Array.from(
    { length: Math.max(at + 1, measured.environment.length) },
    (_, place) => measured.environment[place] ?? { first: "", last: "" },
  );
  const before = all[at]!;
  const imported = marked(
    ends.filter((end) => isImportedEnd(before, end)),
    which,
    source,
  );
  const { first, last } = before;
  const readings = { first, last, [which]: typed };
  all[at] = imported.length > 0 ? { ...readings, imported } : readings;
  return { ...measured, environment: all };
}

/** A block of a spreadsheet at a cell: rows are lines, columns are readings. Cells beyond the grid are left out. */
export function withBlock(
  measured: Measured,
  {
    dataset,
    lines,
    side,
    row,
    column,
  }: {
    dataset: Dataset;
    /** The lines of the grid with how many readings each has, in their order. */
    lines: readonly { key: string; readings: number }[];
    side: Side;
    row: number;
    column: number;
  },
  block: readonly (readonly string[])[],
): { measured: Measured; taken: number } {
  let after = measured;
  let taken = 0;
  for (const [down, cells] of block.entries()) {
    const line = lines[row + down];
    if (!line) break;
    for (const [across, typed] of cells.entries()) {
      const at = column + across;
      if (at >= line.readings) break;
      after = withReading(after, { dataset, line: line.key, side, at }, typed.trim());
      taken += 1;
    }
  }
  return { measured: after, taken };
}

/** The cells of what a spreadsheet put on the clipboard. */
export const cellsOf = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((row) => row.split("\t"));
