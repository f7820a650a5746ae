import { rulesOf } from "./rules.ts";

/** What of a version of a form decides what may be done with it. */
export type FormVersionState = { status: keyof typeof states };

const states = { draft: "Draft", published: "Published", retired: "Retired" } as const;
export const formVersionWords = states;

/** A version of a report's form: drawn, published, and retired when the next one is. */
export const reportFormRules = rulesOf<FormVersionState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This version is ${states[state].toLowerCase()}`,
  moves: {
    publish: {
      label: "Publish",
      icon: "check",
      title: (name) => `Publish ${name}`,
      verb: "Publish version",
      says: "New reports can be laid out by it, and it is never changed again. A version that was published before it is retired; reports that use that one keep it.",
      by: "approve-report-form",
      from: ["draft"],
      to: "published",
    },
    retire: {
      label: "Retire",
      icon: "cross",
      tone: "danger",
      title: (name) => `Retire ${name}?`,
      verb: "Retire version",
      says: "No new report is laid out by it. Reports that use it keep it. It cannot be taken back.",
      by: "approve-report-form",
      from: ["published"],
      to: "retired",
      reason: "optional",
    },
  },
});
