/** Readings of a file of an instrument: each row belongs to the line of its set point. */
import { typedNumber } from "../metrology/decimal.ts";
import type { EvaluatedParameter } from "./evaluated.ts";
import { lineName } from "./gates-of-lines.ts";
import { type MapContent, type MapTarget, plainName } from "./instrument-map.ts";
import {
  cellBeside,
  type Found,
  isAbout,
  type Located,
  leave,
  type PlainRow,
  take,
  valueIn,
} from "./instrument-rows.ts";
import { sideRead } from "./lines.ts";
import { type Dataset, type Measured, noReadings, type Side } from "./measured.ts";

type ReadingTarget = Extract<MapTarget, { as: "reading" }>;
export type ReadingRule = Located & { rule: { to: ReadingTarget } };
export const isReadingRule = (one: Located): one is ReadingRule => one.rule.to.as === "reading";

type Into = { measured: Measured; dataset: Dataset };
type Slot = { line: EvaluatedParameter["lines"][number]; at: number };

/** Hands out the readings of the lines at a set point, in their order; null where all have had theirs. */
function slotsOf({ lines }: EvaluatedParameter) {
  const used = new Map<string, number>();
  return (figure: string): Slot | "none" | "full" => {
    const value = typedNumber(figure);
    const alike = lines.filter(({ nominal }) => {
      const known = typedNumber(nominal);
      return value && known?.eq(value);
    });
    if (alike.length === 0) return "none";
    const line = alike.find(({ key, point }) => (used.get(key) ?? 0) < point.readings);
    if (!line) return "full";
    const at = used.get(line.key) ?? 0;
    used.set(line.key, at + 1);
    return { line, at };
  };
}

/** Readings of one side of a parameter: rows in their order, and in each row the columns in the order of the rules. */
export function readingsInto(
  found: Found,
  of: EvaluatedParameter,
  side: Side,
  rules: readonly ReadingRule[],
  rows: readonly PlainRow[],
  { decimal }: Pick<MapContent, "decimal">,
  { measured, dataset: asked }: Into,
): void {
  const { parameter } = of;
  const isAdjusted = measured.adjusted.includes(parameter.key);
  const dataset = isAdjusted ? asked : "as_found";
  if (sideRead(parameter) !== side && !measured.bothSides.includes(parameter.key)) {
    const why =
      side === "indication"
        ? "Only the standard is read here. Choose “Read device and standard” first."
        : "Only the device is read here. Choose “Read device and standard” first.";
    leave(found, { name: parameter.name, cell: "", rowNo: null, why });
    return;
  }
  const next = slotsOf(of);
  for (const row of rows)
    for (const one of rules) {
      const cell = (row.cells[one.at] ?? "").trim();
      if (!isAbout(one, row) || cell === "") continue;
      const { rowNo } = row;
      const no = (why: string, name = parameter.name) => leave(found, { name, cell, rowNo, why });
      const set = valueIn(row.cells, one.setAt!, one, decimal, parameter.unit, cell);
      if ("why" in set) {
        no("Its set point is not a number in a unit that fits");
        continue;
      }
      const slot = next(set.value);
      if (slot === "none") no(`The procedure has no point at ${set.value}`);
      else if (slot === "full") no(`The point at ${set.value} has no more readings`);
      else {
        const { line, at } = slot;
        const point = lineName({ parameter, line, dataset }, isAdjusted);
        const name = `${point}, reading ${at + 1}`;
        const read = valueIn(row.cells, one.at, one, decimal, parameter.unit);
        if ("why" in read) no(read.why, name);
        else if (line.key in measured.notMeasured) no("The point is left out", name);
        else {
          const { value } = read;
          const now = (measured[dataset][line.key] ?? noReadings)[side][at] ?? "";
          const place = { of: "reading", dataset, line: line.key, side, at } as const;
          const beside = cellBeside(row.cells, one.at, value);
          take(found, { place, name, now, value, unit: parameter.unit, cell: beside, rowNo });
        }
      }
    }
}

/** The rules of a file by the parameter and the side they read; names of parameters that the procedure does not have are told. */
export function readingGroups(
  rules: readonly ReadingRule[],
  parameters: readonly EvaluatedParameter[],
  absent: Set<string>,
) {
  const groups = new Map<string, { of: EvaluatedParameter; side: Side; rules: ReadingRule[] }>();
  for (const one of rules) {
    const { parameter: name, side } = one.rule.to;
    const of = parameters.find(
      ({ parameter }) => plainName(parameter.name) === plainName(name) || parameter.key === name,
    );
    if (!of) {
      absent.add(name);
      continue;
    }
    const key = `${of.parameter.key} ${side}`;
    const group = groups.get(key) ?? { of, side, rules: [] };
    group.rules.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
