/** Intermediate checks of a standard at one point, as a control chart shows them and as a sentence tells them. */
import { CountWord } from "../count-words.ts";
import { type CheckResult, controlRuns, type Run, WARNS_FROM } from "../metrology/control-chart.ts";
import { decimal } from "../metrology/decimal.ts";
import { decimalsOf, measured, reckoned } from "../metrology/measured.ts";
import type { UnitCode } from "../metrology/units.ts";
import { plural } from "../plural.ts";

/** One check. Figures are decimal text in the unit of its series. */
export type CheckPoint = {
  id: string;
  on: string;
  value: string;
  reference: string;
  /** How far the value may be from the reference. */
  limit: string;
  result: CheckResult;
};

/** The checks of one parameter at one nominal value, the latest last. */
export type CheckSeries = {
  key: string;
  parameter: string;
  nominal: string | null;
  unit: UnitCode;
  points: CheckPoint[];
};

type Row = CheckPoint & { parameter: string; nominal: string | null; unit: string };

/** Tells series from one another: `200` and `200.0` are one point, and words are the same whatever their case. */
export const seriesKey = (parameter: string, nominal: string | null, unit: string): string =>
  [parameter.toLowerCase(), nominal === null ? "" : String(Number(nominal)), unit].join("|");

/** Checks as series, the one that was checked last first. @param rows the newest first @param most so many points of each */
export function seriesOf(rows: readonly Row[], most: number): CheckSeries[] {
  const all = new Map<string, CheckSeries>();
  for (const { parameter, nominal, unit, ...point } of rows) {
    const key = seriesKey(parameter, nominal, unit);
    const known = all.get(key);
    if (known) known.points.push(point);
    else all.set(key, { key, parameter, nominal, unit: unit as UnitCode, points: [point] });
  }
  return [...all.values()].map((series) => ({
    ...series,
    points: series.points.slice(0, most).reverse(),
  }));
}

/**
 * The day of the latest check that failed and still stands; null where none does. The last check of each series decides, and a calibration
 * after it answers for it.
 * @param calibratedOn when it was calibrated last, by a certificate that was accepted
 */
export function failedOn(
  series: readonly Pick<CheckSeries, "points">[],
  calibratedOn: string | null,
): string | null {
  const days = series.flatMap(({ points }) => {
    const last = points.at(-1);
    const stands = last?.result === "fail" && !(calibratedOn && calibratedOn > last.on);
    return stands ? [last.on] : [];
  });
  return days.sort().at(-1) ?? null;
}

/** "Delivered energy at 200 J". */
export const seriesName = ({
  parameter,
  nominal,
  unit,
}: Pick<CheckSeries, "parameter" | "nominal" | "unit">): string =>
  nominal === null ? parameter : `${parameter} at ${measured(nominal, unit)}`;

type Lines = { low: string; warnLow: string; middle: string; warnHigh: string; high: string };
/** The lines of a chart at one check. */
export function linesAt({ reference, limit }: Pick<CheckPoint, "reference" | "limit">): Lines {
  const [middle, width] = [decimal(reference), decimal(limit)];
  const warns = width.times(2).div(3);
  const text = (value: ReturnType<typeof decimal>) => reckoned(value, reference, limit);
  // Two thirds of a limit seldom end: one more place tells enough.
  const places = Math.max(decimalsOf(reference), decimalsOf(limit)) + 1;
  return {
    low: text(middle.minus(width)),
    warnLow: text(middle.minus(warns).round(places)),
    middle: reference,
    warnHigh: text(middle.plus(warns).round(places)),
    high: text(middle.plus(width)),
  };
}
/** The same for a picture. */
export const linesInNumbers = ({ reference, limit }: Pick<CheckPoint, "reference" | "limit">) => {
  const [middle, width] = [Number(reference), Number(limit)];
  return { middle, width, warns: width * WARNS_FROM };
};

/** How far a check is from its reference, and how far that is beyond its limit; both without a sign. */
export function deviationOf({ value, reference, limit }: Omit<CheckPoint, "id" | "on" | "result">) {
  const off = decimal(value).minus(decimal(reference));
  const figures = [value, reference, limit];
  return {
    isAbove: off.gt(0),
    off: reckoned(off.abs(), ...figures),
    over: reckoned(off.abs().minus(decimal(limit)), ...figures),
  };
}

const numbersOf = ({ on, value, reference, limit }: CheckPoint) => ({
  on,
  value: Number(value),
  reference: Number(reference),
  limit: Number(limit),
});
/** The runs that the latest check is part of. */
const runsNow = (points: readonly CheckPoint[]): Run[] =>
  controlRuns(points.map(numbersOf)).filter(({ to }) => to === points.length - 1);

/** What a run says, from its length and what it is above or below of. */
function runText(run: Run, { points, unit }: CheckSeries): string | null {
  const { from, to } = run;
  const count = CountWord(to - from + 1);
  if (run.kind === "one_side") {
    const isOne = points
      .slice(from, to + 1)
      .every((one) => one.reference === points[to]!.reference);
    const line = isOne ? measured(points[to]!.reference, unit) : "the reference values";
    return run.above
      ? `${count} checks in a row above ${line}`
      : `${count} checks in a row below ${line}`;
  }
  if (run.kind === "trend")
    return run.rising
      ? `${count} checks in a row, each higher than the one before`
      : `${count} checks in a row, each lower than the one before`;
  return null;
}

/** What a control chart says, in a sentence. */
export function saidOfChecks(series: CheckSeries): string {
  const { points, unit } = series;
  const last = points.at(-1);
  if (!last) return "No checks yet.";
  const runs = runsNow(points);
  const run = runs.map((one) => runText(one, series)).find(Boolean);
  if (last.result === "fail") {
    const { isAbove, over } = deviationOf(last);
    const by = measured(over, unit);
    const beyond = isAbove ? `${by} above the limit` : `${by} below the limit`;
    return run ? `${run}, the last ${beyond}.` : `The last check is ${beyond}.`;
  }
  if (run) return `${run}: it may be drifting.`;
  const near = runs.find((one) => one.kind === "near_limit");
  if (near)
    return near.above
      ? "Two of the last three checks are beyond the upper warning line."
      : "Two of the last three checks are beyond the lower warning line.";
  if (last.result === "warn")
    return "The last check is beyond the warning line and within the limit.";
  const others = points.filter(({ result }) => result !== "ok").length;
  if (others === 0)
    return plural(
      points.length,
      "One check, inside the warning lines.",
      "All {n} checks are inside the warning lines.",
    );
  return plural(
    others,
    "The last check is inside the warning lines; one before it was not.",
    "The last check is inside the warning lines; {n} before it were not.",
  );
}

export const checkWords: Record<CheckResult, string> = {
  ok: "OK",
  warn: "Warning",
  fail: "Failed",
};
