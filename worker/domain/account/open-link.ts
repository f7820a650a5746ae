import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { instantText } from "#app/shared/dates.ts";
import { accountKind, type Realm } from "../../auth/realm.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Answer, Statement } from "../../db/db.ts";
import type { LinkPurpose } from "../../mail/link-lifetimes.ts";
import { conflict, invalid } from "../../refusals.ts";

export const LINK_USED = "This link was already used";
const LINK_EXPIRED = "This link has expired";
export const LINK_UNKNOWN = "This link is not valid";

/** A link as it was opened; `problem` says why it no longer works. */
type OpenedLink = {
  purpose: LinkPurpose;
  person: { id: string; name: string; email: string };
  newEmail: string | null;
  problem: string | null;
  /**
   * It ran out unused, and no other has taken its place: a new one of the same kind may be sent.
   */
  canSendAgain: boolean;
};
/** A link whose secret is right, with the id of its row. */
type KnownLink = { id: string; link: OpenedLink };

/** The link of a secret; with `id` (of its row) for links that name it. Null when there is none. */
export async function openLink(
  realm: Realm,
  secret: string,
  id?: string,
): Promise<KnownLink | null> {
  const { db, tokens, people } = realm;
  const hash = await sha256(secret);
  const [[row]] = await db.read(
    db
      .select({
        token: sql<string>`${tokens.id}`.as("token_id"),
        purpose: tokens.purpose,
        newEmail: tokens.newEmail,
        fromAt: tokens.fromAt,
        expiresAt: tokens.expiresAt,
        usedAt: tokens.usedAt,
        person: sql<string>`${people.id}`.as("person_id"),
        name: people.name,
        email: people.email,
        status: people.status,
      })
      .from(tokens)
      .innerJoin(people, and(db.ofOwner(people), eq(people.id, tokens.userId)))
      .where(db.ofOwner(tokens, eq(tokens.tokenHash, hash)))
      .limit(1),
  );
  if (!row || (id !== undefined && row.token !== id)) return null;
  const { purpose, newEmail, name, email, status } = row;
  const fits = purpose === "invite" ? status === "invited" : status === "active";
  const pending =
    fits && (purpose === "invite" || purpose === "verify_email") && newEmail !== email;
  const problem = row.usedAt !== null || !fits ? LINK_USED : problemOfTime(row);
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

function problemOfTime({ fromAt, expiresAt }: { fromAt: number | null; expiresAt: number }) {
  const now = Date.now();
  if (expiresAt <= now) return LINK_EXPIRED;
  return fromAt !== null && fromAt > now
    ? `This link works from ${instantText(fromAt, "UTC")} on`
    : null;
}

/** What a link says when it is opened. @throws Response 409 for one that does not work */
export async function usableLink(
  realm: Realm,
  secret: string,
  purposes: readonly OpenedLink["purpose"][],
  id?: string,
): Promise<KnownLink> {
  const known = await openLink(realm, secret, id);
  if (!known || !purposes.includes(known.link.purpose)) return conflict(LINK_UNKNOWN);
  if (known.link.problem) conflict(known.link.problem);
  return known;
}

/** Carries out what a link is for, once: of two at the same time the second finds it used. */
export async function spend(
  realm: Realm,
  { id, link }: KnownLink,
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
      activity: {
        ...{ action, kind: accountKind(realm) },
        ...{ id: link.person.id, label: link.person.name },
      },
      answer: { status: 200, message, data: null },
    });
  } catch (refusal) {
    if (refusal instanceof Response && refusal.status === 409) conflict(LINK_USED);
    if (refusal instanceof Response && refusal.status === 422 && link.purpose === "verify_email")
      invalid({ form: ["This address is used by another account now"] });
    throw refusal;
  }
}
