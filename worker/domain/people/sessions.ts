import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { loginLog, sessions, users } from "#drizzle/tenant/index.ts";
import { openSessions, withDevice } from "../../auth/open-sessions.ts";
import { tablesOf } from "../../auth/realm.ts";
import { endingSessions, endSession } from "../../auth/session-life.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { optionalId } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf } from "../lists/list-query.ts";
import { newEpoch, personQuery, personWithin } from "./person.ts";
import { onePerson, stillWithin } from "./reach.ts";
import { seenBy } from "./rules.ts";

/** A page of a person's attempts to sign in, newest first. */
export function signIns(db: ReadingDb, userId: string, params: URLSearchParams) {
  const query = { ...askedOf(params, ["at"], [], "desc"), dir: "desc" as const, q: "" };
  const slice = keyset(loginLog.at, loginLog.id, query, params);
  const { id, at, result, ip, userAgent, signedOutAt } = loginLog;
  const statement = db
    .select({ id, at, result, ip, userAgent, signedOutAt })
    .from(loginLog)
    .where(db.ofOwner(loginLog, and(eq(loginLog.userId, userId), slice.where)))
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  const page = (rows: Awaited<typeof statement>) => {
    const { rows: shown, page } = slice.page(rows, (row) => row.at, null);
    return { rows: shown.map(withDevice), page, query };
  };
  return { statement, page };
}

export const signOutInput = z.strictObject({ sessionId: optionalId() });

/** Signs a person out: in one place, or with no id everywhere. @throws Response 403, 404 */
export async function signOutPerson(
  session: Session,
  userId: string,
  sessionId: string | null,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const person = await personWithin(session, db, userId);
  const realm = { db, ...tablesOf.company };
  const within = stillWithin(session, db, onePerson(userId));
  if (!sessionId)
    return db.commit({
      writes: [
        ...within,
        db.updating(users, eq(users.id, userId), newEpoch),
        ...endingSessions(realm, userId),
      ],
      ...recorded("user", "end.sessions", person, `${person.name} is signed out everywhere`),
    });
  const own = and(eq(sessions.id, sessionId), eq(sessions.userId, userId))!;
  try {
    return await db.commit({
      writes: [
        ...within,
        db.assert("all_found", db.exists(sessions, own)),
        ...endSession(realm, sessionId),
      ],
      ...recorded("user", "end.session", person, "Signed out there"),
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409) notFound("session");
    throw refusal;
  }
}

/** Where a person is signed in. @throws Response 403, 404 */
export async function personSessions(session: Session, userId: string) {
  const db = session.authorize("view-user");
  const [rows, open] = await db.read(
    personQuery(db, userId),
    openSessions({ db, sessions }, userId),
  );
  seenBy(session, rows[0]);
  return open.map(withDevice);
}
