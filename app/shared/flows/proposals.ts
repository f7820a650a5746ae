import { rulesOf } from "./rules.ts";

const states = {
  proposed: "Put forward",
  reviewed: "Reviewed",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Withdrawn",
} as const;

/** What of a proposal decides what may be done with it. */
export type ProposalState = { status: keyof typeof states; createdBy: string | null };

export const openProposals = ["proposed", "reviewed"] as const;
const TWO = "condemn_needs_two";
const notOwn = { createdBy: "Somebody else decides what you have put forward" } as const;

/** A device put forward to be condemned. It is approved by condemning the device. */
export const proposalRules = rulesOf<ProposalState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state, sentence) => sentence ?? `This proposal is ${states[state].toLowerCase()}`,
  settings: [TWO],
  moves: {
    review: {
      label: "Mark as reviewed",
      icon: "check",
      title: (name) => `${name} was reviewed`,
      verb: "Mark as reviewed",
      by: "edit-asset",
      from: ["proposed"],
      to: "reviewed",
      reason: "optional",
      not: { createdBy: "Somebody else reviews what you have put forward" },
      separatedBy: TWO,
    },
    approve: {
      label: "Approved",
      title: (name) => `${name} is condemned`,
      verb: "Condemn asset",
      by: null,
      from: openProposals,
      to: "approved",
      not: notOwn,
      separatedBy: TWO,
    },
    decline: {
      label: "Decline",
      icon: "cross",
      title: (name) => `Decline ${name}`,
      verb: "Decline proposal",
      by: "approve-asset",
      from: openProposals,
      to: "declined",
      reason: "required",
      not: notOwn,
      separatedBy: TWO,
    },
    withdraw: {
      label: "Withdraw",
      icon: "refresh",
      title: (name) => `Withdraw ${name}`,
      verb: "Withdraw proposal",
      by: "approve-asset",
      orBy: { createdBy: "edit-asset" },
      from: openProposals,
      to: "withdrawn",
      reason: "optional",
    },
  },
});
