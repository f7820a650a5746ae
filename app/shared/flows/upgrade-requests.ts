import { rulesOf } from "./rules.ts";

/** What of a request for another plan decides what may be done with it. */
export type UpgradeState = {
  status: keyof typeof states;
  quoteMinor: number | null;
  quoteValidUntil: string | null;
};

const states = {
  pending: "Pending",
  quoted: "Quoted",
  approved: "Approved",
  fulfilled: "Fulfilled",
  rejected: "Rejected",
  cancelled: "Cancelled",
} as const;
export const upgradeStates = states;

const undecided = ["pending", "quoted"] as const;
export const isUndecided = (status: string): boolean =>
  (undecided as readonly string[]).includes(status);

const isOver = ({ quoteValidUntil }: UpgradeState, now: number) =>
  quoteValidUntil !== null && quoteValidUntil < new Date(now).toISOString().slice(0, 10);

/** A company's wish for another plan, until an order answers it. The order's payment fulfils it. */
export const upgradeRules = rulesOf<UpgradeState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This request is ${states[state].toLowerCase()}`,
  moves: {
    quote: {
      label: "Quote",
      icon: "edit",
      title: (name) => `Quote for ${name}`,
      verb: "Send quote",
      by: "manage-company",
      from: undecided,
      to: "quoted",
    },
    approve: {
      label: "Approve",
      icon: "ok",
      title: (name) => `Approve ${name}`,
      verb: "Approve and place order",
      says: "An order is placed at the quoted price, or at the plan's own where none was quoted.",
      by: "manage-company",
      from: undecided,
      to: "approved",
      unless: (row, { now }) => (isOver(row, now) ? "The quote is no longer valid" : null),
    },
    reject: {
      label: "Reject",
      icon: "cross",
      tone: "danger",
      title: (name) => `Reject ${name}`,
      verb: "Reject request",
      by: "manage-company",
      from: undecided,
      to: "rejected",
      reason: "required",
    },
    accept: {
      label: "Accept quote",
      icon: "ok",
      title: (name) => `Accept the quote for ${name}`,
      verb: "Accept and place order",
      says: "An order is placed at the quoted price.",
      by: "edit-settings",
      isAdminOnly: true,
      from: ["quoted"],
      to: "approved",
      unless: (row, { now }) => (isOver(row, now) ? "The quote is no longer valid" : null),
    },
    cancel: {
      label: "Withdraw request",
      icon: "cross",
      tone: "danger",
      title: (name) => `Withdraw the request for ${name}`,
      verb: "Withdraw request",
      says: "It gets no quote any more, and a quote that was given no longer holds.",
      by: "edit-settings",
      isAdminOnly: true,
      from: undecided,
      to: "cancelled",
    },
    fulfil: {
      label: "Fulfilled",
      title: (name) => `${name} is fulfilled`,
      verb: "Fulfil",
      by: null,
      from: ["approved"],
      to: "fulfilled",
    },
  },
});
