import { kept } from "./kept.ts";
import { amount, currencySign } from "./money-text.ts";

/** How a figure is written: times are milliseconds, money is minor units, shares are percent. */
export type As = "money" | "years" | "count" | "rate" | "days" | "hours" | "percent" | "text";

const HOUR_MS = 3_600_000;
const templates: Record<Exclude<As, "money">, string> = {
  years: "{n} years",
  count: "{n}",
  rate: "{n}",
  days: "{n} days",
  hours: "{n} h",
  percent: "{n} %",
  text: "{n}",
};
const digits: Partial<Record<As, number>> = { count: 0, rate: 2 };
const divisors: Partial<Record<As, number>> = { days: 24 * HOUR_MS, hours: HOUR_MS };
const writers = kept((key) => {
  const [locale, places] = key.split(" ");
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: Number(places),
    maximumFractionDigits: Number(places),
  });
});

type Place = { locale: string; currency: string };
/** A share that is not the whole is not written as the whole. */
const NEARLY_ALL = 99.9;
const shown = (value: number, as: As): number =>
  as === "percent" && value < 100 ? Math.min(value, NEARLY_ALL) : value;

/** A figure without its unit, times in hours or days. */
export const figureNumber = (value: number, as: As, { locale }: Pick<Place, "locale">): string =>
  as === "money"
    ? amount(Math.round(value), locale)
    : writers(`${locale} ${digits[as] ?? 1}`).format(shown(value, as) / (divisors[as] ?? 1));

/** A figure with its unit, as a company's people read it. */
export const figureText = (value: number, as: As, { locale, currency }: Place): string =>
  as === "money"
    ? `${currencySign(locale, currency)} ${figureNumber(value, as, { locale })}`
    : templates[as].replace("{n}", figureNumber(value, as, { locale }));

/** The unit by itself, for what is set smaller beside its number. */
export const unitOf = (as: As): string =>
  as === "money" ? "" : templates[as].replace("{n}", "").trim();
