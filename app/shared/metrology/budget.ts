/** The combined standard uncertainty of a result. GUM (JCGM 100:2008) 5, G.4; EA-4/02 M:2022 4. */

import { type Algebra, type Dual, plain, withDerivative } from "./dual.ts";
import { power, square } from "./elementary.ts";
import { curvesOf, type Expression, ExpressionError, reckon } from "./expression.ts";
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
type Line = Omit<BudgetLine, "share">;
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

const first = withDerivative(plain);
const second = withDerivative(first);
const third = withDerivative(second);

const finite = (value: number, what: string): number => {
  if (!Number.isFinite(value)) throw new ExpressionError(`${what} has no value here`);
  return value;
};

/** A model at its estimates, with its partial derivatives. */
class Model {
  readonly #expression: Expression;
  readonly #at: Readonly<Record<string, number>>;

  constructor(expression: Expression, at: Readonly<Record<string, number>>) {
    this.#expression = expression;
    this.#at = at;
  }

  /** Reckons with what each name is. @throws ExpressionError where the model has no value or no derivative */
  #reckon<N>(algebra: Algebra<N>, named: (name: string) => N): N {
    try {
      return reckon(this.#expression, algebra, named);
    } catch (cause) {
      if (cause instanceof RangeError)
        throw new ExpressionError(`The model has no derivative here: ${cause.message}`);
      throw cause;
    }
  }

  value(): number {
    return finite(
      this.#reckon(plain, (name) => this.#at[name]!),
      "The model",
    );
  }

  /** ∂f/∂x. */
  slope(by: string): number {
    const result = this.#reckon(first, (name) =>
      name === by ? { value: this.#at[name]!, derivative: 1 } : first.constant(this.#at[name]!),
    );
    return finite(result.derivative, `The derivative by ${by}`);
  }

  /** ∂²f/∂x∂y. */
  second(x: string, y: string): number {
    const result = this.#reckon(second, (name) => ({
      value: { value: this.#at[name]!, derivative: name === x ? 1 : 0 },
      derivative: name === y ? first.constant(1) : first.zero,
    }));
    return finite(result.derivative.derivative, "A second derivative");
  }

  /** ∂³f/∂x∂y². */
  third(x: string, y: string): number {
    const slopeOf = (name: string, by: string) => (name === by ? first.constant(1) : first.zero);
    const result = this.#reckon(third, (name) => {
      const value = this.#at[name]!;
      if (name !== x && name !== y) return third.constant(value);
      const once: Dual<number> = { value, derivative: name === x ? 1 : 0 };
      const twice = { value: once, derivative: slopeOf(name, y) };
      return {
        value: twice,
        derivative: name === y ? second.constant(1) : second.zero,
      };
    });
    return finite(result.derivative.derivative.derivative, "A third derivative");
  }

  /** Σ_ij (f_ij²/2 + f_i·f_ijj)·u_i²·u_j², of the pairs for which it is not nothing, each once. GUM 5.1.2 note. */
  ofSecondOrder(lines: readonly Line[]): number {
    const curves = curvesOf(this.#expression);
    const isBent = ({ name }: Line) => curves.get(name)!.has(name);
    const bending = (one: Line, other: Line) =>
      isBent(other) ? one.sensitivity * this.third(one.name, other.name) : 0;
    const uncertain = lines.filter(({ name, u }) => u > 0 && curves.has(name));
    return sum(
      uncertain.flatMap((one, at) =>
        uncertain
          .slice(at)
          .filter(({ name }) => curves.get(one.name)!.has(name))
          .map((other) => {
            const mixed = square(this.second(one.name, other.name));
            const parts =
              one === other
                ? mixed / 2 + bending(one, one)
                : mixed + bending(one, other) + bending(other, one);
            return parts * square(one.u) * square(other.u);
          }),
      ),
    );
  }
}

/** Σ 2·c_i·c_j·u_i·u_j·r_ij. @throws RangeError where a correlation names no input or is none */
function ofCorrelations(lines: readonly Line[], correlations: readonly Correlation[]) {
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
 * @throws ExpressionError where the model has no value or derivative at the estimates
 */
export function combined(
  inputs: readonly Input[],
  model: Expression | null = null,
  correlations: readonly Correlation[] = [],
): Combined {
  const known = inputs.map((input) => {
    const { u, dof, shift, mean } = evaluated(input);
    return { input, u, dof, value: (input.value ?? mean ?? 0) + shift };
  });
  const f =
    model && new Model(model, Object.fromEntries(known.map((k) => [k.input.name, k.value])));
  const lines = known.map(({ input: { name, sensitivity }, u, dof, value }): Line => {
    const c = sensitivity ?? (f && u > 0 ? f.slope(name) : f ? 0 : 1);
    return { name, value, u, dof, sensitivity: c, contribution: c * u };
  });
  const value = f ? f.value() : sum(lines.map((line) => line.sensitivity * line.value));
  const variance = sum([
    ...lines.map(({ contribution }) => square(contribution)),
    ofCorrelations(lines, correlations),
  ]);
  const uC = Math.sqrt(Math.max(0, variance));
  const ofDof = sum(lines.map(({ contribution, dof }) => power(contribution, 4) / dof));
  const correlated = new Set(correlations.flatMap(([one, other, r]) => (r ? [one, other] : [])));
  const contributing = lines.filter(({ contribution }) => contribution !== 0);
  return {
    value,
    uC,
    dofEff: ofDof > 0 ? power(uC, 4) / ofDof : Infinity,
    isCorrelated: contributing.some(({ name, dof }) => correlated.has(name) && dof < Infinity),
    leastDof: Math.min(Infinity, ...contributing.map(({ dof }) => dof)),
    secondOrder: f ? f.ofSecondOrder(lines) : 0,
    lines: lines.map((line) => ({
      ...line,
      share: uC === 0 ? 0 : square(line.contribution) / variance,
    })),
  };
}

/** A product's relative uncertainty: w² = Σ (p_i·w_i)², for positive quantities. GUM 5.1.6. */
export const combinedRelative = (parts: readonly { power: number; relative: number }[]): number =>
  Math.sqrt(sum(parts.map(({ power, relative }) => square(power * relative))));

/** What an uncertainty in decibels is of the quantity itself. @param kind 20 of an amplitude, 10 of a power */
export const relativeOfDecibel = (u: number, kind: 10 | 20): number => (u * Math.LN10) / kind;
