/**
 * Exact decimals: limits, errors, rounding and conversions are reckoned in them. Standard deviations, propagation and quantiles are
 * doubles; `toDouble` is the one place where a decimal becomes one.
 */
import BigJs from "big.js";
import { kept } from "./kept.ts";

/** Its own constructor: quotients keep forty places, and no other code's settings reach it. */
const Decimals = BigJs();
Decimals.DP = 40;
Decimals.NE = -1000;
Decimals.PE = 1000;

export type Decimal = BigJs;

const TYPED = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?$/;
const MOST_CHARACTERS = 24;

/** Whether a text is a number as one may type it: no comma, no space inside, an ASCII sign, at most 24 characters. */
export const isTypedNumber = (text: string): boolean =>
  text.length <= MOST_CHARACTERS && TYPED.test(text);

/** A typed number with spaces around it taken off; null for anything else, never zero. */
export function typedNumber(text: string | null | undefined): Decimal | null {
  const trimmed = text?.trim() ?? "";
  return isTypedNumber(trimmed) ? decimal(trimmed) : null;
}

/** Figures of set-ups that were read. */
const known = new Map<string, Decimal | null>();
const MOST_KNOWN = 500;
/** A typed number of a set-up, read once: the points of a grid have the same few. */
export function setupNumber(text: string | null | undefined): Decimal | null {
  if (!text) return null;
  return kept(known, text, () => typedNumber(text), MOST_KNOWN);
}

/**
 * A decimal of a text, or of a double by its shortest text that reads back as it.
 * @throws RangeError for what is no finite number
 */
export function decimal(value: string | number | Decimal): Decimal {
  try {
    return new Decimals(typeof value === "string" && value[0] === "+" ? value.slice(1) : value);
  } catch {
    throw new RangeError(`Not a decimal: ${String(value)}`);
  }
}

export const ZERO = decimal(0);

/** The double nearest to a decimal. */
export const toDouble = (value: Decimal): number => Number(value.toString());

/** All its digits in plain notation. */
export const plainText = (value: Decimal): string => value.toFixed();

export const lesser = (a: Decimal, b: Decimal): Decimal => (a.lt(b) ? a : b);
export const greater = (a: Decimal, b: Decimal): Decimal => (a.gt(b) ? a : b);
