import { describe, expect, test } from "vitest";
import { combined, type Input } from "#app/shared/metrology/budget.ts";
import { expressionOf } from "#app/shared/metrology/expression.ts";

const of = (name: string, value: number, std: number, more: object = {}): Input => ({
  ...{ name, value, distribution: "normal_std", std },
  ...more,
});
const model = (text: string, ...names: string[]) => expressionOf(text, names);

describe("inputs", () => {
  test("an uneven interval moves its estimate to the middle", () => {
    const uneven: Input = { name: "a", value: 10, distribution: "asymmetric", plus: 3, minus: 1 };
    expect(combined([uneven]).value).toBe(11);
    expect(combined([uneven], model("2*a", "a")).value).toBe(22);
  });

  test("without an estimate it is nothing, or the mean of its readings", () => {
    expect(combined([{ name: "a", distribution: "normal_std", std: 1 }]).value).toBe(0);
    expect(combined([{ name: "a", distribution: "type_a_readings", readings: [1, 3] }]).value).toBe(
      2,
    );
  });

  test("what is certain is not derived by, whatever its slope", () => {
    const { lines } = combined([of("a", 4, 0), of("b", 2, 1)], model("sqrt(a - 4) + b", "a", "b"));
    expect(lines.map(({ sensitivity }) => sensitivity)).toEqual([0, 1]);
  });
});

describe("shares of the variance", () => {
  test("add up to one, also of small quantities", () => {
    const { lines, uC } = combined([of("a", 0, 3e-9), of("b", 0, 4e-9)]);
    expect(uC).toBeCloseTo(5e-9, 20);
    expect(lines.map(({ share }) => share)).toEqual([0.36, expect.closeTo(0.64, 12)]);
  });
  test("are nothing where nothing is uncertain", () => {
    const certain = combined([of("a", 1, 0)]);
    expect(certain).toMatchObject({ uC: 0, dofEff: Infinity, lines: [{ share: 0 }] });
    // What is fully correlated may cancel out.
    const cancelled = combined([of("a", 1, 2), of("b", 1, 2)], null, [["a", "b", -1]]);
    expect(cancelled.lines.map(({ share }) => share)).toEqual([0, 0]);
  });
});

describe("correlations", () => {
  test("lie between -1 and 1, of two inputs", () => {
    const two = [of("a", 1, 1), of("b", 1, 1)];
    for (const r of [1.01, -1.01, Number.NaN])
      expect(() => combined(two, null, [["a", "b", r]])).toThrow("between -1 and 1");
    for (const pair of [
      ["a", "a"],
      ["a", "c"],
      ["c", "b"],
    ] as const)
      expect(() => combined(two, null, [[...pair, 0.5]])).toThrow("There are no inputs");
    expect(combined(two, null, [["a", "b", -1]]).uC).toBe(0);
  });

  test("spoil the degrees of freedom only of what has finite ones and contributes", () => {
    const isCorrelated = (one: object, other: object, r = 0.5) =>
      combined([of("a", 1, 1, one), of("b", 1, 1, other)], null, [["a", "b", r]]).isCorrelated;
    expect(isCorrelated({}, {})).toBe(false);
    expect(isCorrelated({ dof: 5 }, {})).toBe(true);
    expect(isCorrelated({}, { dof: 5 })).toBe(true);
    expect(isCorrelated({ dof: 5 }, { dof: 5 }, 0)).toBe(false);
    expect(isCorrelated({ dof: 5, std: 0 }, {})).toBe(false);
  });

  test("the smallest degrees of freedom are of what contributes", () => {
    const { leastDof } = combined([
      of("a", 1, 1, { dof: 9 }),
      of("b", 1, 1, { dof: 4 }),
      of("c", 1, 0, { dof: 2 }),
    ]);
    expect(leastDof).toBe(4);
    expect(combined([of("a", 1, 1)]).leastDof).toBe(Infinity);
  });
});

test("terms of second order by hand: f = a·b²", () => {
  // (a,b): 36/2 + 9·2, (b,a): 36/2 + 0, (b,b): 16/2; times the variances.
  const { secondOrder } = combined([of("a", 2, 0.1), of("b", 3, 0.2)], model("a*b**2", "a", "b"));
  expect(secondOrder).toBeCloseTo(54 * 0.01 * 0.04 + 8 * 0.0016, 12);
});

test.each(["a**3*b", "b*a**3", "a*a*a*b"])(
  "the bend of %s counts once whoever bends it",
  (text) => {
    const inputs = [of("a", 2, 0.1), of("b", 3, 0.2)];
    for (const order of [inputs, inputs.toReversed()])
      expect(combined(order, model(text, "a", "b")).secondOrder).toBeCloseTo(
        1_296 * 0.0001 + 240 * 0.01 * 0.04,
        12,
      );
  },
);

test("a line has none, whatever stands beside it", () => {
  const inputs = [of("a", 2, 1), of("b", 3, 1), of("c", 5, 0)];
  expect(combined(inputs, model("2*a - b/4 + c*a + sqrt(c)", "a", "b", "c")).secondOrder).toBe(0);
});
