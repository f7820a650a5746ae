import { wallClock } from "#app/shared/company-time.ts";

/** A date and time of day of the company, as the browser's own picker takes it. */
export const localMoment = (at: number, timeZone: string) =>
  new Date(wallClock(timeZone, at)).toISOString().slice(0, 16);
