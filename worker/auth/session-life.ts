import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { sessions } from "#drizzle/tenant/index.ts";
import type { Statement } from "../db/db.ts";
import type { Visit } from "../env.ts";
import type { Realm } from "./realm.ts";

const DEFAULT_IDLE_MINUTES = 30;
const SEEN_EVERY_MS = 60_000;

/** How long a session may idle: what the company has set, within the bounds that hold for all. */
export const idleMinutesOf = (setting: unknown) =>
  typeof setting === "number" ? Math.min(720, Math.max(5, setting)) : DEFAULT_IDLE_MINUTES;

/** What decides whether a session counts. */
export type Life = {
  status: string;
  sessionEpoch: number;
  epoch: number;
  lastSeenAt: number;
  expiresAt: number;
  revokedAt: number | null;
};

/** Whether somebody was last seen too long ago. */
export const hasIdled = (lastSeenAt: number, idleMinutes: number, now = Date.now()) =>
  lastSeenAt + idleMinutes * 60_000 <= now;

/** Whether a session still counts: not ended, not too old, not idle, and its person active. */
export const isAlive = (row: Life, idleMinutes: number, now = Date.now()) =>
  row.status === "active" &&
  row.revokedAt === null &&
  row.epoch === row.sessionEpoch &&
  row.expiresAt > now &&
  !hasIdled(row.lastSeenAt, idleMinutes, now);

/** Moves "last seen" once a minute at most, after the answer is on its way. */
export function touch(
  visit: Visit,
  db: Realm["db"],
  table: typeof sessions,
  sid: string,
  lastSeenAt: number,
) {
  const now = Date.now();
  if (now - lastSeenAt < SEEN_EVERY_MS) return;
  visit.defer(() =>
    db.read(
      db.updating(table, and(eq(table.id, sid), isNull(table.revokedAt))!, { lastSeenAt: now }),
    ),
  );
}

/** Ends one session. */
export const endSession = (realm: Pick<Realm, "db" | "sessions" | "log">, sid: string) => [
  realm.db.updating(
    realm.sessions,
    and(eq(realm.sessions.id, sid), isNull(realm.sessions.revokedAt))!,
    { revokedAt: Date.now() },
  ),
  realm.db.updating(
    realm.log,
    and(
      eq(realm.log.sessionId, sid),
      isNull(realm.log.signedOutAt),
      inArray(realm.log.result, ["success"]),
    )!,
    { signedOutAt: Date.now() },
  ),
];

/** Ends the sessions of a person, but one. */
export function endingSessions(
  { db, sessions, log }: Pick<Realm, "db" | "sessions" | "log">,
  userId: string,
  but = "",
): Statement[] {
  const now = Date.now();
  const open = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      db.ofOwner(
        sessions,
        and(eq(sessions.userId, userId), ne(sessions.id, but), isNull(sessions.revokedAt)),
      ),
    );
  return [
    db.updating(
      log,
      and(sql`${log.sessionId} in ${open}`, isNull(log.signedOutAt), eq(log.result, "success"))!,
      { signedOutAt: now },
    ),
    db.updating(
      sessions,
      and(eq(sessions.userId, userId), ne(sessions.id, but), isNull(sessions.revokedAt))!,
      { revokedAt: now },
    ),
  ];
}
