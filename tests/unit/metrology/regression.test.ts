import { describe, expect, test } from "vitest";
import { fittedLine, readBack } from "#app/shared/metrology/regression.ts";

describe("a line", () => {
  test("needs as many figures of each kind, and three points", () => {
    expect(() => fittedLine([1, 2, 3], [1, 2])).toThrow("differ in length");
    expect(() => fittedLine([1, 2, 3], [1, 2, 3], { uY: [1, 1] })).toThrow("differ in length");
    expect(() => fittedLine([1, 2], [1, 2])).toThrow("more points");
    expect(() => fittedLine([2, 2, 2], [1, 2, 3])).toThrow("All x are alike");
  });

  test("goes through two points whose uncertainties are known", () => {
    const line = fittedLine([0, 2], [1, 5], { uY: [0.1, 0.1] });
    expect([line.intercept, line.slope]).toEqual([expect.closeTo(1, 12), expect.closeTo(2, 12)]);
    expect(() => fittedLine([1], [1], { uY: [0.1] })).toThrow("more points");
  });

  test("is found however near the points are", () => {
    expect(fittedLine([0.1, 0.2, 0.3], [1, 2, 3]).slope).toBeCloseTo(10, 9);
  });
});

test("what is read back of a falling line, EURACHEM/CITAC CG 4 A5 by hand", () => {
  // Sxx = 5, Sxy = -10.1, squares of the residuals 0.018 of 2 degrees of freedom; 9.02 lies at 0.5, 1 from the middle.
  const { line, x, u } = readBack([0, 1, 2, 3], [10, 8.1, 5.9, 4], [9.02]);
  expect([line.slope, line.intercept, x]).toEqual([
    expect.closeTo(-2.02, 12),
    expect.closeTo(10.03, 12),
    expect.closeTo(0.5, 12),
  ]);
  expect(u).toBeCloseTo((Math.sqrt(0.009) / 2.02) * Math.sqrt(1 + 1 / 4 + 1 / 5), 12);
});
