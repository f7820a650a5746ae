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
  closed_duplicate: "Closed as duplicate",
  closed_condemned: "Closed as condemned",
} as const;

/** A fault is being dealt with: the device may be down for it. */
export const workedOn = ["new", "acknowledged", "assigned", "in_progress", "on_hold"] as const;
/** The call still goes on: what it names stays in use. */
export const openCalls = [...workedOn, "resolved"] as const;

/** Why the device failed, as one chooses it. */
export const causes = [
  { value: "wear_random", label: "Wear or random failure" },
  { value: "preventable_missed", label: "Preventable, PM missed" },
  { value: "pm_predictable", label: "Predictable at PM" },
  { value: "battery", label: "Battery" },
  { value: "accessory", label: "Accessory" },
  { value: "user_error", label: "User error" },
  { value: "abuse_damage", label: "Abuse or damage" },
  { value: "power_environment", label: "Power or environment" },
  { value: "network_software", label: "Network or software" },
  { value: "service_induced", label: "Caused by service" },
  { value: "no_problem_found", label: "No problem found" },
  { value: "consumable", label: "Consumable" },
  { value: "recall", label: "Recall" },
  { value: "unknown", label: "Unknown" },
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
      says: "If it says that the device is down, nobody may use it from now on.",
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
      says: "The device is up again unless another open call says it is down.",
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
      says: "For a problem reported by mistake. Once work has begun, resolve the call instead.",
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
