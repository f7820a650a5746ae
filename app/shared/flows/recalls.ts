import { rulesOf } from "./rules.ts";

/** What of a recall's device decides what may be done with it. */
export type RecallState = { status: keyof typeof states; breakdownId: string | null };

const states = {
  to_decide: "To decide",
  affected: "Affected",
  not_affected: "Not affected",
  done: "Done",
  gone: "Gone",
} as const;

/** Nobody has decided yet, or what is to be done is not done. */
export const unanswered = ["to_decide", "affected"] as const;
export const isUnanswered = (status: string): boolean =>
  (unanswered as readonly string[]).includes(status);

/** A device that a recall may be about, until it is answered. Its call and the end of the device answer it by themselves. */
export const recallRules = rulesOf<RecallState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This asset is ${states[state].toLowerCase()}`,
  moves: {
    affect: {
      label: "Affected",
      icon: "alert",
      title: (name) => `${name} is affected`,
      verb: "Mark as affected",
      by: "edit-breakdown",
      from: ["to_decide", "not_affected"],
      to: "affected",
      reason: "optional",
    },
    call: {
      label: "Make service call",
      icon: "call",
      title: (name) => `Make a service call for ${name}`,
      verb: "Make service call",
      says: "The asset is affected. It is done once its call is resolved.",
      by: "create-breakdown",
      from: unanswered,
      to: "affected",
      reason: "optional",
      reasonHint: "Added to what the call says.",
      unless: ({ breakdownId }) => (breakdownId ? "It has a service call already" : null),
    },
    clear: {
      label: "Not affected",
      icon: "ok",
      title: (name) => `${name} is not affected`,
      verb: "Mark as not affected",
      by: "edit-breakdown",
      from: unanswered,
      to: "not_affected",
      reason: "required",
    },
    finish: {
      label: "Done",
      icon: "check",
      title: (name) => `${name} is done`,
      verb: "Mark as done",
      says: "For what was done without a service call.",
      by: "edit-breakdown",
      from: ["affected"],
      to: "done",
      reason: "required",
      reasonHint: "What was done, and by whom.",
    },
    again: {
      label: "Decide again",
      icon: "refresh",
      title: (name) => `Decide again on ${name}`,
      verb: "Decide again",
      by: "edit-breakdown",
      from: ["not_affected", "done"],
      to: "to_decide",
      reason: "required",
    },
    "done-by-call": {
      label: "Done by its call",
      title: (name) => `${name} is done`,
      verb: "Mark as done",
      by: null,
      from: ["affected"],
      to: "done",
    },
    "call-reopened": {
      label: "Its call was reopened",
      title: (name) => `${name} is affected`,
      verb: "Mark as affected",
      by: null,
      from: ["done"],
      to: "affected",
    },
    leave: {
      label: "Gone",
      title: (name) => `${name} is gone`,
      verb: "Mark as gone",
      by: null,
      from: unanswered,
      to: "gone",
    },
    "no-match": {
      label: "No longer matches",
      title: (name) => `${name} no longer matches`,
      verb: "Mark as not affected",
      by: null,
      from: ["to_decide"],
      to: "not_affected",
    },
    "match-again": {
      label: "Matches again",
      title: (name) => `${name} matches again`,
      verb: "Decide again",
      by: null,
      from: ["gone", "not_affected"],
      to: "to_decide",
    },
  },
});
