/** Rounding of a result and its uncertainty for print, in decimals only. GUM (JCGM 100:2008) 7.2.6, EA-4/02 M:2022 6.3. */
import { type Decimal, decimal, plainText, ZERO } from "./decimal.ts";

/**
 * ea5: to the nearest, but up where that takes more than 5 % off U. nearest: half up. up: always up.
 */
export type RoundingMode = "ea5" | "nearest" | "up";
export type Rounding = { digits: 1 | 2; mode: RoundingMode };
export const USUAL_ROUNDING: Rounding = { digits: 2, mode: "ea5" };

const HALF_UP = 1;
const UP = 3;
const MOST_LOWERED = "0.95";

/** The place of the last of so many significant digits: 3 for 0.027 of two, -2 for 2300. */
const lastPlace = (value: Decimal, digits: number): number => digits - 1 - value.e;

/** A number in plain notation with its digits up to a place. */
const textAt = (value: Decimal, place: number): string =>
  value.toFixed(Math.max(0, place), HALF_UP);

/** A decimal to a place, half away from zero; -2 rounds to hundreds. */
const roundedAt = (value: Decimal, place: number): Decimal => value.round(place, HALF_UP);

/** What U is printed as. */
export type PrintedU = {
  /** U to its significant digits, in plain notation. */
  u: string;
  /** The last place of U; null where nothing is uncertain: results stay as they are. */
  place: number | null;
  /** U was rounded up where the nearest figure was lower. */
  isUp: boolean;
};
/** A result to the last place of U, beside it. */
export type Rounded = PrintedU & { value: string };

/** U to its significant digits. @throws RangeError unless it is above zero */
export function roundedU(u: Decimal, { digits, mode }: Rounding) {
  if (u.lte(ZERO)) throw new RangeError("U is not above zero");
  const nearest = u.prec(digits, HALF_UP);
  const isUp = mode === "up" || (mode === "ea5" && nearest.lt(u.times(MOST_LOWERED)));
  const rounded = isUp ? u.prec(digits, UP) : nearest;
  return { rounded, place: lastPlace(rounded, digits), isUp: rounded.gt(nearest) };
}

/** U for print. @param u the expanded uncertainty, a decimal or the double that was reckoned */
export function printedU(u: Decimal | number, rounding: Rounding = USUAL_ROUNDING): PrintedU {
  const uncertainty = decimal(u);
  if (uncertainty.eq(ZERO)) return { u: "0", place: null, isUp: false };
  const { rounded: figure, place, isUp } = roundedU(uncertainty, rounding);
  return { u: textAt(figure, place), place, isUp };
}

/** A result beside its printed U, in the same unit. */
export function printedResult(value: Decimal | number, { place }: PrintedU): string {
  const result = decimal(value);
  if (place === null) return plainText(result);
  const figure = roundedAt(result, place);
  const shown = textAt(figure, place);
  // A result that rounds to nothing has no sign.
  return figure.eq(ZERO) ? shown.replace("-", "") : shown;
}

/** A result and its U for print. @param value the result, in the unit of U */
export function rounded(
  value: Decimal | number,
  u: Decimal | number,
  rounding: Rounding = USUAL_ROUNDING,
): Rounded {
  const printed = printedU(u, rounding);
  return { ...printed, value: printedResult(value, printed) };
}
