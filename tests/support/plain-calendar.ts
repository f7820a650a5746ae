/*
 * A calendar that is walked day by day, apart from the one of the app: no Date, no time zone, nothing but the lengths of months.
 * Days are YYYY-MM-DD.
 */
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const lengthOf = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : lengths[month - 1]!;
const partsOf = (on: string) => on.split("-").map(Number) as [number, number, number];
const text = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** A day so many days later, or earlier. */
export function walked(on: string, days: number): string {
  let [year, month, day] = partsOf(on);
  for (let left = Math.abs(days); left > 0; left--) {
    day += Math.sign(days);
    if (day > lengthOf(year, month)) {
      day = 1;
      month += 1;
      if (month > 12) [year, month] = [year + 1, 1];
    } else if (day < 1) {
      month -= 1;
      if (month < 1) [year, month] = [year - 1, 12];
      day = lengthOf(year, month);
    }
  }
  return text(year, month, day);
}

/** How many days from one day to another; below zero backwards. */
export function daysApart(from: string, to: string): number {
  let days = 0;
  if (from > to) return -daysApart(to, from);
  for (let on = from; on < to; on = walked(on, 1)) days += 1;
  return days;
}

/** A day so many months later; the last of a shorter month. */
function monthsLater(on: string, months: number): string {
  let [year, month, day] = partsOf(on);
  for (let left = months; left > 0; left--) {
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return text(year, month, Math.min(day, lengthOf(year, month)));
}

export const lastOfMonth = (on: string): string => {
  const [year, month] = partsOf(on);
  return text(year, month, lengthOf(year, month));
};

export type Every = { unit: "day" | "week" | "month" | "year"; count: number };

/** A day moved by so many intervals. */
export const moved = (on: string, { unit, count }: Every, times = 1): string => {
  if (unit === "day") return walked(on, count * times);
  if (unit === "week") return walked(on, 7 * count * times);
  return monthsLater(on, (unit === "year" ? 12 : 1) * count * times);
};

/** The days of a series from one day until another, both included: each reckoned from its anchor. */
export function seriesDays(
  { anchor, ends, ...every }: Every & { anchor: string; ends: string | null },
  from: string,
  until: string,
): string[] {
  const days: string[] = [];
  for (let n = 0; ; n++) {
    const on = moved(anchor, every, n);
    if (on > until || (ends !== null && on > ends)) return days;
    if (on >= from) days.push(on);
  }
}
