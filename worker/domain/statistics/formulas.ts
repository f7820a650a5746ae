import {
  betweenFailures,
  costRatio,
  DAY_MS,
  failuresAYear,
  repairTime,
  uptimeOf,
} from "#app/shared/asset-metrics.ts";
import { daysBetween } from "#app/shared/company-time.ts";

export { costRatio, failuresAYear, repairTime };

/** What is known of devices over a period: milliseconds of use and of unplanned downtime, failures, devices of which a downtime was ever logged. */
export type Reliability = { usedMs: number; downMs: number; failures: number; logged: number };

/** A part in percent of a whole; null where there is nothing to be part of. */
export const share = (part: number, whole: number): number | null =>
  whole > 0 ? (100 * part) / whole : null;

/** Uptime in percent; null, never 100, where no downtime was ever logged or nothing was in use. */
export const uptime = ({ usedMs, downMs, logged }: Reliability): number | null =>
  logged > 0 ? uptimeOf(usedMs, downMs) : null;

/** Time between failures in milliseconds; without a failure the whole days that passed without one; null where nothing was in use. */
export function mtbf({ usedMs, downMs, failures }: Reliability, days: number) {
  const ms = betweenFailures(usedMs, downMs, failures);
  if (ms !== null) return { ms, untroubled: null };
  return usedMs > 0 ? { ms: null, untroubled: days } : null;
}

/** Devices whose failures are compared with others are together in use for a year at least. */
export const isRanked = (usedMs: number): boolean => usedMs >= 365.25 * DAY_MS;

/** Answered within the promised time, in percent of the calls that were answered or whose time is over. */
export const answeredInTime = share;
/** Calls that came back, in percent of those closed. */
export const repeatFailures = share;
/** Calls without a fault, in percent of those closed. */
export const noProblemFound = share;
/** Devices with an active PM schedule, in percent of those that require PM. */
export const pmCoverage = share;
/** PM reports with a failed check, in percent of all PM reports. */
export const pmYield = share;
/** Devices whose calibration is in date, in percent of those that require it; on the last day. */
export const calibrationCompliance = share;
export const covered = share;
export const notLocated = share;

/** Cost for each failure, bed or device, in minor units; null without one. */
export const costPer = (costMinor: number, of: number): number | null =>
  of > 0 ? Math.round(costMinor / of) : null;

/** The mean of so many times, in milliseconds; null without one. */
export const meanOf = (ms: number, of: number): number | null => (of > 0 ? ms / of : null);

/** How often in a year the stock's worth is used up; null without stock. @param from and to days, both included */
export function stockTurns(usedMinor: number, valueMinor: number, from: string, to: string) {
  const days = daysBetween(from, to) + 1;
  return valueMinor > 0 && days > 0 ? (usedMinor * (365.25 / days)) / valueMinor : null;
}

/** The bands of the ages of open calls: up to so many days. */
export const backlogBands = [2, 7, 15, 30] as const;
/** The band of a call's age, the last one for all that are older. @param days whole days since it was reported */
export function backlogBand(days: number): number {
  const band = backlogBands.findIndex((most) => days <= most);
  return band < 0 ? backlogBands.length : band;
}
