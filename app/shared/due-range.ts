import { addDays, addMonths } from "./company-time.ts";
import { mondayOf } from "./due-weeks.ts";

export const dueViews = ["month", "week", "agenda", "year"] as const;
export type DueView = (typeof dueViews)[number];

/** The days a view of the calendar shows, both included, and the day each of its arrows leads to. */
export function rangeOf(view: DueView, date: string) {
  if (view === "week") {
    const from = mondayOf(date);
    return { from, to: addDays(from, 6), before: addDays(from, -7), after: addDays(from, 7) };
  }
  if (view === "year") {
    const year = Number(date.slice(0, 4));
    const of = (n: number) => `${String(n).padStart(4, "0")}-01-01`;
    return {
      from: of(year),
      to: `${date.slice(0, 4)}-12-31`,
      before: of(year - 1),
      after: of(year + 1),
    };
  }
  const first = `${date.slice(0, 7)}-01`;
  const next = addMonths(first, 1);
  const last = addDays(next, -1);
  return {
    from: mondayOf(first),
    to: addDays(mondayOf(last), 6),
    before: addMonths(first, -1),
    after: next,
  };
}

/** Every day from one to another, both included. */
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let on = from; on <= to; on = addDays(on, 1)) days.push(on);
  return days;
}
