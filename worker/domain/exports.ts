import { and, eq, gt, isNull, like, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../db/company-db.ts";
import type { Permission } from "../permissions.ts";
import { tooMany } from "../refusals.ts";
import type { Session } from "../session.ts";

const MOST = 5;
const WINDOW_MS = 5 * 60_000;

/**
 * Opens an export: every one is logged under the person, and nobody takes more than 5 in 5 minutes.
 * @throws Response 403 without the permission, 429 for the sixth
 */
export async function beginExport(session: Session, permission: Extract<Permission, `export-${string}`>, what: string): Promise<ReadingDb> {
  const db = session.authorize(permission);
  const { userId } = session.actor;
  const earliest = newId(Date.now() - WINDOW_MS).slice(0, 13);
  const [[found]] = await db.read(
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(activityLog)
      .where(
        db.mine(
          activityLog,
          and(
            isNull(activityLog.assetId),
            eq(activityLog.entityId, userId),
            gt(activityLog.id, earliest),
            like(activityLog.action, "export.%"),
          ),
        ),
      ),
  );
  if ((found?.n ?? 0) >= MOST) tooMany(WINDOW_MS / 1000, "At most 5 exports in 5 minutes. Try again later.");
  await session.own().commit({
    writes: [],
    activity: { action: permission.replace("-", "."), kind: "export", id: userId, label: what },
    answer: { status: 200, message: "", data: null },
  });
  return db;
}
