import { addDays, yearsBetween } from "./company-time.ts";

/** Years from which a band of ages begins. */
export const ageBands = [0, 3, 6, 10, 15] as const;
/** The band an age in years is in, by the year it begins with. */
export const bandOf = (years: number): number =>
  ageBands.findLast((from) => years >= from) ?? ageBands[0];

/** A band in words: "Under 3 years", "3 to 5 years", "15 years and older". */
export function bandText(from: number): string {
  const next = ageBands[ageBands.indexOf(from as 0) + 1];
  if (next === undefined) return `${from} years and older`;
  return from === 0 ? `Under ${next} years` : `${from} to ${next - 1} years`;
}

/** The first day, on or after the other, of things that are so many years old or younger on a day. */
const firstYounger = (years: number, today: string): string =>
  addDays(today, 1 - Math.ceil(years * 365.25));

/** Between which days something of a band began, both included; null where nothing bounds it. */
export function daysOfBand(
  from: number,
  today: string,
): { after: string | null; until: string | null } {
  const next = ageBands[ageBands.indexOf(from as 0) + 1];
  return {
    after: next === undefined ? null : firstYounger(next, today),
    until: from === 0 ? null : addDays(firstYounger(from, today), -1),
  };
}

/** The band of what began on a day; null where that is not known. */
export const bandOn = (since: string | null, today: string): number | null =>
  since === null ? null : bandOf(yearsBetween(since, today));
