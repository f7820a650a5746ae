import { monthText } from "../dates.ts";

const yearOf = (on: string) => on.slice(0, 4);
/** The year of a day, as a chart's axis tells it; each with its month where two of them are of the same year. */
export const yearLabel = (on: string, all: readonly { on: string }[]): string =>
  new Set(all.map((one) => yearOf(one.on))).size < all.length
    ? monthText(on.slice(0, 7))
    : yearOf(on);
