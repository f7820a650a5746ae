/**
 * A model at its estimates: its value and its exact derivatives, by hyper-dual numbers. Beside its value each step of the model has a
 * part for every derivative that is asked for, and what one derivative needs of those of lower order is reckoned once. Griewank and
 * Walther, Evaluating Derivatives, 3.1 and 13; J. A. Fike and J. J. Alonso, AIAA 2011-886.
 */
import { cos, power, sin, square } from "./elementary.ts";
import {
  type Curves,
  curvesOf,
  type Expression,
  ExpressionError,
  type Unary,
} from "./expression.ts";
import { type Step, stepsOf, valuesOf } from "./reckon.ts";
import { sum } from "./type-a.ts";

const finite = (value: number, what: string): number => {
  if (!Number.isFinite(value)) throw new ExpressionError(`${what} has no value here`);
  return value;
};

/** The first, second and third derivative of a function of one variable. */
type Bends = readonly [first: number, second: number, third: number];

/** @param f the function's own value at x */
const bends: Readonly<Record<Unary, (x: number, f: number) => Bends>> = {
  sqrt: (x, f) => [0.5 / f, -0.25 / (x * f), 0.375 / (x * x * f)],
  exp: (_, f) => [f, f, f],
  log: (x) => [1 / x, -1 / (x * x), 2 / (x * x * x)],
  log10: (x) => [Math.LOG10E / x, -Math.LOG10E / (x * x), (2 * Math.LOG10E) / (x * x * x)],
  sin: (x, f) => [cos(x), -f, -cos(x)],
  cos: (x, f) => [-sin(x), -f, sin(x)],
  tan: (_, f) => [1 + f * f, 2 * f * (1 + f * f), (2 + 6 * f * f) * (1 + f * f)],
  atan(x) {
    const first = 1 / (1 + x * x);
    return [first, -2 * x * first * first, (6 * x * x - 2) * first * first * first];
  },
  abs(x) {
    if (x === 0)
      throw new ExpressionError("The model has no derivative here: abs has no derivative at 0");
    return [Math.sign(x), 0, 0];
  },
};

/** A factor that is nothing takes away what has no end. */
const times = (factor: number, x: number): number => (factor === 0 ? 0 : factor * x);

const bendsOfPower = (x: number, exponent: number): Bends => {
  const second = exponent * (exponent - 1);
  return [
    times(exponent, power(x, exponent - 1)),
    times(second, power(x, exponent - 2)),
    times(second * (exponent - 2), power(x, exponent - 3)),
  ];
};

/**
 * What the steps come to along some directions out of all: bit n of an index stands for direction n, index 0 for the values. Of the
 * last index, all directions, it is what is being reckoned.
 */
type Parts = readonly (readonly number[])[];

/** Each direction falls to one factor or to the other (Leibniz). */
function ofProduct({ a, b }: Step, parts: Parts): number {
  const all = parts.length - 1;
  let total = 0;
  for (let some = 0; some <= all; some++) total += parts[some]![a]! * parts[all - some]![b]!;
  return total;
}

/** The quotient times its divisor is the dividend. @param at the step itself */
function ofQuotient({ a, b }: Step, at: number, parts: Parts): number {
  const all = parts.length - 1;
  let rest = parts[all]![a]!;
  for (let some = 0; some < all; some++) rest -= parts[some]![at]! * parts[all - some]![b]!;
  return rest / parts[0]![b]!;
}

/** Of a function of what changes, by the ways to divide its directions among its own derivatives (Faà di Bruno). */
function ofFunction({ kind, figure, a }: Step, at: number, parts: Parts): number {
  // What does not change has no slope, also where the function's own has no end.
  if (parts.every((part, some) => some === 0 || part[a] === 0)) return 0;
  const [x, f] = [parts[0]![a]!, parts[0]![at]!];
  const [first, second, third] =
    kind === "power" ? bendsOfPower(x, figure) : bends[kind as Unary](x, f);
  const of = (some: number) => parts[some]![a]!;
  const straight = first * of(parts.length - 1);
  if (parts.length === 2) return straight;
  if (parts.length === 4) return straight + second * of(1) * of(2);
  const bent = of(1) * of(6) + of(2) * of(5) + of(4) * of(3);
  return straight + second * bent + third * of(1) * of(2) * of(4);
}

function partOf(step: Step, at: number, parts: Parts): number {
  const own = parts[parts.length - 1]!;
  switch (step.kind) {
    case "negative":
      return -own[step.a]!;
    case "+":
      return own[step.a]! + own[step.b]!;
    case "-":
      return own[step.a]! - own[step.b]!;
    case "*":
      return ofProduct(step, parts);
    case "/":
      return ofQuotient(step, at, parts);
    default:
      return ofFunction(step, at, parts);
  }
}

/** What the model reckons with of an input. */
export type Placed = { name: string; u: number; sensitivity: number };

export class Model {
  readonly #expression: Expression;
  readonly #steps: readonly Step[];
  readonly #values: readonly number[];
  readonly #known = new Map<string, readonly number[]>();

  /** @param named the estimate of each name */
  constructor(expression: Expression, named: (name: string) => number) {
    this.#expression = expression;
    this.#steps = stepsOf(expression);
    this.#values = valuesOf(this.#steps, named);
  }

  /** What each step comes to along up to three directions, each a name. */
  #along(x: string, y?: string, z?: string): readonly number[] {
    const key = y === undefined ? x : `${x} ${y} ${z ?? ""}`;
    const before = this.#known.get(key);
    if (before) return before;
    const own = this.#values.slice();
    const parts = this.#partsOf(own, x, y, z);
    for (let at = 0; at < own.length; at++) {
      const step = this.#steps[at]!;
      if (step.kind === "number") own[at] = 0;
      else if (step.kind === "name") own[at] = y === undefined && step.name === x ? 1 : 0;
      else own[at] = partOf(step, at, parts);
    }
    this.#known.set(key, own);
    return own;
  }

  /** By sets of the directions, as bits tell them. */
  #partsOf(own: readonly number[], x: string, y?: string, z?: string): Parts {
    const values = this.#values;
    if (y === undefined) return [values, own];
    const [alongX, alongY] = [this.#along(x), this.#along(y)];
    if (z === undefined) return [values, alongX, alongY, own];
    const alongXY = this.#along(x, y);
    const [alongXZ, alongYZ] = [this.#along(x, z), this.#along(y, z)];
    return [values, alongX, alongY, alongXY, this.#along(z), alongXZ, alongYZ, own];
  }

  /** @throws ExpressionError where there is none */
  value(): number {
    return finite(this.#values.at(-1)!, "The model");
  }

  /** ∂f/∂x. @throws ExpressionError where there is none */
  slope(by: string): number {
    return finite(this.#along(by).at(-1)!, `The derivative by ${by}`);
  }

  /** (f_ij²/2 + f_i·f_ijj)·u_i²·u_j², for i and j both ways round. */
  #secondOrderOf(one: Placed, other: Placed, curves: Curves): number {
    const mixed = square(finite(this.#along(one.name, other.name).at(-1)!, "A second derivative"));
    const bending = ({ name, sensitivity }: Placed, { name: by }: Placed) =>
      curves.get(by)!.has(by)
        ? sensitivity * finite(this.#along(name, by, by).at(-1)!, "A third derivative")
        : 0;
    const parts =
      one === other
        ? mixed / 2 + bending(one, one)
        : mixed + bending(one, other) + bending(other, one);
    return parts * square(one.u) * square(other.u);
  }

  /** Σ_ij (f_ij²/2 + f_i·f_ijj)·u_i²·u_j², of the pairs for which it is not nothing, each once. GUM 5.1.2 note. */
  ofSecondOrder(inputs: readonly Placed[]): number {
    const curves = curvesOf(this.#expression);
    const uncertain = inputs.filter(({ name, u }) => u > 0 && curves.has(name));
    const terms: number[] = [];
    uncertain.forEach((one, at) => {
      const bent = curves.get(one.name)!;
      for (let to = at; to < uncertain.length; to++)
        if (bent.has(uncertain[to]!.name))
          terms.push(this.#secondOrderOf(one, uncertain[to]!, curves));
    });
    return sum(terms);
  }
}
