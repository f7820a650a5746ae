import { kept } from "./kept.ts";

/** After every day that anything falls on: where a record without a day stands in a list by days. */
export const LAST_DAY = "9999-12-31";

/** Swedish writes a wall clock as "2026-11-23 14:10:02". */
const clocks = kept(
  (timeZone) =>
    new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "medium" }),
);

/** Wall-clock parts of an instant in a time zone. @throws RangeError for what is no instant */
export function partsIn(at: number, timeZone: string) {
  const [year = "", month = "", day = "", hour = "", minute = "", second = ""] =
    new Date(wallClock(timeZone, at)).toISOString().match(/\d+/g) ?? [];
  return { year, month, day, hour, minute, second };
}

/** The calendar date YYYY-MM-DD of an instant in the company's time zone. */
export function dayIn(timeZone: string, at = Date.now()): string {
  const { year, month, day } = partsIn(at, timeZone);
  return `${year}-${month}-${day}`;
}

/** A calendar date moved by whole days. */
export function addDays(on: string, days: number): string {
  return new Date(Date.parse(`${on}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** How many days one calendar date is before another; negative when it is after it. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

export const yearsBetween = (from: string, to: string) => daysBetween(from, to) / 365.25;

/** A calendar date moved by whole months; the last day of a shorter month stands for a day it does not have. */
export function addMonths(on: string, months: number): string {
  const [year = 0, month = 0, day = 0] = on.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
}

/** The instant of a company's wall clock as if it were UTC, to the second: for comparing and stepping local times. */
export function wallClock(timeZone: string, at = Date.now()): number {
  const days = Math.floor(at / DAY_MS);
  const offset = offsetsOfDays(`${days} ${timeZone}`);
  // Otherwise the clock is changed in this day.
  const isSame = offset === offsetsOfDays(`${days + 1} ${timeZone}`);
  return Math.floor(at / 1000) * 1000 + (isSame ? offset : offsetAt(at, timeZone));
}

const MINUTE_MS = 60_000;
/** How many minutes a zone's clock is ahead of UTC at an instant. */
export const zoneMinutes = (timeZone: string, at: number): number =>
  Math.round((wallClock(timeZone, at) - Math.floor(at / 1000) * 1000) / MINUTE_MS);

const DAY_MS = 86_400_000;
/** The years that are written with four digits, as far as a zone's rules matter. */
const [FIRST, LAST] = [Date.UTC(1900), Date.UTC(9998)];

/** What a zone's wall clock is ahead of UTC at an instant, in milliseconds: what the engine says, which is a hundred times slower than to keep it. */
function offsetAt(at: number, timeZone: string): number {
  const known = Math.min(Math.max(at, FIRST), LAST);
  const clock = clocks(timeZone).format(known).replace(" ", "T");
  return Date.parse(`${clock}Z`) - Math.floor(known / 1000) * 1000;
}
const offsetsOfDays = kept((key) => {
  const [day = "", timeZone = ""] = key.split(" ");
  return offsetAt(Number(day) * DAY_MS, timeZone);
}, 5000);

/**
 * The first instant at which a time zone's wall clock shows what `wall` says as if it were UTC: of an hour that is repeated the first one.
 * Of an hour, or a day, that the zone leaves out it is the instant of the change.
 */
export function instantOf(wall: number, timeZone: string): number {
  const day = Math.floor(wall / DAY_MS);
  const before = offsetsOfDays(`${day - 1} ${timeZone}`);
  const after = offsetsOfDays(`${day + 2} ${timeZone}`);
  const [early, late] = [wall - before, wall - after];
  if (before === after || offsetAt(early, timeZone) === before) return early;
  if (offsetAt(late, timeZone) === after) return late;
  let [low, high] = [late, early];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** The instant at which a calendar date begins in a time zone. */
export const startOfDay = (on: string, timeZone: string): number =>
  instantOf(Date.parse(`${on}T00:00:00Z`), timeZone);
