import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { platformActivityLog } from "#drizzle/control/index.ts";
import { activityLog } from "#drizzle/tenant/index.ts";
import type { Realm } from "./realm.ts";
import { sha256 } from "./tokens.ts";

const HOUR_MS = 3600_000;
const ACTION = "refused.session";

/** Another company's token or cookie was shown on this host: the company sees it in its log, once an hour for a session. */
export async function logForeignCredential({ audience, db }: Realm, sessionId: string) {
  const log =
    audience === "company" ? activityLog : (platformActivityLog as unknown as typeof activityLog);
  const id = (await sha256(sessionId)).slice(0, 32);
  const here = and(
    eq(log.entityId, id),
    eq(log.action, ACTION),
    gt(log.at, Date.now() - HOUR_MS),
    ...(audience === "company" ? [isNull(log.assetId)] : []),
  )!;
  try {
    await db.commit({
      writes: [db.assert("state", sql`not ${db.exists(log, here)}`)],
      activity: {
        action: ACTION,
        kind: "session",
        id,
        label: "A session of another company was refused",
      },
      answer: { status: 401, message: "", data: null },
    });
  } catch (refusal) {
    if (!(refusal instanceof Response) || refusal.status !== 409) throw refusal;
  }
}
