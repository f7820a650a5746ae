import { rulesOf } from "./rules.ts";

const states = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;
export const deliveryWords = states;

/** What of a delivery decides what may be done with it. */
export type DeliveryState = { status: keyof typeof states };

/** An event on its way to a webhook, until it has arrived or is given up. */
export const deliveryRules = rulesOf<DeliveryState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This delivery is ${states[state].toLowerCase()}`,
  moves: {
    replay: {
      label: "Send again",
      icon: "refresh",
      title: (name) => `Send ${name} again`,
      verb: "Send again",
      says: "It is sent with the same id and the same text, so that a receiver who knows it already can tell.",
      by: "edit-settings",
      isAdminOnly: true,
      from: ["delivered", "failed"],
      to: "waiting",
      otherwise: "This delivery is on its way already",
    },
    deliver: {
      label: "Delivered",
      title: (name) => `${name} is delivered`,
      verb: "Deliver",
      by: null,
      from: ["waiting"],
      to: "delivered",
    },
    "give-up": {
      label: "Failed",
      title: (name) => `${name} has failed`,
      verb: "Give up",
      by: null,
      from: ["waiting"],
      to: "failed",
    },
  },
});
