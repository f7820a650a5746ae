import { plural } from "./plural.ts";

const MOST_DAYS = 60;
const MOST_MONTHS = 24;
const DAYS_A_MONTH = 365.25 / 12;

/** A number of days in the unit people would use: "23 days", "5 months", "3 years". Whole units, never rounded up. */
export function spanText(days: number): string {
  const months = Math.floor(days / DAYS_A_MONTH);
  if (days <= MOST_DAYS) return plural(days, "1 day", "{n} days");
  if (months < MOST_MONTHS) return plural(months, "1 month", "{n} months");
  return plural(Math.floor(days / 365.25), "1 year", "{n} years");
}
