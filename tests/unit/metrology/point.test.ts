import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import type { Component, PointInput } from "#app/shared/metrology/point.ts";

const component = (symbol: string, more: Partial<Component>): Component => ({
  ...{ symbol, name: symbol, source: "custom", evaluation: "B", distribution: "rectangular" },
  value: "0",
  ...more,
});
const repeatability = component("rep", {
  source: "repeatability",
  evaluation: "A",
  distribution: "type_a_readings",
});
const display = component("res", {
  source: "std_resolution",
  distribution: "resolution",
  value: "0.1",
});

/** A defibrillator at 200 J on an analyser: section 5.10 of the calibration document. */
const defibrillator: PointInput = {
  setting: "set_duc_read_std",
  unit: "J",
  indications: [],
  references: ["198.2", "199.1", "198.7", "198.9", "198.4"],
  readings: 5,
  nominal: "200",
  correction: "0",
  tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" },
  standardResolution: "0.1",
  model: null,
  components: [
    repeatability,
    component("std", {
      source: "std_certificate",
      distribution: "normal_k",
      value: "range.u_pct/100*ref",
      k: "2",
    }),
    component("drift", { source: "std_drift", value: "0.5/100*ref" }),
    display,
  ],
  names: { "range.u_pct": 1 },
  coverage: { mode: "p", p: "0.9545" },
  rounding: { digits: 2, mode: "ea5" },
  rule: { kind: "z540_method6" },
};
const point = (more: Partial<PointInput> = {}) => evaluatePoint({ ...defibrillator, ...more });
const close = (got: string | null, value: number, tolerance: number) =>
  expect(Math.abs(Number(got) - value), `${got} is not ${value}`).toBeLessThanOrEqual(tolerance);

describe("the worked point", () => {
  const result = point();
  test("is as it was worked by hand", () => {
    expect(result).toMatchObject({
      ...{ verdict: "pass", reference: "198.66", indication: "200", error: "1.34", reasons: [] },
      ...{ lower: "170", upper: "230", guard: "0", value_reported: "198.7", u_reported: "2.3" },
      ...{ error_reported: "1.3", coverage: "p", flags: [] },
    });
    close(result.s, 0.36469, 5e-6);
    close(result.u_c, 1.158861, 5e-7);
    close(result.nu_eff, 10195.8, 0.05);
    close(result.k, 2.0, 5e-4);
    close(result.u_used, 2.318, 5e-4);
    close(result.tur, 12.9, 0.05);
    const contributions = [0.163095, 0.9933, 0.573482, 0.028868];
    for (const [at, value] of contributions.entries())
      close(result.budget[at]!.contribution, value, 5e-7);
    expect(result.budget.reduce((all, { share }) => all + Number(share), 0)).toBeCloseTo(1, 12);
  });

  test("comes out the same each time, to the last digit", () => {
    expect(point()).toEqual(result);
  });
});

describe("readings", () => {
  test.each([
    ["", "A reading is missing"],
    ["  ", "A reading is missing"],
    [null, "A reading is missing"],
    ["-", "Not a number"],
    ["1,5", "Not a number"],
    ["NaN", "Not a number"],
    ["1e999", "Not a number"],
  ])("%j is never a pass", (typed, message) => {
    const found = point({ references: ["198.2", typed, "198.7", "198.9", "198.4"] });
    expect(found).toMatchObject({
      verdict: "invalid",
      u_c: null,
      reasons: [{ side: "reference", at: 2, message }],
    });
  });

  test("too few, none, and what is not plausible", () => {
    expect(point({ references: ["198.2"] }).reasons).toHaveLength(4);
    expect(point({ references: [], readings: 0 })).toMatchObject({
      verdict: "invalid",
      reasons: [{ side: "reference", at: 1 }],
    });
    expect(point({ plausible: { lo: "0", hi: "198.8" } }).reasons.map(({ at }) => at)).toEqual([
      2, 4,
    ]);
  });

  test("whatever is typed gives a verdict, and a pass only of numbers", () => {
    const typed = fc.oneof(
      fc.constantFrom("198", "199.5", "", "abc", "1,2", null),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(typed, { minLength: 1, maxLength: 6 }), (references) => {
        const found = point({ references, readings: references.length });
        const areNumbers = references.every(
          (one) =>
            one !== null &&
            one.trim() !== "" &&
            Number.isFinite(Number(one)) &&
            !/^\s*0[xob]/i.test(one),
        );
        if (!areNumbers) expect(found.verdict).toBe("invalid");
        if (found.verdict !== "invalid") expect(found.u_used).not.toBeNull();
      }),
    );
  });
});

describe("sides", () => {
  const thermometer: Partial<PointInput> = {
    ...{ setting: "set_std_read_duc", unit: "degC", nominal: "37", references: [], readings: 3 },
    ...{ indications: ["37.1", "37.2", "37.1"], resolution: "0.1", correction: "0.02" },
    ...{ tolerance: { op: "sym", abs: "0.2" }, names: {}, rule: { kind: "simple" } },
    components: [
      repeatability,
      component("std", { distribution: "normal_k", value: "0.03", k: "2" }),
      component("res", { source: "duc_resolution", distribution: "resolution", value: "0.1" }),
    ],
  };

  test("what is set has its correction, and the limits stand about it", () => {
    const found = point(thermometer);
    expect(found).toMatchObject({
      reference: "37.02",
      lower: "36.82",
      upper: "37.22",
      verdict: "pass",
    });
    expect(found.indication).toMatch(/^37\.1333333/);
    expect(found.error).toMatch(/^0\.1133333/);
  });

  test("scatter of the display alone is counted once", () => {
    const found = point(thermometer);
    expect(found.flags).toContain("resolution_dominates");
    expect(found.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      false,
    ]);
    const wide = point({ ...thermometer, indications: ["37.0", "37.3", "37.1"] });
    expect(wide.flags).not.toContain("resolution_dominates");
    expect(wide.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      true,
    ]);
    // Of few readings that all agree more is hidden than the step itself tells.
    const equal = point({ ...thermometer, indications: ["37.1", "37.1"], readings: 2 });
    expect(equal.budget.map(({ contribution }) => Number(contribution) > 0)).toEqual([
      true,
      true,
      false,
    ]);
    expect(equal.flags).toContain("resolution_dominates");
  });

  test("a scatter of just the step is the display's, and of one reading none is told", () => {
    const step = point({
      ...{ ...thermometer, indications: ["36", "37", "38"], resolution: "1" },
      components: [
        repeatability,
        component("res", { source: "duc_resolution", distribution: "resolution", value: "1" }),
      ],
    });
    expect(step.flags).toContain("resolution_dominates");
    expect(step.budget.map(({ u }) => Number(u) > 0)).toEqual([true, false]);
    const pooled = { ...repeatability, pooled: { s: "0.01", n: 9, dof: 8 } };
    const one = point({
      ...thermometer,
      indications: ["37.1"],
      readings: 1,
      components: [pooled, ...thermometer.components!.slice(1)],
    });
    expect(one.flags).not.toContain("resolution_dominates");
    expect(one.budget.map(({ u }) => Number(u) > 0)).toEqual([true, true, true]);
    // A display alone, or readings alone, are not counted twice.
    for (const some of [thermometer.components!.slice(1), [repeatability]]) {
      const found = point({ ...thermometer, components: some });
      expect(found).toMatchObject({ verdict: "pass" });
      expect(found.flags).not.toContain("resolution_dominates");
    }
  });

  test("both sides may be read", () => {
    expect(point({ ...thermometer, references: ["37.0", "37.1", "37.0"] }).reference).toMatch(
      /^37\.0533333/,
    );
    expect(point({ ...thermometer, references: ["37.0", "", "37.0"] })).toMatchObject({
      reasons: [{ side: "reference", at: 2 }],
    });
  });

  test("one-sided has no error", () => {
    const leakage = point({
      ...{
        unit: "uA",
        nominal: null,
        references: ["212"],
        readings: 1,
        tolerance: { op: "le", value: "500" },
      },
      ...{
        components: [component("std", { distribution: "normal_k", value: "10" })],
        rule: { kind: "guard_U" },
      },
    });
    expect(leakage).toMatchObject({
      verdict: "pass",
      error: null,
      error_reported: null,
      value_reported: "212",
      u_reported: "10",
      tur: null,
      lower: null,
    });
    close(leakage.accept_upper, 490, 0.001);
  });
});

describe("the budget", () => {
  test("one reading needs what earlier series told", () => {
    expect(point({ references: ["198"], readings: 1 }).reasons[0]!.message).toContain(
      "One reading tells no scatter",
    );
    const pooled = { ...repeatability, pooled: { s: "0.4", n: 20, dof: 19 } };
    const found = point({
      references: ["198"],
      readings: 1,
      components: [pooled, ...defibrillator.components.slice(1)],
    });
    expect(found).toMatchObject({ verdict: "pass", s: null });
    expect(found.budget[0]).toMatchObject({ u: "0.4", dof: "19" });
  });

  test("a pooled scatter is that of the mean of as many readings", () => {
    const pooled = { ...repeatability, pooled: { s: "0.4", n: 20, dof: 19 } };
    expect(
      point({ references: ["198", "199", "198", "199"], readings: 4, components: [pooled] })
        .budget[0]!.u,
    ).toBe("0.2");
  });

  test("components of the sides themselves have their values", () => {
    const side = (symbol: string) =>
      component(symbol, { distribution: "normal_std", value: "0.1" });
    const found = point({
      model: "indication**2/200 - reference**2/198.66",
      components: [side("indication"), side("reference"), side("other")],
    });
    expect(found.budget.map(({ sensitivity }) => Number(sensitivity))).toEqual([
      2,
      expect.closeTo(-2, 12),
      1,
    ]);
  });

  test("a sensitivity may be an expression of the point", () => {
    const found = point({ components: [component("a", { value: "1", sensitivity: "ref/100" })] });
    expect(found.budget[0]!.sensitivity).toBe(String(198.66 / 100));
  });

  test("another unit is converted without offset, and another quantity refused", () => {
    const warm = component("bath", { value: "0.5", unit: "K" });
    const celsius = point({ unit: "degC", components: [warm] });
    expect(celsius.budget[0]!.u).toBe(String(0.5 / Math.sqrt(3)));
    const pressure = component("p", { value: "0.1", unit: "kPa" });
    const { budget } = point({ unit: "mmHg", components: [pressure] });
    close(budget[0]!.u, 100 / 133.322387415 / Math.sqrt(3), 1e-15);
    expect(point({ components: [warm] })).toMatchObject({
      verdict: "invalid",
      reasons: [{ message: "temperature is not energy" }],
    });
  });

  test("a model tells the error, its slopes the sensitivities, and what it does not name adds as it is", () => {
    const found = point({
      model: "indication*(1 + alpha) - reference",
      components: [component("alpha", { value: "0.001" }), component("other", { value: "0.3" })],
    });
    expect(found.budget.map(({ sensitivity }) => sensitivity)).toEqual(["200", "1"]);
    close(found.error, 1.34, 1e-12);
    const shifted = point({ model: "indication - reference + 1", components: [display] });
    close(shifted.error, 2.34, 1e-12);
    expect(shifted.value_reported).toBe("197.660");
    expect(point({ model: "indication - unknown" }).reasons[0]!.message).toContain(
      '"unknown" is not a name',
    );
    expect(
      point({ model: "1/(indication - 200)", components: [display] }).reasons[0]!.message,
    ).toContain("has no value here");
  });

  test("a model far from a line is flagged", () => {
    const curve = {
      model: "indication - reference + x**2",
      components: [component("x", { value: "1" })],
    };
    expect(point(curve).flags).toContain("nonlinear");
    expect(point({ ...curve, model: "indication - reference + x" }).flags).not.toContain(
      "nonlinear",
    );
  });

  test("degrees of freedom that are few, judged, or correlated", () => {
    const few = point({
      components: [
        component("a", { distribution: "normal_std", value: "1", reliability_pct: "25" }),
      ],
    });
    expect(few.budget[0]!.dof).toBe("8");
    expect(few.flags).toContain("nu_low");
    close(few.k, 2.37, 0.005);
    const two = [
      component("a", { distribution: "normal_std", value: "1", dof: "20" }),
      component("b", { distribution: "normal_std", value: "1", dof: "5" }),
    ];
    const correlated = point({ components: two, correlations: [["a", "b", 1]] });
    expect(correlated).toMatchObject({ u_c: "2", coverage: "p" });
    expect(correlated.flags).toContain("correlated");
    close(correlated.k, 2.65, 0.005);
    expect(point({ components: two, correlations: [["a", "c", 1]] }).reasons[0]!.message).toContain(
      "no inputs",
    );
    expect(
      point({ components: two, correlations: [["a", "b", 1.5]] }).reasons[0]!.message,
    ).toContain("between -1 and 1");
  });

  test("one rectangular term that dominates makes k smaller", () => {
    const found = point({ components: [component("a", { value: "1" })] });
    expect(found).toMatchObject({ coverage: "rectangular", k: String(0.9545 * Math.sqrt(3)) });
    expect(
      point({ components: [component("a", { value: "1" })], coverage: { mode: "k", k: "2" } }),
    ).toMatchObject({ coverage: "k", k: "2" });
  });

  test.each([
    [component("a", { distribution: "normal_std", value: "0.2" }), 0.2],
    [component("a", { distribution: "normal_k", value: "0.2" }), 0.1],
    [component("a", { distribution: "normal_p", value: "0.2", p: "0.9545" }), 0.1],
    [component("a", { distribution: "normal_p", value: "0.2", p: "0.99" }), 0.2 / 2.575829],
    [component("a", { distribution: "normal_p", value: "0.2" }), 0.1],
    [component("a", { distribution: "triangular", value: "0.2" }), 0.2 / Math.sqrt(6)],
    [component("a", { distribution: "u_shaped", value: "0.2" }), 0.2 / Math.SQRT2],
    [
      component("a", { distribution: "trapezoidal", value: "0.2", beta: "0.5" }),
      0.2 * Math.sqrt(1.25 / 6),
    ],
    [component("a", { distribution: "resolution", value: "0.2" }), 0.2 / Math.sqrt(12)],
    [
      component("a", { distribution: "asymmetric", value: "0.3", minus: "0.1" }),
      0.4 / Math.sqrt(12),
    ],
    [component("a", { distribution: "constant", value: "" }), 0],
  ])("$distribution", (one, u) => {
    close(point({ components: [one] }).budget[0]!.u, u, 1e-5);
  });

  test.each([
    [component("a", { value: "" }), "not"],
    [component("a", { value: "1," }), "A comma"],
    [component("a", { value: "-1" }), "is not a width"],
    [component("a", { distribution: "trapezoidal", value: "1" }), "is missing"],
    [component("a", { distribution: "type_a_pooled", value: "1" }), "belongs to readings"],
  ])("%j is said to be wrong", (one, said) => {
    const found = point({ components: [one] });
    expect(found.verdict).toBe("invalid");
    expect(found.reasons[0]!.message).toMatch(said === "not" ? /empty/ : new RegExp(said));
  });
});

describe("what is reported", () => {
  test("is not better than the scope, and the guard band uses it", () => {
    const inScope = point({ cmc: { abs: "1", pct: "1" }, rule: { kind: "guard_U" } });
    expect(inScope.flags).toContain("cmc_applied");
    expect(inScope).toMatchObject({
      cmc: "2.9866",
      u_used: "2.9866",
      guard: "2.9866",
      u_reported: "3.0",
    });
    const better = point({ cmc: { abs: "1", pct: null } });
    expect(better.flags).not.toContain("cmc_applied");
    expect(better.u_used).toBe(better.u_raw);
  });

  test("a reading far from the others is shown, not dropped", () => {
    const found = point({ references: ["198.2", "198.3", "198.2", "198.3", "209"] });
    expect(found.flags).toContain("outlier_suspected");
    expect(found.reference).toBe("200.4");
  });

  test("a rule that cannot judge, a tolerance without figures and no tolerance", () => {
    expect(point({ tolerance: { op: "le", value: "210" } }).reasons[0]!.message).toContain(
      "a lower and an upper limit",
    );
    expect(point({ tolerance: { op: "sym" } }).reasons[0]!.message).toContain("no figure");
    expect(point({ tolerance: null })).toMatchObject({
      verdict: "not_stated",
      lower: null,
      pc: null,
    });
    expect(point({ components: [] })).toMatchObject({
      verdict: "pass",
      u_reported: "0",
      u_used: "0",
      tur: null,
    });
  });
});
