/** Reckoning with expressions. Each is written out once as steps, an operation on what earlier steps came to. */
import { atan, cos, exp, log, log10, power, sin, tan } from "./elementary.ts";
import { type Arithmetic, type Expression, refuse, refuseName, type Unary } from "./expression.ts";
import { once } from "./kept.ts";

export type Step = {
  kind: "number" | "name" | "negative" | Arithmetic | "power" | Unary;
  /** The name, where it is one. */
  name: string;
  /** The number, or the exponent of a power. */
  figure: number;
  /** The steps whose results it takes. */
  a: number;
  b: number;
};

function readSteps(expression: Expression): Step[] {
  const steps: Step[] = [];
  const add = (kind: Step["kind"], { name = "", figure = 0, a = 0, b = 0 }: Partial<Step>) =>
    steps.push({ kind, name, figure, a, b }) - 1;
  const walk = (one: Expression): number => {
    switch (one.kind) {
      case "number":
        return add("number", { figure: one.value });
      case "name":
        return add("name", { name: one.name });
      case "negative":
        return add("negative", { a: walk(one.of) });
      case "operation":
        return add(one.operator, { a: walk(one.left), b: walk(one.right) });
      case "power":
        return add("power", { a: walk(one.base), figure: numberOf(one.exponent, {}) });
      case "function":
        return add(one.name, { a: walk(one.of) });
    }
  };
  walk(expression);
  return steps;
}

/** An expression as steps; the last is its result. */
export const stepsOf = once<Expression, readonly Step[]>(readSteps);

const functions: Readonly<Record<Unary, (x: number) => number>> = {
  ...{ exp, log, log10, sin, cos, tan, atan },
  sqrt: Math.sqrt,
  abs: Math.abs,
};

/** What each step comes to. @param named the value of each name */
export function valuesOf(steps: readonly Step[], named: (name: string) => number): number[] {
  const values: number[] = [];
  const resultOf = ({ kind, name, figure, a, b }: Step): number => {
    switch (kind) {
      case "number":
        return figure;
      case "name":
        return named(name);
      case "negative":
        return -values[a]!;
      case "+":
        return values[a]! + values[b]!;
      case "-":
        return values[a]! - values[b]!;
      case "*":
        return values[a]! * values[b]!;
      case "/":
        return values[a]! / values[b]!;
      case "power":
        return power(values[a]!, figure);
      default:
        return functions[kind](values[a]!);
    }
  };
  for (let at = 0; at < steps.length; at++) values.push(resultOf(steps[at]!));
  return values;
}

/** What an expression comes to, which may be no finite number. @param named the value of each name */
export const reckon = (expression: Expression, named: (name: string) => number): number =>
  valuesOf(stepsOf(expression), named).at(-1)!;

/** The value of a name among those that are known. @throws ExpressionError where it is not */
export const known =
  (values: Readonly<Record<string, number>>) =>
  (name: string): number =>
    Object.hasOwn(values, name) ? values[name]! : refuseName(name);

/** The number an expression comes to. @throws ExpressionError where it has none, such as a quotient by zero */
export function numberOf(expression: Expression, values: Readonly<Record<string, number>>): number {
  const value = reckon(expression, known(values));
  if (!Number.isFinite(value)) refuse("The expression has no value here");
  return value;
}
