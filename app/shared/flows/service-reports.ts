import { rulesOf } from "./rules.ts";

/** What of a report decides whether it may still be cancelled. */
export type ReportState = { cancelledAt: number | null; lockedAt: number | null };

/** Work done on a device. A report is changed by its form; cancelling is its one move. */
export const reportRules = rulesOf<ReportState>()({
  states: { valid: "Valid", cancelled: "Cancelled" },
  stateOf: ({ cancelledAt }) => (cancelledAt === null ? "valid" : "cancelled"),
  otherwise: () => "This report is cancelled",
  moves: {
    cancel: {
      label: "Cancel",
      icon: "cross",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel report",
      by: "delete-asset",
      from: ["valid"],
      to: "cancelled",
      reason: "required",
      unless: ({ lockedAt }) => (lockedAt === null ? null : "This report is locked"),
    },
  },
});
