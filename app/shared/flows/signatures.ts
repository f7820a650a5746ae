import { rulesOf } from "./rules.ts";

const states = { active: "Active", suspended: "Suspended", revoked: "Revoked" } as const;

/** What of a signature decides what may be done with it. That it has expired follows from its dates. */
export type SignatureState = { status: keyof typeof states; userId: string };

const keptByOthers = { userId: "Somebody else keeps your signature" } as const;

/** Who may sign. Nobody authorises themselves. */
export const signatureRules = rulesOf<SignatureState>()({
  states,
  stateOf: ({ status }) => status,
  otherwise: (state) => `This signature is ${states[state].toLowerCase()}`,
  moves: {
    edit: {
      label: "Edit",
      icon: "edit",
      by: "edit-signature",
      from: ["active", "suspended"],
      not: keptByOthers,
      page: (id) => `/signature/update/${id}`,
    },
    suspend: {
      label: "Suspend",
      icon: "pause",
      title: (name) => `Suspend the signature of ${name}?`,
      verb: "Suspend signature",
      says: "It signs nothing until it is reinstated. What was signed stays valid.",
      by: "edit-signature",
      from: ["active"],
      to: "suspended",
      reason: "required",
    },
    reinstate: {
      label: "Reinstate",
      icon: "refresh",
      title: (name) => `Reinstate the signature of ${name}`,
      verb: "Reinstate signature",
      by: "edit-signature",
      from: ["suspended"],
      to: "active",
      reason: "required",
      not: keptByOthers,
    },
    revoke: {
      label: "Revoke",
      icon: "cross",
      tone: "danger",
      title: (name) => `Revoke the signature of ${name}?`,
      verb: "Revoke signature",
      says: "It cannot be taken back: the person would get a new signature. What was signed stays valid.",
      by: "edit-signature",
      from: ["active", "suspended"],
      to: "revoked",
      reason: "required",
    },
  },
});
