import { eq, sql } from "drizzle-orm";
import {
  assertTries,
  countFailuresAt,
  logAttempt,
  refuseTooManyFailuresAt,
  waitForTries,
  withinLimit,
} from "../../auth/attempts.ts";
import { verifyPassword } from "../../auth/password.ts";
import { realmOfPerson } from "../../auth/realm.ts";
import type { AnyPerson } from "../../contact-session.ts";
import { invalid } from "../../refusals.ts";

/** Who has proved in this request who they are, and by what. */
const proved = new WeakMap<AnyPerson["actor"], string>();

/**
 * Asks a person who is signed in who they are once more; within one request once for all its commands.
 * @param field the form's field that holds the password
 * @throws Response 422 when the password is wrong, 429 after ten wrong ones in five minutes
 */
export async function provePassword(
  session: AnyPerson,
  password: string,
  field: "currentPassword" | "password" = "currentPassword",
): Promise<void> {
  if (proved.get(session.actor) === password) return;
  const realm = realmOfPerson(session);
  const { db, people } = realm;
  const { userId, sessionId, email: address } = session.actor;
  const place = `session:${sessionId}`;
  const [found, failed] = await db.read(
    db
      .select({ hash: sql<string | null>`${people.passwordHash}`.as("current_hash") })
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId)))
      .limit(1),
    countFailuresAt(realm, place),
  );
  refuseTooManyFailuresAt(failed[0]?.n ?? 0);
  const isRight = verifyPassword(found[0]?.hash, password);
  const attempt = logAttempt(realm, db.stamp, {
    email: address,
    result: "bad_password",
    network: place,
    userId,
    sessionId,
  });
  await withinLimit(
    db.read(assertTries(realm, { place }), ...(isRight ? [] : [attempt])),
    waitForTries,
  );
  if (!isRight)
    invalid({
      [field]: [field === "password" ? "This password is wrong" : "The current password is wrong"],
    });
  proved.set(session.actor, password);
}
