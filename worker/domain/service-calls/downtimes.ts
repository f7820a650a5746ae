import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { assetDowntimes, breakdowns } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { isNotOver } from "./open-of.ts";

const { startedAt, endedAt, kind, breakdownId } = assetDowntimes;

/** A call as it begins or ends the downtime of its device; `at` is an instant in epoch milliseconds, not in the future. */
type Of = { assetId: string; callId: string; at: number };

/** After every instant. */
export const ENDLESS = 9e15;

const openOf = (assetId: string, more?: SQL) =>
  and(eq(assetDowntimes.assetId, assetId), isNull(endedAt), more)!;

/**
 * A column of the last of a device's stretches that began by an instant, which a condition on "last" narrows. Stretches of one device do
 * not overlap: those before it ended before it began, so none of them is read.
 * @param at epoch milliseconds
 */
export const lastBegunBy = (
  db: ReadingDb,
  assetId: SQL | string,
  at: SQL | number,
  column: SQL,
  more: SQL = sql`true`,
): SQL =>
  sql`(select ${column} from ${assetDowntimes} as "last" where "last"."company_id" = ${db.companyId} and ${rare(sql`"last"."asset_id" = ${assetId}`)}
    and "last"."cancelled_at" is null and "last"."started_at" <= ${at} and ${more} order by "last"."started_at" desc limit 1)`;

/** An instant, or the end of the last downtime that ended after it. */
const notBefore = (db: CompanyDb, assetId: string, at: number): SQL =>
  sql`max(${at}, coalesce(${lastBegunBy(db, assetId, ENDLESS, sql`"last"."ended_at"`, sql`"last"."ended_at" is not null`)}, 0))`;

/**
 * What a device's downtime becomes when a call says that it is down, as statements of the call's batch: it begins at the instant, an open
 * planned one ends there, and one that is open for another call goes on, from the earlier of both. One open planned downtime that begins
 * later is not planned any more. A device that is down already, or was at the instant, is not down twice.
 */
export function downtimeBegins(db: CompanyDb, { assetId, callId, at }: Of): Statement[] {
  const start = notBefore(db, assetId, at);
  const open = db.exists(assetDowntimes, openOf(assetId));
  const now = Date.now();
  return [
    db.updating(
      assetDowntimes,
      // The index of what is open leads, none of times.
      openOf(assetId, sql`${kind} = 'planned' and +${startedAt} < ${at}`),
      {
        endedAt: at,
      },
    ),
    db.updating(
      assetDowntimes,
      openOf(
        assetId,
        sql`(${kind} = 'planned' or ${startedAt} > ${at} or ${breakdownId} > ${callId})`,
      ),
      {
        kind: "unplanned",
        startedAt: sql`min(${startedAt}, ${start})`,
        // The first of its calls: later ones are found behind it.
        breakdownId: sql`min(coalesce(${breakdownId}, ${callId}), ${callId})`,
      },
    ),
    db.run(sql`insert into ${assetDowntimes} ("company_id", "id", "created_at", "created_by", "updated_at", "version", "asset_id", "breakdown_id", "kind", "started_at")
      select ${db.companyId}, ${newId()}, cast(${now} as integer), ${db.stamp.actorId}, cast(${now} as integer), 1, ${assetId}, ${callId}, 'unplanned', cast(${start} as integer)
      where not ${open}`),
  ];
}

/** Calls of the device that joined its open downtime, apart from one. */
const joined = (db: CompanyDb, { assetId, callId }: Of, more: SQL): SQL =>
  db.ofOwner(
    breakdowns,
    and(
      eq(breakdowns.assetId, assetId),
      sql`${breakdowns.id} >= ${breakdownId} and ${breakdowns.id} <> ${callId}`,
      eq(breakdowns.equipmentDown, true),
      more,
    ),
  )!;

/** No other call says that the device is down. A report from a public page says so once a colleague stands behind it. */
const isLast = (db: CompanyDb, of: Of): SQL =>
  sql`not exists (select 1 from ${breakdowns} where ${joined(
    db,
    of,
    sql`${isNotOver} and ${breakdowns.status} <> 'resolved' and (${breakdowns.source} <> 'qr' or ${breakdowns.status} <> 'new')`,
  )})`;

/**
 * What a device's downtime becomes when a call that says it is down is restored or ends, as statements of its batch: it ends with the last
 * such call, at the latest of the instants at which they were restored.
 */
export function downtimeEnds(db: CompanyDb, of: Of): Statement[] {
  const restored = sql`coalesce((select max(${breakdowns.restoredAt}) from ${breakdowns} where ${joined(db, of, gt(breakdowns.restoredAt, of.at))}), 0)`;
  return [
    db.updating(
      assetDowntimes,
      openOf(of.assetId, and(eq(kind, "unplanned"), isLast(db, of))),
      // What is restored at the instant it failed still was down.
      { endedAt: sql`max(${of.at}, ${startedAt} + 1, ${restored})` },
    ),
  ];
}

/**
 * What a device's downtime becomes when the call that began it was a mistake, as statements of its batch: it never was, unless another
 * call says that the device is down.
 */
export const downtimeNeverWas = (db: CompanyDb, of: Of): Statement[] => [
  db.updating(
    assetDowntimes,
    openOf(of.assetId, and(eq(breakdownId, of.callId), eq(kind, "unplanned"), isLast(db, of))),
    { endedAt: sql`max(${of.at}, ${startedAt} + 1)`, cancelledAt: of.at },
  ),
  ...downtimeEnds(db, of),
];

/** What is open of a device's downtime ends with the device, as a statement of the batch in which it is condemned. */
export const downtimeEndsWithDevice = (db: CompanyDb, assetId: string, at: number): Statement =>
  db.updating(assetDowntimes, openOf(assetId), { endedAt: sql`max(${at}, ${startedAt} + 1)` });
