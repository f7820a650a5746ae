import { monthNames } from "./dates.ts";

/**
 * The two days that a date such as 03/04/2026 may be, written out: the first with its first number as the day, then the other.
 * Null for a text that is no such date.
 */
export function twoDays(text: string): { dayFirst: string; monthFirst: string } | null {
  const [, first = "", second = "", year = ""] =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?!\d)/.exec(text.slice(0, 60)) ?? [];
  const [one, other] = [Number(first), Number(second)];
  const [month, otherMonth] = [monthNames[other - 1], monthNames[one - 1]];
  if (!year || !month || !otherMonth) return null;
  const full = year.length === 2 ? `${Number(year) > 69 ? 19 : 20}${year}` : year;
  return { dayFirst: `${one} ${month} ${full}`, monthFirst: `${other} ${otherMonth} ${full}` };
}
