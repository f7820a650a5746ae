import type { Standing } from "./due-standing.ts";
import { plural } from "./plural.ts";

/** What else has a date in the calendar; it is kept elsewhere and cannot be moved here. */
export const dueSources = {
  warranty_end: "Warranty end",
  contract_end: "Contract end",
  document_end: "Document valid until",
  accreditation_end: "Accreditation end",
  loan_back: "Loan back",
  pass_back: "Pass back",
  machine_due: "Calibration of a machine",
  calibrator_due: "Calibration of a calibrator",
  calibrator_check: "Intermediate check",
} as const;
export type DueSource = keyof typeof dueSources;

const together: Record<DueSource, readonly [one: string, other: string]> = {
  warranty_end: ["1 warranty ends", "{n} warranties end"],
  contract_end: ["1 contract ends", "{n} contracts end"],
  document_end: ["1 document ends", "{n} documents end"],
  accreditation_end: ["1 accreditation ends", "{n} accreditations end"],
  loan_back: ["1 loan back", "{n} loans back"],
  pass_back: ["1 pass back", "{n} passes back"],
  machine_due: ["1 machine due", "{n} machines due"],
  calibrator_due: ["1 calibrator due", "{n} calibrators due"],
  calibrator_check: ["1 intermediate check", "{n} intermediate checks"],
};
/** Several dates of a source on one day. */
export const datesTogether = (source: DueSource, count: number) =>
  plural(count, ...together[source]);

/** What it means that its day has passed: something is late, or has ended. */
const ends: readonly DueSource[] = ["warranty_end", "contract_end", "accreditation_end"];

/** How the date of a source looks: what should be back is late from the day after, a cover has ended. */
export const sourceStanding = (source: DueSource, on: string, today: string): Standing =>
  on >= today ? "planned" : ends.includes(source) ? "missed" : "overdue";
export const sourceWord = (source: DueSource, on: string, today: string): string =>
  on >= today ? "Planned" : ends.includes(source) ? "Ended" : "Overdue";
