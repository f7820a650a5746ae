import { rulesOf } from "./rules.ts";

/** What of an order decides what may be done with it. */
export type OrderState = {
  status: keyof typeof states;
  totalMinor: number;
  refundedMinor: number;
};

const states = {
  draft: "Draft",
  pending: "To be paid",
  paid: "Paid",
  failed: "Payment failed",
  cancelled: "Cancelled",
  partially_refunded: "Partly refunded",
  refunded: "Refunded",
} as const;
export const orderStates = states;

const unpaid = ["draft", "pending", "failed"] as const;
export const isUnpaid = (status: string): boolean => (unpaid as readonly string[]).includes(status);

/** A purchase, from its promise to its payment and what goes back. */
export const orderRules = rulesOf<OrderState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This order is ${states[state].toLowerCase()}`,
  moves: {
    pay: {
      label: "Mark as paid",
      icon: "ok",
      title: (name) => `Mark ${name} as paid`,
      verb: "Mark as paid",
      says: "It gets its invoice, and the company its plan, at once.",
      by: "manage-transaction",
      from: ["pending", "failed"],
      to: "paid",
    },
    cancel: {
      label: "Cancel",
      icon: "cross",
      tone: "danger",
      title: (name) => `Cancel ${name}`,
      verb: "Cancel order",
      by: "manage-transaction",
      from: unpaid,
      to: "cancelled",
      reason: "required",
    },
    refund: {
      label: "Refund",
      icon: "refresh",
      tone: "danger",
      title: (name) => `Refund ${name}`,
      verb: "Refund",
      says: "What was paid at a gateway, the gateway pays back now. What was paid otherwise, you pay back yourself. It gets a credit note; what the company may use stays as it is.",
      by: "manage-transaction",
      from: ["paid", "partially_refunded"],
      to: ["partially_refunded", "refunded"],
      reason: "required",
    },
    checkout: {
      label: "Pay online",
      icon: "card",
      title: (name) => `Pay ${name}`,
      verb: "Pay",
      by: "edit-settings",
      isAdminOnly: true,
      from: ["pending", "failed"],
      to: "pending",
    },
    /** By a gateway, which tells that nothing was paid. */
    fail: {
      label: "Payment failed",
      icon: "alert",
      title: (name) => `The payment of ${name} failed`,
      verb: "Failed",
      by: null,
      from: ["pending"],
      to: "failed",
    },
    withdraw: {
      label: "Cancel order",
      icon: "cross",
      tone: "danger",
      title: (name) => `Cancel ${name}`,
      verb: "Cancel order",
      says: "It can no longer be paid. A coupon in it can be used again.",
      by: "edit-settings",
      isAdminOnly: true,
      from: unpaid,
      to: "cancelled",
    },
  },
});
