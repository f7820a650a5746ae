import { rulesOf } from "./rules.ts";

/** What of a report decides whether it may still be cancelled. */
export type ReportState = { cancelledAt: number | null; lockedAt: number | null };

const unlocked = ({ lockedAt }: ReportState) =>
  lockedAt === null ? null : "This report is locked";

/** Work done on a device. A report is changed by its form, and can be cancelled. */
export const reportRules = rulesOf<ReportState>()({
  states: { valid: "Valid", cancelled: "Cancelled" },
  stateOf: ({ cancelledAt }) => (cancelledAt === null ? "valid" : "cancelled"),
  otherwise: () => "This report is cancelled",
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-asset",
      from: ["valid"],
      page: (id) => `/asset/service-report/edit/${id}`,
      unless: unlocked,
    },
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
      unless: unlocked,
    },
  },
});
