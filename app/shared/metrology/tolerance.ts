/** Tolerances: one form for parameters, points and templates, and the limits that follow from it in exact decimals. */
import { type Decimal, decimal, greater, lesser, setupNumber, ZERO } from "./decimal.ts";

type Terms = {
  abs?: string;
  pct?: string;
  pct_range?: string;
  digits?: string;
  ppm?: string;
};
/** Every figure is decimal text in the unit of the result. */
export type Tolerance =
  | ({
      op: "sym";
      combine?: "max" | "min" | "sum";
      /** What per cent and ppm are taken of. */
      of?: "setpoint" | "reference";
      /** What the limits do not go past: an indication that ends at 100 %. */
      cap_lo?: string;
      cap_hi?: string;
    } & Terms)
  | { op: "asym"; plus: string; minus: string }
  | { op: "le" | "ge"; value: string }
  | { op: "band"; lo: string; hi: string }
  | { op: "rule"; rule: string }
  | { op: "info" };

/** Steps of a tolerance that grows with the load, such as the maximum permissible errors of a balance (OIML R 76). */
export type ToleranceRule = {
  unit: string;
  steps: readonly { load_up_to: string | null; half_width: string }[];
};

export type Limits = { lower: Decimal | null; upper: Decimal | null };

/** What a tolerance is taken at; all in the unit of the result. */
export type ToleranceAt = {
  /** The nominal value, which per cent are taken of; null for a one-sided test without one. */
  setpoint: string | null;
  /** Where the limits stand: the value that was really set; absent: the set point. */
  centre?: string | Decimal | null;
  reference?: string | Decimal | null;
  range?: { lo: string; hi: string } | null;
  resolution?: string | null;
  rules?: Readonly<Record<string, ToleranceRule>>;
};

export const NO_LIMITS: Limits = { lower: null, upper: null };

/** A tolerance that says nothing, or that needs what is not there. */
export class ToleranceError extends Error {}

const given = (text: string | null | undefined, what: string): Decimal => {
  const value = setupNumber(text);
  if (!value) throw new ToleranceError(`${what} is not a number`);
  return value;
};
/** A figure as it was typed, or as it was reckoned. */
const known = (figure: string | Decimal | null | undefined, what: string): Decimal =>
  typeof figure === "string" || !figure ? given(figure, what) : figure;

const HUNDREDTH = decimal("0.01");
const MILLIONTH = decimal("0.000001");
type Term = keyof Terms;
const reckoned: Record<Term, (figure: Decimal, at: ToleranceAt, of: () => Decimal) => Decimal> = {
  abs: (figure) => figure,
  pct: (figure, _, of) => figure.times(of().abs()).times(HUNDREDTH),
  ppm: (figure, _, of) => figure.times(of().abs()).times(MILLIONTH),
  pct_range: (figure, { range }) =>
    figure
      .times(given(range?.hi, "The range").minus(given(range?.lo, "The range")))
      .times(HUNDREDTH),
  digits: (figure, { resolution }) => figure.times(given(resolution, "The resolution")),
};
const terms = Object.keys(reckoned) as Term[];
const joined = {
  max: greater,
  min: lesser,
  sum: (a: Decimal, b: Decimal) => a.plus(b),
} as const;

/** The terms of a symmetric tolerance that are given. */
export const termsOf = (tolerance: Terms): Term[] =>
  terms.filter((term) => tolerance[term] !== undefined);

function halfWidth(tolerance: Extract<Tolerance, { op: "sym" }>, at: ToleranceAt): Decimal {
  const of = () =>
    tolerance.of === "reference"
      ? known(at.reference, "The reference value")
      : given(at.setpoint, "The set point");
  const widths = termsOf(tolerance).map((term) => {
    const figure = given(tolerance[term], "The tolerance");
    if (figure.lt(ZERO)) throw new ToleranceError("A tolerance is not negative");
    return reckoned[term](figure, at, of);
  });
  const [first, ...others] = widths;
  if (!first) throw new ToleranceError("The tolerance has no figure");
  if (others.length === 0) return first;
  if (!tolerance.combine) throw new ToleranceError("Several terms need to say how they combine");
  return others.reduce(joined[tolerance.combine], first);
}

const centreOf = ({ setpoint, centre }: ToleranceAt): Decimal =>
  known(centre ?? setpoint, "The set point");

function byRule(name: string, at: ToleranceAt): Limits {
  const { setpoint, rules = {} } = at;
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule) throw new ToleranceError(`There is no rule "${name}"`);
  // The load is not known before it is set.
  if (setpoint === null) return NO_LIMITS;
  const load = given(setpoint, "The set point");
  const step = rule.steps.find(
    ({ load_up_to }) => load_up_to === null || load.abs().lte(decimal(load_up_to)),
  );
  if (!step) throw new ToleranceError(`The rule "${name}" does not reach so far`);
  const [width, centre] = [decimal(step.half_width), centreOf(at)];
  return { lower: centre.minus(width), upper: centre.plus(width) };
}

/**
 * The limits that a tolerance sets, either null where that side is open; both null for `info`, which gives no verdict.
 * @throws ToleranceError where a figure is missing or no number
 */
export function limitsOf(tolerance: Tolerance, at: ToleranceAt): Limits {
  switch (tolerance.op) {
    case "info":
      return NO_LIMITS;
    case "le":
      return { lower: null, upper: given(tolerance.value, "The limit") };
    case "ge":
      return { lower: given(tolerance.value, "The limit"), upper: null };
    case "band": {
      const [lower, upper] = [given(tolerance.lo, "The limit"), given(tolerance.hi, "The limit")];
      if (lower.gt(upper)) throw new ToleranceError("The lower limit is above the upper one");
      return { lower, upper };
    }
    case "rule":
      return byRule(tolerance.rule, at);
    case "asym": {
      const centre = centreOf(at);
      const [plus, minus] = [given(tolerance.plus, "Plus"), given(tolerance.minus, "Minus")];
      if (plus.lt(ZERO) || minus.lt(ZERO)) throw new ToleranceError("A tolerance is not negative");
      return { lower: centre.minus(minus), upper: centre.plus(plus) };
    }
    case "sym": {
      const centre = centreOf(at);
      const width = halfWidth(tolerance, at);
      const { cap_lo, cap_hi } = tolerance;
      const [lower, upper] = [centre.minus(width), centre.plus(width)];
      return {
        lower: cap_lo === undefined ? lower : greater(lower, given(cap_lo, "The least value")),
        upper: cap_hi === undefined ? upper : lesser(upper, given(cap_hi, "The largest value")),
      };
    }
  }
}
