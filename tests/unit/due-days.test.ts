import { expect, test } from "vitest";
import { type CalendarDay, countedUntil, packedDays, unpackedDays } from "#app/shared/due-days.ts";

const day = (on: string, more: Partial<CalendarDay> = {}): CalendarDay => ({
  ...{ on, minutes: 0, isOff: false, counts: {}, dates: 0, isCut: false },
  ...more,
});

test("days are the same after they were sent", () => {
  const days = [
    day("2026-11-01", { minutes: 90, counts: { done: 2, overdue: 1 } }),
    day("2026-11-02", { isOff: true, dates: 3 }),
    day("2026-11-03", { isCut: true }),
  ];
  expect(unpackedDays(packedDays(days))).toEqual(days);
});

test("days are counted up to the one before the first that is not", () => {
  const [first, second] = ["2026-11-01", "2026-11-02"];
  const cut = { isCut: true };
  expect(countedUntil([])).toBeUndefined();
  expect(countedUntil([day(first), day(second)])).toBeUndefined();
  expect(countedUntil([day(first), day(second, cut)])).toBe(first);
  expect(countedUntil([day(first, cut), day(second, cut)])).toBeNull();
});
