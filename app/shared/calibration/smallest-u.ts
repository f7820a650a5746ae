import { typedNumber } from "../metrology/decimal.ts";
import { cmcAt } from "../metrology/evaluate-point.ts";

/** The figures of a line of the scope, as decimal text. */
type Figures = { cmcAbs: string | null; cmcPct: string | null };

const DIGITS = 3;

/** The smallest expanded uncertainty at a typed value, as the engine reckons it, with three digits; null where no number was typed. */
export function smallestU({ cmcAbs, cmcPct }: Figures, typed: string): string | null {
  const value = typedNumber(typed);
  const least = value && cmcAt({ abs: cmcAbs, pct: cmcPct }, Number(value.toString()));
  return least === null ? null : String(Number(least.toPrecision(DIGITS)));
}

/** "0.5 J + 1.2 % of the value" */
export function smallestUText({ cmcAbs, cmcPct }: Figures, symbol: string): string {
  const absolute = [cmcAbs ?? "", symbol].filter(Boolean).join(" ");
  if (cmcAbs && cmcPct) return `${absolute} + ${cmcPct} % of the value`;
  return cmcPct ? `${cmcPct} % of the value` : absolute;
}
