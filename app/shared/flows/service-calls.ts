import { type Mover, rulesOf } from "./rules.ts";

/** What of a service call decides what may be done with it. */
export type CallState = {
  status: keyof typeof states;
  reporterUserId: string | null;
  resolvedAt: number | null;
  closedAt: number | null;
  rating: number | null;
  /** Read where its reporter's private link is asked with. */
  followTokenHash?: string | null;
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

const RATING_DAYS = 30;

/** A call is rated once, within a month of its end. */
function rated({ rating, resolvedAt, closedAt }: CallState, { now }: Mover): string | null {
  if (rating !== null) return "You have rated this call";
  const since = closedAt ?? resolvedAt ?? now;
  return now - since > RATING_DAYS * DAY_MS ? `A call is rated within ${RATING_DAYS} days` : null;
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
    assign: {
      label: "Assign",
      icon: "user",
      title: (name) => `Assign ${name}`,
      verb: "Assign call",
      by: "edit-breakdown",
      from: workedOn,
      to: ["assigned", "in_progress", "on_hold"],
      reason: "optional",
    },
    start: {
      label: "Start",
      icon: "wrench",
      title: (name) => `Start work on ${name}`,
      verb: "Start work",
      says: "The call has its first response. It is yours if nobody has it.",
      by: "edit-breakdown",
      from: ["new", "acknowledged", "assigned"],
      to: "in_progress",
      reason: "optional",
    },
    hold: {
      label: "Hold",
      icon: "pause",
      title: (name) => `Put ${name} on hold`,
      verb: "Put on hold",
      says: "Waiting for a part or for the vendor pauses the time to resolve, not the downtime.",
      by: "edit-breakdown",
      from: ["assigned", "in_progress"],
      to: "on_hold",
      reason: "optional",
      otherwise: "Only a call that is assigned or in progress is put on hold",
    },
    resume: {
      label: "Resume",
      icon: "wrench",
      title: (name) => `Resume work on ${name}`,
      verb: "Resume work",
      by: "edit-breakdown",
      from: ["on_hold"],
      to: "in_progress",
      reason: "optional",
      otherwise: "Only a call on hold is resumed",
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
      byLink: "followTokenHash",
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
      byLink: "followTokenHash",
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
    duplicate: {
      label: "Duplicate of...",
      icon: "swap",
      title: (name) => `Close ${name} as a duplicate`,
      verb: "Close as duplicate",
      says: "The other call goes on for both. What was written here stays, and who reported it is told.",
      by: "edit-breakdown",
      from: workedOn,
      to: "closed_duplicate",
      reason: "optional",
    },
    remark: {
      label: "Add note",
      icon: "plus",
      title: (name) => `Add a note to ${name}`,
      verb: "Add note",
      by: "edit-breakdown",
      orBy: { reporterUserId: "create-breakdown" },
      from: openCalls,
      otherwise: "Notes are added to an open call",
    },
    join: {
      label: "Report again",
      icon: "call",
      title: (name) => `Add to ${name}`,
      verb: "Add to this call",
      by: "create-breakdown",
      from: workedOn,
    },
    correct: {
      label: "Correct",
      icon: "sign",
      title: (name) => `Correct ${name}`,
      verb: "Save",
      says: "Another priority brings its own times to respond and to resolve, counted from the report.",
      by: "edit-breakdown",
      from: workedOn,
      reason: "required",
    },
    "tell-vendor": {
      label: "Write to vendor",
      icon: "truck",
      title: (name) => `Write to the vendor about ${name}`,
      verb: "Send letter",
      by: "edit-breakdown",
      from: workedOn,
    },
    rate: {
      label: "Rate",
      icon: "check",
      title: (name) => `How was ${name} dealt with?`,
      verb: "Send rating",
      by: null,
      orBy: { reporterUserId: "create-breakdown" },
      byLink: "followTokenHash",
      from: ["resolved", "closed"],
      otherwise: "A call is rated once it is resolved",
      unless: rated,
    },
    "close-condemned": {
      label: "Close with the device",
      title: (name) => `Close ${name}`,
      verb: "Close call",
      by: null,
      from: openCalls,
      to: "closed_condemned",
    },
    "sent-out": {
      label: "Out on a gate pass",
      title: (name) => `Send out for ${name}`,
      verb: "Put on hold",
      by: null,
      from: workedOn,
      to: "on_hold",
    },
    "came-back": {
      label: "Back from a gate pass",
      title: (name) => `Take back for ${name}`,
      verb: "Resume work",
      by: null,
      from: ["on_hold"],
      to: "in_progress",
    },
  },
});
