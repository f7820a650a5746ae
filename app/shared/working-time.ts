import { addDays, dayIn, instantOf } from "./company-time.ts";

/** Hours of a day, "HH:MM" each; the end may be "24:00". */
export type Hours = { from: string; to: string };
/** The hours of each weekday, Monday first; null on a day off. */
export type Week = [
  Hours | null,
  Hours | null,
  Hours | null,
  Hours | null,
  Hours | null,
  Hours | null,
  Hours | null,
];

/** When clocks of service run. Without a week they run day and night, on holidays, too. */
export type WorkingCalendar = {
  timeZone: string;
  week: Week | null;
  /** Dates YYYY-MM-DD on which nobody works. */
  holidays: readonly string[];
};

export const MOST_HOLIDAYS = 200;
/** How far ahead the end of a stretch of working time is looked for. */
const MOST_DAYS = 4000;
const MINUTE = 60_000;

/** Whether a text is a time of day from 00:00 to 24:00. */
export const isTime = (text: string) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

type Stretch = { from: number; to: number };

/** The instants at which the work of a date begins and ends; null on a day off. */
function hoursOn(
  { timeZone, week }: WorkingCalendar,
  holidays: ReadonlySet<string>,
  on: string,
): Stretch | null {
  const midnight = Date.parse(on);
  const hours = week?.[(new Date(midnight).getUTCDay() + 6) % 7];
  if (!hours || holidays.has(on)) return null;
  const at = (time: string) => instantOf(midnight + minutesOf(time) * MINUTE, timeZone);
  return { from: at(hours.from), to: at(hours.to) };
}

const hasHours = ({ week }: WorkingCalendar) => week === null || week.some(Boolean);

/** Working stretches from the one that holds an instant, or comes next, in their order. They never overlap. */
function* stretches(calendar: WorkingCalendar, at: number): Generator<Stretch> {
  const holidays = new Set(calendar.holidays);
  // Work that ends at 24:00 may belong to the date before.
  let on = addDays(dayIn(calendar.timeZone, at), -1);
  for (let days = 0; days < MOST_DAYS; days++, on = addDays(on, 1)) {
    const hours = hoursOn(calendar, holidays, on);
    if (hours && hours.to > Math.max(at, hours.from)) yield hours;
  }
}

/**
 * The instant by which so many milliseconds of work have passed since another: the first one, so that what ends with the day ends at its
 * end. Work lasts as long as it really does: a night shift is an hour longer when clocks go back within it.
 * @returns null when the calendar has no such time within some eleven years
 */
export function addWorking(calendar: WorkingCalendar, at: number, ms: number): number | null {
  if (ms <= 0) return at;
  if (calendar.week === null) return at + ms;
  if (!hasHours(calendar)) return null;
  let left = ms;
  for (const { from, to } of stretches(calendar, at)) {
    const begin = Math.max(from, at);
    if (to - begin >= left) return begin + left;
    left -= to - begin;
  }
  return null;
}

/** The milliseconds of work from one instant to a later one; 0 when it is not later. What lies beyond some eleven years is not counted. */
export function workingBetween(calendar: WorkingCalendar, from: number, to: number): number {
  if (to <= from) return 0;
  if (calendar.week === null) return to - from;
  if (!hasHours(calendar)) return 0;
  let sum = 0;
  for (const hours of stretches(calendar, from)) {
    if (hours.from >= to) break;
    sum += Math.min(hours.to, to) - Math.max(hours.from, from);
  }
  return sum;
}
