import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CalibratedRange,
  correctionOf,
  expressionProblem,
  isCorrection,
  saidAt,
} from "#app/shared/metrology/calibrated-range.ts";
import { decimal } from "#app/shared/metrology/decimal.ts";

const point = (indicated: string, reference: string, u: string, k = "2") => ({
  ...{ nominal: indicated, reference, indicated, correction: "", u, k },
});
const range = (more: Partial<CalibratedRange> = {}): CalibratedRange => ({
  ...{ rangeLo: "0", rangeHi: "600", uKind: "abs", uAbs: "0.5", uPct: null, uEquation: null },
  ...{ uK: "2", correction: "none", correctionEquation: null, points: [], ...more },
});

test("a correction is reference less indicated, to the last digit of either", () => {
  expect(correctionOf("200.10", "200.4")).toBe("-0.30");
  expect(correctionOf("1e2", "99.5")).toBe("0.5");
  expect(correctionOf("1.5e-3", "0.001")).toBe("0.0005");
  expect([correctionOf("203", "200"), correctionOf("1e2", "99")]).toEqual(["3", "1"]);
  expect(correctionOf("1,5", "1")).toBeNull();
  expect(isCorrection("-0.3", "200.10", "200.4")).toBe(true);
  expect(isCorrection("-0.31", "200.10", "200.4")).toBe(false);
  expect(isCorrection("", "1", "1")).toBe(false);
});

const figure = fc
  .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => decimal(digits).div(decimal(10).pow(places)).toFixed(places));
test("a correction added to what was indicated gives the reference exactly", () => {
  fc.assert(
    fc.property(figure, figure, (reference, indicated) => {
      const correction = correctionOf(reference, indicated)!;
      expect(decimal(indicated).plus(correction).eq(reference)).toBe(true);
      expect(isCorrection(correction, reference, indicated)).toBe(true);
    }),
  );
});

test("U is told by its kind", () => {
  expect(saidAt(range(), "200")).toEqual({ correction: "0.00", u: "0.50", k: "2" });
  const percent = range({ uKind: "pct_reading", uPct: "1", uAbs: null });
  expect(saidAt(percent, "200")).toMatchObject({ u: "2.0" });
  expect(saidAt(range({ uKind: "pct_plus_abs", uPct: "1" }), "200")).toMatchObject({ u: "2.5" });
  // 2.5 % of 98 are 2.45.
  const part = range({ uKind: "pct_reading", uPct: "2.5", uAbs: null });
  expect(saidAt(part, "98")).toMatchObject({ u: "2.5" });
  const equation = range({ uKind: "equation", uEquation: "0.1 + 0.01*abs(reading)" });
  expect(saidAt(equation, "200")).toMatchObject({ u: "2.1" });
});

test("between two points correction and U lie on the straight line; beyond them nothing is said", () => {
  const points = [point("100", "101", "1"), point("200", "203", "3")];
  const lined = range({ uKind: "table", correction: "linear", points });
  expect(saidAt(lined, "150")).toEqual({ correction: "2.0", u: "2.0", k: "2" });
  expect(saidAt(lined, "200")).toEqual({ correction: "3.0", u: "3.0", k: "2" });
  expect(saidAt(lined, "99")).toEqual({ problem: "U is not known here" });
  expect(saidAt({ ...lined, uKind: "abs" }, "300")).toEqual({
    problem: "The correction is not known here",
  });
  // A point's own k is turned into that of the range.
  const other = range({ uKind: "table", uK: "3", points: [point("100", "100", "1")] });
  expect(saidAt(other, "100")).toMatchObject({ u: "1.5", k: "3" });
});

test("a point of which a figure is missing, or whose k is nothing, is left out", () => {
  const ends = [point("100", "101", "1"), point("200", "203", "3")];
  for (const left of [
    point("", "150", "9"),
    point("150", "", ""),
    point("150", "160", "9", ""),
    point("150", "160", "9", "0"),
  ])
    expect(saidAt(range({ uKind: "table", points: [...ends, left] }), "150")).toMatchObject({
      u: "2.0",
    });
});

test("the ends of a range belong to it, whichever is typed first", () => {
  for (const ends of [{}, { rangeLo: "600", rangeHi: "0" }]) {
    const said = ["0", "600", "-1", "601"].map((at) => saidAt(range(ends), at));
    expect(said.map(({ problem }) => problem === undefined)).toEqual([true, true, false, false]);
  }
});

test("a value between two points is between what they say", () => {
  const value = fc.integer({ min: 100, max: 200 });
  fc.assert(
    fc.property(
      value,
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 1, max: 99 }),
      (at, a, b) => {
        const points = [point("100", String(100 + a), "1"), point("200", String(200 + b), "1")];
        const said = saidAt(range({ correction: "linear", uAbs: "1", points }), String(at));
        const correction = Number((said as { correction: string }).correction);
        expect(correction).toBeGreaterThanOrEqual(Math.min(a, b) - 0.05);
        expect(correction).toBeLessThanOrEqual(Math.max(a, b) + 0.05);
      },
    ),
  );
});

test("what cannot be reckoned is said in words", () => {
  expect(saidAt(range(), "601")).toHaveProperty("problem");
  expect(saidAt(range(), "")).toHaveProperty("problem");
  expect(saidAt(range({ uAbs: "" }), "1")).toHaveProperty("problem");
  const divided = range({ uKind: "equation", uEquation: "1/reading" });
  expect(saidAt(divided, "0")).toHaveProperty("problem");
  for (const bad of ["a.constructor", "__proto__", "x[0]", "reading^2", "'x'", "a;b"])
    expect(expressionProblem(bad), bad).not.toBeNull();
  expect(expressionProblem("0.1*reading + sqrt(4)")).toBeNull();
});
