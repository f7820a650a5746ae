import { rulesOf } from "./rules.ts";

/** What of a calibrator's certificate decides what may be done with it. */
export type CertificateState = {
  status: keyof typeof states;
  enteredBy: readonly string[];
  mediaId: string | null;
};

const states = {
  entered: "Entered",
  accepted: "Accepted",
  rejected: "Rejected",
  superseded: "Superseded",
} as const;

/** A certificate of a standard: entered by one person, accepted by another, and superseded by the next. */
export const certificateRules = rulesOf<CertificateState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state) => `This certificate is ${states[state].toLowerCase()}`,
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-calibrator",
      from: ["entered"],
      page: (id) => `/calibrator/certificate/update/${id}`,
    },
    accept: {
      label: "Accept",
      icon: "ok",
      title: (name) => `Accept ${name}`,
      verb: "Accept certificate",
      says: "Devices are compared by its figures from today on. It can no longer be edited; the certificate before it is superseded.",
      by: "accept-calibrator-certificate",
      not: { enteredBy: "Somebody else accepts what you have written" },
      from: ["entered"],
      to: "accepted",
      reason: "optional",
      unless: ({ mediaId }) =>
        mediaId === null ? "Its paper is missing: add the PDF first" : null,
    },
    reject: {
      label: "Reject",
      icon: "cross",
      tone: "danger",
      title: (name) => `Reject ${name}?`,
      verb: "Reject certificate",
      says: "It stays on record, and its number can be entered anew.",
      by: "accept-calibrator-certificate",
      from: ["entered"],
      to: "rejected",
      reason: "required",
    },
    supersede: {
      label: "Supersede",
      icon: "swap",
      title: (name) => `Supersede ${name}`,
      verb: "Supersede",
      by: null,
      from: ["accepted"],
      to: "superseded",
    },
  },
});
