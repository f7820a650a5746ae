import { and, eq, sql } from "drizzle-orm";
import { proposalRules } from "#app/shared/flows/proposals.ts";
import { refusalOf } from "#app/shared/flows/rules.ts";
import { condemnProposals, proposalEvents } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Activity, Row, Statement } from "../../db/db.ts";
import { forbidden } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { proposalFlow } from "./flow.ts";

type Proposal = Row<typeof condemnProposals>;
const open = sql`status in ('proposed', 'reviewed')`;

/** The proposal that is open for a device, as a statement of the reads before it is condemned. */
export const openProposalOf = (db: CompanyDb, assetId: string) =>
  db
    .select()
    .from(condemnProposals)
    .where(db.ofOwner(condemnProposals, and(eq(condemnProposals.assetId, assetId), open)))
    .limit(1);

/**
 * The move that a proposal makes with the condemnation of its device.
 * @throws Response 403 for whoever put it forward, where the company asks for two people
 */
export function approvedWithDevice(
  db: CompanyDb,
  session: Session,
  [proposal]: readonly Proposal[],
  { reason, at }: { reason: string | null; at: number },
): { writes: Statement[]; also: Activity[] } {
  if (!proposal) return { writes: [], also: [] };
  const mover = proposalFlow.moverOf(session);
  const no = refusalOf(
    {
      ...proposalRules,
      moves: { approve: { ...proposalRules.moves.approve, by: "approve-asset" } },
    },
    "approve",
    proposal,
    { ...mover, permissions: [...mover.permissions, "approve-asset"] },
  );
  if (no?.status === 403) forbidden(no.message ?? undefined);
  const { userId: decidedBy, name: actorName } = session.actor;
  const { id, assetId, status: from, assetCode, assetName } = proposal;
  return {
    writes: [
      db.assertUnchanged(condemnProposals, proposal),
      db.updating(condemnProposals, eq(condemnProposals.id, id), {
        ...{ status: "approved", decidedBy, decidedAt: at, decisionReason: reason },
      }),
      db.inserting(proposalEvents, {
        ...{ proposalId: id, status: "approved", note: reason, actorId: decidedBy, actorName, at },
      }),
    ],
    also: [
      {
        action: "approve.condemn_proposal",
        kind: "condemn_proposal",
        id,
        label: `${assetCode} ${assetName}`,
        assetId,
        changes: [{ field: "status", from, to: "approved" }],
      },
    ],
  };
}
