import { rulesOf } from "./rules.ts";

/** What of a version of a procedure decides what may be done with it. */
export type VersionState = {
  status: keyof typeof states;
  authorIds: readonly string[];
  submittedBy: string | null;
};

const states = {
  draft: "Draft",
  in_review: "In review",
  active: "Active",
  withdrawn: "Withdrawn",
} as const;
export const versionWords = states;

/** A version of a procedure: written, reviewed by somebody else, in force, and withdrawn. */
export const procedureRules = rulesOf<VersionState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This version is ${states[state].toLowerCase()}`,
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-procedure",
      from: ["draft"],
      page: (id) => `/procedure/edit/${id}`,
      otherwise: "Only a draft is edited",
    },
    submit: {
      label: "Submit for review",
      icon: "right",
      title: (name) => `Submit ${name} for review`,
      verb: "Submit for review",
      says: "It cannot be changed while somebody else reviews it.",
      by: "edit-procedure",
      from: ["draft"],
      to: "in_review",
    },
    approve: {
      label: "Approve",
      icon: "check",
      title: (name) => `Approve ${name}`,
      verb: "Approve version",
      says: "It is in force from now on and is never changed again. A version that was in force before it is withdrawn.",
      by: "approve-procedure",
      from: ["in_review"],
      to: "active",
      not: {
        authorIds: "Somebody else approves what you have written",
        submittedBy: "Somebody else approves what you have submitted",
      },
      reason: "optional",
    },
    "send-back": {
      label: "Send back",
      icon: "left",
      title: (name) => `Send ${name} back`,
      verb: "Send back",
      says: "It is a draft again.",
      by: "approve-procedure",
      orBy: { submittedBy: "edit-procedure" },
      from: ["in_review"],
      to: "draft",
      reason: "required",
    },
    withdraw: {
      label: "Withdraw",
      icon: "cross",
      tone: "danger",
      title: (name) => `Withdraw ${name}?`,
      verb: "Withdraw version",
      says: "Nothing new is calibrated by it. Certificates that name it keep it. It cannot be taken back.",
      by: "approve-procedure",
      from: ["active"],
      to: "withdrawn",
      reason: "required",
    },
  },
});
