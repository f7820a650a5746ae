/** Characteristics of a device under calibration. JCGM 200:2012 (VIM) 4; IEC 60051, DKD-R 6-1 (hysteresis, zero), ISO 8655-6 (pipettes), OIML R 76 (balances). */
import { fittedLine } from "./regression.ts";
import { mean, typeA } from "./type-a.ts";

/** An error in per cent of the reading; null at a reference of 0, where it says nothing. */
export const percentOfReading = (error: number, reference: number): number | null =>
  reference === 0 ? null : (100 * error) / reference;
/** In per cent of the span of the range. */
export const percentOfSpan = (error: number, low: number, high: number): number =>
  (100 * error) / (high - low);

/** How far the indication at zero is off when one comes back to it. */
export const zeroReturn = (start: number, end: number): number => Math.abs(end - start);
/** The error over the span alone: at full scale, less that at zero. */
export const spanError = (atFullScale: number, atZero: number): number => atFullScale - atZero;

/** The largest difference of indications at one reference, going up and going down, with its uncertainty component. */
export function hysteresis(up: readonly number[], down: readonly number[], fullScale: number) {
  if (up.length === 0 || up.length !== down.length)
    throw new RangeError("Each point is needed going up and going down");
  const each = up.map((value, at) => Math.abs(value - down[at]!));
  const largest = Math.max(...each);
  return {
    each,
    largest,
    percentOfFullScale: (100 * largest) / fullScale,
    u: largest / Math.sqrt(12),
  };
}

/** How far indications of the same differ. */
export const spread = (values: readonly number[]): number =>
  Math.max(...values) - Math.min(...values);
/** The standard deviation over the mean; null at a mean of 0 or of one value. */
export function variation(values: readonly number[]): number | null {
  const { mean: middle, s } = typeA(values);
  return s === null || middle === 0 ? null : s / Math.abs(middle);
}

const largestResidual = (
  x: readonly number[],
  y: readonly number[],
  line: (at: number) => number,
) => Math.max(...x.map((value, at) => Math.abs(y[at]! - line(value))));
/**
 * Non-linearity of errors over references: from the best line, from the line between the ends, and from the best line through zero.
 * @throws RangeError of fewer than three points
 */
export function linearity(references: readonly number[], errors: readonly number[]) {
  const line = fittedLine(references, errors);
  const independent = largestResidual(references, errors, (x) => line.intercept + line.slope * x);
  const [first, last] = [
    references.indexOf(Math.min(...references)),
    references.indexOf(Math.max(...references)),
  ];
  const [x1, x2] = [references[first]!, references[last]!];
  const slope = (errors[last]! - errors[first]!) / (x2 - x1);
  const terminal = largestResidual(references, errors, (x) => errors[first]! + slope * (x - x1));
  const squares = references.reduce((all, x) => all + x * x, 0);
  const throughZero = references.reduce((all, x, at) => all + x * errors[at]!, 0) / squares;
  const zeroBased = largestResidual(references, errors, (x) => throughZero * x);
  return { independent, terminal, zeroBased };
}

/** Systematic and random error of a volume. ISO 8655-6:2022 8. */
export function volumeErrors(volumes: readonly number[], nominal: number) {
  const { mean: middle, s } = typeA(volumes);
  return { systematic: middle - nominal, random: s };
}
/** A volume by weight. @param mass of water in mg @param z in µL/mg at its temperature and pressure. ISO 8655-6:2022 Annex A */
export const volumeByWeight = (mass: number, z: number): number => mass * z;

/** A flow by weight, in units of volume an hour. @param mass weighed @param density in units of mass a unit of volume @param seconds it took */
export const flowByWeight = (mass: number, density: number, seconds: number): number =>
  (mass * 3600) / (density * seconds);

/** How far places of a chamber differ, and how far one strays from its mean. IEC 60068-3-5. */
export const uniformity = spread;
export function stability(values: readonly number[]): number {
  const middle = mean(values);
  return Math.max(...values.map((value) => Math.abs(value - middle)));
}
