import { addDays } from "./company-time.ts";
import type { DueKind } from "./due-standing.ts";
import { mondayOf } from "./due-weeks.ts";
import type { Week } from "./working-time.ts";

/** What of a working calendar says whether people work on a day. Without a week they work every day. */
export type WorkDays = { week: Week | null; holidays: readonly { on: string; name: string }[] };

/** Why nobody works on a day: the holiday's name, or "Day off"; null on a working day. */
export function dayOffOn({ week, holidays }: WorkDays, on: string): string | null {
  if (week === null) return null;
  const holiday = holidays.find((one) => one.on === on);
  if (holiday) return holiday.name;
  return week[(new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7] ? null : "Day off";
}

/** Minutes of planned work that can be done on each day, and in each week by its Monday. */
export function capacityOf(calendar: WorkDays, minutesADay: number) {
  const known = new Map<string, number>();
  const onDay = (on: string): number => {
    const seen = known.get(on);
    if (seen !== undefined) return seen;
    const minutes = dayOffOn(calendar, on) === null ? minutesADay : 0;
    known.set(on, minutes);
    return minutes;
  };
  const inWeek = (monday: string) =>
    [0, 1, 2, 3, 4, 5, 6].reduce((sum, days) => sum + onDay(addDays(monday, days)), 0);
  return { onDay, inWeek };
}

/** The Mondays of weeks from the one of a day to the one of another. */
export function mondaysBetween(from: string, until: string): string[] {
  const mondays: string[] = [];
  for (let monday = mondayOf(from); monday <= until; monday = addDays(monday, 7))
    mondays.push(monday);
  return mondays;
}

/** Minutes by week of what is planned for days. */
export function loadByWeek(days: readonly { on: string; minutes: number }[]): Map<string, number> {
  const weeks = new Map<string, number>();
  for (const { on, minutes } of days) {
    const monday = mondayOf(on);
    weeks.set(monday, (weeks.get(monday) ?? 0) + minutes);
  }
  return weeks;
}

/** How long a planned service of each kind usually takes, in minutes, where its schedule does not say. */
export const usualMinutes: Record<DueKind, number> = {
  pm: 60,
  calibration: 60,
  electrical_safety: 30,
  radiation_qa: 120,
  contract_visit: 120,
  accessory: 15,
  licence: 30,
  other: 60,
};

/** Minutes as hours with at most one decimal: "8", "1.5". */
export const hoursOf = (minutes: number): string => String(Math.round(minutes / 6) / 10);

/** What a day is filled with, in minutes. */
export type DayLoad = { on: string; minutes: number; isOff: boolean };

/** How full a day is beside what can be done on one: "4 of 8 h", or "off" where nobody works and nothing is planned. */
export const loadText = ({ minutes, isOff }: DayLoad, capacity: number): string =>
  isOff
    ? minutes
      ? `${hoursOf(minutes)} h, off`
      : "off"
    : `${hoursOf(minutes)} of ${hoursOf(capacity)} h`;

/** The part of a day that is filled, in whole percent up to 100; a day off that has work is full. */
export function fillOf({ minutes, isOff }: DayLoad, capacity: number): number {
  if (minutes === 0) return 0;
  return isOff || capacity === 0 ? 100 : Math.min(100, Math.round((minutes / capacity) * 100));
}
/** Whether more is planned on a day than can be done. */
export const isOverfull = ({ minutes, isOff }: DayLoad, capacity: number): boolean =>
  minutes > (isOff ? 0 : capacity);
