import { and, eq, isNull, sql } from "drizzle-orm";
import { sessions } from "#drizzle/tenant/index.ts";
import type { Used, Visit } from "../env.ts";
import type { Realm } from "./realm.ts";

/** So many requests a key makes in each minute of the clock, and so many the token of a person's session. */
const MOST_A_MINUTE = 600;
export const mostOfSession = ({ APP_ENV, SESSION_REQUESTS }: Env): number =>
  APP_ENV === "production" || !SESSION_REQUESTS ? MOST_A_MINUTE : Number(SESSION_REQUESTS);
const MINUTE_MS = 60_000;

/** The minute of the clock that is counted. */
export const minuteAt = (now: number) => Math.floor(now / MINUTE_MS);

/** How a caller stands with so many requests in this minute. */
export const usedIn = (by: Used["by"], used: number, now: number, most = MOST_A_MINUTE): Used => ({
  ...{ by, used, most, seconds: MINUTE_MS / 1000 },
  secondsLeft: Math.ceil(((minuteAt(now) + 1) * MINUTE_MS - now) / 1000),
});
export const isOver = ({ used, most }: Used) => used > most;

/** What a session's row says of the requests of its token. */
export type SessionUses = { apiMinute: number | null; apiUsed: number | null };

/**
 * Takes a request of a session's token, which is counted once it is answered, so that it costs the request nothing: requests at once pass
 * further than one by one. One beyond the limit is not counted.
 * @returns false beyond the limit
 */
export function takeUse(visit: Visit, db: Realm["db"], sid: string, row: SessionUses): boolean {
  const now = Date.now();
  const minute = minuteAt(now);
  const before = row.apiMinute === minute ? (row.apiUsed ?? 0) : 0;
  visit.used = usedIn("session", before + 1, now, mostOfSession(visit.env));
  if (isOver(visit.used)) return false;
  visit.defer(() =>
    db.read(
      db.updating(sessions, and(eq(sessions.id, sid), isNull(sessions.revokedAt))!, {
        apiUsed: sql`case when ${sessions.apiMinute} = ${minute} then ${sessions.apiUsed} + 1 else 1 end`,
        apiMinute: minute,
      }),
    ),
  );
  return true;
}
