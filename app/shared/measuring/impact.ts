/** What the shift of a standard means for results that were reported with it, from what is kept of them. */
import type { Conformity } from "../certificates/document.ts";
import {
  type Decimal,
  greater,
  lesser,
  toDouble,
  typedNumber,
  ZERO,
} from "../metrology/decimal.ts";
import { type DecisionRule, decide, ruleProblem } from "../metrology/decision.ts";
import type { Setting } from "../metrology/point.ts";
import { converted, convertedDifference, type UnitCode, units } from "../metrology/units.ts";

/** How far a standard was off in a range: what it indicated too much, against what its certificate said. */
export type ImpactShift = {
  parameter: string;
  unit: UnitCode;
  lo: string;
  hi: string;
  shift: string;
};

/** A reported result with what judges it. Figures are decimal text. */
export type ImpactPoint = {
  name: string;
  unit: UnitCode;
  setting: Setting;
  value: string | null;
  u: string | null;
  k: string | null;
  lower: string | null;
  upper: string | null;
  verdict: string;
  rule: DecisionRule;
};

/** What a shift means for a point. */
export type PointImpact = {
  point: string;
  unit: UnitCode;
  shift: string;
  toleranceRatio: string | null;
  uncertaintyRatio: string | null;
  verdict: Conformity | null;
  shiftedVerdict: Conformity | null;
  isChanged: boolean;
};

const DIGITS = 3;
const DIGITS_OF_SHIFT = 12;
const ratioText = (part: Decimal, whole: Decimal | null): string | null =>
  whole === null || whole.eq(ZERO)
    ? null
    : String(Number((toDouble(part.abs()) / toDouble(whole.abs())).toPrecision(DIGITS)));

/** The shift at a value, in the unit of the point: of the ranges that hold it the largest, else of all of its quantity. */
function shiftAt(shifts: readonly ImpactShift[], unit: UnitCode, value: Decimal): Decimal | null {
  const alike = shifts.filter((one) => units[one.unit].quantity === units[unit].quantity);
  const holding = alike.filter(({ lo, hi, unit: own }) => {
    const [one, other] = [typedNumber(lo), typedNumber(hi)];
    if (!one || !other) return false;
    const at = converted(value, unit, own);
    return lesser(one, other).lte(at) && greater(one, other).gte(at);
  });
  const told = (holding.length > 0 ? holding : alike).flatMap(({ shift, unit: own }) => {
    const typed = typedNumber(shift);
    return typed ? [convertedDifference(typed, own, unit)] : [];
  });
  const largest = told.reduce<Decimal | null>(
    (most, one) => (most?.abs().gte(one.abs()) ? most : one),
    null,
  );
  return largest?.eq(ZERO) ? null : largest;
}

/** T of a point: half of what lies between its limits; with one limit, the way from the result to it. */
function toleranceOf({ lower, upper }: ImpactPoint, value: Decimal): Decimal | null {
  const [lo, hi] = [typedNumber(lower), typedNumber(upper)];
  if (lo && hi) return hi.minus(lo).div(2);
  const limit = lo ?? hi;
  return limit ? limit.minus(value).abs() : null;
}

const stated = new Set(["pass", "conditional_pass", "conditional_fail", "fail", "not_stated"]);
const asStated = (verdict: string): Conformity | null =>
  stated.has(verdict) ? (verdict as Conformity) : null;

/**
 * The verdict with the reference where it was in truth. Where the device sets the point the reported value is the reference
 * and goes down by the shift; where the standard sets it, the limits do, which is the same as the value going up.
 */
function shiftedVerdict(point: ImpactPoint, value: Decimal, shift: Decimal): Conformity | null {
  const { setting, u, k, lower, upper, rule } = point;
  const [U, factor] = [typedNumber(u), typedNumber(k)];
  const limit = (typed: string | null) => {
    const known = typedNumber(typed);
    return known ? toDouble(known) : null;
  };
  const limits = { lower: limit(lower), upper: limit(upper) };
  if (!U || !factor || ruleProblem(rule.kind, limits)) return asStated(point.verdict);
  const y = setting === "set_std_read_duc" ? value.plus(shift) : value.minus(shift);
  const { verdict } = decide({
    ...limits,
    y: toDouble(y),
    U: toDouble(U),
    k: toDouble(factor),
    rule,
  });
  return asStated(verdict);
}

/** What a standard's shift means for one reported result; null where the standard did not shift there. */
export function impactOn(point: ImpactPoint, shifts: readonly ImpactShift[]): PointImpact | null {
  const value = typedNumber(point.value);
  if (!value) return null;
  const shift = shiftAt(shifts, point.unit, value);
  if (!shift) return null;
  const verdict = asStated(point.verdict);
  const shifted =
    verdict === null || verdict === "not_stated" ? verdict : shiftedVerdict(point, value, shift);
  return {
    point: point.name,
    unit: point.unit,
    shift: String(Number(toDouble(shift).toPrecision(DIGITS_OF_SHIFT))),
    toleranceRatio: ratioText(shift, toleranceOf(point, value)),
    uncertaintyRatio: ratioText(shift, typedNumber(point.u)),
    verdict,
    shiftedVerdict: shifted,
    isChanged: shifted !== verdict,
  };
}

const figure = (ratio: string | null) => (ratio === null ? -1 : Number(ratio));

/** Of several points the one that the shift means most for: one whose verdict changes before others, then by its share of the tolerance and of U. */
export const worstImpact = (impacts: readonly PointImpact[]): PointImpact | null =>
  impacts.reduce<PointImpact | null>((worst, one) => {
    if (!worst) return one;
    const order =
      Number(one.isChanged) - Number(worst.isChanged) ||
      figure(one.toleranceRatio) - figure(worst.toleranceRatio) ||
      figure(one.uncertaintyRatio) - figure(worst.uncertaintyRatio);
    return order > 0 ? one : worst;
  }, null);
