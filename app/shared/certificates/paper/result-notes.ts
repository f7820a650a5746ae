import type { PaperContent } from "../document.ts";
import { common, resultOf, toleranceOf } from "./figures.ts";
import { inUnitOf, marks, type ResultTable } from "./result-table.ts";
import { symbolOf } from "./words.ts";

/** What is told once under a table of results: how its figures came about, and what its signs mean. */
export const notesOf = (one: ResultTable, content: PaperContent): string[] => [
  ...figureNotes(one, content),
  ...markNotes(one),
];

function figureNotes(one: ResultTable, { as_found_missing: missing }: PaperContent) {
  const { shown, sides, lifted } = one;
  const results = shown.flatMap(({ line, parameter }) =>
    sides.flatMap((side) => resultOf(line, side, parameter) ?? []),
  );
  const readings = common(
    results.map(({ indications, references }) =>
      String(Math.max(indications.length, references.length)),
    ),
  );
  const tolerance = common(
    shown.map(({ line, parameter }) => toleranceOf(line, symbolOf(parameter.unit))),
  );
  const hasError = results.some(({ error_reported }) => error_reported !== null);
  const isAdjusted = shown.some(({ parameter }) => parameter.adjusted);
  return [
    ...(readings && Number(readings) > 1
      ? [`Each value is the mean of ${readings} readings.`]
      : []),
    ...(hasError ? ["Error = indication of the item − reference value."] : []),
    ...(tolerance ? [`Limits: ${tolerance}.`] : []),
    ...(lifted.k ? [`k = ${lifted.k} on every line.`] : []),
    ...(lifted.guard ? [`Guard band w = ${inUnitOf(one, lifted.guard)} on every line.`] : []),
    ...(lifted.rule ? [`Decision rule ${lifted.rule} on every line.`] : []),
    ...(isAdjusted && missing ? [`There are no readings before the adjustment: ${missing}.`] : []),
  ];
}

/** What the signs beside figures mean. */
export function markNotes({ shown, sides, isAccredited }: ResultTable): string[] {
  const flags = new Set(
    shown.flatMap(({ line, parameter }) =>
      sides.flatMap((side) => resultOf(line, side, parameter)?.flags ?? []),
    ),
  );
  const outside = shown.filter(({ line }) => !line.in_scope).length;
  return [
    ...(flags.has("cmc_applied")
      ? [
          `${marks.cmc} = U is raised to the laboratory's CMC, which is larger than the computed value.`,
        ]
      : []),
    ...(isAccredited && outside ? [`${marks.scope} = outside the scope of accreditation.`] : []),
    ...(flags.has("out_of_range_standard")
      ? [`${marks.standard} = outside the range for which the standard is calibrated.`]
      : []),
    ...(flags.has("environment_out")
      ? [`${marks.environment} = the environment was outside of what the procedure allows.`]
      : []),
  ];
}
