import { rulesOf } from "./rules.ts";

const states = { open: "Open", accepted: "Accepted", rejected: "Rejected" } as const;

/** What of a proposal decides what may be done with it. */
export type IntervalProposalState = {
  status: keyof typeof states;
  machineId: string | null;
  calibratorId: string | null;
};

const accept = {
  label: "Accept",
  icon: "check",
  title: (name: string) => `Accept the interval for ${name}`,
  verb: "Accept interval",
  says: "The interval is set. The date on which it is due stays until the next calibration.",
  from: ["open"],
  to: "accepted",
  reason: "required",
} as const;
const reject = {
  label: "Reject",
  icon: "cross",
  title: (name: string) => `Reject the interval for ${name}`,
  verb: "Reject proposal",
  says: "The interval stays as it is.",
  from: ["open"],
  to: "rejected",
  reason: "required",
} as const;
const ofCalibrator = {
  by: "edit-calibrator",
  unfit: ({ calibratorId }: IntervalProposalState) =>
    calibratorId ? null : "This proposal is about a machine",
} as const;
const ofMachine = {
  by: "edit-machine",
  unfit: ({ machineId }: IntervalProposalState) =>
    machineId ? null : "This proposal is about a calibrator",
} as const;

/** An interval that history speaks for, until a person decides. Whoever may change the record decides. */
export const intervalRules = rulesOf<IntervalProposalState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This proposal is ${states[state].toLowerCase()}`,
  moves: {
    accept: { ...accept, ...ofCalibrator },
    reject: { ...reject, ...ofCalibrator },
    "accept-for-machine": { ...accept, ...ofMachine },
    "reject-for-machine": { ...reject, ...ofMachine },
  },
});
