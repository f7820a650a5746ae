import { proposalRules } from "#app/shared/flows/proposals.ts";
import { condemnProposals, proposalEvents } from "#drizzle/tenant/index.ts";
import { flow } from "../entity/flow.ts";
import { workOn } from "../entity/flow-work.ts";

const work = workOn<typeof condemnProposals>();

/** Devices put forward to be condemned: reviewed, declined, or withdrawn. Approved by the device's own condemnation. */
export const proposalFlow = flow({
  name: "condemn_proposal",
  label: "Condemnation proposal",
  noun: "proposal",
  table: condemnProposals,
  column: "status",
  rules: proposalRules,
  events: { table: proposalEvents, of: "proposalId" },
  title: ({ assetCode, assetName }) => `${assetCode} ${assetName}`,
  assetOf: ({ assetId }) => assetId,
  moves: {
    review: work({
      stamp: "reviewed",
      message: "Proposal reviewed",
      summary: "Say that a proposal to condemn was looked at",
      example: { reason: "Seen on the round" },
    }),
    decline: work({
      stamp: "decided",
      run: ({ values: { reason } }) => ({ set: { decisionReason: reason } }),
      message: "Proposal declined",
      summary: "Decline a proposal to condemn",
      example: { reason: "A repair is cheaper" },
    }),
    withdraw: work({
      stamp: "decided",
      run: ({ values: { reason } }) => ({ set: { decisionReason: reason } }),
      message: "Proposal withdrawn",
      summary: "Withdraw what you have put forward",
      example: { reason: "Put forward by mistake" },
    }),
  },
});
