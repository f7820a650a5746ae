import { rulesOf } from "./rules.ts";

const states = {
  requested: "Requested",
  accepted: "Accepted",
  declined: "Declined",
  done: "Done",
  withdrawn: "Withdrawn",
} as const;
export const recalibrationWords = states;

/** States in which a machine of the request waits for work. */
export const openRequests = ["requested", "accepted"] as const;

/** So many machines a request names. */
export const MOST_MACHINES = 200;

/** What of a request decides what may be done with it. */
export type RecalibrationState = { status: keyof typeof states };

/** What a consumer asks for in the portal: the laboratory accepts or declines it, and the consumer may take it back until then. */
export const recalibrationRules = rulesOf<RecalibrationState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This request is ${states[state].toLowerCase()}`,
  moves: {
    accept: {
      label: "Accept",
      icon: "check",
      title: (name) => `Accept ${name}`,
      verb: "Accept request",
      says: "The contact is told by letter. From now on certificates of its machines are begun under its number.",
      by: "edit-consumer",
      from: ["requested"],
      to: "accepted",
      reason: "optional",
      reasonHint: "What the contact should know: when you come, or where to send the machines",
    },
    decline: {
      label: "Decline",
      icon: "cross",
      tone: "danger",
      title: (name) => `Decline ${name}`,
      verb: "Decline request",
      says: "The contact is told by letter, with your reason.",
      by: "edit-consumer",
      from: ["requested"],
      to: "declined",
      reason: "required",
      reasonHint: "Why it cannot be done, as the contact reads it",
    },
    finish: {
      label: "Mark as done",
      icon: "ok",
      title: (name) => `Mark ${name} as done`,
      verb: "Mark as done",
      says: "Nothing of it waits any more. Its machines can be asked for again.",
      by: "edit-consumer",
      from: ["accepted"],
      to: "done",
      reason: "optional",
    },
    withdraw: {
      label: "Withdraw",
      icon: "x",
      tone: "danger",
      title: (name) => `Withdraw ${name}`,
      verb: "Withdraw request",
      by: null,
      from: ["requested"],
      to: "withdrawn",
      otherwise: "The laboratory has answered this request already",
    },
  },
});
