import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { countByWeek, endOfWeeks, mondayOf, monthsTo, weeksFrom } from "#app/shared/due-weeks.ts";
import { duesOf, MOST_DATES } from "#worker/domain/dashboard/charts.ts";

const day = fc.integer({ min: 0, max: 4000 }).map((after) => addDays("2024-01-01", after));
const near = fc.integer({ min: -60, max: 120 });

test("a week begins on the Monday at or before its days", () => {
  expect(mondayOf("2026-11-23")).toBe("2026-11-23");
  expect(mondayOf("2026-11-29")).toBe("2026-11-23");
  fc.assert(
    fc.property(day, (on) => {
      const monday = mondayOf(on);
      expect(new Date(monday).getUTCDay()).toBe(1);
      expect(monday <= on && on < addDays(monday, 7)).toBe(true);
    }),
  );
});

test("every date from today to the end of the weeks is counted once, in its week", () => {
  fc.assert(
    fc.property(day, fc.array(near), (today, offsets) => {
      const dates = offsets.map((days) => addDays(today, days));
      const counts = countByWeek(today, dates);
      expect(Object.keys(counts)).toEqual(weeksFrom(today));
      const ahead = dates.filter((on) => on >= today && on < endOfWeeks(today));
      expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(ahead.length);
    }),
  );
});

test("the months end with this one, over the end of a year", () => {
  expect(monthsTo("2027-02-28", 6)).toEqual([
    ...["2026-09", "2026-10", "2026-11", "2026-12", "2027-01", "2027-02"],
  ]);
});

test("what was read in part is told as the morning counted it, or not at all; what was read whole is exact", () => {
  const few = fc.array(near, { maxLength: MOST_DATES });
  const many = fc.array(near, { minLength: MOST_DATES + 1, maxLength: 160 });
  fc.assert(
    fc.property(day, fc.oneof(few, many), fc.boolean(), (today, offsets, isCounted) => {
      const all = offsets
        .map((days) => addDays(today, days))
        .filter((on) => on < endOfWeeks(today))
        .sort();
      const figures = new Map(isCounted ? [["figures.at", 1] as const] : []);
      const rows = [{ dates: JSON.stringify(all.slice(0, MOST_DATES + 1)) }];
      const told = duesOf({ scope: null }, rows, figures, today);
      const overdue = all.filter((on) => on < today).length;
      expect(told.overdue.n).toBe(Math.min(overdue, told.overdue.isCut ? MOST_DATES : overdue));
      expect(told.oldestDueOn).toBe(overdue ? all[0] : null);
      if (all.length <= MOST_DATES) expect(told.weeks.length).toBe(12);
      const exact = countByWeek(today, all);
      for (const { monday, due } of told.weeks) if (!isCounted) expect(due).toBe(exact[monday]);
      if (all.length > MOST_DATES && isCounted) expect(told.countedAt).toBe(1);
    }),
  );
});

test("a limited person's Locations are known as far as the one of which most was left unread", () => {
  const days = (step: number) =>
    Array.from({ length: MOST_DATES + 1 }, (_, at) => addDays("2026-11-23", at * step));
  const rows = [0, 1].map((step) => ({ dates: JSON.stringify(days(step)) }));
  const scope = { departments: ["a", "b"], userId: "u" };
  const told = duesOf({ scope }, rows, new Map(), "2026-11-23");
  expect(told).toMatchObject({ overdue: { n: 0 }, inMonth: null, weeks: [], countedAt: null });
});
