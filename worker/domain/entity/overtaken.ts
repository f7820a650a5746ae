import { and, desc, eq, isNull } from "drizzle-orm";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
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
  const changedBy = await lastChange(db, row.id, assetId);
  const newer = withoutSecrets(row);
  return why ? conflict(why, { newer, changedBy }) : stale({ ...newer, changedBy });
}
