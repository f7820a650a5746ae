import type { IntervalUnit } from "./due-series.ts";
import { plural } from "./plural.ts";

const words: Record<IntervalUnit, readonly [one: string, many: string]> = {
  day: ["Every day", "Every {n} days"],
  week: ["Every week", "Every {n} weeks"],
  month: ["Every month", "Every {n} months"],
  year: ["Every year", "Every {n} years"],
};

/** An interval in words: "Every 6 months". */
export const intervalText = (count: number, unit: IntervalUnit): string =>
  plural(count, ...words[unit]);

/** How a series goes on, and where its interval comes from, with the word for each. */
export const seriesModes = {
  fixed: "From the first date",
  floating: "From when it was done",
} as const;
export const scheduleSources = {
  oem: "Manufacturer",
  alternative: "Alternative",
  regulatory: "Regulation",
  local: "Own decision",
} as const;
export const unitWords = { day: "days", week: "weeks", month: "months", year: "years" } as const;
