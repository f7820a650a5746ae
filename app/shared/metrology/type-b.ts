/** Type B evaluation: the standard uncertainty that follows from what is known of a quantity. GUM (JCGM 100:2008) 4.3, EA-4/02 M:2022 3.3. */

import { normalQuantile, studentQuantile } from "./distributions.ts";
import { power, square } from "./elementary.ts";
import { typeA, typeADigitized } from "./type-a.ts";

/** What is known, by its distribution; figures in the unit of the quantity. */
export type Evaluation = { dof?: number | null } & (
  | { distribution: "normal_std"; std: number }
  | { distribution: "normal_k"; expanded: number; k: number }
  | { distribution: "normal_p"; expanded: number; p: number }
  | { distribution: "rectangular" | "triangular" | "u_shaped"; halfwidth: number }
  | { distribution: "trapezoidal"; halfwidth: number; beta: number }
  | { distribution: "resolution"; resolution: number }
  | { distribution: "asymmetric"; plus: number; minus: number }
  | {
      distribution: "spec";
      reading: number;
      range: number;
      resolution: number;
      pct?: number;
      pct_range?: number;
      digits?: number;
    }
  | { distribution: "constant" }
  | { distribution: "type_a_readings"; readings: readonly number[]; resolution?: number }
  | { distribution: "type_a_pooled"; pooled_std: number; n: number }
);
export type Distribution = Evaluation["distribution"];

export type Evaluated = {
  /** The standard uncertainty. */
  u: number;
  dof: number;
  /** What is added to the estimate: the middle of an interval that is not even, or the mean of readings. */
  shift: number;
  mean?: number;
};

const notNegative = (value: number, what: string): number => {
  if (!(value >= 0) || value === Infinity) throw new RangeError(`${what} is not a width`);
  return value;
};

/** The factor of a normal distribution that an expanded uncertainty was multiplied by, at a probability. GUM 4.3.4, G.3.2. */
const factorAt = (p: number, dof: number) =>
  dof === Infinity ? normalQuantile((1 + p) / 2) : studentQuantile(p, dof);

/** What the half-width is divided by. Each is the standard deviation of such a distribution of half-width 1. GUM 4.3.7, 4.3.9; u-shaped: EA-4/02 S7. */
const divisors = { rectangular: Math.sqrt(3), triangular: Math.sqrt(6), u_shaped: Math.SQRT2 };

/**
 * Standard uncertainty, degrees of freedom (infinite unless given) and shift of what is known of a quantity.
 * @throws RangeError where a figure is no width
 */
export function evaluated(known: Evaluation): Evaluated {
  const dof = known.dof ?? Infinity;
  const plain = (u: number): Evaluated => ({ u, dof, shift: 0 });
  switch (known.distribution) {
    case "constant":
      return plain(0);
    case "normal_std":
      return plain(notNegative(known.std, "The standard uncertainty"));
    case "normal_k":
      return plain(notNegative(known.expanded, "U") / known.k);
    case "normal_p":
      return plain(notNegative(known.expanded, "U") / factorAt(known.p, dof));
    case "rectangular":
    case "triangular":
    case "u_shaped":
      return plain(notNegative(known.halfwidth, "The half-width") / divisors[known.distribution]);
    case "trapezoidal":
      return plain(
        notNegative(known.halfwidth, "The half-width") * Math.sqrt((1 + square(known.beta)) / 6),
      );
    case "resolution":
      return plain(notNegative(known.resolution, "The resolution") / Math.sqrt(12));
    case "asymmetric": {
      const { plus, minus } = known;
      notNegative(plus + minus, "The interval");
      // GUM 4.3.8: the distribution is rectangular over the whole interval.
      return { u: (plus + minus) / Math.sqrt(12), dof, shift: (plus - minus) / 2 };
    }
    case "spec": {
      const { reading, range, resolution, pct = 0, pct_range = 0, digits = 0 } = known;
      const halfwidth =
        (pct * Math.abs(reading)) / 100 + (pct_range * range) / 100 + digits * resolution;
      return plain(notNegative(halfwidth, "The specification") / Math.sqrt(3));
    }
    case "type_a_readings": {
      const { readings, resolution } = known;
      const { u, mean, ...own } = resolution
        ? typeADigitized(readings, resolution)
        : typeA(readings);
      if (u === null)
        throw new RangeError("One reading tells no scatter: pool it, or ask for more readings");
      return { u, dof: known.dof ?? own.dof, shift: 0, mean };
    }
    case "type_a_pooled":
      return plain(notNegative(known.pooled_std, "The pooled deviation") / Math.sqrt(known.n));
  }
}

/** Degrees of freedom of an uncertainty that is itself uncertain by so many per cent. GUM G.4.2. */
export const dofOfReliability = (pct: number): number => 0.5 * power(pct / 100, -2);

/** The extra half-width of a correction that is interpolated between two points of a standard. */
export const interpolationHalfwidth = (one: number, other: number): number =>
  Math.abs(other - one) / 4;
