import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "#app/shared/company-time.ts";
import { dayOffOn, fillOf, isOverfull, loadText } from "#app/shared/due-load.ts";
import { daysFrom, dueViews, rangeOf } from "#app/shared/due-range.ts";

const days = fc.integer({ min: 0, max: 36_000 }).map((n) => addDays("2000-01-01", n));
const hours = { from: "08:00", to: "16:00" };

describe("the days of a view", () => {
  test("hold the day, whole weeks of months and weeks, and lead to days outside them", () =>
    fc.assert(
      fc.property(fc.constantFrom(...dueViews), days, (view, on) => {
        const { from, to, before, after } = rangeOf(view, on);
        expect(from <= on && on <= to).toBe(true);
        expect(before < on && after > on).toBe(true);
        if (view !== "year") expect(daysFrom(from, to).length % 7).toBe(0);
        expect(daysFrom(from, to)).toHaveLength(daysBetween(from, to) + 1);
        const next = rangeOf(view, after);
        expect(next.before.slice(0, 4) <= on.slice(0, 4)).toBe(true);
      }),
    ));
});

describe("a day", () => {
  test("is filled from nothing to the whole, and is overfull beyond what can be done", () =>
    fc.assert(
      fc.property(fc.nat(3000), fc.nat(1000), fc.boolean(), (minutes, capacity, isOff) => {
        const load = { on: "2026-11-23", minutes, isOff };
        const fill = fillOf(load, capacity);
        expect(fill >= 0 && fill <= 100).toBe(true);
        if (minutes === 0) expect(fill).toBe(0);
        if (isOverfull(load, capacity)) expect(fill).toBe(100);
      }),
    ));
  test("says how full it is, and off where nobody works", () => {
    const load = { on: "2026-11-23", minutes: 390, isOff: false };
    expect(loadText(load, 480)).toBe("6.5 of 8 h");
    expect(loadText({ ...load, minutes: 0, isOff: true }, 480)).toBe("off");
    expect(loadText({ ...load, isOff: true }, 480)).toBe("6.5 h, off");
  });
  test("is off on a holiday and on a weekday without hours", () => {
    const week = [hours, hours, hours, hours, hours, null, null] as const;
    const calendar = {
      week: [...week] as never,
      holidays: [{ on: "2026-11-25", name: "Founders' Day" }],
    };
    const off = daysFrom("2026-11-23", "2026-11-29").filter(
      (on) => dayOffOn(calendar, on) !== null,
    );
    expect(off).toEqual(["2026-11-25", "2026-11-28", "2026-11-29"]);
    expect(dayOffOn(calendar, "2026-11-25")).toBe("Founders' Day");
    expect(dayOffOn({ week: null, holidays: [] }, "2026-11-29")).toBeNull();
  });
});
