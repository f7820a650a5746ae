import type { DayLoad } from "./due-load.ts";
import { type Standing, standings } from "./due-standing.ts";
import { type PackedRows, packedRows, unpackedRows } from "./packed-rows.ts";

/** A day of the calendar: its work in minutes, how many planned services of each standing it has, and how many dates kept elsewhere. */
export type CalendarDay = DayLoad & {
  counts: Partial<Record<Standing, number>>;
  dates: number;
  /** There was too much to look through: nothing is known of its planned services. */
  isCut: boolean;
};

const counted = Object.keys(standings).filter((one) => one !== "cancelled") as Standing[];
const fields = ["on", "minutes", "isOff", "dates", "isCut", ...counted];

/** Days as a page sends them; what is nought takes no room. */
export const packedDays = (days: readonly CalendarDay[]): PackedRows =>
  packedRows(
    days.map(({ on, minutes, isOff, dates, isCut, counts }) => ({
      ...{ on, minutes: minutes || null, isOff: isOff || null, dates: dates || null },
      isCut: isCut || null,
      ...counts,
    })),
    fields,
  );

export const unpackedDays = (days: PackedRows): CalendarDay[] =>
  unpackedRows<{ on: string } & Record<string, number | boolean | null>>(days).map((row) => {
    const counts: CalendarDay["counts"] = {};
    for (const one of counted) if (row[one]) counts[one] = Number(row[one]);
    return {
      ...{ on: row.on, minutes: Number(row.minutes ?? 0), isOff: row.isOff === true },
      ...{ dates: Number(row.dates ?? 0), isCut: row.isCut === true, counts },
    };
  });

/** How many planned services a day has. */
export const plannedOn = ({ counts }: CalendarDay): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The last day up to which all days were counted; null where the first was not, undefined where all were. */
export function countedUntil(days: readonly CalendarDay[]): string | null | undefined {
  const at = days.findIndex(({ isCut }) => isCut);
  return at < 0 ? undefined : (days[at - 1]?.on ?? null);
}

/** How many of each standing there are in days. */
export function sumsOf(days: readonly CalendarDay[]): CalendarDay["counts"] {
  const sums: CalendarDay["counts"] = {};
  for (const { counts } of days)
    for (const standing of counted) {
      const count = counts[standing];
      if (count) sums[standing] = (sums[standing] ?? 0) + count;
    }
  return sums;
}
