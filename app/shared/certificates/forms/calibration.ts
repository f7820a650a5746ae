import type { ReportForm } from "../form.ts";

/** The certificate that every laboratory has: each element of ISO/IEC 17025:2017 7.8.2 to 7.8.4 in its place. */
export const builtInCertificate: ReportForm = {
  name: "Calibration certificate",
  version_no: 1,
  page: {
    paper: "a4",
    orientation: "portrait",
    margins: { top: 14, right: 16, bottom: 14, left: 16 },
  },
  sections: [
    {
      ...{ id: "section_head", title: null, when: null },
      blocks: [
        {
          ...{ id: "laboratory", type: "fields", when: null },
          groups: ["laboratory", "title", "amendment"],
        },
        {
          ...{ id: "facts", type: "fields", when: null },
          groups: ["customer", "dates", "item", "references", "method", "deviations"],
        },
        { id: "environment", type: "table.environment", when: null, heading: "Environment" },
        {
          ...{ id: "standards", type: "table.standards", when: null },
          heading: "Standards used and traceability",
        },
        {
          ...{ id: "traceability", type: "statement", when: null, heading: null },
          keys: ["traceability"],
        },
        {
          ...{ id: "uncertainty", type: "statement", when: null, heading: "Uncertainty" },
          keys: ["uncertainty"],
        },
        { id: "conformity", type: "fields", when: null, groups: ["conformity"] },
      ],
    },
    {
      ...{ id: "section_results", title: null, when: null },
      blocks: [
        {
          ...{ id: "results", type: "table.results", when: null, heading: null, parameters: [] },
          readings: "both",
          columns: ["nominal", "limits", "value", "error", "u", "k", "guard", "rule", "verdict"],
        },
        { id: "chart", type: "chart", when: null, heading: null, parameters: [] },
        { id: "safety", type: "table.safety", when: null, heading: "Electrical safety" },
        { id: "checks", type: "table.checklist", when: null, heading: "Checks" },
        {
          ...{ id: "notes", type: "fields", when: null },
          groups: ["opinion", "external_providers"],
        },
        { id: "statements", type: "statement", when: null, heading: "Statements", keys: [] },
      ],
    },
    {
      ...{ id: "section_end", title: null, when: null },
      blocks: [
        { id: "signatures", type: "signatures", when: null },
        { id: "qr", type: "qr", when: null },
        { id: "end_mark", type: "end_mark", when: null },
      ],
    },
  ],
};
