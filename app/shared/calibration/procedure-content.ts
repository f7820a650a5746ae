import type { Component, Setting } from "../metrology/point.ts";
import type { Rounding } from "../metrology/rounding.ts";
import type { Tolerance } from "../metrology/tolerance.ts";
import type { UnitCode } from "../metrology/units.ts";

/** A point of a procedure. Figures are decimal text in the unit of its parameter. */
export type ProcedurePoint = {
  /** Tells it from the others of its version, and stays over versions. */
  key: string;
  /** Null: a one-sided test without a nominal value, or one that is set as per cent of the range. */
  nominal: string | null;
  pctOfRange: string | null;
  /** 0 while it is not said. */
  readings: number;
  /** `from_machine`: as the parameter of the machine says. Null while it is not said: such a version stays a draft. */
  tolerance: Tolerance | "from_machine" | null;
  /** Instead of the version's rule. */
  decisionRuleId: string | null;
  mandatory: boolean;
  /** Load, frequency, lead and the like, as people read them. */
  conditions: readonly { name: string; value: string }[];
  /** A figure that waits to be compared with one's own copy of the standard. */
  verify: boolean;
};

/** A component of the budget, with how it goes together with others. */
export type ProcedureComponent = Component & {
  correlationGroup: string | null;
  r: string | null;
};

/** What is measured at the points, how it is reckoned, and what is uncertain in it. */
export type ProcedureParameter = {
  key: string;
  name: string;
  quantity: string;
  unit: UnitCode;
  setting: Setting;
  /** The role of the standard that it is compared with. */
  role: string | null;
  /** The error as an expression; null: indication less reference. */
  model: string | null;
  sequence: "single" | "up" | "down" | "up_down" | "up_down_up";
  points: readonly ProcedurePoint[];
  components: readonly ProcedureComponent[];
};

export type EnvironmentCondition = {
  quantity: string;
  unit: UnitCode;
  lo: string;
  hi: string;
  log: "start_end" | "continuous";
};

export type RequiredRole = { role: string; count: number; minTur: string | null };

export type ProcedureCheck = {
  key: string;
  group: "visual" | "function" | "alarm" | "electrical";
  name: string;
  mandatory: boolean;
  /** Of an electrical check: what is looked up among the limits. */
  quantity: string | null;
  condition: string | null;
};

/** How coverage may be asked for: above 0 and at most so much, and what is usual. */
export const COVERAGE = {
  p: { label: "Coverage probability", most: "0.9999", usual: "0.9545" },
  k: { label: "Coverage factor", most: "10", usual: "2" },
} as const;

/** What a version of a procedure says; nothing of it is computed. */
export type ProcedureContent = {
  scope: string | null;
  precautions: string | null;
  preparation: string | null;
  warmUpMinutes: number;
  acclimatiseMinutes: number;
  environment: readonly EnvironmentCondition[];
  roles: readonly RequiredRole[];
  coverage: { mode: "p"; p: string } | { mode: "k"; k: string };
  rounding: Rounding;
  asFoundRequired: boolean;
  checks: readonly ProcedureCheck[];
  safety: { standard: string; edition: string | null; method: string } | null;
  statements: readonly string[];
  parameters: readonly ProcedureParameter[];
};
