import { asc, eq, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import {
  assetAccessories,
  assetTransfers,
  breakdowns,
  gatePassApprovals,
  gatePassEvents,
  gatePassExtensions,
  gatePasses,
  gatePassLines,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { documentsOf } from "./documents.ts";
import { passFlow } from "./flow.ts";
import { linesOf, partyOf } from "./lines.ts";

const MOST_EVENTS = 100;

/** What goes along with the devices of a pass, by the line's device. */
export const accessoriesOf = (db: ReadingDb, passId: string) =>
  db
    .select(pick(assetAccessories, ["id", "assetId", "name", "serialNo"]))
    .from(gatePassLines)
    .innerJoin(sql`json_each(${gatePassLines.accessoryIds}) as "with"`, sql`true`)
    .innerJoin(
      assetAccessories,
      sql`${assetAccessories.companyId} = ${gatePassLines.companyId} and ${assetAccessories.id} = "with"."value"`,
    )
    .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, passId)));

/** Who approved a pass at which level, as a statement of a read. */
export const approvalsOf = (db: ReadingDb, passId: string) =>
  db
    .select(pick(gatePassApprovals, ["id", "level", "userName", "decision", "note", "at"]))
    .from(gatePassApprovals)
    .where(db.ofOwner(gatePassApprovals, eq(gatePassApprovals.gatePassId, passId)))
    .orderBy(asc(gatePassApprovals.level));

const nameOf = (db: ReadingDb, id: SQL) =>
  sql<
    string | null
  >`(select ${users.name} from ${users} where ${db.ofOwner(users, sql`${users.id} = ${id}`)})`;

/** Numbers of the records a pass is tied to, and who made it out. */
const tiesOf = (db: ReadingDb, passId: string) =>
  db
    .select({
      madeBy: nameOf(db, sql`${gatePasses.createdBy}`).as("made_by"),
      callNumber: sql<
        string | null
      >`(select ${breakdowns.number} from ${breakdowns} where ${db.ofOwner(
        breakdowns,
        sql`${breakdowns.id} = ${gatePasses.breakdownId}`,
      )})`.as("call_number"),
      transferNumber: sql<
        string | null
      >`(select ${assetTransfers.number} from ${assetTransfers} where ${db.ofOwner(
        assetTransfers,
        sql`${assetTransfers.id} = ${gatePasses.transferId}`,
      )})`.as("transfer_number"),
    })
    .from(gatePasses)
    .where(db.ofOwner(gatePasses, eq(gatePasses.id, passId)))
    .limit(1);

/** A gate pass with its lines, decisions, days of return, files and what happened to it. @throws Response 403, 404 */
export async function findPass(session: Session, id: string) {
  const db = session.authorize("view-gate-pass");
  const [[pass], lines, [party], approvals, extensions, events, files, accessories, [ties]] =
    await db.read(
      db.byId(gatePasses, id),
      linesOf(db, id),
      partyOf(db, id),
      approvalsOf(db, id),
      db
        .select(pick(gatePassExtensions, ["id", "oldOn", "newOn", "reason", "actorName", "at"]))
        .from(gatePassExtensions)
        .where(db.ofOwner(gatePassExtensions, eq(gatePassExtensions.gatePassId, id)))
        .orderBy(asc(gatePassExtensions.id))
        .limit(MOST_EVENTS),
      db
        .select(pick(gatePassEvents, ["id", "status", "note", "actorName", "at"]))
        .from(gatePassEvents)
        .where(db.ofOwner(gatePassEvents, eq(gatePassEvents.gatePassId, id)))
        .orderBy(asc(gatePassEvents.id))
        .limit(MOST_EVENTS),
      documentsOf(db, id),
      accessoriesOf(db, id),
      tiesOf(db, id),
    );
  const row = pass ?? notFound("gate pass");
  return {
    ...row,
    lines,
    party: party ?? null,
    approvals,
    extensions,
    events,
    files,
    accessories,
    ...ties!,
    today: dayIn(session.company.timeZone, Date.now()),
    moves: passFlow.movesOf(session, row),
  };
}
export type PassDetail = Awaited<ReturnType<typeof findPass>>;
