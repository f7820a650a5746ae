import { sessions } from "#drizzle/tenant/index.ts";
import { retried } from "../db/errors.ts";
import { boundOf } from "../db/orm.ts";
import type { Visit } from "../env.ts";
import { gatewaysOf } from "../payments/gateways.ts";
import type { Session } from "../session.ts";
import { apexHosts, originOf } from "../tenancy/hosts.ts";
import { ExpectedSession } from "./expected-session.ts";
import { asksOf, standingIn } from "./factors/standing.ts";
import {
  isLiving,
  isSame,
  type Known,
  keepSession,
  knownSession,
  toldBy,
} from "./known-sessions.ts";
import { onceOf, type Realm, stampOf } from "./realm.ts";
import { touch } from "./session-life.ts";
import { sessionFor } from "./session-of.ts";
import { readingSession, type SessionRow } from "./session-row.ts";
import type { Pointer } from "./tokens.ts";
import { takeUse } from "./uses.ts";

/**
 * The session of a company's person; null when it no longer counts, or when its token has called the API too often in this minute. One statement reads all it needs, in a round trip of
 * its own, or, where the session is expected to be as before, ahead of the first statements of the request.
 */
export async function companySession(
  realm: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const { db, cid } = realm;
  const key = `${cid} ${sid}`;
  /** Whether the session may be answered: whoever calls the API is counted. */
  const isTaken = (row: SessionRow) => door === "web" || takeUse(visit, db, sid, row);
  /** Keeps what is told; null forgets a session that has ended. */
  const learn = (told: Known | null) => {
    keepSession(key, told);
    if (told) touch(visit, db, sessions, sid, told.row.lastSeenAt);
  };
  const before = visit.mayExpect ? knownSession(key) : undefined;
  if (!before) {
    const [[row]] = await db.read(readingSession(db, sid));
    const told = toldBy(row);
    learn(told);
    // A command is likely to change what the session counts.
    if (!visit.mayExpect) keepSession(key, null);
    return told && isTaken(told.row) ? sessionOf(told, realm, visit, sid, door) : null;
  }
  visit.expected = new ExpectedSession(
    boundOf(readingSession(db, sid)),
    async (statement) => (await retried(() => visit.shard!.batch([statement])))[0]!,
    (found) => {
      const row = found as SessionRow | undefined;
      const isAsBefore = row && isSame(row, before.row) && isLiving(row, before.settings);
      const told = isAsBefore ? { ...before, row } : toldBy(row);
      // One that is over its limit is read anew by itself, and refused.
      const isAnswered = isAsBefore ? isTaken(row) : false;
      learn(isAsBefore && !isAnswered ? null : told);
      return isAnswered;
    },
  );
  return sessionOf(before, realm, visit, sid, door);
}

function sessionOf(told: Known, realm: Realm, visit: Visit, sid: string, door: "web" | "api") {
  const { row } = told;
  const stamp = stampOf(visit, { actorKind: "user", actorId: row.user, actorName: row.name }, door);
  return sessionFor(told, {
    ...{
      sessionId: sid,
      row,
      stamp: (part) => ({
        ...stamp,
        once: onceOf(visit, part),
        expected: visit.precondition?.expected,
      }),
    },
    ...{ origin: realm.origin, shard: visit.shard!, control: visit.control },
    ahead: () => visit.expected,
    secondFactor: standingIn(row, asksOf(told.settings.second_factor_of, row.type, row.method)),
    platformLetters: visit.platformLetters,
    gateways: gatewaysOf(visit.env),
    site: () => originOf(visit.env, apexHosts(visit.env)[0]!),
  });
}
