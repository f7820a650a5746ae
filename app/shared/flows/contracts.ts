import { rulesOf } from "./rules.ts";

/** What of a contract decides what may be done with it; how it stands by its dates is `stateOn`. */
export type ContractFacts = { terminatedOn: string | null };

/** Cover by a vendor. Its dates say how it stands; only terminating it is a move. */
export const contractRules = rulesOf<ContractFacts>()({
  states: { agreed: "Agreed", terminated: "Terminated" },
  stateOf: ({ terminatedOn }) => (terminatedOn === null ? "agreed" : "terminated"),
  otherwise: () => "This contract is terminated",
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-vendor",
      from: ["agreed"],
      page: (id) => `/contract/update/${id}`,
    },
    renew: {
      label: "Renew",
      icon: "refresh",
      by: "create-vendor",
      from: ["agreed"],
      page: (id) => `/contract/renew/${id}`,
    },
    terminate: {
      label: "Terminate",
      icon: "cross",
      tone: "danger",
      title: (name) => `Terminate ${name}?`,
      verb: "Terminate contract",
      says: "Its assets are no longer covered by it from that day on. It cannot be taken back.",
      by: "edit-vendor",
      from: ["agreed"],
      to: "terminated",
      reason: "required",
    },
  },
});
