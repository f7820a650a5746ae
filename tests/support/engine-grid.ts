import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import type { Component, PointInput } from "#app/shared/metrology/point.ts";

const component = (symbol: string, more: Partial<Component>): Component => ({
  ...{ symbol, name: symbol, source: "custom", evaluation: "B" },
  ...{ distribution: "rectangular", value: "0" },
  ...more,
});
/** A budget as a laboratory writes one: eight components of five distributions. */
const components: Component[] = [
  component("rep", {
    ...{ source: "repeatability", evaluation: "A", distribution: "type_a_readings" },
  }),
  component("std", { distribution: "normal_k", value: "range.u_pct/100*ref", k: "2" }),
  component("drift", { value: "0.5/100*ref" }),
  component("res", { source: "std_resolution", distribution: "resolution", value: "0.1" }),
  component("temp", { value: "0.02" }),
  component("op", { value: "0.01" }),
  component("load", { distribution: "u_shaped", value: "0.05" }),
  component("hys", { value: "0.03" }),
];
const MODEL = "indication - (reference + std + drift + res)*(1 + temp/100)*(1 + load/1000) + rep";

/** Points of a grid with full budgets, each with five readings of its own; every other one has a model that is no straight line. */
export const gridOf = (count: number): PointInput[] =>
  Array.from({ length: count }, (_, at) => ({
    ...({ setting: "set_duc_read_std", unit: "J", indications: [], readings: 5 } as const),
    ...{ correction: "0", standardResolution: "0.1", components },
    model: at % 2 === 0 ? null : MODEL,
    tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" },
    names: { "range.u_pct": 1 },
    coverage: { mode: "p", p: "0.9545" },
    rounding: { digits: 2, mode: "ea5" },
    rule: { kind: "z540_method6" },
    nominal: String(10 + at),
    references: Array.from({ length: 5 }, (__, reading) =>
      (9.5 + at + ((reading * 13 + at) % 50) / 100).toFixed(2),
    ),
  }));

/** Evaluates a grid. @returns how many points have a verdict, so that none is left out */
export const reckonGrid = (points: readonly PointInput[]): number =>
  points.map(evaluatePoint).filter(({ verdict }) => verdict === "pass" || verdict === "fail")
    .length;
