/** What the editor of a procedure computes while one types. Loaded on demand: it brings the whole engine. */
import { evaluatePoint } from "../metrology/evaluate-point.ts";
import type { PointInput, PointResult } from "../metrology/point.ts";

export { exampleInput, firstFigures, firstReadings } from "./example-point.ts";
export { procedureGaps } from "./procedure-gaps.ts";
export { engineRule } from "./rule-limits.ts";
export { evaluatePoint };

/** What a component has to do with U. */
export type Influence = {
  symbol: string;
  name: string;
  /** Its part of the variance, from 0 to 1. */
  share: number;
  /** U if it were not there; null where that cannot be said. */
  without: number | null;
  /** To which part of itself it must shrink for U to reach the target by it alone: null where it cannot, 1 where nothing is to do. */
  shrink: number | null;
};

const uOf = ({ u_raw }: PointResult): number | null => (u_raw === null ? null : Number(u_raw));

/** U of a point without one of its components. */
function without(input: PointInput, symbol: string): number | null {
  const components = input.components.map((one) =>
    one.symbol === symbol
      ? { ...one, evaluation: "B" as const, distribution: "constant" as const, value: "0" }
      : one,
  );
  return uOf(evaluatePoint({ ...input, components }));
}

/** By how much a component must shrink, all others and k as they are. */
function shrinkOf(result: PointResult, contribution: number, target: number): number | null {
  const [uC, k] = [Number(result.u_c), Number(result.k)];
  const own = contribution ** 2;
  const room = (target / k) ** 2 - (uC ** 2 - own);
  if (target >= k * uC) return 1;
  return own > 0 && room >= 0 ? Math.sqrt(room / own) : null;
}

/**
 * Which component to improve: the share of each, U without it, and how small it must be for U to reach a target.
 * @param target the U that is wanted; null asks for none
 */
export function whatIf(input: PointInput, target: number | null): Influence[] {
  const result = evaluatePoint(input);
  const isCorrelated = (input.correlations ?? []).length > 0;
  return result.budget
    .map(({ symbol, name, share, contribution }) => ({
      ...{ symbol, name, share: Number(share), without: without(input, symbol) },
      // Of what moves together, none can be improved alone.
      shrink:
        target === null || isCorrelated ? null : shrinkOf(result, Number(contribution), target),
    }))
    .sort((one, other) => other.share - one.share);
}
