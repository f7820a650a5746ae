import type { Tolerance } from "../metrology/tolerance.ts";
import type { UnitCode } from "../metrology/units.ts";

/** Roles that are used together, or instead of one another. */
export type TemplateRole = string | { any_of: readonly (readonly string[])[] };

export type TemplateTest = {
  test: string;
  unit: UnitCode;
  /** Null: a one-sided test without a nominal value. */
  setpoints: readonly (string | null)[];
  tolerance: Tolerance;
  readings?: number;
  directions?: readonly ("up" | "down")[];
  note?: string;
  source: string;
  /** The figure waits to be compared with one's own copy of the standard. */
  verify: boolean;
};

/** What a kind of device is tested for, as the product brings it or a company has changed it. */
export type DeviceTemplate = {
  key: string;
  device: string;
  standards: readonly string[];
  default_interval_months: number;
  test_equipment_roles: readonly TemplateRole[];
  tests: readonly TemplateTest[];
  pm_checks: readonly string[];
  note?: string;
};
