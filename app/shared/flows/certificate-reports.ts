import { rulesOf } from "./rules.ts";

/** What of a certificate decides what may be done with it. */
export type CertificateState = {
  status: keyof typeof states;
  writerIds: readonly string[];
  submittedBy: string | null;
  checkedBy: string | null;
  accredited: boolean;
  concessions: readonly unknown[];
};

const states = {
  draft: "Draft",
  submitted: "Submitted",
  checked: "Checked",
  approved: "Approved",
  issued: "Issued",
  superseded: "Superseded",
  voided: "Void",
  cancelled: "Cancelled",
} as const;
export const certificateWords = states;

/** States in which a certificate holds its machine. */
export const openStates = ["draft", "submitted", "checked", "approved"] as const;

/** States of a certificate from which another one of its machine may be begun. */
export const begunFrom: readonly CertificateState["status"][] = ["issued", "superseded", "voided"];

/** So many certificates are issued at once. */
export const MOST_ISSUED = 50;

const SIGNS = "You sign with your password. What you sign is kept, with your name and the time.";
const wrote = "Somebody else signs what you have measured or written";
const separate = { writerIds: wrote, submittedBy: wrote } as const;
const wasChecked = ({ checkedBy }: CertificateState, mover: { id: string | null }) =>
  checkedBy !== null && checkedBy === mover.id
    ? "Somebody else approves what you have checked"
    : null;

/** A certificate, from its draft through check, approval and issue to what comes after; each signature is another person's. */
export const certificateReportRules = rulesOf<CertificateState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This certificate is ${states[state].toLowerCase()}`,
  settings: ["checker_may_approve"],
  moves: {
    edit: {
      label: "Measure",
      icon: "edit",
      by: "edit-certificate-report",
      from: ["draft"],
      page: (id) => `/certificate-report/update/${id}`,
      otherwise: "Only a draft is changed",
    },
    submit: {
      label: "Submit for check",
      icon: "right",
      title: (name) => `Submit ${name} for check`,
      verb: "Sign and submit",
      says: `It cannot be changed while others check it. ${SIGNS}`,
      by: "edit-certificate-report",
      from: ["draft"],
      to: "submitted",
    },
    check: {
      label: "Check",
      icon: "check",
      title: (name) => `Check ${name}`,
      verb: "Sign as checked",
      says: `Everything is reckoned again and compared with what was submitted. ${SIGNS}`,
      by: "check-certificate-report",
      from: ["submitted"],
      to: "checked",
      not: separate,
      reason: "optional",
    },
    "send-back": {
      label: "Send back",
      icon: "left",
      title: (name) => `Send ${name} back`,
      verb: "Send back",
      says: "It is a draft again, and the signatures on it are void.",
      by: "check-certificate-report",
      orBy: { submittedBy: "edit-certificate-report" },
      from: ["submitted"],
      to: "draft",
      reason: "required",
    },
    reject: {
      label: "Send back",
      icon: "left",
      title: (name) => `Send ${name} back`,
      verb: "Send back",
      says: "It is a draft again, and the signatures on it are void.",
      by: "approve-certificate-report",
      from: ["checked", "approved"],
      to: "draft",
      reason: "required",
    },
    approve: {
      label: "Approve",
      icon: "check",
      title: (name) => `Approve ${name}`,
      verb: "Sign as approved",
      says: `Its content is frozen. ${SIGNS}`,
      by: "approve-certificate-report",
      from: ["checked"],
      to: "approved",
      not: separate,
      unless: (row, mover) =>
        Number(mover.settings.checker_may_approve ?? 0) === 1 ? null : wasChecked(row, mover),
      reason: "optional",
    },
    issue: {
      label: "Issue",
      icon: "cert",
      title: (name) => `Issue ${name}`,
      verb: "Sign and issue",
      says: `It takes the next number and can be checked by anybody. It is never changed again: a correction is a new revision. ${SIGNS}`,
      by: "issue-certificate-report",
      from: ["approved"],
      to: "issued",
      not: separate,
    },
    concede: {
      label: "Grant a concession",
      icon: "shield",
      title: (name) => `Grant a concession on ${name}`,
      verb: "Grant concession",
      says: "What does not hold is let pass, for this certificate and until that day. It is printed as a deviation, with the reason and your name, and written into the ledger.",
      by: "grant-concession",
      from: ["draft"],
      not: { writerIds: "Somebody else grants a concession on what you have measured or written" },
      unless: ({ accredited }) =>
        accredited ? "An accredited certificate takes no concession" : null,
      reason: "required",
    },
    withdraw: {
      label: "Withdraw a concession",
      icon: "cross",
      title: (name) => `Withdraw a concession on ${name}`,
      verb: "Withdraw concession",
      by: "grant-concession",
      from: ["draft"],
      unless: ({ concessions }) => (concessions.length > 0 ? null : "It has no concession"),
      reason: "required",
    },
    revise: {
      label: "Revise",
      icon: "edit",
      title: (name) => `Revise ${name}`,
      verb: "Begin revision",
      says: "A draft with the same measurement is begun. This one stays issued until the revision is issued.",
      by: "create-certificate-report",
      from: ["issued"],
      reason: "required",
      reasonHint: "It is printed on the revision",
    },
    void: {
      label: "Void",
      icon: "cross",
      tone: "danger",
      title: (name) => `Void ${name}?`,
      verb: "Sign and void",
      says: `Whoever checks it is told that it is void and why. Its number is not used again. It cannot be taken back. ${SIGNS}`,
      by: "void-certificate-report",
      from: ["issued"],
      to: "voided",
      reason: "required",
    },
    cancel: {
      label: "Cancel",
      icon: "cross",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel certificate",
      says: "Its measurement is kept and can be seen, and the machine is free again. It cannot be taken back.",
      by: "create-certificate-report",
      from: ["draft"],
      to: "cancelled",
      reason: "required",
    },
    supersede: {
      label: "Superseded",
      title: (name) => `${name} is superseded`,
      verb: "Supersede",
      by: null,
      from: ["issued"],
      to: "superseded",
    },
  },
});
