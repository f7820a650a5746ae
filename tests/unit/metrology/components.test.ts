import { describe, expect, test } from "vitest";
import {
  close,
  component,
  defibrillator,
  display,
  point,
  repeatability,
} from "#tests/support/worked-point.ts";

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
