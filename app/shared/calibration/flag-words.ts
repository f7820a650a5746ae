import type { PointFlag } from "../metrology/point.ts";

/** What the engine noticed at a point, a sentence each. */
export const flagWords: Readonly<Record<PointFlag, string>> = {
  cmc_applied: "U is raised to the CMC: a certificate states no less.",
  nu_low: "The effective degrees of freedom are below 10: more readings make k smaller.",
  correlated: "Components are correlated: their degrees of freedom are not combined.",
  out_of_range_standard: "The point lies outside of what the standard is calibrated for.",
  environment_out: "The environment was outside of what the procedure allows.",
  resolution_dominates:
    "The readings scatter by no more than one step of the display: scatter and resolution are counted once.",
  rounded_up: "U is rounded up, since the nearest figure would take more than 5 % off it.",
  outlier_suspected: "A reading lies farther from the others than chance explains (Grubbs, 5 %).",
  nonlinear: "The model bends here: terms of second order are more than 10 % of the variance.",
};
