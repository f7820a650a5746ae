import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Course,
  type Found,
  type Interval,
  intervalOf,
  type Method,
  methods,
  monthsOf,
  proposalBy,
  usualFigures,
  withDates,
} from "#app/shared/calibration/intervals.ts";
import { yearLabel } from "#app/shared/calibration/year-label.ts";
import { dateText } from "#app/shared/dates.ts";

const year: Interval = { value: 12, unit: "month" };
const found = (...parts: (number | boolean)[]): Found[] =>
  parts.map((part, at) => ({
    on: `20${10 + at}-05-01`,
    error: typeof part === "number" ? String(part) : "",
    limit: typeof part === "number" ? "1" : "",
    inTolerance: typeof part === "number" ? Math.abs(part) <= 1 : part,
  }));
const by = (method: Method, of: Found[], more: { course?: Course; current?: Interval } = {}) =>
  proposalBy(method, {
    ...{ found: of, course: more.course ?? null, current: more.current ?? year },
    ...{ usual: year, figures: usualFigures },
  });
const made = (...asked: Parameters<typeof by>) => by(...asked).proposed!.interval;

test("the staircase goes up after two good results, down after a bad one, and not beyond twice the agreed interval", () => {
  expect(made("staircase", found(0.5, -0.8))).toEqual({ value: 15, unit: "month" });
  expect(made("staircase", found(0.5, 0.81))).toEqual(year);
  expect(made("staircase", found(0.1, 1.01))).toEqual({ value: 6, unit: "month" });
  expect(made("staircase", found(0.2))).toEqual(year);
  expect(made("staircase", found(0.2, false))).toEqual({ value: 6, unit: "month" });
  const long = { value: 24, unit: "month" } as const;
  expect(made("staircase", found(0.2, 0.2), { current: long })).toEqual(long);
  expect(by("staircase", found(0.5, 0.6)).proposed!.arithmetic).toEqual([
    "2010-05-01: |0.5| / 1 = 0.5 of the permissible error",
    "2011-05-01: |0.6| / 1 = 0.6 of the permissible error",
    "Both at most 0.8: × 1.25, at most 2 × 12 months",
    "12 months × 1.25 = 15 months, in whole units",
  ]);
});

test("A1 steps a little up or far down; A3 acts only where it is sure", () => {
  expect(made("a1", found(true))).toEqual({ value: 13, unit: "month" });
  expect(made("a1", found(true, false))).toEqual({ value: 5, unit: "month" });
  expect(made("a3", found(true, true, true, true))).toEqual(year);
  expect(monthsOf(made("a3", found(true, false, false, false)))).toBe(6);
});

test("what is missing is said", () => {
  expect(by("staircase", []).missing).toBe("No certificate says what was found.");
  expect(by("staircase", found(true, true)).missing).toContain("specification");
  expect(by("a1", []).missing).toContain("in tolerance");
  expect(by("variables", found(0.1)).missing).toContain("calibrated more than once");
  const course = { name: "200 J", start: 0, u0: 0.1, limit: 1 };
  const each = (years: number[], change = 0.1) => years.map((at) => ({ years: at, change }));
  expect(by("variables", [], { course: { ...course, changes: each([1, 1]) } }).missing).toContain(
    "2 changes",
  );
  expect(
    by("variables", [], { course: { ...course, changes: each([1, 1, 1]) } }).missing,
  ).toContain("same time apart");
  expect(
    by("variables", [], { course: { ...course, start: 2, changes: each([0.5, 1, 2]) } }).missing,
  ).toContain("passed already");
  const steady = {
    ...course,
    changes: [0.5, 1, 2].map((years) => ({ years, change: years * 0.4 })),
  };
  // Of one degree of freedom t is 6.31 at 90 %: 0.4 a year reaches 1 - 6.31·0.1 after 0.92 years.
  expect(made("variables", [], { course: steady })).toEqual({ value: 11, unit: "month" });
});

const some = fc.array(fc.oneof(fc.double({ min: -2, max: 2, noNaN: true }), fc.boolean()), {
  maxLength: 12,
});
test("every proposal is a whole interval within its bounds, with its arithmetic", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(methods) as Method[])),
      some,
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom("day", "month", "year" as const),
      (method, parts, value, unit) => {
        const current = { value, unit } as Interval;
        const { proposed, missing } = proposalBy(method, {
          ...{ found: found(...parts), course: null, current, usual: current },
          figures: usualFigures,
        });
        expect(missing ?? ".").toMatch(/\.$/);
        if (!proposed) return;
        expect(Number.isInteger(proposed.interval.value)).toBe(true);
        expect(proposed.interval.value).toBeGreaterThanOrEqual(1);
        expect(monthsOf(proposed.interval)).toBeLessThanOrEqual(2 * monthsOf(current) + 1e-6);
        expect(proposed.arithmetic.length).toBeGreaterThan(1);
      },
    ),
  );
  expect(intervalOf(1.5, "month")).toEqual({ value: 45, unit: "day" });
  expect(intervalOf(24, "year")).toEqual({ value: 2, unit: "year" });
  expect(intervalOf(15, "year")).toEqual({ value: 15, unit: "month" });
});

test("an axis tells years alone, or each of its days with the month", () => {
  const labels = (...days: string[]) => {
    const all = days.map((on) => ({ on }));
    return days.map((on) => yearLabel(on, all));
  };
  expect(labels("2022-01-13", "2023-01-05", "2024-12-20")).toEqual(["2022", "2023", "2024"]);
  expect(labels("2022-01-13", "2023-01-05", "2023-12-28", "2024-12-20")).toEqual([
    ...["Jan 2022", "Jan 2023", "Dec 2023", "Dec 2024"],
  ]);
});

test("a line of the arithmetic tells its day as people write it", () => {
  const line = "2025-12-13: |-0.8| / 2 = 0.4 of the permissible error";
  const said = (format: string) => withDates(line, (on) => dateText(on, format));
  expect(said("DD MMM YYYY")).toBe("13 Dec 2025: |-0.8| / 2 = 0.4 of the permissible error");
  expect(said("MM/DD/YYYY")).toBe("12/13/2025: |-0.8| / 2 = 0.4 of the permissible error");
  const other = "1,234 of 2025-12 and 120250-12-131";
  expect(withDates(other, () => "x")).toBe(other);
});
