import { rulesOf } from "./rules.ts";

/** What of a wish for a host decides what may be done with it. */
export type DomainRequestState = { status: keyof typeof states };

const states = {
  pending: "Pending",
  dns_pending: "Waits for its DNS record",
  active: "Active",
  rejected: "Rejected",
  cancelled: "Withdrawn",
  expired: "Expired",
} as const;
export const domainStates = states;

const open = ["pending", "dns_pending"] as const;
export const isOpenDomainRequest = (status: string): boolean =>
  (open as readonly string[]).includes(status);

const check = {
  label: "Check DNS now",
  icon: "refresh",
  title: (name: string) => `Check ${name}`,
  verb: "Check now",
  says: "The record is looked up in the DNS. If it is there, the company has this address at once, and the one it had leads to it.",
  from: ["dns_pending"],
  to: "active",
} as const;

/** A wish for an account with a host, or for another host of a company, until the host is there. */
export const domainRules = rulesOf<DomainRequestState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) =>
    sentence ??
    (state === "dns_pending"
      ? "This request waits for its DNS record"
      : `This request is ${states[state].toLowerCase()}`),
  moves: {
    approve: {
      label: "Approve",
      icon: "ok",
      title: (name) => `Approve ${name}`,
      verb: "Approve request",
      by: "manage-company",
      from: ["pending"],
      to: ["active", "dns_pending"],
    },
    check: { ...check, by: "manage-company" },
    reject: {
      label: "Reject",
      icon: "cross",
      tone: "danger",
      title: (name) => `Reject ${name}`,
      verb: "Reject request",
      says: "Whoever asked gets a letter with the reason.",
      by: "manage-company",
      from: open,
      to: "rejected",
      reason: "required",
    },
    verify: { ...check, by: "edit-settings", isAdminOnly: true },
    cancel: {
      label: "Withdraw request",
      icon: "cross",
      tone: "danger",
      title: (name) => `Withdraw the request for ${name}`,
      verb: "Withdraw request",
      says: "Your address stays as it is. You can ask for another one at any time.",
      by: "edit-settings",
      isAdminOnly: true,
      from: open,
      to: "cancelled",
    },
    expire: {
      label: "Expired",
      title: (name) => `${name} is expired`,
      verb: "Expire",
      by: null,
      from: open,
      to: "expired",
    },
  },
});
