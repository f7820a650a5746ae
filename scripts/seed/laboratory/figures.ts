import type { Random } from "../random.ts";
import type { RangeRow } from "./tables.ts";

type Point = Record<"nominal" | "reference" | "indicated" | "u" | "k", string>;
/** How far the ranges of a standard have gone, in drifts of a year, at each of its calibrations. */
export type Course = readonly (readonly number[])[];

const STEP = 0.9;
const FARTHEST = 1.6;
const SCATTER = 0.12;
const LEFT = 0.15;

const between = (random: Random, reach: number) => (2 * random.next() - 1) * reach;

/**
 * How a standard drifts from calibration to calibration.
 * @param adjusted the calibrations at which it was adjusted, so that it was left near nought
 */
export const courseOf = (
  ranges: readonly RangeRow[],
  calibrations: number,
  adjusted: ReadonlySet<number>,
  random: Random,
): Course => {
  let levels = ranges.map(() => between(random, STEP));
  return Array.from({ length: calibrations }, (_, nth) => {
    if (nth > 0)
      levels = levels.map((level) =>
        Math.max(-FARTHEST, Math.min(FARTHEST, level + between(random, STEP))),
      );
    if (adjusted.has(nth)) levels = levels.map(() => between(random, LEFT));
    return levels;
  });
};

const placesOf = (figure: string) => figure.split(".")[1]?.length ?? 0;

/** U with two digits that count, never finer than a tenth of the resolution. */
function uText(u: number, places: number): string {
  const needed = Math.max(0, 1 - Math.floor(Math.log10(u)));
  const text = u.toFixed(Math.min(needed, places + 1));
  return Number(text) > 0 ? text : u.toFixed(needed);
}

function pointOf(range: RangeRow, nominal: string, level: number, random: Random): Point {
  const { pct, abs, drift, resolution } = range;
  const value = Number(nominal);
  const places = placesOf(resolution);
  const aYear = pct === null ? Number(drift) : (Number(drift) * value) / 100;
  const error = aYear * (level + between(random, SCATTER));
  const u = (Number(pct ?? 0) * value) / 100 + Number(abs ?? 0);
  return {
    nominal,
    reference: value.toFixed(places),
    indicated: (value + error).toFixed(places),
    u: uText(u, places),
    k: "2",
  };
}

const BELOW = 0.3;
const ABOVE = 0.5;
/** The points at which a range is calibrated: also a little beyond those that are used most. */
function calibratedPoints({ points, lo, hi, resolution, abs }: RangeRow): string[] {
  const [least, most] = [Math.min(...points.map(Number)), Math.max(...points.map(Number))];
  const span = most - least;
  const text = (value: number) => String(Number(value.toFixed(placesOf(resolution))));
  const ends = [
    text(Math.max(Number(lo), least - BELOW * span)),
    text(Math.min(Number(hi), most + ABOVE * span)),
  ] as const;
  return [...new Set([ends[0], ...points, ends[1]])].filter(
    (point) => abs !== null || Number(point) !== 0,
  );
}

const SPEC = 1.5;
const times = (figure: string | null, factor: number) =>
  figure === null ? "" : String(Number((Number(figure) * factor).toPrecision(4)));

/** How much drift counts in a budget: from three certificates on by their history, before by the maker's word. */
function driftOf({ drift, pct }: RangeRow, nth: number) {
  if (Number(drift) === 0) return { driftKind: "none", driftValue: "" };
  if (nth >= 2) return { driftKind: "from_history", driftValue: "" };
  return { driftKind: pct === null ? "per_year_abs" : "per_year_pct", driftValue: drift };
}

/** The ranges of a certificate as its form sends them. @param nth which calibration of the standard it is, from nought */
export const certifiedRanges = (
  ranges: readonly RangeRow[],
  course: Course,
  nth: number,
  random: Random,
) =>
  ranges.map((range, at) => {
    const { parameter, unit, lo, hi, resolution, pct, abs } = range;
    return {
      ...{ parameter, unit, rangeLo: lo, rangeHi: hi, resolution },
      uKind: pct && abs ? "pct_plus_abs" : pct ? "pct_reading" : "abs",
      ...{ uPct: pct ?? "", uAbs: abs ?? "", uK: "2" },
      // What the maker promises.
      ...{ specPct: times(pct, SPEC), specAbs: times(abs, SPEC) },
      ...driftOf(range, nth),
      correction: "linear",
      points: calibratedPoints(range).map((nominal) =>
        pointOf(range, nominal, course[nth]![at]!, random),
      ),
    };
  });
export type CertifiedRanges = ReturnType<typeof certifiedRanges>;
