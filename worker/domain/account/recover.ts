import { and, eq, gt, isNull, ne, not, sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import {
  assertLinks,
  countLinks,
  logAttempt,
  networkOf,
  refuseTooManyLinks,
  waitForLinks,
  withinLimit,
} from "../../auth/attempts.ts";
import { hashPassword } from "../../auth/password.ts";
import { checkNewPassword } from "../../auth/password-rules.ts";
import type { Realm } from "../../auth/realm.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { addressChangedLetter, passwordChangedLetter } from "../../mail/letters.ts";
import { endingLinks, type LinkPurpose, sendingLink } from "../../mail/links.ts";
import { mailing } from "../../mail/outbox.ts";
import { conflict, invalid } from "../../refusals.ts";
import { isUnproven } from "./address.ts";

const LINK_ON_ITS_WAY = "If the address is known, a link is on its way";
const LINK_USED = "This link was already used";
const LINK_EXPIRED = "This link has expired";
const LINK_UNKNOWN = "This link is not valid";

/** A link as it was opened; `problem` says why it no longer works. */
type OpenedLink = {
  purpose: LinkPurpose;
  person: { id: string; name: string; email: string };
  newEmail: string | null;
  problem: string | null;
  /** It ran out unused, and no other has taken its place: a new one of the same kind may be sent. */
  canSendAgain: boolean;
};
type Found = { id: string; link: OpenedLink };
type NewPassword = { password: string; repeat: string };

/**
 * Sends a reset link to a person of this realm. Same words, status, round trips and work for known and unknown addresses.
 * @throws Response 429 after five links an address, or twenty a network, in 15 minutes
 */
export async function requestReset(realm: Realm, visit: Visit, typed: string): Promise<string> {
  const { db, people } = realm;
  const email = typed.trim().toLowerCase().slice(0, 254);
  const network = networkOf(visit.ip);
  const [found, byEmail, byNetwork] = await db.read(
    db
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(
        db.mine(
          people,
          and(eq(people.email, email), eq(people.status, "active"), not(isUnproven(realm))),
        ),
      )
      .limit(1),
    ...countLinks(realm, email, network),
  );
  refuseTooManyLinks(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);
  const person = found[0];
  const letter = await sendingLink(realm, {
    userId: person?.id ?? newId(),
    name: person?.name ?? "",
    to: person?.email ?? "",
    purpose: "reset_password",
  });
  const asked = logAttempt(realm, visit, {
    email,
    result: "reset_requested",
    network,
    userId: person?.id ?? null,
  });
  await withinLimit(
    db.read(...assertLinks(realm, email, network), asked, ...(person ? letter : [])),
    waitForLinks,
  );
  return LINK_ON_ITS_WAY;
}

/** The link of a secret; with `id` (of its row) for links that name it. Null when there is none. */
export async function openLink(realm: Realm, secret: string, id?: string): Promise<Found | null> {
  const { db, tokens, people } = realm;
  const hash = await sha256(secret);
  const [found] = await db.read(
    db
      .select({
        token: sql<string>`${tokens.id}`.as("token_id"),
        purpose: tokens.purpose,
        newEmail: tokens.newEmail,
        expiresAt: tokens.expiresAt,
        usedAt: tokens.usedAt,
        person: sql<string>`${people.id}`.as("person_id"),
        name: people.name,
        email: people.email,
        status: people.status,
      })
      .from(tokens)
      .innerJoin(people, and(db.mine(people), eq(people.id, tokens.userId)))
      .where(db.mine(tokens, eq(tokens.tokenHash, hash)))
      .limit(1),
  );
  const row = found[0];
  if (!row || (id !== undefined && row.token !== id)) return null;
  const { purpose, newEmail, name, email, status } = row;
  const fits = purpose === "invite" ? status === "invited" : status === "active";
  const pending =
    fits && (purpose === "invite" || purpose === "verify_email") && newEmail !== email;
  const problem =
    row.usedAt !== null || !fits ? LINK_USED : row.expiresAt <= Date.now() ? LINK_EXPIRED : null;
  return {
    id: row.token,
    link: {
      purpose,
      newEmail,
      problem,
      person: { id: row.person, name, email },
      canSendAgain: problem === LINK_EXPIRED && pending,
    },
  };
}

/** What a link says when it is opened. @throws Response 409 for one that does not work */
async function usableLink(
  realm: Realm,
  secret: string,
  purposes: readonly OpenedLink["purpose"][],
  id?: string,
): Promise<Found> {
  const found = await openLink(realm, secret, id);
  if (!found || !purposes.includes(found.link.purpose)) return conflict(LINK_UNKNOWN);
  if (found.link.problem) conflict(found.link.problem);
  return found;
}

/** Sets a new password by a link and ends every session of the person. @returns a message for the sign-in page */
export async function resetPassword(
  realm: Realm,
  secret: string,
  { password, repeat }: NewPassword,
): Promise<Answer> {
  const found = await usableLink(realm, secret, ["reset_password"]);
  const { person } = found.link;
  checkNewPassword(password, repeat, [person.email, person.name]);
  const { db, people } = realm;
  const values = {
    passwordHash: hashPassword(password),
    sessionEpoch: sql`${people.sessionEpoch} + 1`,
    ...verified(realm),
  };
  return spend(
    realm,
    found,
    "reset.password",
    "Your password was changed. Sign in with the new one.",
    [
      db.updating(people, eq(people.id, person.id), values),
      ...endingSessions(realm, person.id),
      mailing(
        db,
        { to: person.email, ...passwordChangedLetter(person.name, realm.origin) },
        `password_changed:${found.id}`,
      ),
    ],
  );
}

/** An invited person chooses name and password and is active from then on. */
export async function acceptInvitation(
  realm: Realm,
  id: string,
  secret: string,
  { name, password, repeat }: NewPassword & { name: string },
): Promise<Answer> {
  const found = await usableLink(realm, secret, ["invite"], id);
  const { person } = found.link;
  checkNewPassword(password, repeat, [person.email, name]);
  const { db, people } = realm;
  return spend(realm, found, "accept.invitation", "Your account is ready. Sign in.", [
    db.assert(
      "state",
      db.exists(people, and(eq(people.id, person.id), eq(people.status, "invited"))!),
    ),
    db.updating(people, eq(people.id, person.id), {
      name,
      passwordHash: hashPassword(password),
      status: "active",
      ...verified(realm),
    }),
  ]);
}

/**
 * A changed address counts from now on; the old one is told, reset links sent there end, and so does every session.
 * Opened from the old address, the link says that the change is wanted.
 */
export async function confirmAddress(realm: Realm, id: string, secret: string): Promise<Answer> {
  const found = await usableLink(realm, secret, ["verify_email", "approve_address"], id);
  if (found.link.purpose === "approve_address")
    return spend(realm, found, "approve.email", "You have confirmed your new e-mail address.", []);
  const { person, newEmail } = found.link;
  const { db, people } = realm;
  return spend(realm, found, "confirm.email", "Your new e-mail address counts from now on.", [
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
      `email_changed:${found.id}`,
    ),
  ]);
}

/** Sends a link again that ran out. The secret of the old one is the proof of who asks. */
export async function sendLinkAgain(
  realm: Realm,
  visit: Visit,
  id: string,
  secret: string,
): Promise<string> {
  const found = await openLink(realm, secret, id);
  if (!found?.link.canSendAgain) return conflict(found?.link.problem ?? LINK_UNKNOWN);
  const { purpose, person, newEmail } = found.link;
  const to = newEmail ?? person.email;
  const network = networkOf(visit.ip);
  const [byEmail, byNetwork] = await realm.db.read(...countLinks(realm, to, network));
  refuseTooManyLinks(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);
  const letter = await sendingLink(realm, {
    userId: person.id,
    name: person.name,
    to,
    purpose,
    ...(newEmail ? { newEmail } : {}),
  });
  const asked = logAttempt(realm, visit, {
    email: to,
    result: "reset_requested",
    network,
    userId: person.id,
  });
  const { db, tokens } = realm;
  const isWaiting = db.assert(
    "state",
    db.exists(tokens, and(eq(tokens.id, found.id), isNull(tokens.usedAt))!),
  );
  try {
    await withinLimit(
      db.read(...assertLinks(realm, to, network), isWaiting, asked, ...letter),
      waitForLinks,
    );
  } catch (error) {
    if (brokenRule(error)?.name === "assert_state") conflict(LINK_USED);
    throw error;
  }
  return "A new link is on its way";
}

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
      db.mine(
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

/** The person showed that the address is theirs. Staff have no such column. */
const verified = (realm: Realm): Partial<Row<Realm["people"]>> =>
  realm.audience === "company" ? { emailVerifiedAt: Date.now(), mustChangePassword: false } : {};

/** Carries out what a link is for, once: of two at the same time the second finds it used. */
async function spend(
  realm: Realm,
  { id, link }: Found,
  action: string,
  message: string,
  writes: Statement[],
): Promise<Answer> {
  const { db, tokens } = realm;
  const now = Date.now();
  const unused = and(eq(tokens.id, id), isNull(tokens.usedAt), gt(tokens.expiresAt, now))!;
  try {
    return await db.commit({
      writes: [
        db.assert("state", db.exists(tokens, unused)),
        db.updating(tokens, unused, { usedAt: now }),
        ...writes,
      ],
      activity: { action, kind: "user", id: link.person.id, label: link.person.name },
      answer: { status: 200, message, data: null },
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409) conflict(LINK_USED);
    if (refusal instanceof Response && refusal.status === 422 && link.purpose === "verify_email")
      invalid({ form: ["This address is used by another account now"] });
    throw refusal;
  }
}
