import type { Standing } from "./due-standing.ts";

/** What else has a date in the calendar; it is kept elsewhere and cannot be moved here. */
export const dueSources = {
  warranty_end: "Warranty end",
  contract_end: "Contract end",
  document_end: "Document valid until",
  accreditation_end: "Accreditation end",
  loan_back: "Loan back",
  pass_back: "Pass back",
} as const;
export type DueSource = keyof typeof dueSources;

/** What it means that its day has passed: something is late, or has ended. */
const ends: readonly DueSource[] = ["warranty_end", "contract_end", "accreditation_end"];

/** How the date of a source looks: what should be back is late from the day after, a cover has ended. */
export const sourceStanding = (source: DueSource, on: string, today: string): Standing =>
  on >= today ? "planned" : ends.includes(source) ? "missed" : "overdue";
export const sourceWord = (source: DueSource, on: string, today: string): string =>
  on >= today ? "Planned" : ends.includes(source) ? "Ended" : "Overdue";
