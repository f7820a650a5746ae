import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  binomialCdf,
  binomialPmf,
  incompleteBeta,
  lnGamma,
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
      studentQuantile(1, 2),
      studentQuantile(1, Infinity),
      studentQuantile(0, 3),
    ]).toEqual([-Infinity, Infinity, Infinity, Infinity, 0]);
    // Near the middle as by its first terms, √2π·(x + π/3·x³).
    const near = (x: number) => Math.sqrt(2 * Math.PI) * (x + (Math.PI / 3) * x ** 3);
    expect([normalQuantile(0.5), normalQuantile(0.502)]).toEqual([
      ...[expect.closeTo(0, 12), expect.closeTo(near(0.002), 10)],
    ]);
    expect(normalCdf(-8) / 6.220_960_574_271_785e-16).toBeCloseTo(1, 9);
    for (const wrong of [-0.1, 1.1, Number.NaN])
      expect(() => normalQuantile(wrong)).toThrow(RangeError);
    for (const wrong of [0, -1, Number.NaN])
      expect(() => studentQuantile(0.9, wrong)).toThrow(RangeError);
    for (const dof of [2, 3]) expect(() => studentQuantile(1.1, dof)).toThrow(RangeError);
  });

  /** 1 - A(t|ν) as a finite sum of powers of cos θ, where tan θ = t/√ν. A&S 26.7.3 and 26.7.4. */
  const tailsBySum = (t: number, dof: number) => {
    const [sine, cosine] = [t / Math.sqrt(dof + t * t), Math.sqrt(dof / (dof + t * t))];
    const isEven = dof % 2 === 0;
    let term = isEven ? 1 : cosine;
    let all = dof === 1 ? 0 : term;
    for (let n = isEven ? 2 : 3; n <= dof - 2; n += 2) {
      term *= (cosine ** 2 * (n - 1)) / n;
      all += term;
    }
    return isEven
      ? 1 - sine * all
      : 1 - (2 / Math.PI) * (Math.atan(t / Math.sqrt(dof)) + sine * all);
  };
  test.each([1, 2, 3, 4, 5, 9, 30, 99, 100, 101, 150])(
    "the tails of t of %d by their sum",
    (dof) => {
      for (const t of [0.1, 1, 2, 4]) {
        expect(studentTails(t, dof)).toBeCloseTo(tailsBySum(t, dof), 13);
        expect(studentQuantile(1 - tailsBySum(t, dof), dof) / t).toBeCloseTo(1, 10);
      }
    },
  );

  test("far tails of t keep their digits, and both sides are alike", () => {
    // The first terms of I_y(5/2, 1/2), where B(5/2, 1/2) is 3π/8. A&S 26.5.4.
    for (const t of [1000, 1e5]) {
      const y = 5 / (5 + t * t);
      const tail =
        ((y ** 2.5 * Math.sqrt(1 - y)) / (2.5 * ((3 * Math.PI) / 8))) * (1 + (3 / 3.5) * y);
      expect(studentTails(t, 5) / tail).toBeCloseTo(1, 9);
    }
    expect([0, Infinity].map((t) => studentTails(t, 3))).toEqual([1, 0]);
    for (const dof of [3, Infinity]) expect(studentTails(-2, dof)).toBe(studentTails(2, dof));
  });

  test("t of very many degrees of freedom is as near to the normal variable as its expansion says", () => {
    const z = 1.959963984540054;
    for (const dof of [1e5, 1e6, 1e7]) {
      const near =
        z + (z ** 3 + z) / (4 * dof) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * dof ** 2);
      expect(studentQuantile(0.95, dof) / near).toBeCloseTo(1, 12);
    }
  });

  test("ln Γ by its reflection, and by factorials", () => {
    expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 13);
    expect(lnGamma(5)).toBeCloseTo(Math.log(24), 13);
    // Γ(x)·Γ(1 - x) = π/sin πx.
    for (const x of [0.1, 0.25, 0.45])
      expect(lnGamma(x) + lnGamma(1 - x)).toBeCloseTo(
        Math.log(Math.PI / Math.sin(Math.PI * x)),
        13,
      );
    // Γ(1/4), DLMF 5.4.
    expect(lnGamma(0.25)).toBeCloseTo(Math.log(3.625_609_908_221_908), 13);
  });

  test("the incomplete beta function where it is known, small values with all their digits", () => {
    expect([0, 1].map((x) => incompleteBeta(x, 2, 3))).toEqual([0, 1]);
    // I_x(a, 1) = x^a and I_x(1, b) = 1 - (1 - x)^b.
    expect(incompleteBeta(1e-20, 0.5, 1) / 1e-10).toBeCloseTo(1, 12);
    expect(incompleteBeta(0.3, 1, 4)).toBeCloseTo(1 - 0.7 ** 4, 14);
    // That of whole numbers is a binomial sum.
    let sum = 0;
    for (let n = 10, ways = 635_745_396; n <= 39; ways = (ways * (39 - n)) / (n + 1), n++)
      sum += ways * 0.01 ** n * 0.99 ** (39 - n);
    expect(incompleteBeta(0.01, 10, 30) / sum).toBeCloseTo(1, 11);
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
    expect([-2, 7].map((x) => binomialPmf(x, 5, 0.5))).toEqual([0, 0]);
    expect([0, 1].map((x) => binomialPmf(x, 5, 0))).toEqual([1, 0]);
    expect(binomialCdf(0, 5, 0.5)).toBeCloseTo(1 / 32, 14);
    expect(binomialCdf(5, 5, 0.95)).toBe(1);
    expect([
      binomialCdf(-1, 5, 0.5),
      binomialCdf(5, 5, 0.5),
      binomialPmf(6, 5, 0.5),
      binomialPmf(5, 5, 1),
      binomialPmf(0, 5, 1),
    ]).toEqual([0, 1, 0, 1, 0]);
  });
});
