import { and, eq, gt, isNull, like, type SQL, sql } from "drizzle-orm";
import { idFrom } from "#drizzle/columns.ts";
import { platformActivityLog } from "#drizzle/control/index.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Command, Db, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { ExportDb } from "../../db/own-rows.ts";
import type { ReadingPlatformDb } from "../../db/platform-db.ts";
import type { Permission, PlatformPermission } from "../../permissions.ts";
import { notFound, tooMany } from "../../refusals.ts";
import type { Session, StaffSession } from "../../session.ts";

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
  const about = { action: permission.replace("-", "."), userId: session.actor.userId, what };
  try {
    const { data } = await db.commit({
      ...logged(db, activityLog, about, of ? [db.assert("all_found", of.isThere(db))] : []),
      answer: { status: 200, message: "", data: null as D },
      ...(head ? { assigned: () => head(db) } : {}),
    });
    return { db, head: data };
  } catch (refusal) {
    if (of && refusal instanceof Response && refusal.status === 409) notFound(of.kind);
    return refusedExport(refusal);
  }
}

type About = { action: string; userId: string; what: string };
/** The entry of an export in a log, and the rule that nobody takes more than 5 in 5 minutes. */
function logged(
  db: Pick<Db, "ofOwner" | "assert">,
  log: typeof activityLog | typeof platformActivityLog,
  { action, userId, what }: About,
  writes: Statement[] = [],
): Pick<Command<unknown>, "writes" | "activity"> {
  const taken = db.ofOwner(
    log,
    and(
      log === activityLog ? isNull(activityLog.assetId) : undefined,
      eq(log.entityId, userId),
      gt(log.id, idFrom(Date.now() - WINDOW_MS)),
      like(log.action, "export.%"),
    ),
  );
  const isWithin = sql`(select count(*) from ${log} where ${taken}) < ${sql.raw(String(MOST))}`;
  return {
    writes: [...writes, db.assert("user_limit", isWithin)],
    activity: { action, kind: "export", id: userId, label: what },
  };
}

/** @throws Response 429 for the sixth export; what was thrown otherwise */
function refusedExport(refusal: unknown): never {
  if (brokenRule(refusal)?.name === "assert_user_limit")
    tooMany(WINDOW_MS / 1000, "At most 5 exports in 5 minutes. Try again later.");
  throw refusal;
}

/**
 * The same for one of the platform's staff, in the platform's log. One round trip.
 * @param subject what the log's action names, such as activity_log
 * @throws Response 403 without the permission, 429 for the sixth
 */
export async function beginStaffExport(
  session: StaffSession,
  permission: PlatformPermission,
  subject: string,
  what: string,
): Promise<ReadingPlatformDb> {
  const db = session.authorize(permission);
  const about = { action: `export.${subject}`, userId: session.actor.userId, what };
  try {
    await db.commit({
      ...logged(db, platformActivityLog, about),
      answer: { status: 200, message: "", data: null },
    });
    return db;
  } catch (refusal) {
    return refusedExport(refusal);
  }
}
