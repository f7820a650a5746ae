/** What a measurement is reckoned from besides what is typed. It is plain data: the server reads it, and page and server reckon with it alike. */

import type { MachineParameter } from "../calibration/machine-parameters.ts";
import type { ProcedureContent } from "../calibration/procedure-content.ts";
import type { StoredRule } from "../calibration/rule-limits.ts";
import type { CalibratedRange } from "../metrology/calibrated-range.ts";
import type { SafetyLimit } from "../metrology/safety-limits.ts";
import type { UnitCode } from "../metrology/units.ts";

/** A range of a standard's certificate, with what budgets need of it. */
export type StandardRange = CalibratedRange & {
  id: string;
  parameter: string;
  quantity: string;
  unit: UnitCode;
  resolution: string | null;
  specAbs: string | null;
  specPct: string | null;
  driftKind: "per_year_abs" | "per_year_pct" | "from_history" | "spec_only" | "none";
  driftValue: string | null;
  /** Half the width of drift that the certificates over the years tell; null where they are too few. */
  historyDrift: number | null;
};

/** A standard as it is used in a measurement, with its certificate that is valid on the day of the work. */
export type UsedStandard = {
  calibratorId: string;
  certificateId: string | null;
  role: string;
  calibratorNo: string;
  name: string;
  serialNo: string | null;
  status: "in_service" | "out_for_calibration" | "quarantined" | "damaged" | "retired";
  certificate: {
    certificateNo: string;
    issuedBy: string;
    accreditationBody: string | null;
    accreditationNo: string | null;
    route: "accredited_lab" | "national_institute" | "certified_material" | "in_house" | "none";
    calibratedOn: string;
    dueOn: string;
    validFrom: string | null;
    validUntil: string | null;
    status: "entered" | "accepted" | "rejected" | "superseded";
  } | null;
  /** It was in quarantine, damaged or retired on some day of the work. */
  heldDuring: boolean;
  ranges: readonly StandardRange[];
};

export type SetupRule = StoredRule & {
  id: string;
  code: string;
  name: string;
  certificateText: string;
  minTur: string | null;
};

/** A line of the laboratory's scope. */
export type ScopeEntry = {
  parameter: string;
  unit: UnitCode;
  rangeLo: string;
  rangeHi: string;
  cmcAbs: string | null;
  cmcPct: string | null;
  place: "permanent" | "onsite";
  validFrom: string;
  validUntil: string | null;
};

/** What of the device decides limits, ranges and resolutions. */
export type SetupDevice = {
  parameters: readonly MachineParameter[];
  electricalClass: string | null;
  appliedPart: string | null;
  supply: string | null;
};

export type MeasuringSetup = {
  content: ProcedureContent;
  device: SetupDevice;
  standards: readonly UsedStandard[];
  rules: readonly SetupRule[];
  /** The rule of the record; a point may have its own. Null: nothing is judged but what a point says. */
  ruleId: string | null;
  /** The laboratory's scope, where the record is accredited; null where it is not. */
  scope: readonly ScopeEntry[] | null;
  place: "permanent" | "onsite";
  limits: readonly SafetyLimit[];
  /** The last day of the work. */
  on: string;
};
