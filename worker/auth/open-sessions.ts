import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { ReadingDb } from "../db/company-db.ts";
import { deviceOf } from "./device.ts";
import type { Realm } from "./realm.ts";

const MOST = 50;

/** Where a person is signed in, the last seen first, as a statement of a batch. */
export const openSessions = (
  { db, sessions }: Pick<Realm, "sessions"> & { db: Pick<ReadingDb, "select" | "ofOwner"> },
  userId: string,
) =>
  db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      ip: sessions.ip,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      db.ofOwner(
        sessions,
        and(
          eq(sessions.userId, userId),
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, Date.now()),
        ),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MOST);

/** Says the device in place of what its browser calls itself. */
export const withDevice = <R extends { userAgent: string | null }>({ userAgent, ...row }: R) => ({
  ...row,
  device: deviceOf(userAgent),
});
