import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as own from "#app/shared/metrology/elementary.ts";

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** How far apart two numbers are, in units of the last place of the second. */
const apart = (got: number, expected: number) =>
  got === expected ? 0 : Math.abs(got - expected) / (Math.abs(expected) * Number.EPSILON);

describe("agrees with the engine's own to two last places", () => {
  test.each([
    ["exp", own.exp, Math.exp, between(-700, 700)],
    ["log", own.log, Math.log, between(1e-300, 1e300)],
    ["log near 1", own.log, Math.log, between(0.5, 2)],
    ["log1p", own.log1p, Math.log1p, between(-0.9, 10)],
    ["log1p near 0", own.log1p, Math.log1p, between(-1e-6, 1e-6)],
    ["log10", own.log10, Math.log10, between(2, 1e300)],
    ["sin", own.sin, Math.sin, between(-1e5, 1e5)],
    ["cos", own.cos, Math.cos, between(-1e5, 1e5)],
    ["atan", own.atan, Math.atan, between(-100, 100)],
  ] as const)("%s", (_, f, g, range) => {
    fc.assert(
      fc.property(range, (x) => {
        expect(apart(f(x), g(x))).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5000 },
    );
  });

  test("tan, and powers", () => {
    fc.assert(
      fc.property(
        between(-50, 50),
        between(0.01, 100),
        between(-5, 5),
        fc.integer({ min: -8, max: 8 }),
        (a, x, y, n) => {
          expect(apart(own.tan(a), Math.tan(a))).toBeLessThanOrEqual(4);
          expect(apart(own.power(x, y), x ** y)).toBeLessThanOrEqual(40);
          expect(apart(own.power(-x, n), (-x) ** n)).toBeLessThanOrEqual(8);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("angles and arcs are off by less than the last place, by whole numbers of 400 bits", () => {
  const BITS = 400n;
  const ONE = 1n << BITS;
  /** A double, exactly. */
  const fixed = (x: number): bigint => {
    let [whole, halvings] = [x, 0n];
    for (; !Number.isInteger(whole); halvings++) whole *= 2;
    return (BigInt(whole) << BITS) >> halvings;
  };
  /** x - x³/3! + … from 1 on, 1 - x²/2! + … from 0 on. */
  const series = (x: bigint, from: 0 | 1): bigint => {
    let [term, sum] = [from === 1 ? x : ONE, 0n];
    for (let n = BigInt(from); term > 1n || term < -1n; n += 2n) {
      sum += term;
      term = -((((term * x) >> BITS) * x) >> BITS) / ((n + 1n) * (n + 2n));
    }
    return sum;
  };
  /** In units of the last place of a double. */
  const places = (off: bigint, of: number) =>
    Math.abs(Number(off) / Number(ONE)) / 2 ** (Math.floor(Math.log2(Math.abs(of))) - 52);

  const angles = Array.from({ length: 600 }, (_, n) => (n % 2 ? 1 : -1) * (n + 1) * 0.0799);
  test.each([
    ["sin", own.sin, 1],
    ["cos", own.cos, 0],
  ] as const)("%s", (_, f, from) => {
    const off = angles.map((x) => places(fixed(f(x)) - series(fixed(x), from), f(x)));
    expect(Math.max(...off)).toBeLessThan(0.8);
  });
  test("atan", () => {
    const off = angles.map((angle) => {
      const x = angle / 4;
      const arc = own.atan(x);
      const [sine, cosine] = [series(fixed(arc), 1), series(fixed(arc), 0)];
      // sin g - x·cos g is √(1 + x²) times what g is off by.
      return places(sine - ((fixed(x) * cosine) >> BITS), arc) / Math.sqrt(1 + x * x);
    });
    expect(Math.max(...off)).toBeLessThan(0.8);
  });
  test("the multiples of a quarter turn, where nearly all digits go", () => {
    let most = 0;
    for (let n = 1; n * (Math.PI / 2) < 1e5; n++) {
      const x = n * (Math.PI / 2);
      most = Math.max(most, apart(own.sin(x), Math.sin(x)), apart(own.cos(x), Math.cos(x)));
    }
    expect(most).toBeLessThanOrEqual(2);
  });
});

test("at the ends", () => {
  expect([
    own.exp(0),
    own.exp(800),
    own.exp(-800),
    own.exp(-Infinity),
    own.exp(Number.NaN),
  ]).toEqual([1, Infinity, 0, 0, Number.NaN]);
  expect(own.exp(-744)).toBe(Math.exp(-744));
  // The largest and the smallest double, and what goes beyond them.
  const largest = 709.782712893384;
  expect(apart(own.exp(largest), Math.exp(largest))).toBeLessThanOrEqual(2);
  expect(own.exp(709.7827128933841)).toBe(Infinity);
  expect([-745.1332191019411, -745.1332191019412].map(own.exp)).toEqual([5e-324, 0]);
  expect([own.log(1), own.log(0), own.log(-1), own.log(Infinity)]).toEqual([
    0,
    -Infinity,
    Number.NaN,
    Infinity,
  ]);
  expect(apart(own.log(5e-324), Math.log(5e-324))).toBeLessThanOrEqual(1);
  expect([own.log1p(0), own.log1p(-1), own.log1p(1e-20), own.log1p(Infinity)]).toEqual([
    0,
    -Infinity,
    1e-20,
    Infinity,
  ]);
  expect([1, 10, 100, 1000, 1e6, 0.001].map(own.log10)).toEqual([0, 1, 2, 3, 6, -3]);
  expect([own.log10(0), own.log10(-1)]).toEqual([-Infinity, Number.NaN]);
  expect([own.sin(0), own.cos(0), own.tan(0), own.atan(0)]).toEqual([0, 1, 0, 0]);
  expect([own.sin, own.cos].flatMap((f) => [2e5, -2e5, -Infinity, Number.NaN].map(f))).toEqual(
    Array.from({ length: 8 }, () => Number.NaN),
  );
  expect([own.sin(Math.PI), own.cos(Math.PI / 2)]).toEqual([
    Math.sin(Math.PI),
    Math.cos(Math.PI / 2),
  ]);
  expect([own.atan(Infinity), own.atan(-1e300)]).toEqual([Math.PI / 2, -Math.PI / 2]);
  expect([
    own.power(1, 0.5),
    own.power(0, 0.5),
    own.power(0, -0.5),
    own.power(-8, 1 / 3),
    own.power(2, 0),
    own.power(2, -3),
  ]).toEqual([1, 0, Infinity, Number.NaN, 1, 0.125]);
});

test("nothing else of the engine asks for functions that engines differ in", () => {
  const folder = "app/shared/metrology";
  const allowed = new Set(["elementary.ts", "monte-carlo.ts"]);
  const asking = readdirSync(folder)
    .filter((file) => !allowed.has(file))
    .filter((file) => {
      const text = readFileSync(`${folder}/${file}`, "utf8").replaceAll(
        /\/\*[\s\S]*?\*\/|\/\/.*|"[^"\n]*"|'[^'\n]*'/g,
        "",
      );
      return /Math\.(exp|log|pow|sin|cos|tan|atan|hypot|cbrt|sinh|cosh)|\*\*/.test(text);
    });
  expect(asking).toEqual([]);
});
