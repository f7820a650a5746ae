import { describe, expect, test } from "vitest";
import { coverageFactor, coverageFor, wholeDof } from "#app/shared/metrology/coverage.ts";
import { studentQuantile } from "#app/shared/metrology/distributions.ts";

describe("coverage", () => {
  test.each([
    [1, 13.97],
    [2, 4.53],
    [3, 3.31],
    [4, 2.87],
    [5, 2.65],
    [10, 2.28],
    [20, 2.13],
    [50, 2.05],
    [Infinity, 2],
  ])("k of %d degrees of freedom is %d", (dof, k) => {
    expect(Math.abs(studentQuantile(0.9545, dof) - k)).toBeLessThanOrEqual(0.005);
  });

  test("whole degrees of freedom", () => {
    expect([18.997, 18.98995, 18.98, 0.4, 1].map(wholeDof)).toEqual([19, 18, 18, 1, 1]);
    expect(wholeDof(Infinity)).toBe(Infinity);
  });

  const of = (...terms: [number, boolean][]) =>
    coverageFor(
      0.95,
      terms.map(([contribution, isRectangular]) => ({ contribution, isRectangular })),
    );
  test("is that of what dominates", () => {
    expect(of([1, true], [0.2, false], [-0.2, true]).mode).toBe("rectangular");
    expect(of([1, true], [0.301, false]).mode).toBe("p");
    expect(of([1, false], [0.1, true]).mode).toBe("p");
    expect(of([-1, true], [0.8, true], [0.3, false])).toEqual({
      mode: "trapezoidal",
      p: 0.95,
      a1: 1,
      a2: 0.8,
    });
    expect(of([1, true], [0.8, false], [0.1, true]).mode).toBe("p");
    expect(of([0, true]).mode).toBe("p");
    expect(of().mode).toBe("p");
  });

  test("what dominates is told in any order, up to three tenths of the rest", () => {
    expect(of([0.3, false], [1, true]).mode).toBe("rectangular");
    expect(of([0.2, false], [0.8, true], [1, true]).mode).toBe("trapezoidal");
  });

  test("a trapezoid that is nearly a triangle, or nearly a rectangle", () => {
    const k = (a2: number) =>
      coverageFactor({ mode: "trapezoidal", p: 0.95, a1: 1, a2 }, Infinity).k;
    const beta = (a2: number) => (1 - a2) / (1 + a2);
    const deviation = (b: number) => Math.sqrt((1 + b * b) / 6);
    for (const a2 of [0.9, 0.5, 0.2, 0.06]) {
      const b = beta(a2);
      expect(k(a2)).toBeCloseTo((1 - Math.sqrt(0.05 * (1 - b * b))) / deviation(b), 12);
    }
    for (const a2 of [0.04, 0.02]) {
      const b = beta(a2);
      expect(k(a2)).toBeCloseTo((0.95 * (1 + b)) / 2 / deviation(b), 12);
    }
  });

  test("a factor stands for a probability", () => {
    expect(coverageFactor({ mode: "k", k: 2 }, Infinity).p).toBeCloseTo(0.9545, 4);
    expect(coverageFactor({ mode: "trapezoidal", p: 0.95, a1: 1, a2: 0 }, Infinity).k).toBeCloseTo(
      0.95 * Math.sqrt(3),
      9,
    );
    expect(coverageFactor({ mode: "trapezoidal", p: 0.95, a1: 1, a2: 1 }, Infinity).k).toBeCloseTo(
      (1 - Math.sqrt(0.05)) * Math.sqrt(6),
      9,
    );
  });
});
