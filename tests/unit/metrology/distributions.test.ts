import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  binomialCdf,
  binomialPmf,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTails,
} from "#app/shared/metrology/distributions.ts";

describe("distributions", () => {
  test("k falls with degrees of freedom and grows with the probability", () => {
    const dof = fc.double({ min: 0.5, max: 1e7, noNaN: true });
    const p = fc.double({ min: 0.01, max: 0.9999, noNaN: true });
    fc.assert(
      fc.property(dof, dof, p, p, (a, b, q, r) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(studentQuantile(q, less)).toBeGreaterThanOrEqual(
          studentQuantile(q, more) * (1 - 1e-9),
        );
        // Two probabilities that differ by their last bit may have the same k within its own last digits.
        expect(studentQuantile(Math.min(q, r), a)).toBeLessThanOrEqual(
          studentQuantile(Math.max(q, r), a) * (1 + 1e-12),
        );
        expect(studentTails(studentQuantile(q, a), a)).toBeCloseTo(1 - q, 9);
      }),
    );
  });

  test("quantiles and their functions are inverse, and tails are even", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (p) => {
        expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 12);
        expect(normalCdf(-normalQuantile(p))).toBeCloseTo(1 - p, 12);
      }),
    );
    expect([
      normalQuantile(0),
      normalQuantile(1),
      studentQuantile(1, 3),
      studentQuantile(0, 3),
    ]).toEqual([-Infinity, Infinity, Infinity, 0]);
    expect(normalCdf(-8) / 6.220_960_574_271_785e-16).toBeCloseTo(1, 9);
    for (const wrong of [-0.1, 1.1, Number.NaN])
      expect(() => normalQuantile(wrong)).toThrow(RangeError);
    for (const wrong of [0, -1, Number.NaN])
      expect(() => studentQuantile(0.9, wrong)).toThrow(RangeError);
  });

  test("binomial probabilities add up", () => {
    const sum = Array.from({ length: 21 }, (_, x) => binomialPmf(x, 20, 0.37)).reduce(
      (a, b) => a + b,
      0,
    );
    expect(sum).toBeCloseTo(1, 12);
    const upTo = Array.from({ length: 8 }, (_, x) => binomialPmf(x, 20, 0.37)).reduce(
      (a, b) => a + b,
      0,
    );
    expect(binomialCdf(7, 20, 0.37)).toBeCloseTo(upTo, 12);
    expect([
      binomialCdf(-1, 5, 0.5),
      binomialCdf(5, 5, 0.5),
      binomialPmf(6, 5, 0.5),
      binomialPmf(5, 5, 1),
      binomialPmf(0, 5, 1),
    ]).toEqual([0, 1, 0, 1, 0]);
  });
});
