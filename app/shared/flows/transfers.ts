import { rulesOf } from "./rules.ts";

/** What of a transfer decides what may be done with it. */
export type TransferState = {
  status: keyof typeof states;
  kind: "permanent" | "temporary";
  createdBy: string | null;
  requestedBy: string | null;
  dispatchedBy: string | null;
  returnedAt: number | null;
};

const states = {
  draft: "Draft",
  requested: "Requested",
  approved: "Approved",
  rejected: "Rejected",
  dispatched: "Dispatched",
  received: "Received",
  received_with_discrepancy: "Received with discrepancy",
  returned: "Returned",
  cancelled: "Cancelled",
} as const;

export const transferKinds = { permanent: "Permanent", temporary: "Temporary" } as const;
export const lineWords = {
  pending: "Not decided",
  accepted: "Accepted",
  rejected: "Rejected",
} as const;

/** Its devices have not left yet. */
export const notSent = ["draft", "requested", "approved"] as const;
export const arrived = ["received", "received_with_discrepancy"] as const;
const APPROVAL = "transfer_needs_approval";

/** Whether a company lets one person do what otherwise takes two. */
export const needsApproval = (settings: Readonly<Record<string, unknown>>): boolean =>
  Number(settings[APPROVAL] ?? 1) !== 0;

/** Moving devices to another Location or place: asked for, approved, sent, received line by line, and given back if lent. */
export const transferRules = rulesOf<TransferState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This transfer is ${states[state].toLowerCase()}`,
  settings: [APPROVAL],
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-asset-transfer",
      orBy: { createdBy: "create-asset-transfer" },
      from: ["draft"],
      page: (id) => `/asset-transfer/edit/${id}`,
      otherwise: "Only a draft is edited",
    },
    submit: {
      label: "Request",
      icon: "right",
      title: (name) => `Request ${name}`,
      verb: "Request transfer",
      by: "edit-asset-transfer",
      orBy: { createdBy: "create-asset-transfer" },
      from: ["draft"],
      to: "requested",
      reason: "optional",
    },
    approve: {
      label: "Approve",
      icon: "check",
      title: (name) => `Approve ${name}`,
      verb: "Approve transfer",
      by: "approve-asset-transfer",
      not: { requestedBy: "Somebody else approves what you have asked for" },
      separatedBy: APPROVAL,
      from: ["requested"],
      to: "approved",
      reason: "optional",
    },
    reject: {
      label: "Reject",
      icon: "cross",
      tone: "danger",
      title: (name) => `Reject ${name}?`,
      verb: "Reject transfer",
      says: "Its assets stay where they are.",
      by: "approve-asset-transfer",
      not: { requestedBy: "Somebody else decides on what you have asked for. You can cancel it." },
      separatedBy: APPROVAL,
      from: ["requested"],
      to: "rejected",
      reason: "required",
    },
    dispatch: {
      label: "Dispatch",
      icon: "truck",
      title: (name) => `Dispatch ${name}`,
      verb: "Dispatch transfer",
      says: "Its assets are on their way. They belong to the new Location once it accepts them.",
      by: "edit-asset-transfer",
      from: ["approved"],
      to: "dispatched",
      reason: "optional",
    },
    receive: {
      label: "Receive",
      icon: "ok",
      title: (name) => `Receive ${name}`,
      verb: "Receive transfer",
      by: "edit-asset-transfer",
      not: { dispatchedBy: "Somebody else receives what you have dispatched" },
      separatedBy: APPROVAL,
      from: ["dispatched"],
      to: arrived,
      reason: "optional",
    },
    "receive-directly": {
      label: "Receive without approval",
      icon: "ok",
      title: (name) => `Receive ${name}`,
      verb: "Receive transfer",
      by: "edit-asset-transfer",
      from: ["requested", "approved"],
      to: arrived,
      reason: "optional",
      unless: (_, { settings }) =>
        needsApproval(settings) ? "Transfers need approval and dispatch in this company" : null,
    },
    "give-back": {
      label: "Give back",
      icon: "refresh",
      title: (name) => `Give back ${name}`,
      verb: "Give back",
      says: "Its assets are back where they stood before.",
      by: "edit-asset-transfer",
      from: arrived,
      to: "returned",
      reason: "optional",
      unfit: ({ kind, returnedAt }) => {
        if (kind === "permanent") return "A permanent transfer is not given back";
        return returnedAt === null ? null : "None of its assets was accepted";
      },
    },
    cancel: {
      label: "Cancel transfer",
      icon: "x",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel transfer",
      says: "Its assets stay where they are.",
      by: "delete-asset-transfer",
      orBy: { requestedBy: "create-asset-transfer", createdBy: "create-asset-transfer" },
      from: notSent,
      to: "cancelled",
      reason: "required",
    },
  },
});
