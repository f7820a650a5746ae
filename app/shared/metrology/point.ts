/** What a point of a calibration is evaluated from, and what comes of it. */
import type { Correlation } from "./budget.ts";
import type { DecisionRule, Verdict } from "./decision.ts";
import type { Rounding } from "./rounding.ts";
import type { Tolerance, ToleranceRule } from "./tolerance.ts";
import type { Distribution } from "./type-b.ts";
import type { UnitCode } from "./units.ts";

/** Goes up with each change of what a point evaluates to. */
export const ENGINE_VERSION = "1";

export type Setting = "set_duc_read_std" | "set_std_read_duc";

/** A component of the budget as a procedure says it. Figures are decimal text or expressions over the names of the point. */
export type Component = {
  symbol: string;
  name: string;
  source: string;
  evaluation: "A" | "B";
  distribution: Distribution;
  /** Standard deviation, U, half-width or resolution, as the distribution asks. */
  value: string;
  /** The unit of the value; null: that of the result. */
  unit?: UnitCode | null;
  k?: string | null;
  p?: string | null;
  /** Top over base of a trapezoid. */
  beta?: string | null;
  /** Of an uneven interval, how far it reaches below. */
  minus?: string | null;
  /** Null: the derivative of the model, 1 without one. */
  sensitivity?: string | null;
  dof?: string | null;
  /** How uncertain the uncertainty itself is, in per cent; degrees of freedom follow. */
  reliability_pct?: string | null;
  pooled?: { s: string; n: number; dof: number } | null;
};

export type PointInput = {
  setting: Setting;
  unit: UnitCode;
  /** Readings as typed, in their order; null or blank where one is missing. */
  indications: readonly (string | null)[];
  references: readonly (string | null)[];
  /** How many readings the point asks for. */
  readings: number;
  nominal: string | null;
  /** What is added to what the standard reads or is set to. */
  correction: string;
  tolerance: Tolerance | null;
  range?: { lo: string; hi: string } | null;
  /** Of the device, and of the standard. */
  resolution?: string | null;
  standardResolution?: string | null;
  rules?: Readonly<Record<string, ToleranceRule>>;
  /** The error as a function of indication, reference, nominal and the components' symbols; null: indication - reference. */
  model: string | null;
  components: readonly Component[];
  correlations?: readonly Correlation[];
  /** What value expressions may name besides, such as `range.u_abs`. */
  names?: Readonly<Record<string, number>>;
  coverage: { mode: "p"; p: string } | { mode: "k"; k: string };
  rounding: Rounding;
  rule: DecisionRule;
  /** The best the laboratory is accredited for, where the line is in scope: absolute and per cent of the value. */
  cmc?: { abs: string | null; pct: string | null } | null;
  /** Readings outside it are mistyped. */
  plausible?: { lo: string; hi: string } | null;
};

export type PointFlag =
  | "cmc_applied"
  | "nu_low"
  | "correlated"
  | "out_of_range_standard"
  | "environment_out"
  | "resolution_dominates"
  | "rounded_up"
  | "outlier_suspected"
  | "nonlinear";

/** Why a point cannot be evaluated; `at` is the number of the reading, from 1. */
export type Reason = {
  side: "indication" | "reference" | null;
  at: number | null;
  message: string;
};

/** A line of the budget; figures are the shortest texts that read back as the doubles. */
export type ResultLine = {
  symbol: string;
  name: string;
  source: string;
  distribution: Distribution;
  u: string;
  dof: string | null;
  sensitivity: string;
  contribution: string;
  share: string;
};

/** Every figure is text: exact decimals, or the shortest text that reads back as the double. Null where there is none. */
export type PointResult = {
  engine_version: string;
  verdict: Verdict;
  reasons: Reason[];
  flags: PointFlag[];
  indication: string | null;
  reference: string | null;
  error: string | null;
  s: string | null;
  u_c: string | null;
  /** Null: infinite. */
  nu_eff: string | null;
  k: string | null;
  p: string | null;
  coverage: "k" | "p" | "rectangular" | "trapezoidal" | null;
  u_raw: string | null;
  u_used: string | null;
  cmc: string | null;
  value_reported: string | null;
  error_reported: string | null;
  u_reported: string | null;
  lower: string | null;
  upper: string | null;
  guard: string | null;
  accept_lower: string | null;
  accept_upper: string | null;
  tur: string | null;
  pc: string | null;
  budget: ResultLine[];
};
