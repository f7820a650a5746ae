import { addMonths, daysBetween } from "./company-time.ts";
import { monthNames } from "./dates.ts";

const LEAST_MONTHS = { before: 12, after: 6 };
const MOST_MONTHS = { before: 18, after: 18 };
/** Months from one name to the next. */
const STEPS = [3, 4, 6];
const MOST_MARKS = 5;
const DAYS_A_MONTH = 30.44;
/** A month's name nearer to today's than this many percent is left out. */
const CROWDED = 7;

/** A stretch of time on which days have a place of 0 to 100 percent. */
export type TimeScale = {
  from: string;
  to: string;
  today: number;
  /** Places a day; what lies outside is at the end it lies beyond. */
  at: (on: string) => number;
  /** Names of months with their places; the lesser ones go first where room is short. */
  marks: { at: number; text: string; isMinor: boolean }[];
};

const firstOfMonth = (on: string) => `${on.slice(0, 7)}-01`;
const rounded = (percent: number) => Math.round(percent * 100) / 100;

/** The scale that shows these days around today: at least a year back and half a year ahead, at most one and a half years either way. */
export function timeScale(days: readonly (string | null)[], today: string): TimeScale {
  const known = days.filter((on) => on !== null).sort();
  const bound = (on: string | undefined, least: string, most: string) => {
    const [low, high] = least < most ? [least, most] : [most, least];
    return on === undefined ? least : on < low ? low : on > high ? high : on;
  };
  const from = firstOfMonth(
    bound(known[0], addMonths(today, -LEAST_MONTHS.before), addMonths(today, -MOST_MONTHS.before)),
  );
  const to = bound(
    known.at(-1),
    addMonths(today, LEAST_MONTHS.after),
    addMonths(today, MOST_MONTHS.after),
  );
  const length = daysBetween(from, to);
  const at = (on: string) =>
    rounded(Math.min(100, Math.max(0, (daysBetween(from, on) / length) * 100)));
  const now = at(today);
  let yearTold: string | undefined;
  const marks: TimeScale["marks"] = [];
  const step = STEPS.find((months) => length < months * MOST_MARKS * DAYS_A_MONTH) ?? 12;
  for (let on = from; on < to; on = addMonths(on, step)) {
    const place = at(on);
    if (Math.abs(place - now) < CROWDED || place > 100 - CROWDED) continue;
    const [year, month] = on.split("-");
    const name = monthNames[Number(month) - 1]!.slice(0, 3);
    const isYearTold = yearTold === year;
    yearTold = year;
    marks.push({ at: place, text: isYearTold ? name : `${name} ${year}`, isMinor: isYearTold });
  }
  return { from, to, today: now, at, marks };
}
