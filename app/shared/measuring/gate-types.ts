import type { Adjustment } from "../certificates/document.ts";
import type { OwnProblem } from "../certificates/own-fields.ts";
import type { EvaluatedCheck } from "./checks.ts";
import type { EvaluatedEnvironment } from "./environment.ts";
import type { EvaluatedLine } from "./evaluated.ts";
import type { Measured } from "./measured.ts";
import type { MeasuringSetup } from "./setup.ts";

export const gateTitles = {
  G1: "Item identified",
  G2: "Standards in date",
  G3: "Points in range",
  G4: "Traceable",
  G5: "Environment",
  G6: "Readings complete",
  G7: "Every line has U",
  G8: "Rule agreed",
  G9: "May sign",
  G10: "TUR",
  G11: "Scope marked",
  G12: "Due date agreed",
  G13: "Figures confirmed",
} as const;
export type GateCode = keyof typeof gateTitles;
/** Those that a concession may stand in for. */
export const concedable = ["G2", "G3"] as const satisfies readonly GateCode[];
export type ConcedableGate = (typeof concedable)[number];

/** What somebody has let pass on a certificate, why and until when. */
export type Concession = {
  gate: ConcedableGate;
  reason: string;
  expiresOn: string;
  grantedBy: string;
  grantedName: string;
  at: number;
};
/** The gates that a concession stands in for on a day. */
export const concededOn = (concessions: readonly Concession[], today: string): GateCode[] =>
  concessions.flatMap(({ gate, expiresOn }) => (expiresOn >= today ? [gate] : []));

/** Something that is missing, and the place on the page where it is mended. */
export type GateProblem = { says: string; at: string };
export type Gate = {
  code: GateCode;
  title: string;
  ok: boolean;
  problems: readonly GateProblem[];
  /** A concession stands in for it. */
  conceded: boolean;
};

/** What of the record's head gates look at. */
export type GatedHead = {
  accredited: boolean;
  schemeNo: string | null;
  adjustment: Adjustment;
  asFoundMissing: string | null;
  deviations: string | null;
  showDue: boolean;
  calStartOn: string;
  calEndOn: string;
};
export type GatedMachine = {
  manufacturer: string;
  model: string;
  serialNo: string | null;
  customerTag: string | null;
  hasOwner: boolean;
  electricalClass: string | null;
  appliedPart: string | null;
  supply: string | null;
};
export type GateInput = {
  setup: MeasuringSetup;
  measured: Measured;
  lines: readonly EvaluatedLine[];
  checks: readonly EvaluatedCheck[];
  environment: EvaluatedEnvironment;
  head: GatedHead;
  machine: GatedMachine;
  /** What was agreed with the customer; null for one's own device. */
  agreed: { rule: boolean; interval: boolean } | null;
  /** Gates that a concession stands in for. */
  conceded: readonly GateCode[];
  /** Why the person may not sign; null when they may. */
  whyNotSign: string | null;
  /** What is wrong with fields of one's own. */
  own?: readonly OwnProblem[];
};

/** A problem at a place of the page. */
export const at =
  (place: string) =>
  (says: string): GateProblem => ({ says, at: place });
export const inHead = at("head");
export const inStandards = at("standards");
