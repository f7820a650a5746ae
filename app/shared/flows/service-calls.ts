import { type Mover, rulesOf } from "./rules.ts";

/** What of a service call decides what may be done with it. */
export type CallState = {
  status: keyof typeof states;
  reporterUserId: string | null;
  resolvedAt: number | null;
  closedAt: number | null;
};

const states = {
  new: "New",
  acknowledged: "Acknowledged",
  assigned: "Assigned",
  in_progress: "In progress",
  on_hold: "On hold",
  resolved: "Resolved",
  closed: "Closed",
  cancelled: "Cancelled",
  closed_duplicate: "Closed duplicate",
  closed_condemned: "Closed condemned",
} as const;

/** A fault is being dealt with: the device may be down for it. */
export const workedOn = ["new", "acknowledged", "assigned", "in_progress", "on_hold"] as const;
/** The call still goes on: what it names stays in use. */
export const openCalls = [...workedOn, "resolved"] as const;

/** Why a fault was there. */
export const causeCodes = [
  "wear_random",
  "preventable_missed",
  "pm_predictable",
  "battery",
  "accessory",
  "user_error",
  "abuse_damage",
  "power_environment",
  "network_software",
  "service_induced",
  "no_problem_found",
  "consumable",
  "recall",
  "unknown",
] as const;

const DAY_MS = 86_400_000;
const REOPEN_DAYS = "call_reopen_days";

/** A call is reopened for some days after it was resolved; later the problem is reported anew. */
function tooLate({ resolvedAt, closedAt }: CallState, { settings, now }: Mover): string | null {
  const days = Number(settings[REOPEN_DAYS] ?? 7);
  const since = closedAt ?? resolvedAt ?? now;
  return now - since > days * DAY_MS
    ? `A call is reopened within ${days} days. Report the problem anew.`
    : null;
}

/** A fault until it is closed: Service Call/Complaint. Who reported it may end and reopen it. */
export const callRules = rulesOf<CallState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This call is ${states[state].toLowerCase()}`,
  settings: [REOPEN_DAYS],
  moves: {
    acknowledge: {
      label: "Acknowledge",
      icon: "check",
      title: (name) => `Acknowledge ${name}`,
      verb: "Acknowledge call",
      by: "edit-breakdown",
      from: ["new"],
      to: "acknowledged",
      reason: "optional",
    },
    resolve: {
      label: "Resolve",
      icon: "ok",
      title: (name) => `Resolve ${name}`,
      verb: "Resolve call",
      says: "The device is no longer down when this was the last call for which it was.",
      by: "edit-breakdown",
      from: workedOn,
      to: "resolved",
    },
    close: {
      label: "Close",
      icon: "lock",
      title: (name) => `Close ${name}`,
      verb: "Close call",
      by: "approve-breakdown",
      orBy: { reporterUserId: "create-breakdown" },
      from: ["resolved"],
      to: "closed",
      reason: "optional",
      otherwise: "Only a resolved call is closed",
    },
    reopen: {
      label: "Reopen",
      icon: "refresh",
      title: (name) => `Reopen ${name}`,
      verb: "Reopen call",
      by: "approve-breakdown",
      orBy: { reporterUserId: "create-breakdown" },
      from: ["resolved", "closed"],
      to: "in_progress",
      reason: "required",
      unless: tooLate,
    },
    cancel: {
      label: "Cancel call",
      icon: "x",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel call",
      says: "For a problem that is none. A call on which work has begun is resolved instead.",
      by: "delete-breakdown",
      orBy: { reporterUserId: "create-breakdown" },
      from: ["new", "acknowledged", "assigned"],
      to: "cancelled",
      reason: "required",
    },
    "close-condemned": {
      label: "Close with the device",
      title: (name) => `Close ${name}`,
      verb: "Close call",
      by: null,
      from: openCalls,
      to: "closed_condemned",
    },
  },
});
