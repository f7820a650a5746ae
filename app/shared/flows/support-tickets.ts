import { plural } from "../plural.ts";
import { rulesOf } from "./rules.ts";

/** What of a ticket decides what may be done with it. */
export type TicketState = {
  status: keyof typeof states;
  closedAt: number | null;
  rating: number | null;
};

const states = {
  open: "Open",
  in_progress: "In progress",
  waiting_customer: "Waiting for the company",
  resolved: "Resolved",
  closed: "Closed",
  reopened: "Reopened",
} as const;
export const ticketStates = states;

/** The staff works on it, or waits for an answer. */
export const unsolved = ["open", "reopened", "in_progress", "waiting_customer"] as const;
const REOPEN_DAYS = 14;
const DAY_MS = 86_400_000;
/** A resolved ticket that nobody has answered closes by itself after so many days. */
export const CLOSE_DAYS = 7;

const staff = "manage-support-ticket";
const company = "edit-support-ticket";

/** A question of a company to the platform. A User moves the tickets they opened, an Admin all of the company. */
export const ticketRules = rulesOf<TicketState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This ticket is ${states[state].toLowerCase()}`,
  moves: {
    take: {
      label: "Take",
      icon: "user",
      title: (name) => `Take ${name}`,
      verb: "Take ticket",
      says: "It is assigned to you.",
      by: staff,
      from: ["open", "reopened"],
      to: "in_progress",
    },
    assign: {
      label: "Assign",
      icon: "team",
      title: (name) => `Assign ${name}`,
      verb: "Assign ticket",
      by: staff,
      from: unsolved,
    },
    reply: {
      label: "Reply",
      icon: "mail",
      title: (name) => `Reply to ${name}`,
      verb: "Send reply",
      by: staff,
      from: unsolved,
      to: "waiting_customer",
    },
    note: {
      label: "Internal note",
      icon: "edit",
      title: (name) => `Note on ${name}`,
      verb: "Add note",
      says: "The company does not see it.",
      by: staff,
      from: [...unsolved, "resolved", "closed"],
    },
    resolve: {
      label: "Resolve",
      icon: "ok",
      title: (name) => `Resolve ${name}`,
      verb: "Resolve ticket",
      says: `Who opened it is told. Without an answer it closes after ${plural(CLOSE_DAYS, "1 day", "{n} days")}.`,
      by: staff,
      from: unsolved,
      to: "resolved",
      reason: "optional",
      reasonHint: "The company reads it",
    },
    answer: {
      label: "Answer",
      icon: "mail",
      title: (name) => `Answer on ${name}`,
      verb: "Send answer",
      by: company,
      from: [...unsolved, "resolved"],
      to: ["open", "in_progress", "reopened"],
    },
    solved: {
      label: "It is solved",
      icon: "ok",
      title: (name) => `Is ${name} solved?`,
      verb: "Mark as solved",
      says: "Nobody works on it any more. An answer opens it again.",
      by: company,
      from: unsolved,
      to: "resolved",
    },
    close: {
      label: "Close",
      icon: "lock",
      title: (name) => `Close ${name}`,
      verb: "Close ticket",
      says: `It can be reopened within ${plural(REOPEN_DAYS, "1 day", "{n} days")}.`,
      by: company,
      from: ["resolved"],
      to: "closed",
      otherwise: "Only a resolved ticket is closed",
    },
    reopen: {
      label: "Reopen",
      icon: "refresh",
      title: (name) => `Reopen ${name}`,
      verb: "Reopen ticket",
      by: company,
      from: ["closed"],
      to: "reopened",
      reason: "required",
      reasonHint: "What is still wrong",
      unless: ({ closedAt }, { now }) =>
        closedAt !== null && now - closedAt > REOPEN_DAYS * DAY_MS
          ? `It was closed more than ${plural(REOPEN_DAYS, "1 day", "{n} days")} ago. Open a new ticket.`
          : null,
    },
    rate: {
      label: "Rate the help",
      icon: "ok",
      title: (name) => `Rate the help on ${name}`,
      verb: "Send rating",
      by: company,
      from: ["closed"],
      otherwise: "Only a closed ticket is rated",
      unless: ({ rating }) => (rating === null ? null : "It is rated already"),
    },
  },
});
