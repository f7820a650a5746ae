/** Type A evaluation: what repeated readings tell. GUM (JCGM 100:2008) 4.2. */

import { lnGamma, printedProbability, studentQuantile } from "./distributions.ts";
import { exp, square } from "./elementary.ts";

/** A sum that keeps what addition loses (Neumaier). */
export function sum(values: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const next = total + value;
    lost += Math.abs(total) >= Math.abs(value) ? total - next + value : value - next + total;
    total = next;
  }
  return total + lost;
}

/** The arithmetic mean. GUM 4.2.1. @throws RangeError of no values */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError("There are no values");
  return sum(values) / values.length;
}

/** The sum of squares of the differences from the mean, in a second pass. */
export function squaresAbout(values: readonly number[], centre: number): number {
  const differences = values.map((value) => value - centre);
  // What rounding left of the mean is taken off (corrected two-pass algorithm).
  return sum(differences.map((d) => d * d)) - square(sum(differences)) / values.length;
}

export type TypeA = {
  mean: number;
  /** The experimental standard deviation; null of one reading, which tells none. */
  s: number | null;
  /** s/√n. */
  u: number | null;
  dof: number;
};

/** Mean, experimental standard deviation, standard uncertainty of the mean and degrees of freedom of readings. GUM 4.2.1 to 4.2.3. */
export function typeA(readings: readonly number[]): TypeA {
  const n = readings.length;
  const middle = mean(readings);
  if (n === 1) return { mean: middle, s: null, u: null, dof: 0 };
  const s = Math.sqrt(Math.max(0, squaresAbout(readings, middle)) / (n - 1));
  return { mean: middle, s, u: s / Math.sqrt(n), dof: n - 1 };
}

/** A pooled standard deviation of several series, and its degrees of freedom. GUM 4.2.4, H.3.6 note. */
export function pooled(series: readonly { s: number; dof: number }[]) {
  const dof = sum(series.map((one) => one.dof));
  if (!(dof > 0)) throw new RangeError("There are no degrees of freedom");
  return { s: Math.sqrt(sum(series.map((one) => one.dof * square(one.s))) / dof), dof };
}

/** Readings that a display of a step shows as all equal: u² = c·step²/12. R. Willink, Metrologia 44 (2007) 73 to 81. */
const OF_EQUAL: Readonly<Record<number, number>> = { 2: 6.4, 3: 1.3 };
const OF_MANY_EQUAL = 1;

/**
 * The uncertainty of the mean of readings whose scatter a display hides.
 * @param step the display's resolution, in the unit of the readings
 */
export function typeADigitized(readings: readonly number[], step: number): TypeA {
  const plain = typeA(readings);
  const { mean: middle, s, u, dof } = plain;
  if (s === null || u === null) return plain;
  const [low, high] = [Math.min(...readings), Math.max(...readings)];
  const steps = Math.round((high - low) / step);
  if (steps === 0) {
    const c = OF_EQUAL[readings.length] ?? OF_MANY_EQUAL;
    return { mean: middle, s, u: step * Math.sqrt(c / 12), dof };
  }
  if (steps > 1) return plain;
  // Only two adjacent values: the true value lies near the middle between them.
  const u2 = Math.abs((low + high) / 2 - middle) / Math.sqrt(3);
  return { mean: middle, s, u: Math.max(u, u2), dof };
}

/** The relative standard deviation of s itself of n readings, from the chi distribution. GUM Table E.1. */
export function deviationOfS(n: number): number {
  const half = (n - 1) / 2;
  const ratio = exp(lnGamma(half) - lnGamma(n / 2));
  return Math.sqrt(Math.max(0, half * square(ratio) - 1));
}

/** By how much u of few readings is enlarged to be used with infinite degrees of freedom: never beside ν = n - 1. EA-4/02 M:2022 3.2.3, UKAS M3003. */
export const smallNFactor = (n: number): number =>
  studentQuantile(printedProbability(0.9545), n - 1) / 2;

/** What readings of several days tell of the scatter between days. GUM H.5. */
export function betweenDays(days: readonly { mean: number; s: number }[], perDay: number) {
  const means = days.map((day) => day.mean);
  const all = typeA(means);
  const sOfMeans = all.s ?? 0;
  const sA = Math.sqrt(perDay) * sOfMeans;
  const sB = Math.sqrt(mean(days.map((day) => square(day.s))));
  return {
    mean: all.mean,
    /** The standard deviation of the means of the days. */
    sOfMeans,
    sA,
    /** Within a day. */
    sB,
    f: square(sA) / square(sB),
    /** Between days; 0 where the days scatter less than their readings let expect. */
    between: Math.sqrt(Math.max(0, (square(sA) - square(sB)) / perDay)),
    u: sOfMeans / Math.sqrt(days.length),
    dofA: days.length - 1,
    dofB: days.length * (perDay - 1),
  };
}

const LEAST_FOR_GRUBBS = 4;
/** How far the outermost reading lies from the mean, in standard deviations (Grubbs' G), and the largest that chance explains at 5 %; null for fewer than four readings or where all agree. ISO 5725-2. */
export function grubbs(
  readings: readonly number[],
  { mean: middle, s }: TypeA = typeA(readings),
): { g: number; limit: number } | null {
  const n = readings.length;
  if (n < LEAST_FOR_GRUBBS || !s) return null;
  const g = Math.max(...readings.map((value) => Math.abs(value - middle))) / s;
  const t = studentQuantile(1 - 0.05 / n, n - 2);
  return { g, limit: ((n - 1) / Math.sqrt(n)) * Math.sqrt(square(t) / (n - 2 + square(t))) };
}
