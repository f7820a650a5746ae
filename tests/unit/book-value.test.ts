import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookValue, type Depreciating, monthsBetween } from "#app/shared/book-value.ts";
import { addMonths } from "#app/shared/company-time.ts";
import { proposedMonths, scoreOf } from "#app/shared/service-plan.ts";

const base: Depreciating = {
  costMinor: 12_000_00,
  salvageMinor: 0,
  method: "slm",
  lifeMonths: 120,
  rateBp: null,
  from: "2020-01-31",
};
const amount = fc.integer({ min: 0, max: 100_000_000_000_00 });
const day = fc
  .integer({ min: 0, max: 40_000 })
  .map((days) => new Date(Date.UTC(1990, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const device = fc.record({
  costMinor: amount,
  salvageMinor: fc.option(amount),
  method: fc.constantFrom("slm" as const, "wdv" as const),
  lifeMonths: fc.integer({ min: 1, max: 1200 }),
  rateBp: fc.integer({ min: 0, max: 10_000 }),
  from: day,
});

describe("book value", () => {
  test("straight line falls by the month and stops at salvage", () => {
    expect(bookValue(base, "2020-01-31")).toBe(12_000_00);
    expect(bookValue(base, "2020-02-28")).toBe(12_000_00);
    expect(bookValue(base, "2020-02-29")).toBe(11_900_00);
    expect(bookValue(base, "2025-01-31")).toBe(6_000_00);
    expect(bookValue({ ...base, salvageMinor: 600_00 }, "2025-01-31")).toBe(6_300_00);
    expect(bookValue(base, "2031-01-01")).toBe(0);
    expect(bookValue(base, "2019-01-01")).toBe(12_000_00);
  });

  test("written down takes its share of what is left each year", () => {
    const wdv = { ...base, method: "wdv" as const, rateBp: 1500 };
    expect(bookValue(wdv, "2021-01-31")).toBe(10_200_00);
    expect(bookValue(wdv, "2022-01-31")).toBe(8_670_00);
    expect(bookValue({ ...wdv, salvageMinor: 9_000_00 }, "2022-01-31")).toBe(9_000_00);
  });

  test("what is not known has no value", () => {
    for (const more of [
      { costMinor: null },
      { method: null },
      { from: null },
      { lifeMonths: null },
    ])
      expect(bookValue({ ...base, ...more }, "2025-01-01")).toBeNull();
    expect(bookValue({ ...base, method: "wdv" }, "2025-01-01")).toBeNull();
    expect(bookValue({ ...base, method: "none", from: null }, "2025-01-01")).toBe(12_000_00);
  });

  test("is whole, between salvage and cost, and never rises", () => {
    fc.assert(
      fc.property(device, day, day, (one, a, b) => {
        const [early, late] = [a, b].sort() as [string, string];
        const [first, second] = [bookValue(one, early)!, bookValue(one, late)!];
        const floor = Math.min(one.salvageMinor ?? 0, one.costMinor);
        for (const value of [first, second]) {
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(floor);
          expect(value).toBeLessThanOrEqual(one.costMinor);
        }
        expect(second).toBeLessThanOrEqual(first);
      }),
    );
  });

  test("straight line ends at salvage to the minor unit", () => {
    fc.assert(
      fc.property(device, (one) => {
        const end = addMonths(one.from, one.lifeMonths);
        expect(bookValue({ ...one, method: "slm" }, end)).toBe(
          Math.min(one.salvageMinor ?? 0, one.costMinor),
        );
      }),
    );
  });
});

test("months are whole, and a shorter month's last day ends one", () => {
  expect(monthsBetween("2024-01-31", "2024-02-29")).toBe(1);
  expect(monthsBetween("2024-01-31", "2024-02-28")).toBe(0);
  expect(monthsBetween("2024-03-15", "2024-01-01")).toBe(0);
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 600 }), (from, months) => {
      expect(monthsBetween(from, addMonths(from, months))).toBe(months);
    }),
  );
});

test("a score of 12 proposes yearly PM, of 17 half-yearly", () => {
  expect([11, 12, 16, 17, 20, null].map(proposedMonths)).toEqual([null, 12, 12, 6, 6, null]);
  expect(scoreOf(["10", "5", "5"])).toBe(20);
  expect([scoreOf([2, 1, null]), scoreOf(["", "1", "1"])]).toEqual([null, null]);
});
