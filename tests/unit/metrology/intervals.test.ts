import { describe, expect, test } from "vitest";
import {
  fittedDrift,
  simpleResponse,
  staircase,
  testedInterval,
  timeToLimit,
} from "#app/shared/metrology/intervals.ts";

describe("intervals", () => {
  test("staircase", () => {
    expect(staircase([], 365, 365)).toEqual({ factor: 1, proposed: 365 });
    expect(staircase([0.1], 365, 365).factor).toBe(1);
    expect(staircase([0.1, -0.8], 365, 365).proposed).toBeCloseTo(456.25, 9);
    expect(staircase([0.81, 0.1], 365, 365).factor).toBe(1);
    expect(staircase([0.1, 0.81], 365, 365).factor).toBe(1);
    expect(staircase([0.1, -1.01], 365, 365).proposed).toBe(182.5);
    expect(staircase([0.1, 0.1], 700, 365).proposed).toBe(730);
    expect(staircase([0.1, 0.1], 800, 365).proposed).toBe(800);
  });

  test("A1 settles where the target part is in tolerance", () => {
    expect(simpleResponse(true, 100, 0.9, 0.1).proposed).toBeCloseTo(110, 9);
    const shorter = simpleResponse(false, 100, 0.9, 0.1);
    expect(shorter.b).toBeCloseTo(0.576, 3);
    expect(0.9 * Math.log(1.1) + 0.1 * Math.log(shorter.factor)).toBeCloseTo(0, 12);
  });

  test("A3 keeps what is not rejected, and takes bounds at the ends", () => {
    const how = { interval: 365, target: 0.9, confidence: 0.5 };
    expect(testedInterval(9, 10, how)).toMatchObject({
      factor: 1,
      proposed: 365,
      isRejected: false,
    });
    expect(testedInterval(20, 20, how)).toMatchObject({ high: 1, observed: 1 });
    expect(testedInterval(0, 4, how)).toMatchObject({ low: 0, factor: 0.5 });
    expect(() => testedInterval(0, 0, how)).toThrow(RangeError);
    expect(() => testedInterval(5, 4, how)).toThrow(RangeError);
  });

  test("a drift needs three changes, and a limit that is passed already leaves no interval", () => {
    expect(() => fittedDrift([1, 2], [1, 2])).toThrow(RangeError);
    const drift = fittedDrift([100, 200, 300], [0.1, 0.2, 0.31]);
    const limits = { start: 0, u0: 0.01, lower: null, upper: 1, confidence: 0.95 };
    expect(timeToLimit(drift, limits, 300)).toBeGreaterThan(300);
    expect(timeToLimit(drift, { ...limits, start: 1.2 }, 300)).toBe(0);
    expect(timeToLimit(drift, { ...limits, upper: null, lower: -1e6 }, 300)).toBeNull();
    expect(timeToLimit(drift, { ...limits, isOneSided: true }, 300)).toBeGreaterThan(
      timeToLimit(drift, limits, 300)!,
    );
  });
});
