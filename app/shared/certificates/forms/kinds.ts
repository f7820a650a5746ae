import type { CertificateKind } from "../document.ts";
import type { FormBlock, ReportForm } from "../form.ts";
import { builtInCertificate } from "./calibration.ts";

/** Kinds of reports as people call them. */
export const kindNames: Readonly<Record<CertificateKind, string>> = {
  calibration: "Calibration certificate",
  test_report: "Test report",
  electrical_safety: "Electrical safety report",
  pm_report: "Preventive maintenance report",
};
export const kindChoices = Object.entries(kindNames).map(([value, label]) => ({ value, label }));

const always = { when: null } as const;
const head: FormBlock[] = [
  { ...always, id: "laboratory", type: "fields", groups: ["laboratory", "title", "amendment"] },
  {
    ...always,
    ...{ id: "facts", type: "fields" },
    groups: ["customer", "dates", "item", "references", "method", "deviations"],
  },
];
const surroundings: FormBlock = {
  ...{ ...always, id: "environment", type: "table.environment", heading: "Environment" },
};
const standards: FormBlock = {
  ...{ ...always, id: "standards", type: "table.standards", heading: "Instruments used" },
};
const conformity: FormBlock = {
  ...always,
  id: "conformity",
  type: "fields",
  groups: ["conformity"],
};
const results: FormBlock = {
  ...{ ...always, id: "results", type: "table.results", heading: null, parameters: [] },
  readings: "both",
  columns: ["nominal", "limits", "value", "error", "u", "rule", "verdict"],
};
const safety: FormBlock = {
  ...{ ...always, id: "safety", type: "table.safety", heading: "Electrical safety" },
};
const checks: FormBlock = {
  ...{ ...always, id: "checks", type: "table.checklist", heading: "Checks" },
};
const notes: FormBlock = {
  ...{ ...always, id: "notes", type: "fields", groups: ["opinion", "external_providers"] },
};
const statements: FormBlock = {
  ...{ ...always, id: "statements", type: "statement", heading: "Statements", keys: [] },
};
const ending: FormBlock[] = [
  { ...always, id: "signatures", type: "signatures" },
  { ...always, id: "qr", type: "qr" },
  { ...always, id: "end_mark", type: "end_mark" },
];

const laidOutAs = (
  kind: CertificateKind,
  of: { facts?: readonly FormBlock[]; found: readonly FormBlock[] },
): ReportForm => ({
  ...{ name: kindNames[kind], version_no: 1, page: builtInCertificate.page },
  sections: [
    { id: "section_head", title: null, when: null, blocks: [...head, ...(of.facts ?? [])] },
    { id: "section_results", title: null, when: null, blocks: [...of.found, notes, statements] },
    { id: "section_end", title: null, when: null, blocks: ending },
  ],
});

/** The form of each kind that every laboratory has. A safety report begins with the safety tests, a maintenance report with the work that was done. */
export const builtInForms: Readonly<Record<CertificateKind, ReportForm>> = {
  calibration: builtInCertificate,
  test_report: laidOutAs("test_report", {
    facts: [surroundings, standards],
    found: [conformity, results, checks, safety],
  }),
  electrical_safety: laidOutAs("electrical_safety", {
    facts: [surroundings, standards],
    found: [conformity, safety, checks, results],
  }),
  pm_report: laidOutAs("pm_report", {
    found: [conformity, checks, safety, results, standards, surroundings],
  }),
};
