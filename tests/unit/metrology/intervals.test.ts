import { describe, expect, test } from "vitest";
import {
  type Drift,
  fittedDrift,
  simpleResponse,
  staircase,
  testedInterval,
  timeToLimit,
  timeToUncertainty,
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
    // What it is well within, and beyond, begins after these themselves.
    expect(staircase([0.8, 0.8], 100, 365)).toEqual({ factor: 1.25, proposed: 125 });
    for (const errors of [
      [0.1, 0.805],
      [0.805, 0.1],
      [0.1, 1],
    ])
      expect(staircase(errors, 100, 365)).toEqual({ factor: 1, proposed: 100 });
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

  test("A3 rejects a target by the binomial probability of what was found", () => {
    const how = { interval: 100, target: 0.9, confidence: 0.5 };
    const of = (good: number, n: number, more = {}) => testedInterval(good, n, { ...how, ...more });
    const pmf = (x: number, n: number) => {
      let ways = 1;
      for (let at = 1; at <= x; at++) ways = (ways * (n - x + at)) / at;
      return ways * 0.9 ** x * 0.1 ** (n - x);
    };
    const cdf = (x: number, n: number) =>
      Array.from({ length: x + 1 }, (_, at) => pmf(at, n)).reduce((all, one) => all + one, 0);
    expect(of(0, 4).rejection).toBeCloseTo(1 - 0.1 ** 4, 12);
    expect(of(20, 20).rejection).toBeCloseTo(1 - 0.9 ** 20, 12);
    expect(of(1, 1).rejection).toBeCloseTo(0.1, 12);
    // Below the target and above it, where the change is neither the shortest nor the longest.
    const [less, more] = [1 - 2 * cdf(42, 50), 2 * cdf(56, 60) - 1];
    expect(of(42, 50)).toMatchObject({ isRejected: true, rejection: expect.closeTo(less, 9) });
    expect(of(42, 50).factor).toBeCloseTo(10 ** (-0.06 * less), 9);
    expect(of(57, 60)).toMatchObject({ isRejected: true, rejection: expect.closeTo(more, 9) });
    expect(of(57, 60).factor).toBeCloseTo(10 ** (0.05 / (1 - more)), 9);
    // What was found is just the target, which is counted as below it: nothing speaks against it.
    expect(of(9, 10).rejection).toBeCloseTo(1 - 2 * cdf(9, 10), 12);
    expect(of(9, 10)).toMatchObject({ isRejected: false, factor: 1 });
    // As sure as it has to be is not more than that.
    const { rejection } = of(42, 50);
    expect(of(42, 50, { confidence: rejection })).toMatchObject({ isRejected: false, factor: 1 });
  });

  test("a drift needs three changes, and a limit that is passed already leaves no interval", () => {
    expect(() => fittedDrift([1, 2], [1, 2])).toThrow(RangeError);
    expect(() => fittedDrift([100, 100, 100], [1, 2, 3])).toThrow("The times are too few");
    const drift = fittedDrift([100, 200, 300], [0.1, 0.2, 0.31]);
    const limits = { start: 0, u0: 0.01, lower: null, upper: 1, confidence: 0.95 };
    expect(timeToLimit(drift, limits, 300)).toBeGreaterThan(300);
    expect(timeToLimit(drift, { ...limits, start: 1.2 }, 300)).toBe(0);
    expect(timeToLimit(drift, { ...limits, upper: null, lower: -1e6 }, 300)).toBeNull();
    expect(timeToLimit(drift, { ...limits, isOneSided: true }, 300)).toBeGreaterThan(
      timeToLimit(drift, limits, 300)!,
    );
  });

  test("a drift is found of times in any unit, and a limit within the first step", () => {
    const times = [0.1, 0.2, 0.3];
    const drift = fittedDrift(
      times,
      times.map((t) => t + t * t),
    );
    expect([drift.b1, drift.b2]).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9)]);
    const slow = fittedDrift([100, 200, 300], [10, 20, 30]);
    const limits = { start: 0.95, u0: 0, lower: null, upper: 1, confidence: 0.95 };
    expect(timeToLimit(slow, limits, 300)).toBeCloseTo(0.5, 9);
    // Turned about zero it reaches the other limit at the same time.
    const turned = fittedDrift([100, 200, 300], [-10, -20, -30.3]);
    const risen = fittedDrift([100, 200, 300], [10, 20, 30.3]);
    expect(
      timeToLimit(turned, { ...limits, start: -0.5, u0: 0.1, lower: -10, upper: null }, 300),
    ).toBe(timeToLimit(risen, { ...limits, start: 0.5, u0: 0.1, upper: 10 }, 300));
  });

  test("what is reached now leaves no time", () => {
    const still: Drift = { ...{ b1: 0, b2: 0, s: 4, dof: 3 }, at: () => 0, u: () => 4 };
    expect(timeToUncertainty(still, 3, 5, 100)).toBe(0);
    expect(timeToUncertainty(still, 3, 5.001, 100)).toBeNull();
    const sure = { ...still, s: 0, u: () => 0 };
    const limits = { start: 1, u0: 0, lower: null, upper: 1, confidence: 0.95 };
    expect(timeToLimit(sure, limits, 100)).toBe(0);
    expect(timeToLimit(sure, { ...limits, lower: 1, upper: null }, 100)).toBe(0);
    expect(timeToLimit(sure, { ...limits, lower: 0, upper: 2 }, 100)).toBeNull();
  });
});
