import { describe, expect, test } from "vitest";
import { combinedRelative, relativeOfDecibel } from "#app/shared/metrology/budget.ts";
import * as of from "#app/shared/metrology/characteristics.ts";
import {
  betweenDays,
  deviationOfS,
  grubbs,
  pooled,
  squaresAbout,
  sum,
  typeA,
  typeADigitized,
} from "#app/shared/metrology/type-a.ts";
import { evaluated, interpolationHalfwidth } from "#app/shared/metrology/type-b.ts";

describe("characteristics", () => {
  test("errors in per cent", () => {
    expect([
      of.percentOfReading(2, 50),
      of.percentOfReading(1, 0),
      of.percentOfSpan(3, -50, 150),
    ]).toEqual([4, null, 1.5]);
    expect([of.zeroReturn(0.1, -0.2), of.spanError(1.5, 0.5)]).toEqual([
      0.300_000_000_000_000_04, 1,
    ]);
  });
  test("hysteresis", () => {
    const found = of.hysteresis([0, 50.2, 100.1], [0.1, 50.8, 100.1], 100);
    expect(found.largest).toBeCloseTo(0.6, 12);
    expect(found.percentOfFullScale).toBeCloseTo(0.6, 12);
    expect(found.u).toBeCloseTo(0.6 / Math.sqrt(12), 12);
    expect(found.each).toHaveLength(3);
    expect(() => of.hysteresis([1], [1, 2], 1)).toThrow(RangeError);
    expect(() => of.hysteresis([], [], 1)).toThrow(RangeError);
  });
  test("linearity", () => {
    const found = of.linearity([0, 50, 100], [0, 0.6, 0.6]);
    expect(found.terminal).toBeCloseTo(0.3, 12);
    expect(found.independent).toBeCloseTo(0.2, 12);
    expect(found.zeroBased).toBeCloseTo(0.24, 12);
  });
  test("linearity of a range that begins above zero, farthest below its lines", () => {
    const found = of.linearity([110, 60, 10], [1.6, 0.2, 1]);
    // The slope is 0.006 both between the ends and of the best line, which passes 2.8/3 at 60.
    expect(found.terminal).toBeCloseTo(1.1, 12);
    expect(found.independent).toBeCloseTo(2.8 / 3 - 0.2, 12);
    expect(found.zeroBased).toBeCloseTo(1 - (10 * 198) / 15_800, 12);
  });
  test("spread, variation, volume, flow, chamber", () => {
    expect([of.spread([3, 1, 2]), of.variation([0, 0]), of.variation([4])]).toEqual([
      2,
      null,
      null,
    ]);
    expect(of.variation([-9, -11])).toBeCloseTo(Math.SQRT2 / 10, 12);
    expect(of.volumeErrors([99, 101, 103], 100)).toEqual({ systematic: 1, random: 2 });
    expect(of.volumeByWeight(99.7, 1.0032)).toBeCloseTo(100.019_04, 9);
    expect(of.flowByWeight(50, 0.9982, 1800)).toBeCloseTo(100.180_324_584, 9);
    expect([of.uniformity([36.9, 37.2]), of.stability([36, 37, 39])]).toEqual([
      0.300_000_000_000_004_26, 1.666_666_666_666_664_3,
    ]);
    expect(of.stability([35, 38, 38])).toBe(2);
  });
});

describe("repeated readings", () => {
  test("a sum keeps what addition loses", () => {
    expect([sum([1, 1e100, 1, -1e100]), sum([1, -1e100, 1, 1e100])]).toEqual([2, 2]);
    // What a mean is off by is taken off again.
    expect(squaresAbout([1, 2, 3], 2.1)).toBeCloseTo(2, 12);
    expect(() => typeA([])).toThrow(RangeError);
    expect(typeA([5])).toEqual({ mean: 5, s: null, u: null, dof: 0 });
    expect(typeA([1e9 + 1, 1e9 + 2, 1e9 + 3])).toMatchObject({ mean: 1e9 + 2, s: 1, dof: 2 });
  });
  test("pooled, and how reliable s is", () => {
    const all = pooled([
      { s: 1, dof: 4 },
      { s: 2, dof: 12 },
    ]);
    expect(all).toEqual({ s: Math.sqrt(52 / 16), dof: 16 });
    expect(pooled([{ s: 2, dof: 1 }])).toEqual({ s: 2, dof: 1 });
    expect(() => pooled([])).toThrow(RangeError);
    expect(deviationOfS(2)).toBeCloseTo(0.7555, 4);
  });
  test("hidden by a display", () => {
    expect(typeADigitized([2, 2], 1).u).toBeCloseTo(Math.sqrt(6.4 / 12), 12);
    expect(typeADigitized([2, 2, 2], 1).u).toBeCloseTo(Math.sqrt(1.3 / 12), 12);
    expect(typeADigitized([2, 2, 2, 2], 1).u).toBeCloseTo(Math.sqrt(1 / 12), 12);
    expect(typeADigitized([2, 2, 2, 3], 1).u).toBeCloseTo(0.25, 12);
    expect(typeADigitized([2, 2, 2, 2, 2, 2, 2, 2, 2, 3], 1).u).toBeCloseTo(0.4 / Math.sqrt(3), 12);
    expect(typeADigitized([2, 3, 3, 3, 3, 3, 3, 3, 3, 3], 1).u).toBeCloseTo(0.4 / Math.sqrt(3), 12);
    for (const wide of [
      [2, 3, 4],
      [2, 2, 2, 2, 2, 2, 2, 2, 2, 4],
    ])
      expect(typeADigitized(wide, 1)).toEqual(typeA(wide));
    expect(typeADigitized([7], 1).u).toBeNull();
  });
  test("an outlier, ISO 5725-2", () => {
    // Critical values at 5 %, two-sided: n = 4 1.481, n = 10 2.290.
    expect(grubbs([1, 2, 3, 4])!.limit).toBeCloseTo(1.481, 3);
    expect(grubbs([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])!.limit).toBeCloseTo(2.29, 3);
    expect([grubbs([1, 2, 3]), grubbs([5, 5, 5, 5])]).toEqual([null, null]);
    // The mean is 8.25, the squares about it 92.75: 0 lies farthest off, below.
    expect(grubbs([10, 11, 12, 0])!.g).toBeCloseTo(8.25 / Math.sqrt(92.75 / 3), 12);
  });
  test("days that scatter less than their readings tell nothing between them, as one day does", () => {
    const days = [1, 1.1].map((mean) => ({ mean, s: 5 }));
    expect(betweenDays(days, 5).between).toBe(0);
    expect(betweenDays(days.slice(1), 5)).toMatchObject({ sOfMeans: 0, between: 0, u: 0 });
  });
});

test("what is known otherwise", () => {
  expect(evaluated({ distribution: "asymmetric", plus: 3, minus: 1 })).toEqual({
    u: 4 / Math.sqrt(12),
    dof: Infinity,
    shift: 1,
  });
  expect(evaluated({ distribution: "asymmetric", plus: 1, minus: 3 })).toMatchObject({
    ...{ u: 4 / Math.sqrt(12), shift: -1 },
  });
  const spec = {
    distribution: "spec",
    reading: -50,
    range: 200,
    resolution: 0.1,
    pct: 1,
    pct_range: 0.1,
    digits: 2,
  } as const;
  expect(evaluated(spec).u).toBeCloseTo(0.9 / Math.sqrt(3), 12);
  // Terms that a specification does not have add nothing.
  const { pct, pct_range, digits, ...plain } = spec;
  expect(
    [{ pct }, { pct_range }, { digits }].map((term) => evaluated({ ...plain, ...term }).u),
  ).toEqual([0.5, 0.2, 0.2].map((width) => expect.closeTo(width / Math.sqrt(3), 12)));
  expect(
    evaluated({ distribution: "type_a_readings", readings: [1, 1, 1, 1], resolution: 1 }).u,
  ).toBeCloseTo(1 / Math.sqrt(12), 12);
  expect(() => evaluated({ distribution: "type_a_readings", readings: [1] })).toThrow(
    "One reading",
  );
  expect(() => evaluated({ distribution: "rectangular", halfwidth: Number.NaN })).toThrow(
    RangeError,
  );
  expect(interpolationHalfwidth(0.1, -0.3)).toBeCloseTo(0.1, 12);
  expect(
    combinedRelative([
      { power: 1, relative: 0.03 },
      { power: -2, relative: 0.02 },
    ]),
  ).toBeCloseTo(0.05, 12);
  expect([relativeOfDecibel(1, 20), relativeOfDecibel(1, 10)]).toEqual([
    Math.LN10 / 20,
    Math.LN10 / 10,
  ]);
});
