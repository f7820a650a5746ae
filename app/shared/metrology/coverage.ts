/** From the combined uncertainty to the expanded one: coverage factors. GUM (JCGM 100:2008) 6, G.3, G.4; EA-4/02 M:2022 5 and S9, S10. */

import type { BudgetLine } from "./budget.ts";
import { studentQuantile, studentTails } from "./distributions.ts";
import { rootOfSquares, square } from "./elementary.ts";

export type Coverage =
  | { mode: "k"; k: number }
  /** @property dof_rule truncate: whole degrees of freedom */
  | { mode: "p"; p: number; dof_rule?: "truncate" | undefined }
  /** One rectangular term dominates. */
  | { mode: "rectangular"; p: number }
  /** Two do, of half-widths a1 and a2. */
  | { mode: "trapezoidal"; p: number; a1: number; a2: number };

/** 18.997 is 19: what a cut would take off is no degree of freedom. */
const NEARLY = 0.01;
/** Effective degrees of freedom as whole ones, at least 1. GUM G.4.1 note 1. */
export const wholeDof = (dof: number): number =>
  dof === Infinity ? Infinity : Math.max(1, Math.floor(dof + NEARLY));

/** k of one dominating rectangular distribution. EA-4/02 S9.14. */
const ofRectangle = (p: number) => p * Math.sqrt(3);
/** k of two dominating ones: a trapezoid, whose top is beta of its base. EA-4/02 S10.13. */
function ofTrapezoid(p: number, one: number, other: number): number {
  const [a1, a2] = [Math.max(one, other), Math.min(one, other)];
  const beta = (a1 - a2) / (a1 + a2);
  const deviation = Math.sqrt((1 + square(beta)) / 6);
  return beta < p / (2 - p)
    ? (1 - Math.sqrt((1 - p) * (1 - square(beta)))) / deviation
    : (p * (1 + beta)) / 2 / deviation;
}

/** The coverage factor and the probability it stands for. @param dof effective degrees of freedom */
export function coverageFactor(coverage: Coverage, dof: number): { k: number; p: number } {
  switch (coverage.mode) {
    case "k":
      return { k: coverage.k, p: 1 - studentTails(coverage.k, dof) };
    case "p": {
      const { p, dof_rule } = coverage;
      return { k: studentQuantile(p, dof_rule === "truncate" ? wholeDof(dof) : dof), p };
    }
    case "rectangular":
      return { k: ofRectangle(coverage.p), p: coverage.p };
    case "trapezoidal":
      return { k: ofTrapezoid(coverage.p, coverage.a1, coverage.a2), p: coverage.p };
  }
}

/** So much of what dominates may all the rest be together. EA-4/02 S9.12. */
const REST = 0.3;
type Sized = { size: number; isRectangular: boolean };
const together = (terms: readonly Sized[]) => rootOfSquares(terms.map(({ size }) => size));

type Term = Pick<BudgetLine, "contribution"> & { isRectangular: boolean };
/**
 * The coverage of a probability where one or two rectangular terms dominate, since the result is not normal then; else that of the
 * t distribution.
 */
export function coverageFor(p: number, terms: readonly Term[]): Coverage {
  const sorted = terms
    .map(
      ({ contribution, isRectangular }): Sized => ({ size: Math.abs(contribution), isRectangular }),
    )
    .toSorted((one, other) => other.size - one.size);
  const dominates = (count: number) => {
    const leading = sorted.slice(0, count);
    if (leading.length < count || !leading.every((one) => one.isRectangular && one.size > 0))
      return false;
    return together(sorted.slice(count)) <= REST * together(leading);
  };
  if (dominates(1)) return { mode: "rectangular", p };
  const [one, other] = sorted;
  if (dominates(2) && one && other) return { mode: "trapezoidal", p, a1: one.size, a2: other.size };
  return { mode: "p", p, dof_rule: "truncate" };
}
