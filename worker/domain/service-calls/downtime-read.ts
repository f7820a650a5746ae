import { and, desc, isNull, type SQL, sql } from "drizzle-orm";
import { assetDowntimes, assets, breakdowns } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { downtimeFlow } from "./downtime-flow.ts";
import { ENDLESS, lastBegunBy } from "./downtimes.ts";

const { startedAt, endedAt } = assetDowntimes;

/** Downtimes of a device that its page lists at most. */
const MOST = 20;

/** Downtimes of a device, the latest first, each with the number of the call that began it. */
const listed = (db: ReadingDb, asset: SQL | string, more?: SQL) =>
  db
    .select({
      id: assetDowntimes.id,
      assetId: assetDowntimes.assetId,
      kind: assetDowntimes.kind,
      startedAt,
      endedAt,
      reason: assetDowntimes.reason,
      version: assetDowntimes.version,
      callId: sql<string | null>`${assetDowntimes.breakdownId}`.as("call_id"),
      callNumber: sql<
        string | null
      >`(select "call"."number" from ${breakdowns} as "call" where "call"."company_id" = ${db.companyId} and "call"."id" = ${assetDowntimes.breakdownId})`.as(
        "call_number",
      ),
    })
    .from(assetDowntimes)
    .where(
      db.ofOwner(
        assetDowntimes,
        and(
          rare(sql`${assetDowntimes.assetId} = ${asset}`),
          isNull(assetDowntimes.cancelledAt),
          more,
        ),
      ),
    )
    .orderBy(desc(assetDowntimes.startedAt))
    .limit(MOST);

/** The latest downtimes of a device, as a statement of its page's batch. */
export const downtimesOfAsset = (db: ReadingDb, assetId: string) => listed(db, assetId);

/** The downtimes of a call's device while the call went on, as a statement of its page's batch. */
export function downtimesOfCall(db: ReadingDb, callId: string) {
  const ofCall = (column: SQL) =>
    sql`(select ${column} from ${breakdowns} as "of" where "of"."company_id" = ${db.companyId} and "of"."id" = ${callId})`;
  const from = ofCall(sql`min(coalesce("of"."failed_at", "of"."reported_at"), "of"."reported_at")`);
  const to = ofCall(sql`coalesce("of"."restored_at", "of"."closed_at", 9e15)`);
  const asset = ofCall(sql`"of"."asset_id"`);
  const begun = lastBegunBy(db, asset, from, sql`"last"."started_at"`);
  return listed(
    db,
    asset,
    sql`${startedAt} between coalesce(${begun}, 0) and ${to} and coalesce(${endedAt}, ${ENDLESS}) > ${from}`,
  );
}

type Listed = Results<[ReturnType<typeof downtimesOfAsset>]>[0];

/** Downtimes with what the person may do with each. */
export const downtimesFor = (session: Session, rows: Listed) =>
  rows.map((row) => ({
    ...row,
    moves: downtimeFlow.movesOf(session, { ...row, cancelledAt: null } as never),
  }));
export type DeviceDowntime = ReturnType<typeof downtimesFor>[number];

/** A downtime with what the person may do with it. @throws Response 403, 404 */
export async function findDowntime(session: Session, id: string) {
  const db = session.authorize("view-breakdown");
  const [[row]] = await db.read(db.byId(assetDowntimes, id));
  const downtime = row ?? notFound("downtime");
  return { ...downtime, moves: downtimeFlow.movesOf(session, downtime) };
}

/** The latest downtimes of a device. @throws Response 403, 404 */
export async function listDowntimes(session: Session, assetId: string) {
  const db = session.authorize("view-breakdown");
  const [[asset], rows] = await db.read(db.byId(assets, assetId), downtimesOfAsset(db, assetId));
  if (!asset) notFound("asset");
  return downtimesFor(session, rows);
}
