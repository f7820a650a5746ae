import { describe, expect, test } from "vitest";
import { type Cared, contractCost, pmCompliance, type ShareLine } from "#app/shared/asset-care.ts";

const cared = (more: Partial<Cared> = {}): Cared => ({
  doneOn: [],
  isCut: false,
  months: 6,
  nextOn: null,
  lastOn: null,
  ...more,
});
const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const TODAY = "2026-06-30";
const of = (device: Partial<Cared>, period = YEAR, until = TODAY) =>
  pmCompliance(cared(device), period, until);

describe("PM on time", () => {
  // Done 2024-09-01: due 2025-03-01, done on the 16th, the last day of its window. Due 2025-09-16, done on 2 October, a day late.
  const doneOn = ["2024-09-01", "2025-03-16", "2025-10-02"];
  test("counts those done within 15 days of when the one before made them due", () => {
    expect(of({ doneOn })).toEqual({ percent: 50, onTime: 1, due: 2, isPart: false });
    expect(of({ doneOn: [...doneOn].reverse() })?.percent).toBe(50);
    expect(of({ doneOn, lastOn: "2025-10-02" })?.due).toBe(2);
  });

  test("counts what came due and was never done, once its window is over", () => {
    const alone = { doneOn: ["2025-01-10"], nextOn: "2025-07-10", lastOn: "2025-01-10" };
    expect(of(alone)).toEqual({ percent: 0, onTime: 0, due: 1, isPart: false });
    expect(of(alone, YEAR, "2025-07-25")).toBeNull();
    expect(of(alone, YEAR, "2025-07-26")?.due).toBe(1);
    expect(of({ nextOn: "2025-05-05" })?.due).toBe(1);
    // What a person has planned instead of the interval.
    expect(of({ ...alone, nextOn: "2026-08-01" })).toBeNull();
  });

  test("a PM before its window takes the place of the one that was due", () => {
    // Due 2025-07-10; done on 25 June, the first day of its window, or the day before.
    const next = { nextOn: "2026-12-01" };
    expect(of({ doneOn: ["2025-01-10", "2025-06-25"], ...next })?.percent).toBe(100);
    expect(of({ doneOn: ["2025-01-10", "2025-06-24"], ...next })).toBeNull();
  });

  test("is not told where nothing came due, and only in part where reports were not read", () => {
    expect(of({})).toBeNull();
    expect(of({ doneOn: ["2025-03-01", "2025-09-01"], months: null })).toBeNull();
    const late = { doneOn: ["2025-03-01", "2025-09-01"], isCut: true };
    expect(of(late)).toEqual({ percent: 100, onTime: 1, due: 1, isPart: true });
    expect(of({ ...late, doneOn: ["2024-12-01", ...late.doneOn] })?.isPart).toBe(false);
  });
});

describe("cost of contracts", () => {
  const line = (more: Partial<ShareLine> = {}): ShareLine => ({
    ...{ startOn: "2025-01-01", endOn: "2025-12-31", terminatedOn: null, fromOn: null, toOn: null },
    ...{ valueShareMinor: 365_00, valueMinor: 3_650_00, assets: 5, shared: 365_00, ...more },
  });
  const cost = (lines: ShareLine[], from: string, to: string, until = TODAY) =>
    contractCost(lines, { from, to }, until);

  test("is the share of the days of its term that lie in the period", () => {
    expect(cost([line()], "2025-01-01", "2025-12-31").minor).toBe(365_00);
    expect(cost([line()], "2025-01-01", "2025-01-31").minor).toBe(31_00);
    expect(cost([line()], "2024-06-01", "2025-01-10").minor).toBe(10_00);
    expect(cost([line()], "2026-01-01", "2026-05-01").minor).toBe(0);
    expect(cost([line()], "2025-01-01", "2025-12-31", "2025-02-28").minor).toBe(59_00);
  });

  test("ends with the day before the line or the contract was ended", () => {
    const all = ["2025-01-01", "2025-12-31"] as const;
    expect(cost([line({ toOn: "2025-02-01" })], ...all).minor).toBe(31_00);
    expect(cost([line({ terminatedOn: "2025-01-11" })], ...all).minor).toBe(10_00);
    expect(cost([line({ fromOn: "2025-12-31" })], ...all).minor).toBe(1_00);
  });

  test("adds up, rounds once, and counts contracts without a share", () => {
    const all = ["2025-01-01", "2025-12-31"] as const;
    expect(cost([line(), line({ valueShareMinor: null })], ...all)).toEqual({
      ...{ minor: 365_00, equal: 0, unshared: 1 },
    });
    // Nobody has a share: a fifth of the value.
    const equal = { valueShareMinor: null, shared: null };
    expect(cost([line(equal)], ...all)).toEqual({ minor: 730_00, equal: 1, unshared: 0 });
    expect(cost([line(equal)], "2025-01-01", "2025-01-10").minor).toBe(20_00);
    // A limited person is told neither count.
    expect(cost([line({ ...equal, assets: null })], ...all).unshared).toBe(1);
    expect(cost([line({ ...equal, valueMinor: null })], ...all)).toMatchObject({ minor: 0 });
    // 100 / 365 = 0.274 and again: 0.548 together.
    const small = line({ valueShareMinor: 100 });
    expect(cost([small, small], "2025-01-01", "2025-01-01").minor).toBe(1);
  });
});
