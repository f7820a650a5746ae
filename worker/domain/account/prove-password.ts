import { eq } from "drizzle-orm";
import { z } from "zod";
import {
  assertCodes,
  assertTries,
  countFailuresAt,
  logAttempt,
  refuseTooManyCodes,
  refuseTooManyFailuresAt,
  waitForCodes,
  waitForTries,
  withinLimit,
} from "../../auth/attempts.ts";
import { broughtBy } from "../../auth/factors/brought.ts";
import { isAppCode, judged, lookingUp, type Proof, wrongProof } from "../../auth/factors/prove.ts";
import { isProvedLately, type Standing } from "../../auth/factors/standing.ts";
import { movingSession, placeOfSession } from "../../auth/move-session.ts";
import { verifyPassword } from "../../auth/password.ts";
import { type Realm, realmOfPerson } from "../../auth/realm.ts";
import type { AnyPerson } from "../../contact-session.ts";
import { unlessBroken } from "../../db/errors.ts";
import { invalid } from "../../refusals.ts";

/** The password of who acts, in the input of a command; a passkey stands in its place. */
export const ownPassword = z.string().max(200).default("");

type Field = "currentPassword" | "password";

const NO_PROOF = "Enter a code of your authenticator app, or use a passkey";
const BY_PROVIDER =
  "Sign in anew through your company's identity provider, then do this within 5 minutes";

const missing: Record<Field, string> = {
  currentPassword: "Current password is required",
  password: "Password is required",
};
const wrong: Record<Field, string> = {
  currentPassword: "The current password is wrong",
  password: "This password is wrong",
};

/** What somebody has shown of themselves, as a document says it. */
type ShownBy = "password" | "password and second factor" | "passkey" | "second factor";

/** Who has proved in this request who they are, by which password, and by what. */
const proved = new WeakMap<AnyPerson["actor"], { password: string; by: ShownBy }>();
/** By what a person has proved in this request who they are. */
export const provedBy = (session: AnyPerson): ShownBy =>
  proved.get(session.actor)?.by ?? "password";

const standingOf = ({ actor }: AnyPerson): Standing | null => actor.secondFactor ?? null;

/**
 * Asks a person who is signed in who they are once more; within one request once for all its commands. Who has a second factor
 * shows it as well, unless this session has shown it within five minutes; a passkey does without the password.
 * @param field the form's field that holds the password
 * @throws Response 422 when the password or the second factor is missing or wrong, 429 after ten wrong ones
 */
export async function provePassword(
  session: AnyPerson,
  password: string,
  field: Field = "currentPassword",
): Promise<void> {
  if (proved.get(session.actor)?.password === password) return;
  const realm = realmOfPerson(session);
  const standing = standingOf(session);
  const brought = standing?.since ? broughtBy(session) : null;
  if (brought?.proof.passkey) {
    await proveFactor(realm, session, brought.proof, brought.env);
    proved.set(session.actor, { password, by: "passkey" });
    return;
  }
  const hasPassword = await provePasswordAlone(realm, session, password, field, standing);
  await proveBeside(realm, session, standing, brought);
  const factor = standing?.since ? "password and second factor" : "password";
  proved.set(session.actor, { password, by: hasPassword ? factor : "second factor" });
}

/**
 * The same before a new password takes the place of one: the one of now is typed. Who has a second factor shows it as well, of which
 * a passkey is one.
 * @throws Response 422 when the password or the second factor is missing or wrong, 429 after ten wrong ones
 */
export async function proveOldPassword(session: AnyPerson, password: string): Promise<void> {
  const realm = realmOfPerson(session);
  const standing = standingOf(session);
  await provePasswordAlone(realm, session, password, "currentPassword", standing);
  await proveBeside(realm, session, standing, broughtBy(session));
}

/** The second factor of whoever has one, unless this session has shown it within five minutes. */
async function proveBeside(
  realm: Realm,
  session: AnyPerson,
  standing: Standing | null,
  brought: ReturnType<typeof broughtBy>,
): Promise<void> {
  if (!standing?.since || isProvedLately(standing)) return;
  const { proof, env } = brought ?? invalid({ proofCode: [NO_PROOF] });
  await proveFactor(realm, session, proof, env);
}

/** @returns whether there is a password to prove */
async function provePasswordAlone(
  realm: Realm,
  { actor }: AnyPerson,
  password: string,
  field: Field,
  standing: Standing | null,
): Promise<boolean> {
  const { db, people } = realm;
  const { userId: id, email, sessionId } = actor;
  const place = placeOfSession(sessionId);
  const [[found], failed] = await db.read(
    db
      .select({ hash: people.passwordHash })
      .from(people)
      .where(db.ofOwner(people, eq(people.id, id)))
      .limit(1),
    countFailuresAt(realm, place),
  );
  // Whoever comes in by the company's identity provider alone has no password to prove.
  if (found?.hash === null && standing?.method === "oidc") {
    if (!standing.since && !isProvedLately(standing)) invalid({ [field]: [BY_PROVIDER] });
    return false;
  }
  if (!password) invalid({ [field]: [missing[field]] });
  refuseTooManyFailuresAt(failed[0]?.n ?? 0);
  const isRight = verifyPassword(found?.hash, password);
  const attempt = logAttempt(realm, db.stamp, {
    ...{ email, result: "bad_password", network: place, userId: id },
    sessionId,
  });
  await withinLimit(
    db.read(assertTries(realm, { place }), ...(isRight ? [] : [attempt])),
    waitForTries,
  );
  if (!isRight) invalid({ [field]: [wrong[field]] });
  return true;
}

/**
 * Takes a proof once. On pages the session has shown it from then on, and moves to a new id; a call of the API proves itself alone, since
 * its program would go on with the token of before.
 */
async function proveFactor(
  realm: Realm,
  session: AnyPerson,
  proof: Proof,
  env: Env,
): Promise<void> {
  const { db } = realm;
  const { userId: id, email, sessionId } = session.actor;
  const refused = (): never => invalid({ proofCode: [wrongProof(proof)] });
  const found = await db.read(...(await lookingUp(realm, { userId: id, email }, proof)));
  if (isAppCode(proof)) refuseTooManyCodes(found[3][0]?.n ?? 0);
  const proven = await judged(env, realm, found, proof, "prove");
  const limits = isAppCode(proof) ? [assertCodes(realm, email)] : [];
  if (!proven) {
    const attempt = logAttempt(realm, db.stamp, {
      ...{ email, result: "totp_failed", network: placeOfSession(sessionId), userId: id },
      sessionId,
    });
    await withinLimit(db.read(attempt, ...limits), waitForCodes);
    return refused();
  }
  const move = db.stamp.via === "web" ? movingSession(realm, session) : null;
  const [first, ...writes] = [...limits, ...proven.writes, ...(move?.writes ?? [])];
  const taken = db.read(first!, ...writes);
  await unlessBroken(withinLimit(taken, waitForCodes), "state_as_expected", refused);
  move?.done();
}
