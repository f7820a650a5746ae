import { choicesOf } from "./choices-of.ts";

/** What kind of company it is, by the words of the database. */
export const companyKindWords = {
  hospital: "Hospital",
  clinic: "Clinic",
  diagnostic: "Diagnostic centre",
  service_company: "Service company",
  other: "Other",
} as const;
export const companyKindChoices = choicesOf(companyKindWords);
