/* A point of a calibration that was worked by hand, for tests of what changes in it. */
import { expect } from "vitest";
import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import type { Component, PointInput } from "#app/shared/metrology/point.ts";

export const component = (symbol: string, more: Partial<Component>): Component => ({
  ...{ symbol, name: symbol, source: "custom", evaluation: "B", distribution: "rectangular" },
  value: "0",
  ...more,
});
export const repeatability = component("rep", {
  source: "repeatability",
  evaluation: "A",
  distribution: "type_a_readings",
});
export const display = component("res", {
  source: "std_resolution",
  distribution: "resolution",
  value: "0.1",
});

/** A defibrillator at 200 J on an analyser: section 5.10 of the calibration document. */
export const defibrillator: PointInput = {
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
export const point = (more: Partial<PointInput> = {}) =>
  evaluatePoint({ ...defibrillator, ...more });
export const close = (got: string | null, value: number, tolerance: number) =>
  expect(Math.abs(Number(got) - value), `${got} is not ${value}`).toBeLessThanOrEqual(tolerance);
