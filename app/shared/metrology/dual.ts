/**
 * Numbers that carry a derivative. An algebra says how to reckon; `withDerivative` makes of any algebra that of pairs (value,
 * derivative along one direction), so that nested pairs carry derivatives of derivatives, exactly. Griewank and Walther, Evaluating Derivatives, 3.1.
 */
import { atan, cos, exp, log, log10, power, sin, tan } from "./elementary.ts";
export type Unary = "sqrt" | "exp" | "log" | "log10" | "sin" | "cos" | "tan" | "atan" | "abs";

export type Algebra<N> = {
  /** The one number that is known to be nothing without a look into it: what never changes costs no reckoning. */
  zero: N;
  constant(value: number): N;
  /** The number without any derivative. */
  value(number: N): number;
  /** Whether it is nothing, with all its derivatives. */
  isZero(number: N): boolean;
  add(a: N, b: N): N;
  subtract(a: N, b: N): N;
  multiply(a: N, b: N): N;
  divide(a: N, b: N): N;
  /** @param power a plain number */
  power(a: N, power: number): N;
  apply(name: Unary, a: N): N;
};

const functions: Readonly<Record<Unary, (x: number) => number>> = {
  ...{ exp, log, log10, sin, cos, tan, atan },
  sqrt: Math.sqrt,
  abs: Math.abs,
};

export const plain: Algebra<number> = {
  zero: 0,
  constant: (value) => value,
  value: (number) => number,
  isZero: (number) => number === 0,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  power,
  apply: (name, a) => functions[name](a),
};

export type Dual<N> = { readonly value: N; readonly derivative: N };

/** The derivatives of the functions, in the algebra of their arguments. @param f the function's own value there */
const derivatives: Record<Unary, <N>(over: Algebra<N>, a: N, f: N) => N> = {
  sqrt: (over, _, f) => over.divide(over.constant(0.5), f),
  exp: (_over, _, f) => f,
  log: (over, a) => over.divide(over.constant(1), a),
  log10: (over, a) => over.divide(over.constant(Math.LOG10E), a),
  sin: (over, a) => over.apply("cos", a),
  cos: (over, a) => over.subtract(over.constant(0), over.apply("sin", a)),
  tan: (over, _, f) => over.add(over.constant(1), over.multiply(f, f)),
  atan: (over, a) => over.divide(over.constant(1), over.add(over.constant(1), over.multiply(a, a))),
  abs: (over, a) => over.constant(Math.sign(over.value(a))),
};

export function withDerivative<N>(over: Algebra<N>): Algebra<Dual<N>> {
  const { zero, add, subtract, multiply, divide } = over;
  const nothing: Dual<N> = { value: zero, derivative: zero };
  /** A product of slopes, of which either may be the one that is nothing. */
  const times = (slope: N, factor: N) => (slope === zero ? zero : multiply(slope, factor));
  const plus = (a: N, b: N) => (a === zero ? b : b === zero ? a : add(a, b));
  const minus = (a: N, b: N) => (b === zero ? a : subtract(a, b));
  return {
    zero: nothing,
    constant: (value) =>
      value === 0 ? nothing : { value: over.constant(value), derivative: zero },
    value: (number) => over.value(number.value),
    isZero: (number) =>
      number === nothing || (over.isZero(number.value) && over.isZero(number.derivative)),
    add: (a, b) => ({
      value: add(a.value, b.value),
      derivative: plus(a.derivative, b.derivative),
    }),
    subtract: (a, b) => ({
      value: subtract(a.value, b.value),
      derivative: minus(a.derivative, b.derivative),
    }),
    multiply: (a, b) => ({
      value: multiply(a.value, b.value),
      derivative: plus(times(a.derivative, b.value), times(b.derivative, a.value)),
    }),
    divide(a, b) {
      const value = divide(a.value, b.value);
      const change = minus(a.derivative, times(b.derivative, value));
      return { value, derivative: change === zero ? zero : divide(change, b.value) };
    },
    power(a, power) {
      const value = over.power(a.value, power);
      // What does not change has no slope, also where the function's own has no end.
      if (power === 0 || over.isZero(a.derivative)) return { value, derivative: zero };
      const slope = multiply(over.constant(power), over.power(a.value, power - 1));
      return { value, derivative: multiply(slope, a.derivative) };
    },
    apply(name, a) {
      const value = over.apply(name, a.value);
      if (over.isZero(a.derivative)) return { value, derivative: zero };
      if (name === "abs" && over.value(a.value) === 0)
        throw new RangeError("abs has no derivative at 0");
      const slope = derivatives[name](over, a.value, value);
      return { value, derivative: multiply(slope, a.derivative) };
    },
  };
}
