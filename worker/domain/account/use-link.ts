import { and, eq, sql } from "drizzle-orm";
import { forgettingDevices } from "../../auth/factors/remembered.ts";
import { hashPassword } from "../../auth/password.ts";
import { checkNewPassword } from "../../auth/password-rules.ts";
import { companyNameOf, type Realm } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { Answer, Row } from "../../db/db.ts";
import { addressChangedLetter, passwordChangedLetter } from "../../mail/letters.ts";
import { endingLinks } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { spend, usableLink } from "./open-link.ts";

type NewPassword = { password: string; repeat: string };
type Assets = Pick<Env, "ASSETS">;

/** @throws Response 422 for a password that may not be this person's */
const checkPasswordOf = async (
  realm: Realm,
  assets: Assets,
  { name, email }: { name: string; email: string },
  chosen: NewPassword,
) =>
  checkNewPassword(assets, chosen, {
    ...{ name, email, company: await companyNameOf(realm) },
    host: new URL(realm.origin).hostname,
  });

/** The person showed that the address is theirs. Staff have no such column. */
const verified = (realm: Realm): Partial<Row<Realm["people"]>> =>
  realm.audience === "company" ? { emailVerifiedAt: Date.now(), mustChangePassword: false } : {};

/**
 * Sets a new password by a link and ends every session of the person.
 * @returns a message for the sign-in page
 */
export async function resetPassword(
  realm: Realm,
  assets: Assets,
  secret: string,
  chosen: NewPassword,
): Promise<Answer> {
  const known = await usableLink(realm, secret, ["reset_password"]);
  const { person } = known.link;
  await checkPasswordOf(realm, assets, person, chosen);
  const { db, people } = realm;
  const values = {
    passwordHash: hashPassword(chosen.password),
    sessionEpoch: sql`${people.sessionEpoch} + 1`,
    ...verified(realm),
  };
  return spend(
    realm,
    known,
    "reset.password",
    "Your password was changed. Sign in with the new one.",
    [
      db.updating(people, eq(people.id, person.id), values),
      ...endingSessions(realm, person.id),
      ...(realm.factors ? [forgettingDevices(realm, person.id)] : []),
      mailing(
        db,
        { to: person.email, ...passwordChangedLetter(person.name, realm.origin) },
        `password_changed:${known.id}`,
      ),
    ],
  );
}

/** An invited person chooses name and password and is active from then on. */
export async function acceptInvitation(
  realm: Realm,
  assets: Assets,
  id: string,
  secret: string,
  { name, ...chosen }: NewPassword & { name: string },
): Promise<Answer> {
  const known = await usableLink(realm, secret, ["invite"], id);
  const { person } = known.link;
  await checkPasswordOf(realm, assets, { ...person, name }, chosen);
  const { db, people } = realm;
  return spend(realm, known, "accept.invitation", "Your account is ready. Sign in.", [
    db.assert(
      "state",
      db.exists(people, and(eq(people.id, person.id), eq(people.status, "invited"))!),
    ),
    db.updating(people, eq(people.id, person.id), {
      name,
      passwordHash: hashPassword(chosen.password),
      status: "active",
      ...verified(realm),
    }),
  ]);
}

/**
 * A changed address counts from now on; the old one is told, reset links sent there end, and so
 * does every session.
 * Opened from the old address, the link says that the change is wanted.
 */
export async function confirmAddress(realm: Realm, id: string, secret: string): Promise<Answer> {
  const known = await usableLink(realm, secret, ["verify_email", "approve_address"], id);
  if (known.link.purpose === "approve_address")
    return spend(realm, known, "approve.email", "You have confirmed your new e-mail address.", []);
  const { person, newEmail } = known.link;
  const { db, people } = realm;
  return spend(realm, known, "confirm.email", "Your new e-mail address counts from now on.", [
    db.updating(people, eq(people.id, person.id), {
      email: newEmail ?? person.email,
      sessionEpoch: sql`${people.sessionEpoch} + 1`,
      ...verified(realm),
    }),
    ...endingSessions(realm, person.id),
    endingLinks(realm, person.id, "reset_password"),
    mailing(
      db,
      { to: person.email, ...addressChangedLetter(person.name, newEmail ?? "", realm.origin) },
      `email_changed:${known.id}`,
    ),
  ]);
}
