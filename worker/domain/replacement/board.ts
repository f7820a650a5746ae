import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { proposalRules } from "#app/shared/flows/proposals.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { newId } from "#drizzle/columns.ts";
import { condemnReasons } from "#drizzle/tenant/assets.ts";
import {
  assets,
  condemnProposals,
  proposalEvents,
  replacementScores,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import { pointsTo } from "../../db/predicates.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, id as idField, multiline } from "../entity/fields.ts";
import { askerOf } from "../lists/documents.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { proposalFlow } from "./flow.ts";

/** Cards of a lane. */
const SHOWN = 20;
/** What was declined is not proposed by its score for half a year. */
const RESTS_MS = 182 * 86_400_000;

const input = z.strictObject({
  assetId: idField("Choose an asset"),
  condemnReason: z.enum(condemnReasons, "Choose why it is to be condemned"),
  note: multiline("Reason", 500),
});

const nameless = "An asset";

/**
 * Puts a device forward to be condemned, with what its score was made of.
 * @throws Response 403; 404; 409 for one that is condemned or put forward already; 422
 */
export async function putForward(
  session: Session,
  sent: Record<string, unknown>,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset");
  const { assetId, condemnReason, note } = checked(input, sent);
  const [[asset], [score]] = await db.read(
    db.byId(assets, assetId),
    db
      .select()
      .from(replacementScores)
      .where(db.ofOwner(replacementScores, eq(replacementScores.assetId, assetId)))
      .limit(1),
  );
  if (!asset) return notFound("asset");
  if (asset.lifecycle === "condemned" || asset.lifecycle === "disposed")
    conflict("It is condemned already");
  const id = newId();
  const at = Date.now();
  const { assetCode, name: assetName } = asset;
  try {
    return await db.commit({
      writes: [
        db.assertUnchanged(assets, asset),
        db.inserting(condemnProposals, {
          ...{ id, assetId, assetCode, assetName, condemnReason, note },
          figures: {
            score: score?.score ?? null,
            grade: score?.grade ?? null,
            priceMinor: asset.purchaseCostMinor,
            serviceCostMinor: asset.serviceCostMinor,
            costRatioBp: score?.costRatioBp ?? null,
            endsOn: score?.endsOn ?? null,
          },
        }),
        db.inserting(proposalEvents, {
          ...{ proposalId: id, status: "proposed", note },
          ...{ actorId: session.actor.userId, actorName: session.actor.name, at },
        }),
      ],
      activity: {
        action: "propose.condemn_proposal",
        kind: "condemn_proposal",
        id,
        label: `${assetCode} ${assetName || nameless}`,
        assetId,
        reason: note,
      },
      answer: { status: 201, message: "Put forward to be condemned", data: { id } },
    });
  } catch (error) {
    if (brokenRule(error)?.name === "condemn_proposals" || isTaken(error))
      conflict("It is put forward already");
    throw error;
  }
}

const isTaken = (error: unknown) =>
  error instanceof Response && (error.status === 409 || error.status === 422);

const lane = (db: ReadingDb, statuses: string) =>
  db
    .select()
    .from(condemnProposals)
    .where(db.ofOwner(condemnProposals, sql`${condemnProposals.status} in (${sql.raw(statuses)})`))
    .orderBy(desc(condemnProposals.id))
    .limit(SHOWN + 1);

const OPEN = "'proposed', 'reviewed'";
const DECIDED = "'approved', 'declined', 'withdrawn'";

/** The condemnation board: what scores speak for, what was put forward, what was decided. One round trip. @throws Response 403 */
export async function condemnBoard(session: Session) {
  const { db, now } = askerOf(session, { permission: "view-asset" });
  const none = sql`not exists (select 1 from ${condemnProposals} where ${db.ofOwner(
    condemnProposals,
    sql`${condemnProposals.assetId} = ${replacementScores.assetId} and (${condemnProposals.status} in ('proposed', 'reviewed')
      or ${condemnProposals.status} = 'declined' and ${condemnProposals.decidedAt} > ${now - RESTS_MS})`,
  )})`;
  const [strong, open, decided] = await db.read(
    db
      .select({
        id: sql<string>`${replacementScores.id}`.as("score_id"),
        assetId: replacementScores.assetId,
        score: replacementScores.score,
        costRatioBp: replacementScores.costRatioBp,
        endsOn: replacementScores.endsOn,
        assetCode: assets.assetCode,
        assetName: sql<string>`${assets.name}`.as("asset_name"),
      })
      .from(replacementScores)
      .innerJoin(assets, pointsTo(replacementScores.assetId, assets))
      .where(db.ofOwner(replacementScores, sql`${replacementScores.grade} = 'strong' and ${none}`))
      .orderBy(replacementScores.rank, replacementScores.id)
      .limit(SHOWN + 1),
    lane(db, OPEN),
    lane(db, DECIDED),
  );
  const mover = proposalFlow.moverOf(session);
  const mayCondemn = session.can("approve-asset");
  const isApart = settingOf(session.company, "condemn_needs_two") === 1;
  const cut = <R>(rows: readonly R[]) => ({
    rows: rows.slice(0, SHOWN),
    isCut: rows.length > SHOWN,
  });
  const shown = (row: (typeof open)[number]) => ({
    ...row,
    moves: movesOf(proposalRules, row, mover).filter(({ move }) => proposalFlow.isMove(move)),
    mayApprove: mayCondemn && !(isApart && row.createdBy === session.actor.userId),
  });
  return {
    strong: cut(strong),
    open: cut(open.map(shown)),
    decided: cut(decided),
    may: { put: session.can("edit-asset"), decide: mayCondemn },
    isApart,
  };
}
