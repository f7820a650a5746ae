import { rulesOf } from "./rules.ts";

/** What of an in-house calibration decides what may be done with it. */
export type InhouseState = {
  status: keyof typeof states;
  outcome: "pass" | "fail" | "limited" | "not_tested" | null;
  technicianId: string;
  writerIds: readonly string[];
  certificateReportId: string | null;
};

const states = {
  draft: "Draft",
  verified: "Verified",
  closed: "Closed",
  cancelled: "Cancelled",
} as const;
export const inhouseWords = states;

const did = "Somebody else verifies what you have measured or written";
const closes = "Somebody else closes what you have measured or written";

/** An in-house calibration: measured by one person, verified by another, and closed by somebody who answers for the device. */
export const inhouseCalibrationRules = rulesOf<InhouseState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) =>
    sentence ?? `This in-house calibration is ${states[state].toLowerCase()}`,
  moves: {
    edit: {
      label: "Measure",
      icon: "edit",
      by: "edit-inhouse-calibration",
      from: ["draft"],
      page: (id) => `/inhouse-calibration/update/${id}`,
      otherwise: "Only a draft is changed",
    },
    verify: {
      label: "Verify",
      icon: "check",
      title: (name) => `Verify ${name}`,
      verb: "Verify",
      says: "Everything is reckoned again and locked. What is missing is told.",
      by: "edit-inhouse-calibration",
      from: ["draft"],
      to: "verified",
      not: { writerIds: did, technicianId: did },
      unless: ({ outcome }) => (outcome === null ? "Its outcome is not said yet" : null),
      reason: "optional",
    },
    "send-back": {
      label: "Send back",
      icon: "left",
      title: (name) => `Send ${name} back`,
      verb: "Send back",
      says: "It is a draft again and can be corrected.",
      by: "edit-inhouse-calibration",
      from: ["verified"],
      to: "draft",
      reason: "required",
    },
    close: {
      label: "Close",
      icon: "lock",
      title: (name) => `Close ${name}`,
      verb: "Close",
      says: "Its measurement is frozen, the planned calibration is done, and the device gets its dates and its condition. It is never changed again.",
      by: "approve-inhouse-calibration",
      from: ["verified"],
      to: "closed",
      not: { writerIds: closes, technicianId: closes },
      reason: "optional",
    },
    promote: {
      label: "Make a certificate",
      icon: "cert",
      title: (name) => `Make a certificate of ${name}`,
      verb: "Begin certificate",
      says: "A certificate is begun for the machine of this device, with the same measurement and standards. It is checked, approved and issued as every other one.",
      by: "create-certificate-report",
      from: ["verified", "closed"],
      unless: ({ outcome, certificateReportId }) =>
        certificateReportId !== null
          ? "A certificate was made of it"
          : outcome === "not_tested"
            ? "Nothing was measured"
            : null,
    },
    cancel: {
      label: "Cancel",
      icon: "cross",
      tone: "danger",
      title: (name) => `Cancel ${name}?`,
      verb: "Cancel calibration",
      says: "What was measured is kept and can be seen. The planned calibration stays to be done. It cannot be taken back.",
      by: "delete-inhouse-calibration",
      from: ["draft"],
      to: "cancelled",
      reason: "required",
    },
  },
});
