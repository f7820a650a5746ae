/** Kinds of planned service, with the word for each; the engine treats all alike. */
export const dueKinds = {
  pm: "PM",
  calibration: "Calibration",
  electrical_safety: "Electrical safety",
  radiation_qa: "Radiation QA",
  contract_visit: "Contract visit",
  accessory: "Accessory",
  licence: "Licence",
  other: "Other",
} as const;
export type DueKind = keyof typeof dueKinds;

/** What keeps a planned service from being done, with the word for each. */
export const dueExceptions = {
  in_use: "In use",
  not_located: "Not located",
  under_repair: "Under repair",
  out_on_gate_pass: "Out on gate pass",
  access_denied: "Access denied",
} as const;
export type DueException = keyof typeof dueExceptions;

/** States in which an occurrence waits to be done. */
export const openDue = ["scheduled", "in_progress", "deferred"] as const;

/** What is known of an occurrence: its dates, and the hold of its schedule. */
export type DueFacts = {
  status: "scheduled" | "in_progress" | "done" | "deferred" | "missed" | "cancelled";
  /** Where it was deferred to, else the day it is due. */
  planOn: string;
  opensOn: string | null;
  holdFrom?: string | null;
  holdUntil?: string | null;
};

export const standings = {
  done: { word: "Done", tone: "in-date", icon: "ok" },
  planned: { word: "Planned", tone: "info", icon: "cal" },
  in_window: { word: "In window", tone: "amber", icon: "clock" },
  overdue: { word: "Overdue", tone: "overdue", icon: "alert" },
  held: { word: "On hold", tone: "hold", icon: "pause" },
  missed: { word: "Could not be done", tone: "hold", icon: "pause" },
  cancelled: { word: "Cancelled", tone: "hold", icon: "pause" },
} as const;
export type Standing = keyof typeof standings;

/**
 * How an occurrence stands on a day, always reckoned from its dates: no job has to run for it to be right. It is overdue from the day
 * after it was planned for, as the list of assets says; whether it was on time is asked of its window, when it is done.
 */
export function standingOf(facts: DueFacts, today: string): Standing {
  const { status, planOn, opensOn, holdFrom, holdUntil } = facts;
  if (status === "done" || status === "missed" || status === "cancelled") return status;
  if (holdFrom && holdUntil && holdFrom <= planOn && planOn <= holdUntil) return "held";
  if (today > planOn) return "overdue";
  return today >= (opensOn ?? planOn) ? "in_window" : "planned";
}
