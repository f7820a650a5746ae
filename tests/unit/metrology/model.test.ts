import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combined } from "#app/shared/metrology/budget.ts";
import { expressionOf } from "#app/shared/metrology/expression.ts";

const A = 0.7;
const B = 0.6;
const [UA, UB] = [0.3, 0.2];
const at = (text: string, { a = A, b = B, ua = UA, ub = UB, c = 0 } = {}) =>
  combined(
    [
      { name: "a", value: a, distribution: "normal_std", std: ua },
      { name: "b", value: b, distribution: "normal_std", std: ub },
    ],
    expressionOf(text),
    [],
    { c },
  );
const slopesOf = (text: string, where = {}) => at(text, where).lines.map((one) => one.sensitivity);

const { sin, cos, tan, exp, log, sqrt } = Math;
/** The derivatives of each function, written otherwise than the engine reckons them. */
const functions: Record<string, (u: number) => readonly [number, number, number]> = {
  sqrt: (u) => [1 / (2 * sqrt(u)), -1 / (4 * u * sqrt(u)), 3 / (8 * u * u * sqrt(u))],
  exp: (u) => [exp(u), exp(u), exp(u)],
  log: (u) => [u ** -1, -(u ** -2), 2 * u ** -3],
  log10: (u) => [u ** -1 / log(10), -(u ** -2) / log(10), (2 * u ** -3) / log(10)],
  sin: (u) => [cos(u), -sin(u), -cos(u)],
  cos: (u) => [-sin(u), -cos(u), sin(u)],
  tan: (u) => [
    cos(u) ** -2,
    (2 * tan(u)) / cos(u) ** 2,
    (2 * cos(u) ** 2 + 6 * sin(u) ** 2) / cos(u) ** 4,
  ],
  atan: (u) => [
    1 / (1 + u * u),
    (-2 * u) / (1 + u * u) ** 2,
    (8 * u * u) / (1 + u * u) ** 3 - 2 / (1 + u * u) ** 2,
  ],
  abs: (u) => [Math.sign(u), 0, 0],
};
for (const exponent of [-2, -0.5, 0, 1, 2, 2.5, 3, 4])
  functions[`${exponent}`] = (u) => [
    exponent * u ** (exponent - 1),
    exponent * (exponent - 1) * u ** (exponent - 2),
    exponent * (exponent - 1) * (exponent - 2) * u ** (exponent - 3),
  ];

describe("a function of u = a·b² + a has the derivatives that follow by the chain rule", () => {
  test.each(Object.keys(functions).flatMap((name) => [[name, A] as const, [name, -A] as const]))(
    "%s, a = %d",
    (name, a) => {
      const isOfPositive = ["sqrt", "log", "log10", "-0.5", "2.5"].includes(name);
      const sign = isOfPositive && a < 0 ? -1 : 1;
      const u = `(a*b**2 + a)${sign < 0 ? "*(0 - 1)" : ""}`;
      const isPower = !Number.isNaN(Number(name));
      const text = isPower ? `pow(${u}, 0 + ${name})` : `${name}(${u})`;
      const told = at(text.replace("0 + -", "0 - "), { a });
      const [f1, f2, f3] = functions[name]!(sign * (a * B * B + a));
      // The derivatives of u by hand; those that are not named are nothing.
      const [ofA, ofB, ofAB, ofBB, ofABB] = [B * B + 1, 2 * a * B, 2 * B, 2 * a, 2].map(
        (one) => sign * one,
      ) as [number, number, number, number, number];
      const [fa, fb] = [f1 * ofA, f1 * ofB];
      const [faa, fab, fbb] = [
        f2 * ofA ** 2,
        f1 * ofAB + f2 * ofA * ofB,
        f1 * ofBB + f2 * ofB ** 2,
      ];
      const faaa = f3 * ofA ** 3;
      const fbbb = 3 * f2 * ofBB * ofB + f3 * ofB ** 3;
      const fabb = f1 * ofABB + f2 * (2 * ofAB * ofB + ofA * ofBB) + f3 * ofA * ofB ** 2;
      const fbaa = f2 * 2 * ofAB * ofA + f3 * ofB * ofA ** 2;
      expect(told.lines[0]!.sensitivity).toBeCloseTo(fa, 10);
      expect(told.lines[1]!.sensitivity).toBeCloseTo(fb, 10);
      const expected =
        (faa ** 2 / 2 + fa * faaa) * UA ** 4 +
        (fbb ** 2 / 2 + fb * fbbb) * UB ** 4 +
        (fab ** 2 + fa * fabb + fb * fbaa) * UA ** 2 * UB ** 2;
      expect(told.secondOrder / expected || 1).toBeCloseTo(1, 9);
      expect(told.secondOrder === 0).toBe(expected === 0);
    },
  );
});

test("a quotient is the product with a power of -1, in every derivative", () => {
  const figure = fc.double({ min: 0.5, max: 2, noNaN: true });
  const parts = ["a", "b", "a*b", "a + b**2", "exp(a)*b", "1 + a", "sqrt(a*b)"];
  fc.assert(
    fc.property(
      fc.constantFrom(...parts, "3"),
      fc.constantFrom(...parts),
      figure,
      figure,
      (over, under, a, b) => {
        const quotient = at(`(${over})/(${under})`, { a, b });
        const product = at(`(${over})*pow(${under}, 0 - 1)`, { a, b });
        const close = (one: number, other: number) =>
          expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(other)));
        close(quotient.value, product.value);
        close(quotient.secondOrder, product.secondOrder);
        for (const [n, { sensitivity }] of quotient.lines.entries())
          close(sensitivity, product.lines[n]!.sensitivity);
      },
    ),
  );
});

describe("where a function ends", () => {
  test("what does not change has no slope", () => {
    expect(slopesOf("sqrt(c) + a + b")).toEqual([1, 1]);
    expect(slopesOf("abs(c)*a - b")).toEqual([0, -1]);
    expect(slopesOf("pow(c, 0.5) - a*b")).toEqual([-B, -A]);
  });

  test("a derivative that is nothing there is not spoilt by one without end", () => {
    for (const power of ["pow(a, 1)", "a**2", "pow(a, 0)"])
      expect(at(`${power} + b`, { a: 0 }).secondOrder).toBe(power === "a**2" ? 2 * UA ** 4 : 0);
    // The slope bends without end at 0, by a alone: b has no part in it.
    expect(() => at("pow(a, 1.5)", { a: 0 })).toThrow("A second derivative has no value here");
    expect(() => at("pow(a, 2.5)", { a: 0 })).toThrow("A third derivative has no value here");
    expect(() => at("sqrt(a)", { a: 0 })).toThrow("The derivative by a has no value here");
  });

  test("abs has no derivative at 0 by what changes it", () => {
    expect(() => at("abs(a)", { a: 0 })).toThrow("abs has no derivative at 0");
    expect(at("abs(a)", { a: 0, ua: 0 }).value).toBe(0);
    expect(slopesOf("abs(a - b)", { a: 1, b: 3 })).toEqual([-1, 1]);
  });

  test("a model without a value is refused", () => {
    expect(() => at("a/c")).toThrow("has no value here");
    expect(() => at("1/c", { ua: 0, ub: 0 })).toThrow("The model has no value here");
    expect(() => at("a + d")).toThrow('"d" is not a name that is known here');
  });
});

test("signs and constants pass through", () => {
  expect(at("-(a) + 3 - b*2")).toMatchObject({ value: -A + 3 - 2 * B, secondOrder: 0 });
  expect(slopesOf("-(a) + 3 - b*2")).toEqual([-1, -2]);
  expect(slopesOf("-(a*b)")).toEqual([-B, -A]);
});
