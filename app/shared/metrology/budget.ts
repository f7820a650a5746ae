/** The combined standard uncertainty of a result. GUM (JCGM 100:2008) 5, G.4; EA-4/02 M:2022 4. */

import { power, square } from "./elementary.ts";
import type { Expression } from "./expression.ts";
import { Model } from "./model.ts";
import { known } from "./reckon.ts";
import { sum } from "./type-a.ts";
import { type Evaluation, evaluated } from "./type-b.ts";

export type Input = {
  name: string;
  /** The estimate, in its own unit; the mean of its readings where there are any. */
  value?: number;
  /** The sensitivity coefficient; absent: the derivative of the model, or 1 without one. */
  sensitivity?: number | undefined;
} & Evaluation;
/** Two inputs and the correlation of their estimates, from -1 to 1. */
export type Correlation = readonly [one: string, other: string, r: number];

export type BudgetLine = {
  name: string;
  value: number;
  /** The standard uncertainty of the input, and its degrees of freedom. */
  u: number;
  dof: number;
  sensitivity: number;
  /** c·u, with its sign, in the unit of the result. */
  contribution: number;
  /** (c·u)² over u_c²: what it has of the variance; 0 where nothing is uncertain. */
  share: number;
};
export type Combined = {
  value: number;
  uC: number;
  /** Effective degrees of freedom by Welch and Satterthwaite. GUM G.2b. */
  dofEff: number;
  /** Inputs of finite degrees of freedom are correlated: `dofEff` does not hold. GUM G.4.1. */
  isCorrelated: boolean;
  /** The smallest degrees of freedom of what contributes. */
  leastDof: number;
  /** What terms of second order add to u_c². GUM 5.1.2 note. */
  secondOrder: number;
  lines: BudgetLine[];
};

/** Σ 2·c_i·c_j·u_i·u_j·r_ij. @throws RangeError where a correlation names no input or is none */
function ofCorrelations(lines: readonly BudgetLine[], correlations: readonly Correlation[]) {
  if (correlations.length === 0) return 0;
  const byName = new Map(lines.map((line) => [line.name, line]));
  return sum(
    correlations.map(([one, other, r]) => {
      const [a, b] = [byName.get(one), byName.get(other)];
      if (!a || !b || a === b) throw new RangeError(`There are no inputs "${one}" and "${other}"`);
      if (!(Math.abs(r) <= 1)) throw new RangeError("A correlation is between -1 and 1");
      return 2 * a.contribution * b.contribution * r;
    }),
  );
}

/**
 * Combines what contributes to a result.
 * @param model the result as a function of the inputs' names; null: the sum of each times its sensitivity
 * @param constants what else the model names, with its value
 * @throws ExpressionError where the model has no value or derivative at the estimates
 */
export function combined(
  inputs: readonly Input[],
  model: Expression | null = null,
  correlations: readonly Correlation[] = [],
  constants: Readonly<Record<string, number>> = {},
): Combined {
  const estimates: Record<string, number> = { ...constants };
  const lines = inputs.map((input): BudgetLine => {
    const { name, sensitivity = 1 } = input;
    const { u, dof, shift, mean } = evaluated(input);
    const value = (input.value ?? mean ?? 0) + shift;
    estimates[name] = value;
    return { name, value, u, dof, sensitivity, contribution: sensitivity * u, share: 0 };
  });
  const f = model && new Model(model, known(estimates));
  if (f)
    lines.forEach((line, at) => {
      if (inputs[at]!.sensitivity !== undefined) return;
      line.sensitivity = line.u > 0 ? f.slope(line.name) : 0;
      line.contribution = line.sensitivity * line.u;
    });
  const variance = sum([
    ...lines.map(({ contribution }) => square(contribution)),
    ofCorrelations(lines, correlations),
  ]);
  const uC = Math.sqrt(Math.max(0, variance));
  if (uC > 0) for (const line of lines) line.share = square(line.contribution) / variance;
  const ofDof = sum(lines.map(({ contribution, dof }) => power(contribution, 4) / dof));
  const correlated = new Set(correlations.flatMap(([one, other, r]) => (r ? [one, other] : [])));
  const contributing = lines.filter(({ contribution }) => contribution !== 0);
  return {
    value: f ? f.value() : sum(lines.map((line) => line.sensitivity * line.value)),
    uC,
    dofEff: ofDof > 0 ? power(uC, 4) / ofDof : Infinity,
    isCorrelated: contributing.some(({ name, dof }) => correlated.has(name) && dof < Infinity),
    leastDof: Math.min(Infinity, ...contributing.map(({ dof }) => dof)),
    secondOrder: f ? f.ofSecondOrder(lines) : 0,
    lines,
  };
}

/** A product's relative uncertainty: w² = Σ (p_i·w_i)², for positive quantities. GUM 5.1.6. */
export const combinedRelative = (parts: readonly { power: number; relative: number }[]): number =>
  Math.sqrt(sum(parts.map(({ power, relative }) => square(power * relative))));

/** What an uncertainty in decibels is of the quantity itself. @param kind 20 of an amplitude, 10 of a power */
export const relativeOfDecibel = (u: number, kind: 10 | 20): number => (u * Math.LN10) / kind;
