import { rulesOf } from "./rules.ts";

/** What of a calibrator decides what may be done with it. */
export type CalibratorState = {
  status: keyof typeof states;
  quarantinedBy: string | null;
  /** Whether a certificate was accepted or a check passed since its quarantine began; left out where that was not looked up. */
  isProved?: boolean;
};

/** Why a standard stays in quarantine, whoever would release it. */
export const LACKS_PROOF =
  "No certificate was accepted and no check was passed since its quarantine began";

const states = {
  in_service: "In service",
  out_for_calibration: "Out for calibration",
  quarantined: "Quarantined",
  damaged: "Damaged",
  retired: "Retired",
} as const;

const kept = ["in_service", "out_for_calibration", "quarantined", "damaged"] as const;

/** A reference standard while a company has it. Whether it is due or expired follows from its dates. */
export const calibratorRules = rulesOf<CalibratorState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This calibrator is ${states[state].toLowerCase()}`,
  moves: {
    send: {
      label: "Send out",
      icon: "truck",
      title: (name) => `Send ${name} out for calibration`,
      verb: "Send out",
      by: "edit-calibrator",
      from: ["in_service", "quarantined", "damaged"],
      to: "out_for_calibration",
      reason: "optional",
      reasonHint: "To whom, and with which order",
    },
    "bring-back": {
      label: "Bring back",
      icon: "refresh",
      title: (name) => `Bring ${name} back`,
      verb: "Bring back",
      says: "One that was in quarantine or damaged comes back into quarantine.",
      by: "edit-calibrator",
      from: ["out_for_calibration"],
      to: ["in_service", "quarantined"],
      reason: "optional",
    },
    quarantine: {
      label: "Quarantine",
      icon: "pause",
      tone: "danger",
      title: (name) => `Put ${name} into quarantine?`,
      verb: "Quarantine",
      says: "Nothing is measured with it until another person releases it.",
      by: "edit-calibrator",
      from: ["in_service", "out_for_calibration", "damaged"],
      to: "quarantined",
      reason: "required",
    },
    release: {
      label: "Release",
      icon: "ok",
      title: (name) => `Release ${name} from quarantine`,
      verb: "Release",
      says: "It needs a certificate that was accepted, or a check that it passed, after the quarantine began.",
      by: "edit-calibrator",
      not: { quarantinedBy: "Somebody else releases what you have put into quarantine" },
      from: ["quarantined"],
      to: "in_service",
      reason: "required",
      otherwise: "Only what is in quarantine is released",
      unless: ({ isProved }) => (isProved === false ? LACKS_PROOF : null),
    },
    repair: {
      label: "Note a repair",
      icon: "wrench",
      title: (name) => `Note a repair of ${name}`,
      verb: "Note repair",
      by: "edit-calibrator",
      from: kept,
      reason: "required",
      reasonHint: "What was repaired, and by whom",
    },
    adjustment: {
      label: "Note an adjustment",
      icon: "edit",
      title: (name) => `Note an adjustment of ${name}`,
      verb: "Note adjustment",
      by: "edit-calibrator",
      from: kept,
      reason: "required",
      reasonHint: "What was adjusted, and by whom",
    },
    "transport-check": {
      label: "Note a transport check",
      icon: "check",
      title: (name) => `Note a check of ${name} after transport`,
      verb: "Note check",
      by: "edit-calibrator",
      from: kept,
      reason: "optional",
    },
    damage: {
      label: "Mark as damaged",
      icon: "alert",
      tone: "danger",
      title: (name) => `Mark ${name} as damaged?`,
      verb: "Mark as damaged",
      says: "Nothing is measured with it. After a repair it goes through quarantine, from which another person releases it.",
      by: "edit-calibrator",
      from: ["in_service", "out_for_calibration", "quarantined"],
      to: "damaged",
      reason: "required",
    },
    retire: {
      label: "Retire",
      icon: "archive",
      tone: "danger",
      title: (name) => `Retire ${name}?`,
      verb: "Retire",
      says: "It is used no more. It cannot be taken back.",
      by: "edit-calibrator",
      from: kept,
      to: "retired",
      reason: "required",
    },
  },
});

/** What happened to a calibrator, as people read it. */
export const eventTexts = {
  sent: "Sent out",
  returned: "Brought back",
  repair: "Repaired",
  adjust: "Adjusted",
  transport_check: "Checked after transport",
  quarantine: "Put into quarantine",
  release: "Released",
  damage: "Damaged",
  retire: "Retired",
  concession: "Conceded",
} as const;
