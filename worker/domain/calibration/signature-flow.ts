import { signatureRules } from "#app/shared/flows/signatures.ts";
import { signatureChanges, signatures } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof signatures>();

/** A signature from its creation to its end. */
export const signatureFlow = flow({
  name: "signature",
  label: "Signature",
  noun: "signature",
  table: signatures,
  column: "status",
  rules: signatureRules,
  events: { table: signatureChanges, of: "signatureId" },
  title: ({ name }) => name,
  moves: {
    suspend: work({
      message: "Signature suspended",
      summary: "Suspend a signature: it signs nothing until it is reinstated",
      example: { reason: "Training is overdue" },
    }),
    reinstate: work({
      message: "Signature reinstated",
      summary: "Let a suspended signature sign again; somebody else than its person does it",
      example: { reason: "Training was done" },
    }),
    revoke: work({
      message: "Signature revoked",
      summary: "End a signature for ever; what was signed stays valid",
      example: { reason: "Left the laboratory" },
    }),
  },
});
