import { rulesOf } from "./rules.ts";

/** What of a schedule decides what may be done with it. */
export type ScheduleFacts = { isActive: boolean; holdUntil: string | null };

/** Where the interval and the next date of a device's own plan are changed: in the form of the device. */
export const planHref = (assetId: string) => `/asset/update/${assetId}#plan`;

/** What comes again at a device. A hold stands by its dates and ends with them; only people end a schedule, or the device's end. */
export const scheduleRules = rulesOf<ScheduleFacts>()({
  states: { active: "Active", held: "On hold", ended: "Ended" },
  stateOf: ({ isActive, holdUntil }) => {
    if (!isActive) return "ended";
    return holdUntil === null ? "active" : "held";
  },
  otherwise: (state, sentence = "This schedule has ended") =>
    state === "ended" ? "This schedule has ended" : sentence,
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-asset",
      from: ["active", "held"],
      page: (id) => `/schedule/edit/${id}`,
    },
    hold: {
      label: "Hold",
      icon: "pause",
      title: (name) => `Put ${name} on hold`,
      verb: "Put on hold",
      says: "What is planned within these days counts as on hold, not as overdue. The hold ends by itself.",
      by: "edit-asset",
      from: ["active", "held"],
      to: "held",
      reason: "required",
    },
    "end-hold": {
      label: "End hold",
      icon: "ok",
      title: (name) => `End the hold of ${name}`,
      verb: "End hold",
      says: "Its dates count again as they are planned.",
      by: "edit-asset",
      from: ["held"],
      to: "active",
      reason: "optional",
      otherwise: "This schedule is not on hold",
    },
    end: {
      label: "End",
      icon: "cross",
      tone: "danger",
      title: (name) => `End ${name}?`,
      verb: "End schedule",
      says: "What waits to be done of it is cancelled. What was done stays. It cannot be taken back.",
      by: "edit-asset",
      from: ["active", "held"],
      to: "ended",
      reason: "required",
    },
  },
});
