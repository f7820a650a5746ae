import { rulesOf } from "./rules.ts";

/** What of a machine decides what may be done with it. */
export type MachineState = { status: keyof typeof states };

const states = {
  active: "Active",
  in_calibration: "In calibration",
  out_of_service: "Out of service",
  lost: "Lost",
  retired: "Retired",
} as const;

/** Where the due date of a machine still counts. */
export const usedStates = ["active", "in_calibration", "out_of_service"] as const;

/** A device under calibration, from its registration to its end. It goes into calibration and back with its certificate. */
export const machineRules = rulesOf<MachineState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This machine is ${states[state].toLowerCase()}`,
  moves: {
    "out-of-service": {
      label: "Out of service",
      icon: "pause",
      title: (name) => `Take ${name} out of service`,
      verb: "Take out of service",
      says: "No certificate is begun for it until it is back.",
      by: "edit-machine",
      from: ["active"],
      to: "out_of_service",
      reason: "required",
    },
    "back-in-service": {
      label: "Back in service",
      icon: "check",
      title: (name) => `Put ${name} back in service`,
      verb: "Put back in service",
      by: "edit-machine",
      from: ["out_of_service"],
      to: "active",
      reason: "required",
    },
    lost: {
      label: "Lost",
      icon: "alert",
      title: (name) => `${name} is lost`,
      verb: "Mark as lost",
      says: "Its due date is not counted while it is lost.",
      by: "edit-machine",
      from: ["active", "out_of_service"],
      to: "lost",
      reason: "required",
    },
    found: {
      label: "Found",
      icon: "ok",
      title: (name) => `${name} is found`,
      verb: "Mark as found",
      by: "edit-machine",
      from: ["lost"],
      to: "active",
      reason: "required",
    },
    retire: {
      label: "Retire",
      icon: "cross",
      tone: "danger",
      title: (name) => `Retire ${name}?`,
      verb: "Retire machine",
      says: "It is not calibrated again, and its certificates stay. It cannot be taken back.",
      by: "edit-machine",
      from: ["active", "out_of_service", "lost"],
      to: "retired",
      reason: "required",
    },
    "begin-calibration": {
      label: "In calibration",
      title: (name) => `${name} is in calibration`,
      verb: "Begin calibration",
      by: null,
      from: ["active"],
      to: "in_calibration",
    },
    "end-calibration": {
      label: "Calibration ended",
      title: (name) => `The calibration of ${name} ended`,
      verb: "End calibration",
      by: null,
      from: ["in_calibration"],
      to: "active",
    },
  },
});
