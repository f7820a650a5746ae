import { addDays, addMonths, daysBetween } from "./company-time.ts";
import { lineDays } from "./contracts.ts";

/** A PM counts as on time up to so many days before and after its day. */
export const PM_WINDOW_DAYS = 15;

/** Calendar dates, both days included. */
type Days = { from: string; to: string };

/** What is known of a device's PM. */
export type Cared = {
  /** The days of its PM reports that were read, in any order. */
  doneOn: readonly string[];
  /** Whether there are reports before those that were read. */
  isCut: boolean;
  /** How often it is due; null where that is not known. */
  months: number | null;
  /** When the next PM is due, as the device says; it follows the latest PM. */
  nextOn: string | null;
  /** The day of the latest PM, as the device says. */
  lastOn: string | null;
};

/** A PM that came due, and when the next one after it was done. */
type Due = { on: string; by: string | null };

function duesOf({ doneOn, months, nextOn, lastOn }: Cared): Due[] {
  const days = [...new Set([...doneOn, ...(lastOn ? [lastOn] : [])])].sort();
  const last = days.at(-1);
  const dues = days.slice(0, -1).flatMap((day, at): Due[] => {
    return months === null ? [] : [{ on: addMonths(day, months), by: days[at + 1]! }];
  });
  const isTold = last === undefined || lastOn === null || last >= lastOn;
  const open = isTold && nextOn ? nextOn : last && months !== null ? addMonths(last, months) : null;
  return open === null ? dues : [...dues, { on: open, by: null }];
}

/**
 * How many of the PMs that came due in a period were done within their window, in percent. Each PM makes the next one due after the
 * interval; one done before its window begins takes its place. What is still within its window is not counted yet.
 * @param until the last day that counts, today at the latest
 * @returns null where none came due; `isPart` where reports before those that were read may change it
 */
export function pmCompliance(
  device: Cared,
  { from, to }: Days,
  until: string,
): { percent: number; onTime: number; due: number; isPart: boolean } | null {
  const end = to < until ? to : until;
  const counted = duesOf(device).filter(({ on, by }) => {
    if (on < from || on > end) return false;
    if (by === null) return addDays(on, PM_WINDOW_DAYS) < until;
    return by >= addDays(on, -PM_WINDOW_DAYS);
  });
  if (counted.length === 0) return null;
  const onTime = counted.filter(
    ({ on, by }) => by !== null && by <= addDays(on, PM_WINDOW_DAYS),
  ).length;
  const earliest = [...device.doneOn].sort()[0];
  return {
    percent: (100 * onTime) / counted.length,
    onTime,
    due: counted.length,
    isPart: device.isCut && (earliest === undefined || earliest > from),
  };
}

/** A line of a contract, with the contract's dates. */
export type ShareLine = {
  startOn: string;
  endOn: string;
  terminatedOn: string | null;
  fromOn: string | null;
  toOn: string | null;
  valueShareMinor: number | null;
  /** The contract's value, how many devices are on it, and what their shares are together; null where that is not told. */
  valueMinor: number | null;
  assets: number | null;
  shared: number | null;
};

/** What a line is of its contract's value: its share; where no device has one, an equal part. */
function partOf({ valueShareMinor, valueMinor, assets, shared }: ShareLine) {
  if (valueShareMinor !== null) return { minor: valueShareMinor, isEqual: false };
  if (shared || !assets) return null;
  return { minor: (valueMinor ?? 0) / assets, isEqual: valueMinor !== null };
}

/**
 * What a device's shares of its contracts cost in a period, in minor units: of each share as much as days of the term are in the
 * period and covered. Nothing after `until` counts. Of a contract in which no device has a share, it is an equal part of the value.
 */
export function contractCost(
  lines: readonly ShareLine[],
  { from, to }: Days,
  until: string,
): { minor: number; equal: number; unshared: number } {
  const end = to < until ? to : until;
  const inside = lines.flatMap((line) => {
    const covered = lineDays(line, line);
    const first = covered.since > from ? covered.since : from;
    const last = covered.until < end ? covered.until : end;
    const days = daysBetween(first, last) + 1;
    return days > 0 ? [{ ...line, days, part: partOf(line) }] : [];
  });
  const cost = inside.reduce((sum, { part, days, startOn, endOn }) => {
    return sum + ((part?.minor ?? 0) * days) / (daysBetween(startOn, endOn) + 1);
  }, 0);
  return {
    minor: Math.round(cost),
    equal: inside.filter(({ part }) => part?.isEqual).length,
    unshared: inside.filter(({ part }) => part === null).length,
  };
}
