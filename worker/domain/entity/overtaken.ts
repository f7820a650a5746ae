import { and, desc, eq, isNull } from "drizzle-orm";
import { platformActivityLog } from "#drizzle/control/index.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { rare } from "../../db/predicates.ts";
import { conflict, stale } from "../../refusals.ts";
import { withoutSecrets } from "./changes.ts";

/** Who changed a record last, and when, by the log. @param assetId of a record whose history is an asset's */
async function lastChange(db: ReadingDb, id: string, assetId: string | null) {
  const ofRecord =
    assetId === null
      ? and(isNull(activityLog.assetId), rare(eq(activityLog.entityId, id)))
      : and(rare(eq(activityLog.assetId, assetId)), eq(activityLog.entityId, id));
  const [[last]] = await db.read(
    db
      .select({ name: activityLog.actorName, at: activityLog.at })
      .from(activityLog)
      .where(db.ofOwner(activityLog, ofRecord))
      .orderBy(desc(activityLog.id))
      .limit(1),
  );
  return last ?? null;
}

/**
 * Refuses a command on a record that somebody else has changed, or that is impossible as the record is.
 * @param why the reason it is impossible; null when it is possible on the newer record
 * @throws Response 409 with the record as it is, and who changed it last
 */
export async function overtaken(
  db: CompanyDb,
  row: { id: string },
  assetId: string | null,
  why: string | null,
): Promise<never> {
  return refuse(row, await lastChange(db, row.id, assetId), why);
}

/** The same for the platform's staff. */
export async function overtakenOnPlatform(
  db: PlatformDb,
  row: { id: string },
  why: string | null,
): Promise<never> {
  const [[last]] = await db.read(
    db
      .select({ name: platformActivityLog.actorName, at: platformActivityLog.at })
      .from(platformActivityLog)
      .where(eq(platformActivityLog.entityId, row.id))
      .orderBy(desc(platformActivityLog.id))
      .limit(1),
  );
  return refuse(row, last ?? null, why);
}

function refuse(
  row: object,
  changedBy: { name: string; at: number } | null,
  why: string | null,
): never {
  const newer = withoutSecrets(row);
  return why ? conflict(why, { newer, changedBy }) : stale({ ...newer, changedBy });
}
