import { condemnProposals, proposalEvents } from "#drizzle/tenant/index.ts";
import { findProposal } from "../domain/replacement/find.ts";
import { data } from "./answers.ts";
import { type Call, companyCalls } from "./call.ts";
import { offers } from "./flows.ts";
import { list, rowShape } from "./shapes.ts";
import { toWire } from "./wire.ts";

/** Proposals to condemn devices. Their moves are in flows.ts. */
export const proposalCalls: Call[] = [
  companyCalls({ tag: "Proposal to condemn", of: condemnProposals })({
    get: "/condemn-proposals/:id",
    needs: "view-asset",
    says: "A proposal to condemn an asset with what happened to it",
    answer: data(
      rowShape(condemnProposals, { events: list(rowShape(proposalEvents)), moves: offers }),
    ),
    run: async ({ session, id }) => {
      const { events, ...row } = await findProposal(session, id);
      return { ...row, events: events.map(toWire) };
    },
  }),
];
