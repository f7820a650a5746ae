import { and, eq, gt, isNull, like, type SQL, sql } from "drizzle-orm";
import { idFrom } from "#drizzle/columns.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { ExportDb } from "../../db/own-rows.ts";
import type { Permission } from "../../permissions.ts";
import { notFound, tooMany } from "../../refusals.ts";
import type { Session } from "../../session.ts";

const MOST = 5;
const WINDOW_MS = 5 * 60_000;

/**
 * Opens an export: every one is logged under the person, and nobody takes more than 5 in 5 minutes. One round trip.
 * @param of what it is an export of, when that is one record: its kind and the predicate that it is there
 * @throws Response 403 without the permission, 404 when the record is not there, 429 for the sixth
 */
export async function beginExport(
  session: Session,
  permission: Exporting,
  what: string,
  of?: OneRecord,
): Promise<ReadingDb> {
  const { db } = await beginExportWith<null>(session, permission, what, undefined, of);
  return db;
}

type Exporting = Extract<Permission, `export-${string}`>;
type OneRecord = { kind: string; isThere: (db: ReadingDb) => SQL };

/** The same, with what its head needs to know, read in the same trip. @param head a statement of one row */
export async function beginExportWith<D>(
  session: Session,
  permission: Exporting,
  what: string,
  head?: (db: ExportDb) => Statement,
  of?: OneRecord,
): Promise<{ db: ReadingDb; head: D }> {
  const db = session.exporting(permission);
  const { userId } = session.actor;
  const taken = db.ofOwner(
    activityLog,
    and(
      isNull(activityLog.assetId),
      eq(activityLog.entityId, userId),
      gt(activityLog.id, idFrom(Date.now() - WINDOW_MS)),
      like(activityLog.action, "export.%"),
    ),
  );
  try {
    const { data } = await db.commit({
      writes: [
        ...(of ? [db.assert("all_found", of.isThere(db))] : []),
        db.assert(
          "user_limit",
          sql`(select count(*) from ${activityLog} where ${taken}) < ${sql.raw(String(MOST))}`,
        ),
      ],
      activity: { action: permission.replace("-", "."), kind: "export", id: userId, label: what },
      answer: { status: 200, message: "", data: null as D },
      ...(head ? { assigned: () => head(db) } : {}),
    });
    return { db, head: data };
  } catch (refusal) {
    if (of && refusal instanceof Response && refusal.status === 409) notFound(of.kind);
    if (brokenRule(refusal)?.name === "assert_user_limit")
      tooMany(WINDOW_MS / 1000, "At most 5 exports in 5 minutes. Try again later.");
    throw refusal;
  }
}
