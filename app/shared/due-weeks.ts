import { addDays, addMonths } from "./company-time.ts";

/** How far ahead the chart of what falls due looks, this week counted. */
const WEEKS = 12;

/** The Monday of the week a calendar date is in. */
export function mondayOf(on: string): string {
  const sinceMonday = (new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(on, -sinceMonday);
}

/** The Mondays of this week and those after it. */
export const weeksFrom = (today: string): string[] =>
  Array.from({ length: WEEKS }, (_, ahead) => addDays(mondayOf(today), 7 * ahead));

/** The first day after the last of these weeks. */
export const endOfWeeks = (today: string): string => addDays(mondayOf(today), 7 * WEEKS);

/** How many dates fall into each week; what lies before today is none of them. */
export function countByWeek(today: string, dates: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(
    weeksFrom(today).map((monday) => [monday, 0]),
  );
  for (const on of dates) {
    const monday = mondayOf(on);
    if (on >= today && monday in counts) counts[monday]! += 1;
  }
  return counts;
}

/** This month and the ones before it, the oldest first, as YYYY-MM. */
export const monthsTo = (today: string, months: number): string[] =>
  Array.from({ length: months }, (_, at) =>
    addMonths(`${today.slice(0, 7)}-01`, at + 1 - months).slice(0, 7),
  );
