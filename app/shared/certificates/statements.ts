import { camel } from "../camel.ts";
import type { StatementKey } from "./document.ts";

/** What each statement is about. */
export const statementNames: Readonly<Record<StatementKey, string>> = {
  items_only: "What the results are of",
  no_partial_copy: "Copies",
  traceability: "Metrological traceability",
  uncertainty: "Measurement uncertainty",
  decision_rule: "Decision rule",
  as_found_missing: "Readings as found",
  due_agreed: "Next calibration",
  accredited_scope: "Scope of accreditation",
  onsite: "Work on site",
  concession: "Concessions",
};

/** The field in which a company words a statement: `statementItemsOnly`. */
export const statementField = (key: StatementKey) => camel(`statement_${key}`);

/** What certificates say until a company words it itself. */
export const usualStatements: Readonly<Record<StatementKey, string>> = {
  items_only:
    "The results relate only to the item described, in the condition in which it was calibrated.",
  no_partial_copy:
    "This certificate may not be reproduced except in full, unless the laboratory has agreed in writing.",
  traceability:
    "The results are traceable to the International System of Units (SI) through the standards named, by an unbroken chain of calibrations.",
  uncertainty:
    "U is the expanded uncertainty: the standard uncertainty times the coverage factor k that is stated, for a coverage probability of about 95 %. It was evaluated by the GUM (JCGM 100) and EA-4/02.",
  decision_rule:
    "Statements of conformity are made by the decision rule that is named at each result.",
  as_found_missing: "There are no results before the adjustment, for the reason that is given.",
  due_agreed: "The date of the next calibration is stated at the customer's request.",
  accredited_scope:
    "Results marked with an asterisk lie outside of the laboratory's scope of accreditation.",
  onsite: "The calibration was done at the place named, in the conditions found there.",
  concession: "A requirement of the procedure was waived, as is told under deviations.",
};
