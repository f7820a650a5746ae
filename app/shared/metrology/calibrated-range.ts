/**
 * What a certificate says of a standard at a value: its correction and its expanded uncertainty. Between two points both lie on the
 * straight line between them; beyond the points nothing is said. Corrections are exact decimals, as are uncertainties but those of an
 * expression.
 */
import { type Decimal, decimal, greater, lesser, plainText, typedNumber, ZERO } from "./decimal.ts";
import { ExpressionError, expressionOf } from "./expression.ts";
import { numberOf } from "./reckon.ts";
import { rounded } from "./rounding.ts";

/** A point of a range as it was typed; what is no figure yet is passed over. */
export type RangePoint = {
  nominal: string;
  reference: string;
  indicated: string;
  correction: string;
  u: string;
  k: string;
};
/** A range as it was typed. */
export type CalibratedRange = {
  rangeLo: string | null;
  rangeHi: string | null;
  uKind: "abs" | "pct_reading" | "pct_plus_abs" | "table" | "equation";
  uAbs: string | null;
  uPct: string | null;
  uEquation: string | null;
  /** The coverage factor of U; points have their own. */
  uK: string;
  correction: "none" | "linear" | "equation";
  correctionEquation: string | null;
  points: readonly RangePoint[];
};

/** The name that expressions of a range have for the reading. */
export const READING = "reading";
const HUNDRED = decimal(100);
/** Figures of a quotient that are kept of a value between two points. */
const PLACES = 15;

/** How many digits stand after the point of a typed number. */
const placesOf = (typed: string): number => {
  const [mantissa = "", exponent = "0"] = typed.trim().toLowerCase().split("e");
  const digits = mantissa.split(".")[1]?.length ?? 0;
  return Math.max(0, digits - Number(exponent));
};

/** Reference less indicated, to the last digit of either; null while one of them is no number. */
export function correctionOf(reference: string, indicated: string): string | null {
  const [true_, read] = [typedNumber(reference), typedNumber(indicated)];
  if (!true_ || !read) return null;
  return true_.minus(read).toFixed(Math.max(placesOf(reference), placesOf(indicated)));
}

/** Whether a correction that was typed is the one that follows from the two figures. */
export function isCorrection(typed: string, reference: string, indicated: string): boolean {
  const [said, follows] = [typedNumber(typed), correctionOf(reference, indicated)];
  return said !== null && follows !== null && said.eq(follows);
}

type Node = { at: Decimal; value: Decimal };
/** The value on the straight lines between nodes; null beyond them. */
function between(nodes: readonly Node[], at: Decimal): Decimal | null {
  const sorted = [...nodes].sort((a, b) => a.at.cmp(b.at));
  const exact = sorted.find((node) => node.at.eq(at));
  if (exact) return exact.value;
  const after = sorted.findIndex((node) => node.at.gt(at));
  if (after <= 0) return null;
  const [low, high] = [sorted[after - 1]!, sorted[after]!];
  const share = at.minus(low.at).div(high.at.minus(low.at));
  return low.value.plus(high.value.minus(low.value).times(share)).round(PLACES);
}

/** Points of which both figures are numbers: where the standard reads them, and what is said there. */
function nodesOf(
  points: readonly RangePoint[],
  said: (point: RangePoint) => Decimal | null,
): Node[] {
  return points.flatMap((point) => {
    const [at, value] = [typedNumber(point.indicated), said(point)];
    return at && value ? [{ at, value }] : [];
  });
}

function reckoned(expression: string | null, at: Decimal): Decimal {
  const value = numberOf(expressionOf(expression ?? "", [READING]), { [READING]: Number(at) });
  return decimal(value);
}

/** The correction at a reading; null where the certificate says nothing. @throws ExpressionError */
function correctionAt({ correction, correctionEquation, points }: CalibratedRange, at: Decimal) {
  if (correction === "none") return ZERO;
  if (correction === "equation") return reckoned(correctionEquation, at);
  return between(
    nodesOf(points, ({ reference, indicated }) => typedNumber(correctionOf(reference, indicated))),
    at,
  );
}

/** U of a point for another coverage factor. */
function uOfPoint({ u, k }: RangePoint, wanted: Decimal): Decimal | null {
  const [figure, own] = [typedNumber(u), typedNumber(k)];
  return figure && own?.gt(ZERO) ? figure.div(own).times(wanted) : null;
}

/** U at a reading for the range's k; null where the certificate says nothing. @throws ExpressionError */
function uAt({ uKind, uAbs, uPct, uEquation, uK, points }: CalibratedRange, at: Decimal) {
  const [abs, pct] = [typedNumber(uAbs), typedNumber(uPct)];
  const ofReading = pct && at.abs().times(pct).div(HUNDRED);
  switch (uKind) {
    case "abs":
      return abs;
    case "pct_reading":
      return ofReading;
    case "pct_plus_abs":
      return abs && ofReading && abs.plus(ofReading);
    case "equation":
      return reckoned(uEquation, at).abs();
    default: {
      const wanted = typedNumber(uK);
      return (
        wanted &&
        between(
          nodesOf(points, (point) => uOfPoint(point, wanted)),
          at,
        )
      );
    }
  }
}

export type AtValue =
  | {
      /** To the last place of U. */
      correction: string;
      /** To two significant digits. */
      u: string;
      k: string;
      problem?: undefined;
    }
  | { problem: string };

/** Whether a value lies in a range. */
function isInside({ rangeLo, rangeHi }: CalibratedRange, at: Decimal): boolean {
  const [lo, hi] = [typedNumber(rangeLo), typedNumber(rangeHi)];
  return Boolean(lo && hi && lesser(lo, hi).lte(at) && greater(lo, hi).gte(at));
}

/** The nearest value that a range holds. */
const nearest = ({ rangeLo, rangeHi }: CalibratedRange, at: Decimal): Decimal => {
  const [lo, hi] = [typedNumber(rangeLo) ?? at, typedNumber(rangeHi) ?? at];
  return lesser(greater(at, lesser(lo, hi)), greater(lo, hi));
};

export type ExactlyAt =
  | {
      correction: Decimal;
      u: Decimal;
      /** The range says nothing of the value itself: this is what it says at its nearest end. */
      isBeyond: boolean;
      problem?: undefined;
    }
  | { problem: string };

/** What a certificate says at a value, in all digits; beyond its range, what it says at the nearest end. */
export function exactlyAt(range: CalibratedRange, value: Decimal): ExactlyAt {
  const isBeyond = !isInside(range, value);
  const at = isBeyond ? nearest(range, value) : value;
  try {
    const [correction, u] = [correctionAt(range, at), uAt(range, at)];
    if (!u) return { problem: "U is not known here" };
    if (!correction) return { problem: "The correction is not known here" };
    return { correction, u, isBeyond };
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: error.message };
    throw error;
  }
}

/** What a certificate says at a value, rounded for print, or why it says nothing there. */
export function saidAt(range: CalibratedRange, value: string): AtValue {
  const at = typedNumber(value);
  if (!at) return { problem: "Type a number" };
  if (!isInside(range, at)) return { problem: "This value is outside of the range" };
  const said = exactlyAt(range, at);
  if (said.problem !== undefined) return { problem: said.problem };
  const shown = rounded(said.correction, said.u);
  const k = typedNumber(range.uK);
  return { correction: shown.value, u: shown.u, k: k ? plainText(k) : range.uK };
}

/** Why an expression of a range cannot be used; null where it can. */
export function expressionProblem(expression: string): string | null {
  try {
    expressionOf(expression, [READING]);
    return null;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}
