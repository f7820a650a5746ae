import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { rangeProblem, rangeText } from "#app/shared/calibration/parameter-rows.ts";
import { parametersFromTemplate } from "#app/shared/calibration/parameters-from-template.ts";
import {
  limitsAt,
  limitsText,
  setpointsIn,
  setpointsText,
  testText,
} from "#app/shared/calibration/template-text.ts";
import { toleranceRules } from "#app/shared/calibration/tolerance-rules.ts";
import { decimal, plainText, typedNumber } from "#app/shared/metrology/decimal.ts";
import { limitsOf } from "#app/shared/metrology/tolerance.ts";
import {
  parseTolerance,
  toleranceText,
  toleranceWords,
} from "#app/shared/metrology/tolerance-text.ts";
import { isUnit, units } from "#app/shared/metrology/units.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };
import { builtIn } from "#worker/domain/calibration/built-in.ts";

const { templates, limits } = await builtIn();

describe.each(templates.map((template) => [template.key, template] as const))(
  "the built-in template %s",
  (key, template) => {
    const parameters = parametersFromTemplate(template);

    test("begins a model with parameters that a model takes", () => {
      expect(new Set(parameters.map((one) => one.key)).size).toBe(parameters.length);
      for (const one of parameters) {
        expect(one.key).toMatch(/^[a-z0-9_]{1,44}$/);
        expect(isUnit(one.unit)).toBe(true);
        expect(one.quantity).toBe(units[one.unit].quantity);
        for (const figure of [one.lo, one.hi, one.resolution])
          expect(typedNumber(figure), figure).not.toBeNull();
        expect(rangeProblem(one.lo, one.hi, one.tolerance)).toBeNull();
        expect(decimal(one.resolution).gt(0)).toBe(true);
      }
    });

    test("has a parameter for each test with a set point other than nought, which spans them all", () => {
      const tests = template.tests.filter(({ setpoints }) =>
        setpoints.some((point) => point !== null && !decimal(point).eq(0)),
      );
      expect(parameters.map(({ name }) => name)).toEqual(tests.map((one) => one.test));
      for (const [at, { setpoints, tolerance }] of tests.entries()) {
        const { lo, hi, resolution, tolerance: taken } = parameters[at]!;
        expect(taken).toEqual(tolerance);
        for (const point of setpoints) {
          expect(decimal(point!).gte(lo) && decimal(point!).lte(hi), point!).toBe(true);
          // Each set point is one that such a display can show.
          expect(plainText(decimal(point!).div(resolution))).not.toContain(".");
          expect(limitsOf(taken, { setpoint: point, range: { lo, hi }, resolution })).toEqual(
            limitsAt({ tolerance }, point),
          );
        }
      }
    });

    test("shows the limits of the file, and reads back what it shows", () => {
      const device = file.devices.find((one) => one.key === key)!;
      for (const [at, one] of template.tests.entries()) {
        expect("limits" in one).toBe(false);
        expect(parseTolerance(toleranceText(one.tolerance)).tolerance).toEqual(one.tolerance);
        expect(setpointsIn(setpointsText(one.setpoints))).toEqual(one.setpoints);
        expect(testText(one)).toContain(toleranceWords(one.tolerance, units[one.unit].symbol));
        for (const [n, point] of one.setpoints.entries()) {
          const { lower, upper } = limitsAt(one, point);
          const shown = [lower, upper].map((side) => side && plainText(side));
          expect(shown, one.test).toEqual(device.tests[at]!.limits[n]);
          expect(limitsText(one, point) === null).toBe(lower === null && upper === null);
        }
      }
    });
  },
);

test("what is built in is the whole file", () => {
  expect([templates.length, limits.length]).toEqual([34, 45]);
  expect(new Set(limits.map(({ originKey }) => originKey)).size).toBe(45);
  expect(new Set(limits.map(({ name }) => name)).size).toBe(45);
  const { note: _, source: __, verify: ___, ...rule } = file.rules.mpe_class_iii_in_service;
  expect(toleranceRules).toMatchObject({ mpe_class_iii_in_service: rule });
});

test("set points of any kind give a range and a resolution, or no parameter", () => {
  const point = fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 3 }))
    .map(([digits, places]) => plainText(decimal(digits).div(10 ** places)));
  fc.assert(
    fc.property(fc.array(fc.option(point), { minLength: 1, maxLength: 8 }), (setpoints) => {
      const template: DeviceTemplate = {
        ...{ key: "own", device: "Own", standards: [], default_interval_months: 12 },
        ...{ test_equipment_roles: [], pm_checks: [] },
        tests: [1, 2].map(() => ({
          ...{ test: "Ω", unit: "V" as const, setpoints, source: "", verify: false },
          tolerance: { op: "sym" as const, abs: "1" },
        })),
      };
      const parameters = parametersFromTemplate(template);
      const isSome = setpoints.some((one) => one !== null && !decimal(one).eq(0));
      expect(parameters.length).toBe(isSome ? 2 : 0);
      expect(new Set(parameters.map(({ key }) => key)).size).toBe(parameters.length);
      for (const { lo, hi, resolution } of parameters) {
        expect(decimal(lo).lte(hi)).toBe(true);
        const distinct = new Set(setpoints.filter((one) => one !== null));
        if (distinct.size === 1) expect([lo, hi]).toEqual([...distinct, ...distinct]);
        for (const one of setpoints)
          if (one !== null) {
            expect(decimal(one).gte(lo) && decimal(one).lte(hi)).toBe(true);
            expect(plainText(decimal(one).div(resolution))).not.toContain(".");
          }
      }
    }),
  );
});

test("a single set point is a range of that point alone", () => {
  const oximeter = templates.find(({ key }) => key === "pulse_oximeter")!;
  const low = parametersFromTemplate(oximeter).find(({ name }) => name === "SpO2, low")!;
  expect(low).toMatchObject({ lo: "70", hi: "70" });
  const limits = limitsOf(low.tolerance, { setpoint: low.lo, range: low });
  expect([limits.lower, limits.upper].map((side) => side && plainText(side))).toEqual(["67", "73"]);
  expect(rangeText(low.lo, low.hi)).toBe("70");
  expect(rangeText("0", "70")).toBe("0 to 70");
  expect(rangeProblem("70", "70.0", { op: "sym", pct: "2" })).toBeNull();
  expect(rangeProblem("70", "70", { op: "sym", pct_range: "2" })).toContain("more than from");
  expect(rangeProblem("71", "70", { op: "sym", abs: "3" })).toContain("less than from");
});
