import { rulesOf } from "./rules.ts";

/** What of a downtime decides what may be done with it. */
export type DowntimeState = {
  kind: "unplanned" | "planned";
  endedAt: number | null;
  cancelledAt: number | null;
};

export const downtimeKinds = { unplanned: "Not planned", planned: "Planned" } as const;

const withCall = ({ kind, endedAt }: Pick<DowntimeState, "kind" | "endedAt">) =>
  kind === "unplanned" && endedAt === null ? "It ends when its service call is resolved" : null;

/** A stretch of time in which a device could not be used. One that is not planned begins and ends with service calls. */
export const downtimeRules = rulesOf<DowntimeState>()({
  states: { open: "Down", ended: "Ended", cancelled: "Cancelled" },
  stateOf: ({ endedAt, cancelledAt }) => {
    if (cancelledAt !== null) return "cancelled";
    return endedAt === null ? "open" : "ended";
  },
  otherwise: (state) =>
    state === "cancelled" ? "This downtime was cancelled" : "This downtime has ended",
  moves: {
    end: {
      label: "End",
      icon: "check",
      title: () => "End the planned downtime",
      verb: "End downtime",
      by: "edit-breakdown",
      from: ["open"],
      to: "ended",
      unfit: withCall,
    },
    correct: {
      label: "Correct",
      icon: "edit",
      title: () => "Correct the times of this downtime",
      verb: "Save times",
      by: "edit-breakdown",
      from: ["open", "ended"],
      reason: "required",
      reasonHint: "Such as what the ward's log says",
    },
    cancel: {
      label: "Cancel",
      icon: "cross",
      tone: "danger",
      title: () => "Cancel this downtime?",
      verb: "Cancel downtime",
      says: "For one that never was. It no longer counts for the uptime of the asset.",
      by: "edit-breakdown",
      from: ["open", "ended"],
      to: "cancelled",
      reason: "required",
      unfit: withCall,
    },
  },
});
