/** Calibration intervals: proposals from history; a person decides. NCSLI RP-1 (methods A1, A3), ILAC-G24, NASA-HDBK-8739.19-5 chapter 7. */

import {
  betaQuantile,
  binomialCdf,
  binomialPmf,
  bisected,
  studentQuantile,
} from "./distributions.ts";
import { power, rootOfSquares, square } from "./elementary.ts";
import { sum } from "./type-a.ts";

export type StaircaseSettings = { longer: number; shorter: number; within: number; most: number };
export const USUAL_STAIRCASE: StaircaseSettings = {
  longer: 1.25,
  shorter: 0.5,
  within: 0.8,
  most: 2,
};

/**
 * Staircase: longer after two results well within the limits, shorter after one beyond them. ILAC-G24 method 1.
 * @param errors as-found errors over the largest permissible one, the latest last
 * @param usual the interval that is agreed; none is longer than so many times this
 */
export function staircase(
  errors: readonly number[],
  interval: number,
  usual: number,
  { longer, shorter, within, most }: StaircaseSettings = USUAL_STAIRCASE,
): { factor: number; proposed: number } {
  const [last, before] = [errors.at(-1), errors.at(-2)].map((error) =>
    error === undefined ? undefined : Math.abs(error),
  );
  if (last === undefined) return { factor: 1, proposed: interval };
  if (last > 1) return { factor: shorter, proposed: interval * shorter };
  if (before === undefined || last > within || before > within)
    return { factor: 1, proposed: interval };
  const proposed = Math.max(interval, Math.min(interval * longer, usual * most));
  return { factor: proposed / interval, proposed };
}

/** Method A1: a small step after each result, so that the interval settles where the target part is in tolerance. RP-1 A1. */
export function simpleResponse(
  isInTolerance: boolean,
  interval: number,
  target: number,
  a: number,
) {
  const b = 1 - power(1 + a, -target / (1 - target));
  const factor = isInTolerance ? 1 + a : 1 - b;
  return { factor, proposed: interval * factor, b };
}

const SHORTEST = 0.5;
const LONGEST = 2;
export type TestedInterval = {
  proposed: number;
  factor: number;
  observed: number;
  /** How surely the interval is not the one of the target; less than 0 where the target was just met. */
  rejection: number;
  isRejected: boolean;
  /** Two-sided bounds of the reliability (Clopper and Pearson). */
  low: number;
  high: number;
};
/**
 * Method A3: changes the interval only where results show that its reliability is not the target. RP-1 A3.
 * @param inTolerance how many of n were found in tolerance
 * @param confidence how sure that has to be
 */
export function testedInterval(
  inTolerance: number,
  n: number,
  { interval, target, confidence }: { interval: number; target: number; confidence: number },
): TestedInterval {
  if (!(n > 0 && inTolerance >= 0 && inTolerance <= n))
    throw new RangeError("There are no results");
  const observed = inTolerance / n;
  const rejection =
    observed === 0 || observed === 1
      ? 1 - binomialPmf(inTolerance, n, target)
      : observed <= target
        ? 1 - 2 * binomialCdf(inTolerance, n, target)
        : 2 * binomialCdf(inTolerance - 1, n, target) - 1;
  const isRejected = rejection > confidence;
  const change = observed - target;
  const factor = !isRejected
    ? 1
    : change <= 0
      ? Math.max(SHORTEST, power(10, change * rejection))
      : Math.min(LONGEST, power(10, change / (1 - rejection)));
  const outer = (1 - confidence) / 2;
  return {
    ...{ proposed: interval * factor, factor, observed, rejection, isRejected },
    low: inTolerance === 0 ? 0 : betaQuantile(outer, inTolerance, n - inTolerance + 1),
    high: inTolerance === n ? 1 : betaQuantile(1 - outer, inTolerance + 1, n - inTolerance),
  };
}

/** How values drift from one calibration to the next: d(t) = b1·t + b2·t². */
export type Drift = {
  b1: number;
  b2: number;
  /** Residual standard deviation of the changes. */
  s: number;
  dof: number;
  at(t: number): number;
  /** Its uncertainty for one new change. */
  u(t: number): number;
};
/** The drift that fits changes over times, without an intercept: nothing changes in no time. NASA-HDBK-8739.19-5 7.4. */
export function fittedDrift(times: readonly number[], changes: readonly number[]): Drift {
  const dof = times.length - 2;
  if (dof < 1) throw new RangeError("A drift needs three changes");
  const [s2, s3, s4] = [2, 3, 4].map((n) => sum(times.map((t) => power(t, n)))) as [
    number,
    number,
    number,
  ];
  const moment = (n: number) => sum(times.map((t, at) => power(t, n) * changes[at]!));
  const [m1, m2] = [moment(1), moment(2)];
  const determinant = s2 * s4 - square(s3);
  if (!(determinant > 0)) throw new RangeError("The times are too few");
  const b1 = (m1 * s4 - m2 * s3) / determinant;
  const b2 = (m2 * s2 - m1 * s3) / determinant;
  const at = (t: number) => b1 * t + b2 * square(t);
  const s = Math.sqrt(sum(times.map((t, i) => square(changes[i]! - at(t)))) / dof);
  const [c11, c22, c12] = [s4, s2, -s3].map((c) => (square(s) * c) / determinant) as [
    number,
    number,
    number,
  ];
  const u = (t: number) =>
    Math.sqrt(square(s) + square(t) * c11 + power(t, 4) * c22 + 2 * power(t, 3) * c12);
  return { b1, b2, s, dof, at, u };
}

const STEPS = 4000;
const FARTHEST = 10;
/** The first time at which something is reached; null where it is not within ten times the longest that was seen. 0: it is already. */
function firstTime(reached: (t: number) => boolean, longest: number): number | null {
  if (reached(0)) return 0;
  const end = longest * FARTHEST;
  for (let step = 1; step <= STEPS; step++) {
    const t = (end * step) / STEPS;
    if (reached(t)) return bisected(reached, (end * (step - 1)) / STEPS, t);
  }
  return null;
}

/** The time until the uncertainty has grown to a target. @param u0 that of the calibration itself */
export const timeToUncertainty = (drift: Drift, u0: number, target: number, longest: number) =>
  firstTime((t) => rootOfSquares([u0, drift.u(t)]) >= target, longest);

/**
 * The time until a limit may be passed, with a confidence.
 * @param start the value after the last calibration
 * @param isOneSided only one limit counts
 */
export function timeToLimit(
  drift: Drift,
  {
    start,
    u0,
    lower,
    upper,
    confidence,
    isOneSided = false,
  }: {
    start: number;
    u0: number;
    lower: number | null;
    upper: number | null;
    confidence: number;
    isOneSided?: boolean;
  },
  longest: number,
): number | null {
  const t0 = studentQuantile(isOneSided ? 2 * confidence - 1 : confidence, drift.dof);
  return firstTime((t) => {
    const middle = start + drift.at(t);
    const width = t0 * rootOfSquares([u0, drift.u(t)]);
    return (
      (upper !== null && middle + width >= upper) || (lower !== null && middle - width <= lower)
    );
  }, longest);
}
