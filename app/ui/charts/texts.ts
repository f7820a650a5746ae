import { type As, figureNumber, figureText } from "#app/shared/figure-text.ts";
import type { ChartCell } from "#app/shared/statistics.ts";
import { useFormat } from "../format.ts";

const MILLION = 1_000_000;
const THOUSAND = 1000;
const HOUR_MS = 3_600_000;
/** How many of what is kept make one of what is written. */
export const divisors: Partial<Record<As, number>> = {
  money: 100,
  hours: HOUR_MS,
  days: 24 * HOUR_MS,
};

/** Figures at the side of a chart, short enough for a phone. */
function shortText(value: number, as: As, locale: string): string {
  const plain = value / (divisors[as] ?? 1);
  if (plain >= MILLION) return `${figureNumber(plain / MILLION, "years", { locale })} M`;
  if (plain >= 10 * THOUSAND) return `${figureNumber(plain / THOUSAND, "count", { locale })} k`;
  return as === "percent"
    ? `${plain} %`
    : figureNumber(plain, Number.isInteger(plain) ? "count" : "years", { locale });
}

/** How a figure is written; what is not known is "n/a". */
export function useTexts() {
  const format = useFormat();
  return {
    cell: ({ value, as, text }: ChartCell) =>
      text ?? (value === null ? "n/a" : figureText(value, as, format)),
    short: (value: number, as: As) => shortText(value, as, format.locale),
  };
}
