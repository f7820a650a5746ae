import { addDays } from "../company-time.ts";
import { HORIZON_DAYS } from "../due-series.ts";
import { openDue } from "../due-standing.ts";
import { rulesOf } from "./rules.ts";

/** What of an occurrence decides what may be done with it. */
export type OccurrenceState = { status: keyof typeof states };

const states = {
  scheduled: "Scheduled",
  in_progress: "In progress",
  done: "Done",
  deferred: "Deferred",
  missed: "Could not be done",
  cancelled: "Cancelled",
} as const;

/** The last day to which an occurrence can be deferred. */
export const lastDeferral = (today: string): string => addDays(today, HORIZON_DAYS);

/** A planned service on one of its dates. Reports fulfil and release it, the end of its schedule or its device cancels it. */
export const occurrenceRules = rulesOf<OccurrenceState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) =>
    sentence ??
    (state === "missed"
      ? "This planned service could not be done"
      : `This planned service is ${states[state].toLowerCase()}`),
  moves: {
    start: {
      label: "Start",
      icon: "wrench",
      title: (name) => `Start ${name}`,
      verb: "Start",
      says: "It is yours if nobody has it.",
      by: "edit-asset",
      from: ["scheduled", "deferred"],
      to: "in_progress",
      reason: "optional",
    },
    assign: {
      label: "Assign",
      icon: "user",
      title: (name) => `Assign ${name}`,
      verb: "Assign",
      by: "edit-asset",
      from: openDue,
      reason: "optional",
    },
    defer: {
      label: "Defer",
      icon: "cal",
      title: (name) => `Defer ${name}?`,
      verb: "Defer",
      says: "The series stays as it is. A day outside its window counts as late.",
      by: "edit-asset",
      from: openDue,
      to: "deferred",
      reason: "required",
    },
    "could-not-be-done": {
      label: "Could not be done",
      icon: "pause",
      title: (name) => `${name} could not be done`,
      verb: "Save",
      says: "It counts as not completed. The next one of the series stays as it is.",
      by: "edit-asset",
      from: openDue,
      to: "missed",
      reason: "required",
    },
    fulfil: {
      label: "Done by a report",
      title: (name) => `${name} is done`,
      verb: "Mark as done",
      by: null,
      from: openDue,
      to: "done",
    },
    release: {
      label: "Its report was cancelled",
      title: (name) => `${name} is open again`,
      verb: "Open again",
      by: null,
      from: ["done"],
      to: ["scheduled", "deferred"],
    },
    cancel: {
      label: "Cancel",
      title: (name) => `Cancel ${name}`,
      verb: "Cancel",
      by: null,
      from: openDue,
      to: "cancelled",
    },
    restore: {
      label: "Its schedule goes on",
      title: (name) => `Restore ${name}`,
      verb: "Restore",
      by: null,
      from: ["cancelled"],
      to: ["scheduled", "deferred"],
    },
  },
});
