import { eq } from "drizzle-orm";
import { condemnProposals, proposalEvents } from "#drizzle/tenant/index.ts";
import { rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { proposalFlow } from "./flow.ts";

const MOST_EVENTS = 50;

/** A proposal to condemn a device, with what happened to it and what may be done. @throws Response 403, 404 */
export async function findProposal(session: Session, id: string) {
  const db = session.authorize("view-asset");
  const [[found], events] = await db.read(
    db.byId(condemnProposals, id),
    db
      .select()
      .from(proposalEvents)
      .where(db.ofOwner(proposalEvents, rare(eq(proposalEvents.proposalId, id))))
      .orderBy(proposalEvents.id)
      .limit(MOST_EVENTS),
  );
  const row = found ?? notFound("proposal");
  return { ...row, events, moves: proposalFlow.movesOf(session, row) };
}
