import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coverageFactor, coverageFor, wholeDof } from "#app/shared/metrology/coverage.ts";
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
import {
  binomialCdf,
  binomialPmf,
  normalCdf,
  normalQuantile,
  studentQuantile,
  studentTails,
} from "#app/shared/metrology/distributions.ts";
import {
  fittedDrift,
  simpleResponse,
  staircase,
  testedInterval,
  timeToLimit,
} from "#app/shared/metrology/intervals.ts";
import { normalOf, seeded } from "#app/shared/metrology/monte-carlo.ts";
import { globalRisks } from "#app/shared/metrology/risk.ts";
import {
  ambiguousRows,
  type SafetyLimit,
  type SafetyQuestion,
  safetyLimitFor,
} from "#app/shared/metrology/safety-limits.ts";
import templates from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

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
  });

  test("by specific risk", () => {
    const risk = (limit: number) =>
      decided("specific_risk", 10.07, { rule: { kind: "specific_risk", limit } });
    const { pc } = risk(0.2);
    expect(1 - pc!).toBeCloseTo(0.115069670227, 9);
    expect([risk(0.12).verdict, risk(0.11).verdict]).toEqual(["pass", "fail"]);
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
    expect(of([1, true], [0.31, false]).mode).toBe("p");
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

test("risks over a population agree with random devices", () => {
  const { falseAccept, falseReject } = globalRisks(1, 0.9, 0.6, 0.2);
  const random = seeded(7);
  let [accepted, rejected] = [0, 0];
  const trials = 400_000;
  for (let n = 0; n < trials; n++) {
    const device = 0.6 * normalOf(random);
    const isAccepted = Math.abs(device + 0.2 * normalOf(random)) <= 0.9;
    if (isAccepted && Math.abs(device) > 1) accepted++;
    if (!isAccepted && Math.abs(device) <= 1) rejected++;
  }
  expect(Math.abs(accepted / trials - falseAccept)).toBeLessThan(5e-4);
  expect(Math.abs(rejected / trials - falseReject)).toBeLessThan(1e-3);
});

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

describe("limits of electrical safety", () => {
  const rows = templates.electrical_safety.map(
    (row, n): SafetyLimit => ({
      id: String(n),
      standard: row.standard,
      edition: row.edition,
      equipmentClass: row.equipment_class,
      appliedPart: row.applied_part,
      method: row.method,
      condition: row.condition,
      quantity: row.quantity,
      unit: row.unit,
      op: row.op as "le" | "ge",
      limit: row.limit,
      verify: row.verify,
    }),
  );
  const asked: SafetyQuestion = {
    ...{
      standard: "IEC 62353",
      edition: "2014",
      method: "direct",
      equipmentClass: "I",
      appliedPart: "CF",
    },
    ...{ supply: "detachable_cord", quantity: "equipment_leakage", condition: null },
  };
  const limit = (change: Partial<SafetyQuestion>) => {
    const answer = safetyLimitFor(rows, { ...asked, ...change });
    return answer.kind === "limit" ? answer.row.limit : answer.kind;
  };

  test.each<[Partial<SafetyQuestion>, string]>([
    [{}, "500"],
    [{ method: "alternative" }, "1000"],
    [{ equipmentClass: "II" }, "100"],
    [{ equipmentClass: "II", method: "alternative" }, "500"],
    [{ quantity: "applied_part_leakage" }, "50"],
    [{ quantity: "applied_part_leakage", appliedPart: "BF" }, "5000"],
    [{ quantity: "applied_part_leakage", appliedPart: "B" }, "none"],
    [{ quantity: "protective_earth_resistance" }, "0.3"],
    [{ quantity: "protective_earth_resistance", supply: "fixed_cord" }, "0.2"],
    [{ quantity: "protective_earth_resistance", condition: "detachable cord alone" }, "0.1"],
    [{ quantity: "protective_earth_resistance", supply: "battery" }, "not_applicable"],
    [{ quantity: "protective_earth_resistance", equipmentClass: "II" }, "not_applicable"],
    [{ quantity: "protective_earth_resistance", equipmentClass: "IP" }, "not_applicable"],
    [{ standard: "IEC 60601-1", edition: "2", quantity: "earth_leakage", condition: "NC" }, "500"],
    [
      { standard: "IEC 60601-1", edition: "3", quantity: "earth_leakage", condition: "SFC" },
      "10000",
    ],
    [
      { standard: "IEC 60601-1", edition: null, quantity: "earth_leakage", condition: "NC" },
      "none",
    ],
    [
      { standard: "IEC 60601-1", edition: "3", quantity: "patient_leakage_ac", condition: "SFC" },
      "50",
    ],
    [{ standard: "IEC 99999" }, "none"],
  ])("%j: %s", (change, expected) => {
    expect(limit(change)).toBe(expected);
  });

  test("the table of the file decides every device, and two equally good rows are a mistake", () => {
    expect(ambiguousRows(rows)).toEqual([]);
    const twice = [...rows, { ...rows[0]!, id: "twice", limit: "400" }];
    expect(ambiguousRows(twice).map(([one, other]) => [one.id, other.id])).toEqual([
      ["0", "twice"],
    ]);
    expect(safetyLimitFor(twice, asked)).toMatchObject({ kind: "ambiguous" });
    const nearer = [...rows, { ...rows[0]!, id: "nearer", appliedPart: "CF", limit: "400" }];
    expect(safetyLimitFor(nearer, asked)).toMatchObject({ kind: "limit", row: { limit: "400" } });
    expect(ambiguousRows(nearer)).toEqual([]);
  });
});
