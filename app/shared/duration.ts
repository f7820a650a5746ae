import { spanText } from "./span.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MOST_HOURS = 48;

const hoursText = (ms: number) => {
  const minutes = Math.floor(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return minutes === 0 ? "under 1 min" : `${minutes} min`;
  return rest === 0 || hours >= MOST_HOURS ? `${hours} h` : `${hours} h ${rest} min`;
};

/** A stretch of time in milliseconds: "5 min", "2 h 55 min", from two days on "3 days", "5 months". Whole units, never rounded up. */
export const durationText = (ms: number): string =>
  ms < 2 * DAY ? hoursText(ms) : spanText(Math.floor(ms / DAY));

/** The same of working time, whose days have no common length: "2 h 55 min", "61 h". */
export const workText = hoursText;
