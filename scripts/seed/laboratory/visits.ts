import type { Course } from "./certifying.ts";
import type { Found } from "./readings.ts";
import { procedureRows } from "./tables.ts";

/** Days for which calibrations have been certified here; of those before only the day is known. */
export const SINCE = 430;
/** The devices of a visit are done one after the other, so many days after its first. */
export const spreadOf = (turn: number) => (turn * 7) % 17;

/** Calibrations of these last days are still under way, some of them. */
export const RECENT = 24;
const underWay = [
  ...(["half", "approved", "checked", "half", "begun", "submitted", "approved"] as const),
];
const every = (turn: number, times: number, place: number) => turn % times === place;

/** How far a calibration has come that began so many days ago. */
export function courseOf(turn: number, ago: number): Course {
  if (ago <= RECENT) return underWay[turn % underWay.length]!;
  if (every(turn, 41, 7)) return "voided";
  if (every(turn, 29, 11)) return "cancelled";
  return every(turn, 19, 3) ? "revised" : "issued";
}

/** How the device is found: most are in order. */
export function foundOf(turn: number): Found {
  if (every(turn, 13, 6)) return "failing";
  if (every(turn, 9, 4)) return "adjusted";
  return every(turn, 10, 5) ? "beside" : "good";
}

/** Days after which some are calibrated again, since they were repaired. */
export const AGAIN_AFTER = 60;
/** Kinds of devices whose procedure is in force; of others the book alone tells the day. */
export const certifiedKinds = new Set(
  procedureRows()
    .map(({ template }) => template)
    .filter((template) => template !== "balance" && template !== "enteral_pump"),
);

/** What the scope of accreditation holds, and whether where it stands or in the laboratory. */
const inScope: Partial<Record<string, "onsite" | "permanent">> = {
  ...{ defibrillator: "onsite", ventilator: "onsite", nibp: "onsite", autoclave: "onsite" },
  ...{ micropipette: "permanent", infusion_pump: "permanent", syringe_pump: "permanent" },
};
/** Whether the accreditation stands on a certificate: of some that it could stand on. */
export const isAccredited = (template: string, turn: number, isBrought: boolean): boolean =>
  turn % 4 === 1 && inScope[template] === (isBrought ? "permanent" : "onsite");
