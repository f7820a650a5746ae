import { addDays, addMonths } from "./company-time.ts";

export const intervalUnits = ["day", "week", "month", "year"] as const;
export type IntervalUnit = (typeof intervalUnits)[number];
/** Dates that come again: every so many units from an anchor, until a last day where there is one. */
export type Series = {
  anchorOn: string;
  intervalUnit: IntervalUnit;
  intervalCount: number;
  endsOn?: string | null;
};

/** How far ahead dates of a series are made, in days from today. */
export const HORIZON_DAYS = 400;

/** A date moved by whole units; the last day of a shorter month stands for a day it does not have. */
export function step(on: string, unit: IntervalUnit, count: number): string {
  if (unit === "day") return addDays(on, count);
  if (unit === "week") return addDays(on, 7 * count);
  return addMonths(on, unit === "month" ? count : 12 * count);
}

/** The n-th date of a series, the anchor being the 0th. It is reckoned from the anchor each time: 31 Jan, 28 Feb, 31 Mar. */
export const nthDate = ({ anchorOn, intervalUnit, intervalCount }: Series, n: number): string =>
  step(anchorOn, intervalUnit, n * intervalCount);

/** Days of the longest unit of each kind, so that no date is stepped over. */
const LONGEST = { day: 1, week: 7, month: 31, year: 366 } as const;
const daysFrom = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Dates of a series after one day and up to another, in their order: `after` < date ≤ `until`, at most `most` of them. */
export function datesBetween(series: Series, after: string, until: string, most = 5000): string[] {
  const last = series.endsOn && series.endsOn < until ? series.endsOn : until;
  const least = LONGEST[series.intervalUnit] * series.intervalCount;
  const dates: string[] = [];
  for (
    let n = Math.max(0, Math.floor(daysFrom(series.anchorOn, after) / least));
    dates.length < most;
    n++
  ) {
    const on = nthDate(series, n);
    if (on > last) break;
    if (on > after) dates.push(on);
  }
  return dates;
}

/** The days from and to which a date counts as done on time, both included. */
export const windowOf = (dueOn: string, beforeDays: number, afterDays: number) => ({
  opensOn: addDays(dueOn, -beforeDays),
  closesOn: addDays(dueOn, afterDays),
});
