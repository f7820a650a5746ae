import { rulesOf } from "./rules.ts";

const states = { open: "Open", closed: "Closed" } as const;

/** What of an impact review decides what may be done with it. */
export type ImpactReviewState = { status: keyof typeof states; undecidedCount: number };

export const UNDECIDED = "Not everything in it is decided yet";

/** The review of what a standard out of tolerance means: closed once every certificate and in-house calibration is decided. */
export const impactReviewRules = rulesOf<ImpactReviewState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) =>
    sentence ?? `This impact review is ${states[state].toLowerCase()}`,
  moves: {
    close: {
      label: "Close",
      icon: "check",
      title: (name) => `Close the impact review of ${name}`,
      verb: "Close review",
      says: "Nothing is decided in it any more. Letters can still be printed and sent.",
      by: "edit-calibrator",
      from: ["open"],
      to: "closed",
      reason: "required",
      reasonHint: "What was found, and what was done",
      unless: ({ undecidedCount }) => (undecidedCount > 0 ? UNDECIDED : null),
    },
    tell: {
      label: "Send letter",
      icon: "mail",
      title: (name) => `Send a letter about ${name}`,
      verb: "Send letter",
      by: "edit-calibrator",
      from: ["open", "closed"],
    },
  },
});

const actions = {
  undecided: "To decide",
  none: "No action",
  notify: "Notify",
  recall: "Recall",
} as const;

/** What of a certificate in a review decides what may be done with it. */
export type ImpactLineState = { action: keyof typeof actions };

const decided = ["none", "notify", "recall"] as const;
const other = (own: keyof typeof actions) =>
  (Object.keys(actions) as (keyof typeof actions)[]).filter((one) => one !== own);

/** A certificate that rests on the standard, until somebody decides what is done about it. */
export const impactLineRules = rulesOf<ImpactLineState>()({
  states: actions,
  stateOf: ({ action }) => action,
  otherwise: (state, sentence) =>
    sentence ?? `This certificate is decided already: ${actions[state].toLowerCase()}`,
  moves: {
    clear: {
      label: "No action",
      icon: "ok",
      title: (name) => `No action for ${name}`,
      verb: "Decide",
      says: "The certificate stands, and nobody is told.",
      by: "edit-calibrator",
      from: other("none"),
      to: "none",
      reason: "required",
      reasonHint: "Why the shift does not matter",
    },
    notify: {
      label: "Notify",
      icon: "mail",
      title: (name) => `Notify the consumer of ${name}`,
      verb: "Decide",
      says: "The consumer is told by letter what the shift means for the result.",
      by: "edit-calibrator",
      from: other("notify"),
      to: "notify",
      reason: "optional",
    },
    recall: {
      label: "Recall",
      icon: "alert",
      title: (name) => `Recall ${name}`,
      verb: "Decide",
      says: "The consumer is asked by letter not to use the certificate and to bring the device for calibration.",
      by: "edit-calibrator",
      from: other("recall"),
      to: "recall",
      reason: "optional",
    },
    again: {
      label: "Decide again",
      icon: "refresh",
      title: (name) => `Decide again on ${name}`,
      verb: "Decide again",
      by: "edit-calibrator",
      from: decided,
      to: "undecided",
      reason: "required",
    },
  },
});

const inhouseActions = {
  undecided: "To decide",
  none: "No action",
  recalibrate: "Calibrate again",
} as const;

/** What of an in-house calibration in a review decides what may be done with it. */
export type ImpactInhouseState = { action: keyof typeof inhouseActions };

/** An in-house calibration that rests on the standard, until somebody decides whether its device is calibrated again. */
export const impactInhouseRules = rulesOf<ImpactInhouseState>()({
  states: inhouseActions,
  stateOf: ({ action }) => action,
  otherwise: (state, sentence) =>
    sentence ?? `This calibration is decided already: ${inhouseActions[state].toLowerCase()}`,
  moves: {
    clear: {
      label: "No action",
      icon: "ok",
      title: (name) => `No action for ${name}`,
      verb: "Decide",
      says: "The calibration stands.",
      by: "edit-calibrator",
      from: ["undecided", "recalibrate"],
      to: "none",
      reason: "required",
      reasonHint: "Why the shift does not matter",
    },
    recalibrate: {
      label: "Calibrate again",
      icon: "refresh",
      title: (name) => `Calibrate the device of ${name} again`,
      verb: "Decide",
      says: "The device is to be calibrated again. The calibration is then begun from its row here.",
      by: "edit-calibrator",
      from: ["undecided", "none"],
      to: "recalibrate",
      reason: "optional",
    },
    again: {
      label: "Decide again",
      icon: "left",
      title: (name) => `Decide again on ${name}`,
      verb: "Decide again",
      by: "edit-calibrator",
      from: ["none", "recalibrate"],
      to: "undecided",
      reason: "required",
    },
  },
});
