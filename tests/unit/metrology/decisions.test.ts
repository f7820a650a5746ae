import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptanceFactors,
  atMost,
  decide,
  type RuleKind,
  ruleKinds,
  ruleProblem,
  uncertaintyRatio,
  worst,
} from "#app/shared/metrology/decision.ts";

const decided = (rule: RuleKind, y: number, more: object = {}) =>
  decide({ lower: 9.9, upper: 10.1, U: 0.05, k: 2, y, rule: { kind: rule }, ...more });

describe("a decision", () => {
  test("at the guard's edge the last digits of doubles do not fail it", () => {
    expect(decided("guard_U", 10.05).verdict).toBe("pass");
    expect(decided("guard_U", 9.95).verdict).toBe("pass");
    expect(decided("guard_U", 10.050_001).verdict).toBe("fail");
    expect(decided("simple", 10.1).verdict).toBe("pass");
    expect(decided("simple", 10.100_001).verdict).toBe("fail");
  });

  test("neither is a small quantity excused by them", () => {
    const small = { lower: null, upper: 1e-9, U: 1e-10, k: 2, rule: { kind: "guard_U" } } as const;
    expect(decide({ ...small, y: 9.0e-10 }).verdict).toBe("pass");
    expect(decide({ ...small, y: 9.01e-10 }).verdict).toBe("fail");
    const least = { ...small, lower: 1e-9, upper: null };
    expect(decide({ ...least, y: 1.1e-9 }).verdict).toBe("pass");
    expect(decide({ ...least, y: 1.0995e-9 }).verdict).toBe("fail");
  });

  test("at the edge of one limit alone, they do not fail it either", () => {
    // 10.1 - 0.05 is less than 10.05 in doubles.
    expect(decided("guard_U", 10.05, { lower: null }).verdict).toBe("pass");
    expect(decided("guard_U", 10.05)).toMatchObject({
      acceptLower: expect.closeTo(9.95, 12),
      acceptUpper: expect.closeTo(10.05, 12),
    });
    expect(atMost(0, 0, 0)).toBe(true);
  });

  test("without any uncertainty there is neither a ratio nor a guard band: the limits themselves decide", () => {
    const kinds = ["guard_U", "z540_method6", "tur_rss", "tur_test95", "tur_rp10"] as const;
    for (const kind of kinds) {
      expect(decided(kind, 10, { U: 0 })).toMatchObject({ guard: 0, tur: null, verdict: "pass" });
      expect(decided(kind, 10.1, { U: 0 }).verdict, kind).toBe("pass");
      expect(decided(kind, 10.11, { U: 0 }).verdict, kind).toBe("fail");
    }
  });

  test.each([
    [10.04, "pass"],
    [10.06, "conditional_pass"],
    [10.1, "conditional_pass"],
    [10.12, "conditional_fail"],
    [10.15, "conditional_fail"],
    [10.151, "fail"],
    [9.94, "conditional_pass"],
    [9.86, "conditional_fail"],
    [9.84, "fail"],
  ] as const)("not binary at %d: %s", (y, verdict) => {
    expect(decided("guard_U_nonbinary", y).verdict).toBe(verdict);
  });

  test("one-sided moves its side alone", () => {
    const leakage = { lower: null, upper: 500, U: 25, k: 2, rule: { kind: "guard_U" } } as const;
    expect(decide({ ...leakage, y: 475 })).toMatchObject({
      verdict: "pass",
      acceptLower: null,
      acceptUpper: 475,
      guard: 25,
      tur: null,
    });
    expect(decide({ ...leakage, y: 476 }).verdict).toBe("fail");
    expect(decide({ ...leakage, y: 400, nominal: 250 }).tur).toBe(10);
    expect(
      decide({ lower: 2, upper: null, y: 2.5, U: 0.6, k: 2, rule: { kind: "guard_U" } }).verdict,
    ).toBe("fail");
  });

  test("r widens or narrows the guard band", () => {
    expect(
      decide({
        lower: 9.9,
        upper: 10.1,
        U: 0.05,
        k: 2,
        y: 10.05,
        rule: { kind: "guard_rU", r: 1.5 },
      }),
    ).toMatchObject({ verdict: "fail" });
    expect(
      decide({
        lower: 9.9,
        upper: 10.1,
        U: 0.05,
        k: 2,
        y: 10.05,
        rule: { kind: "guard_rU", r: 0.83 },
      }),
    ).toMatchObject({ verdict: "pass" });
    // It is one where none is said.
    expect(decided("guard_rU", 10).guard).toBe(0.05);
  });

  test("by specific risk", () => {
    const risk = (limit: number) =>
      decided("specific_risk", 10.07, { rule: { kind: "specific_risk", limit } });
    const { pc } = risk(0.2);
    expect(1 - pc!).toBeCloseTo(0.115069670227, 9);
    expect([risk(0.12).verdict, risk(0.11).verdict]).toEqual(["pass", "fail"]);
    // No risk at all is allowed where none is said.
    expect(decided("specific_risk", 10.07).verdict).toBe("fail");
  });

  test("by the ratio of uncertainties", () => {
    const wide = { lower: 0, upper: 10, k: 2, y: 9 };
    expect(decide({ ...wide, U: 2.5, rule: { kind: "tur_rss" } }).acceptUpper).toBeCloseTo(
      5 + 5 * Math.sqrt(0.75),
      12,
    );
    expect(decide({ ...wide, U: 2.5, rule: { kind: "tur_test95" } })).toMatchObject({
      acceptUpper: 7.5,
      verdict: "fail",
    });
    expect(decide({ ...wide, U: 1, rule: { kind: "tur_test95" } })).toMatchObject({
      acceptUpper: 10,
      verdict: "pass",
    });
    expect(decide({ ...wide, U: 2.5, rule: { kind: "tur_rp10" } }).acceptUpper).toBeCloseTo(
      8.75,
      12,
    );
    // Half of the half tolerance at a ratio of two, wherever zero is.
    expect(
      decide({ lower: 90, upper: 110, k: 2, y: 100, U: 5, rule: { kind: "tur_test95" } }),
    ).toMatchObject({ tur: 2, guard: 5, acceptLower: 95, acceptUpper: 105 });
    for (const kind of ["tur_rss", "tur_test95"] as const) {
      expect(decide({ ...wide, U: 5, y: 5, rule: { kind } }).verdict).toBe("fail");
      expect(decide({ ...wide, U: 6, y: 5, rule: { kind } }).verdict).toBe("fail");
    }
    expect([0.5, 4, 5].map(acceptanceFactors.tur_rp10)).toEqual([0, 1, 1]);
    expect([4, 4.01].map(acceptanceFactors.tur_test95)).toEqual([0.75, 1]);
  });

  test("method 6 asks for two limits, and for no guard band from 4.59 on", () => {
    expect(ruleProblem("z540_method6", { lower: null, upper: 1 })).toContain(
      "a lower and an upper",
    );
    expect(ruleProblem("guard_U", { lower: null, upper: 1 })).toBeNull();
    expect(ruleProblem("z540_method6", { lower: 90, upper: 115 }, 100)).toContain("as far below");
    expect(ruleProblem("z540_method6", { lower: 0.1 - 0.03, upper: 0.1 + 0.03 }, 0.1)).toBeNull();
    expect(ruleProblem("z540_method6", { lower: 90, upper: 115 })).toBeNull();
    expect(ruleProblem("guard_U", { lower: 90, upper: 115 }, 100)).toBeNull();
    expect(() =>
      decide({ lower: null, upper: 1, y: 0, U: 1, k: 2, rule: { kind: "z540_method6" } }),
    ).toThrow(RangeError);
    const guard = (U: number) =>
      decide({ lower: -1, upper: 1, y: 0, U, k: 2, rule: { kind: "z540_method6" } }).guard;
    expect(guard(1)).toBeCloseTo(0.457251747626, 9);
    expect([guard(1 / 4.6), guard(1 / 4.58) > 0]).toEqual([0, true]);
  });

  test("without limits or a rule nothing is stated", () => {
    expect(
      decide({ lower: null, upper: null, y: 1, U: 1, k: 2, rule: { kind: "simple" } }),
    ).toMatchObject({ verdict: "not_stated", pc: null, tur: null });
    expect(decided("none", 12)).toMatchObject({
      verdict: "not_stated",
      guard: 0,
      acceptUpper: null,
    });
    expect(decided("none", 12).tur).toBeCloseTo(2, 9);
    expect(uncertaintyRatio({ lower: null, upper: null }, 1, 0)).toBeNull();
    expect(uncertaintyRatio({ lower: 2, upper: null }, 0.5, 5)).toBe(6);
  });

  test("a certificate is as its worst line", () => {
    expect(worst(["pass", "not_stated", "conditional_pass"])).toBe("conditional_pass");
    expect(worst(["conditional_fail", "conditional_pass"])).toBe("conditional_fail");
    expect(worst(["fail", "pass"])).toBe("fail");
    expect(worst(["fail", "invalid"])).toBe("invalid");
    expect([worst([]), worst(["not_stated"])]).toEqual(["not_stated", "not_stated"]);
  });

  test("a pass stays one when the result comes nearer to the middle, by every rule", () => {
    const rules = ruleKinds.filter((kind) => kind !== "none");
    fc.assert(
      fc.property(
        fc.constantFrom(...rules),
        fc.double({ min: -1.5, max: 1.5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 1.5, noNaN: true }),
        (kind, y, nearer, U) => {
          const at = (value: number) =>
            decide({ lower: -1, upper: 1, y: value, U, k: 2, rule: { kind, limit: 0.05, r: 0.8 } });
          const order = ["pass", "conditional_pass", "conditional_fail", "fail"];
          expect(order.indexOf(at(y * nearer).verdict)).toBeLessThanOrEqual(
            order.indexOf(at(y).verdict),
          );
          expect(at(y).pc! <= at(y * nearer).pc! + 1e-12).toBe(true);
        },
      ),
    );
  });

  test("the last digits", () => {
    expect(atMost(1 + 1e-13, 1)).toBe(true);
    expect(atMost(1 + 1e-11, 1)).toBe(false);
    expect(atMost(1000 + 1e-10, 1000)).toBe(true);
    expect(atMost(2e-13, 0, 1)).toBe(true);
    expect([atMost(1.5e-12, 0), atMost(0.9e-12, 0)]).toEqual([false, true]);
    expect(atMost(-1000 + 1e-10, -1000)).toBe(true);
  });
});
