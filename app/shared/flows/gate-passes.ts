import { rulesOf } from "./rules.ts";

/** What of a gate pass decides what may be done with it. */
export type PassState = {
  status: keyof typeof states;
  kind: "returnable" | "non_returnable";
  createdBy: string | null;
  approverIds: readonly string[];
};

const states = {
  draft: "Draft",
  pending_approval: "To approve",
  approved: "Approved",
  rejected: "Rejected",
  out: "Out",
  partially_returned: "Partly back",
  returned: "Returned",
  closed: "Closed",
  cancelled: "Cancelled",
  written_off: "Written off",
} as const;

/** What it lists is outside, or some of it. */
export const outside = ["out", "partially_returned"] as const;
/** It still goes on: its devices are on no other pass. */
export const openPasses = ["draft", "pending_approval", "approved", ...outside] as const;

export const passKinds = [
  { value: "returnable", label: "Returnable" },
  { value: "non_returnable", label: "Non-returnable" },
] as const;

export const passPurposes = [
  { value: "repair", label: "Repair" },
  { value: "calibration", label: "Calibration" },
  { value: "demo_return", label: "Return of a demo unit" },
  { value: "loan", label: "Loan" },
  { value: "refill", label: "Refill" },
  { value: "condemn_sale", label: "Sale of condemned equipment" },
  { value: "inter_site", label: "To another site" },
  { value: "other", label: "Other" },
] as const;

const textOf = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((one) => one.value === value)?.label ?? value;
export const kindText = (kind: string) => textOf(passKinds, kind);
export const purposeText = (purpose: string) => textOf(passPurposes, purpose);

const notOwn = { createdBy: "Somebody else approves what you have made out" } as const;
const notAgain = {
  approverIds: "You have approved it already. Somebody else approves the next level.",
};

/** A pass of things that leave the site, until they are back, gone for good or given up. */
export const passRules = rulesOf<PassState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This gate pass is ${states[state].toLowerCase()}`,
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "create-gate-pass",
      from: ["draft"],
      page: (id) => `/gate-pass/update/${id}`,
      otherwise: "Only a draft is edited",
    },
    submit: {
      label: "Ask for approval",
      icon: "up",
      title: (name) => `Ask for the approval of ${name}`,
      verb: "Ask for approval",
      says: "It can no longer be edited. Where the company asks for no approval, it may leave at once.",
      by: "create-gate-pass",
      from: ["draft"],
      to: ["pending_approval", "approved"],
    },
    approve: {
      label: "Approve",
      icon: "check",
      title: (name) => `Approve ${name}`,
      verb: "Approve pass",
      by: "approve-gate-pass",
      not: { ...notOwn, ...notAgain },
      from: ["pending_approval"],
      to: ["pending_approval", "approved"],
      reason: "optional",
    },
    reject: {
      label: "Reject",
      icon: "cross",
      tone: "danger",
      title: (name) => `Reject ${name}?`,
      verb: "Reject pass",
      says: "Its devices are free for another pass.",
      by: "approve-gate-pass",
      not: { ...notOwn, ...notAgain },
      from: ["pending_approval"],
      to: "rejected",
      reason: "required",
    },
    out: {
      label: "Out",
      icon: "out",
      title: (name) => `Let ${name} out`,
      verb: "Out",
      says: "Everything on it leaves the site now. Stock on it is issued.",
      by: "edit-gate-pass",
      from: ["approved"],
      to: ["out", "closed"],
      reason: "optional",
      otherwise: "Only an approved pass goes out",
    },
    return: {
      label: "In",
      icon: "dl",
      title: (name) => `Take in what is back of ${name}`,
      verb: "Take in",
      by: "edit-gate-pass",
      from: outside,
      to: ["partially_returned", "returned"],
      reason: "optional",
      otherwise: "Only what is out comes back",
    },
    extend: {
      label: "Extend",
      icon: "cal",
      title: (name) => `Give ${name} a later day of return`,
      verb: "Extend pass",
      says: "The day before is kept. The party is not written to until the new one is over.",
      by: "approve-gate-pass",
      orBy: { createdBy: "create-gate-pass" },
      from: outside,
      reason: "required",
    },
    chase: {
      label: "Write to the party",
      icon: "sign",
      title: (name) => `Write to the party about ${name}`,
      verb: "Send letter",
      by: "create-gate-pass",
      from: outside,
    },
    cancel: {
      label: "Cancel pass",
      icon: "x",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel pass",
      says: "Nothing on it may leave, and its devices are free for another pass.",
      by: "delete-gate-pass",
      orBy: { createdBy: "create-gate-pass" },
      from: ["draft", "pending_approval", "approved"],
      to: "cancelled",
      reason: "required",
    },
    "write-off": {
      label: "Write off",
      icon: "trash",
      tone: "danger",
      title: (name) => `Write off what is still out on ${name}?`,
      verb: "Write off",
      says: "Nothing more is expected back. Its devices count as not located until they are found or condemned.",
      by: "approve-gate-pass",
      from: outside,
      to: "written_off",
      reason: "required",
    },
  },
});
