import { monthText } from "../dates.ts";

const yearOf = (on: string) => on.slice(0, 4);
/** The year of a day, as a chart's axis tells it; its month too where another one is of the same year. */
export const yearLabel = (on: string, all: readonly { on: string }[]): string =>
  all.filter((one) => yearOf(one.on) === yearOf(on)).length > 1
    ? monthText(on.slice(0, 7))
    : yearOf(on);
