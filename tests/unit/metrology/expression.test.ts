import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { combined } from "#app/shared/metrology/budget.ts";
import {
  curvesOf,
  ExpressionError,
  expressionOf,
  namesIn,
} from "#app/shared/metrology/expression.ts";
import { numberOf } from "#app/shared/metrology/reckon.ts";

const value = (text: string, values: Record<string, number> = {}) =>
  numberOf(expressionOf(text, Object.keys(values)), values);

describe("an expression", () => {
  test.each([
    ["1 + 2*3", 7],
    ["(1 + 2)*3", 9],
    ["2**3**2", 512],
    ["10 - 4 - 3", 3],
    ["8/4/2", 1],
    ["-3 + 5", 2],
    ["+4", 4],
    ["2*-3", -6],
    ["sqrt(16) + abs(-2)", 6],
    ["pow(2, 10)", 1024],
    ["pow(-2, 2)", 4],
    ["log10(1000)", 3],
    ["exp(0) + log(1)", 1],
    ["sin(0) + cos(0) + tan(0) + atan(0)", 1],
    ["2*pi", 2 * Math.PI],
    ["1.5e3", 1500],
    [".5", 0.5],
    ["0 - 2**2", -4],
    ["9**(1/2)", 3],
  ])("%s is %d", (text, expected) => expect(value(text)).toBeCloseTo(expected, 12));

  test("names stand for values, also those of two parts", () => {
    const names = { "range.u_abs": 0.2, "range.u_pct": 1, ref: -50 };
    expect(value("range.u_abs + range.u_pct/100*abs(ref)", names)).toBeCloseTo(0.7, 12);
    expect(namesIn(expressionOf("b*a + sqrt(b) - (0 - a)**2", ["a", "b"]))).toEqual(["b", "a"]);
  });

  test.each([
    ["a.constructor", "a.constructor"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["a[0]", "Only names"],
    ["a.b.c", "Only names"],
    ['"x"', "Texts"],
    ["a;b", '";"'],
    ["a b", "an operator is missing"],
    ["a, b", "A comma"],
    ["a,", "A comma"],
    ["-a**2", "two ways"],
    ["+a**2", "two ways"],
    ["a^2", '"**"'],
    ["a**b", "An exponent is a number"],
    ["2**a", "An exponent is a number"],
    ["pow(a, b)", "An exponent is a number"],
    ["a == b", '"=="'],
    ["a && b", '"&&"'],
    ["!a", '"!"'],
    ["a ? b : a", "Only names"],
    ["[a]", "Only names"],
    ["{}", "cannot be read"],
    ["this", "Only names"],
    ["true", "true"],
    ["null", "null"],
    ["`a`", "cannot be read"],
    ["a => b", "cannot be read"],
    ["eval(a)", "eval"],
    ["a.sqrt(b)", "not a function"],
    ["sqrt(a, b)", "takes one value"],
    ["pow(a)", "takes 2 values"],
    ["sqrt()", "takes one value"],
    ["c", '"c" is not a name'],
    ["", "empty"],
    ["   ", "empty"],
    ["a +", "cannot be read"],
    ["(a", "cannot be read"],
    ["1e999", "too large"],
    ["1".repeat(10_000), "500 characters"],
    [`${"(".repeat(25)}a${" + 1)".repeat(25)}`, "nested"],
    [Array.from({ length: 60 }, () => "a").join("+"), "nested"],
  ])("%j is refused with words", (text, said) => {
    expect(() => expressionOf(text, ["a", "b"])).toThrow(ExpressionError);
    expect(() => expressionOf(text, ["a", "b"])).toThrow(said);
  });

  test.each(["1/0", "sqrt(0-1)", "log(0)", "(0-8)**(1/3)"])("%s has no value", (text) => {
    expect(() => value(text)).toThrow("has no value here");
  });

  test("has five hundred characters, a hundred parts and twenty levels at most", () => {
    const ones = (count: number) => "1".repeat(count);
    expect(value(`0*${ones(300)}${" ".repeat(198)}`)).toBe(0);
    expect(() => value(`0*${ones(300)}${" ".repeat(199)}`)).toThrow("500 characters");
    const all = (count: number): string =>
      count === 1 ? "1" : `(${all(count >> 1)} + ${all(count - (count >> 1))})`;
    expect(value(`-${all(50)}`)).toBe(-50);
    expect(() => value(all(51))).toThrow("100 parts");
    // Each operation, function, power and sign is a level.
    for (const [start, end] of [
      ["1 + (", ")"],
      ["-(", ")"],
      ["abs(", ")"],
      ["pow(", ", 1)"],
    ] as const) {
      const nested = (levels: number) => `${start.repeat(levels)}1${end.repeat(levels)}`;
      expect(Number.isFinite(value(nested(19)))).toBe(true);
      expect(() => value(nested(20))).toThrow("nested");
    }
  });

  test("whatever is typed is read or refused in words", () => {
    const piece = fc.constantFrom(
      ...[
        "a",
        "b",
        "1",
        "2.5",
        "+",
        "-",
        "*",
        "/",
        "**",
        "(",
        ")",
        "sqrt",
        "pow",
        ",",
        ".",
        "[",
        "]",
        '"',
        "=",
        "&&",
        "!",
        "?",
        ":",
        ";",
        " ",
        "`",
        "constructor",
      ],
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 30 }).map((all) => all.join("")),
          fc.string({ maxLength: 60 }),
        ),
        (text) => {
          try {
            const read = expressionOf(text, ["a", "b"]);
            try {
              expect(Number.isFinite(numberOf(read, { a: 2, b: 3 }))).toBe(true);
            } catch (cause) {
              expect(cause).toBeInstanceOf(ExpressionError);
            }
          } catch (cause) {
            expect(cause).toBeInstanceOf(ExpressionError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

test("products and quotients are reckoned from left to right, to the last bit", () => {
  // 49·(1/49) is not 1 in doubles.
  expect([value("49*1/49"), value("8/4*2")]).toEqual([1, 4]);
});

test.each([
  ["2*a - b/4 + 3", {}],
  ["a*b", { a: ["b"], b: ["a"] }],
  ["2*(a*b) + c", { a: ["b"], b: ["a"] }],
  ["(a + b)*(c + 1)", { a: ["c"], b: ["c"], c: ["a", "b"] }],
  ["a*a", { a: ["a"] }],
  ["2/a + b", { a: ["a"] }],
  ["a/2 + c*2", {}],
  ["b/(a + 1)", { a: ["a", "b"], b: ["a"] }],
  ["(a + b)/c", { a: ["c"], b: ["c"], c: ["a", "b", "c"] }],
  ["-(a**2) - b", { a: ["a"] }],
  ["sqrt(a + b) + c", { a: ["a", "b"], b: ["a", "b"] }],
  ["sqrt(a*c) + b", { a: ["a", "c"], c: ["a", "c"] }],
])("the slopes of %s change by %j", (text, expected) => {
  const curves = curvesOf(expressionOf(text, ["a", "b", "c"]));
  const told = [...curves].map(([name, others]) => [name, [...others].sort()]);
  expect(Object.fromEntries(told)).toEqual(expected);
});

/** Models that are smooth where a and b are between 1 and 3. */
const smooth: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "b", "2", "0.5"),
    fc
      .tuple(tie("node"), fc.constantFrom("+", "-", "*"), tie("node"))
      .map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc.tuple(tie("node"), tie("node")).map(([l, r]) => `(${l} / (1 + (${r})**2))`),
    fc.tuple(fc.constantFrom("sin", "cos", "atan"), tie("node")).map(([f, of]) => `${f}(${of})`),
    tie("node").map((of) => `sqrt(1 + (${of})**2)`),
    tie("node").map((of) => `log(2 + (${of})**2)`),
    tie("node").map((of) => `log10(2 + (${of})**2)`),
    tie("node").map((of) => `exp(sin(${of}))`),
    tie("node").map((of) => `tan(0.5*sin(${of}))`),
    tie("node").map((of) => `abs(2 + sin(${of}))`),
    tie("node").map((of) => `pow(${of}, 3)`),
  ),
})).node;
const near = fc.double({ min: 1, max: 3, noNaN: true });

test("derivatives agree with central differences", () => {
  fc.assert(
    fc.property(smooth, near, near, (text, a, b) => {
      fc.pre(text.length < 300);
      let read: ReturnType<typeof expressionOf>;
      try {
        read = expressionOf(text, ["a", "b"]);
      } catch {
        return;
      }
      const at = (x: number, y: number) => {
        try {
          return numberOf(read, { a: x, b: y });
        } catch {
          return Number.NaN;
        }
      };
      const slopes = (h: number) => [
        (at(a + h, b) - at(a - h, b)) / (2 * h),
        (at(a, b + h) - at(a, b - h)) / (2 * h),
      ];
      const [wide, narrow] = [slopes(2e-5), slopes(1e-5)];
      const scale = Math.max(1, Math.abs(at(a, b)), ...narrow.map(Math.abs));
      // Where there is no value, as of the sine of a large angle, or the slope itself turns quickly, differences tell nothing.
      fc.pre(scale < 1e3 && narrow.every((one, n) => Math.abs(one - wide[n]!) <= 1e-6 * scale));
      const { lines } = combined(
        [
          { name: "a", value: a, distribution: "normal_std", std: 1 },
          { name: "b", value: b, distribution: "normal_std", std: 1 },
        ],
        read,
      );
      for (const [n, { sensitivity }] of lines.entries())
        expect(Math.abs(sensitivity - narrow[n]!)).toBeLessThanOrEqual(1e-6 * scale);
    }),
    { numRuns: 600 },
  );
});

test("abs at 0 is refused where its argument is uncertain", () => {
  const model = expressionOf("abs(a) + b", ["a", "b"]);
  const b = { name: "b", value: 1, distribution: "constant" } as const;
  expect(() =>
    combined([{ name: "a", value: 0, distribution: "normal_std", std: 1 }, b], model),
  ).toThrow("abs has no derivative at 0");
  expect(combined([{ name: "a", value: 0, distribution: "constant" }, b], model).value).toBe(1);
});

test("terms of second order are those of the product and of the square", () => {
  const of = (name: string, value: number, std: number) =>
    ({ name, value, distribution: "normal_std", std }) as const;
  // f = a·b: f_ab = 1, so that both orders of the pair give u_a²·u_b²/2.
  expect(
    combined([of("a", 0, 2), of("b", 0, 3)], expressionOf("a*b", ["a", "b"])).secondOrder,
  ).toBe(36);
  // f = a²: f_aa = 2, so that it is 2·u⁴.
  expect(combined([of("a", 5, 0.1)], expressionOf("a**2", ["a"])).secondOrder).toBeCloseTo(
    2e-4,
    12,
  );
  // Besides what never changes from 0, where it would have no slope.
  expect(
    combined([of("a", 5, 0.1)], expressionOf("a**2 + abs(a - a)", ["a"])).secondOrder,
  ).toBeCloseTo(2e-4, 12);
  // f = a³: f_a·f_aaa = 18·a² besides (6a)²/2.
  expect(combined([of("a", 2, 0.1)], expressionOf("a**3", ["a"])).secondOrder).toBeCloseTo(
    (72 + 72) * 1e-4,
    12,
  );
});
