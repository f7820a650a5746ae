import { type Decimal, plainText } from "./decimal.ts";
import { type UnitCode, units } from "./units.ts";

/** A figure as people read it, with a true minus; the digits stay as they are. */
export const signed = (figure: string): string => figure.replace(/^-/, "−");

/** A figure with a unit's symbol, which may be empty: "−0.3 J". */
export const withSymbol = (figure: string, symbol: string): string =>
  symbol ? `${signed(figure)} ${symbol}` : signed(figure);
/** A figure with its unit, as people read it. The digits stay as they are. */
export const measured = (figure: string, unit: UnitCode): string =>
  withSymbol(figure, units[unit].symbol);

/** How many decimals a typed figure has. */
export const decimalsOf = (figure: string): number => /\.(\d*)/.exec(figure)?.[1]?.length ?? 0;

/** A reckoned figure with the decimals of those it was reckoned from, and at most two more where it needs them. */
export function reckoned(value: Decimal, ...from: readonly string[]): string {
  const least = Math.max(0, ...from.map(decimalsOf));
  const text = plainText(value.round(least + 2));
  return decimalsOf(text) <= least ? value.toFixed(least) : text;
}
