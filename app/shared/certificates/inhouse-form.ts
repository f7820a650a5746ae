import type { ReportForm } from "./form.ts";
import { builtInCertificate } from "./forms/calibration.ts";

const always = { when: null } as const;

/** The paper of a company's own calibration: what came of it comes before the figures, and it bears neither accreditation nor a public code. */
export const inhouseForm = (outcome: string): ReportForm => ({
  name: "In-house calibration",
  version_no: 1,
  page: builtInCertificate.page,
  sections: [
    {
      ...{ id: "section_head", title: null, when: null },
      blocks: [
        { ...always, id: "company", type: "fields", groups: ["laboratory", "title"] },
        {
          ...always,
          id: "facts",
          type: "fields",
          groups: ["dates", "item", "method", "deviations"],
        },
        { ...always, id: "outcome_head", type: "text", text: "Outcome", style: "heading" },
        { ...always, id: "outcome", type: "text", text: outcome, style: "plain" },
        { ...always, id: "environment", type: "table.environment", heading: "Environment" },
        { ...always, id: "standards", type: "table.standards", heading: "Standards used" },
      ],
    },
    {
      ...{ id: "section_results", title: null, when: null },
      blocks: [
        {
          ...always,
          ...{ id: "results", type: "table.results", heading: null, parameters: [] },
          readings: "both",
          columns: ["nominal", "limits", "value", "error", "u", "k", "guard", "rule", "verdict"],
        },
        { ...always, id: "safety", type: "table.safety", heading: "Electrical safety" },
        { ...always, id: "checks", type: "table.checklist", heading: "Checks" },
        { ...always, id: "statements", type: "statement", heading: null, keys: [] },
      ],
    },
    {
      ...{ id: "section_end", title: null, when: null },
      blocks: [
        { ...always, id: "signatures", type: "signatures" },
        { ...always, id: "end_mark", type: "end_mark" },
      ],
    },
  ],
});
