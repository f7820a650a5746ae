import { and, eq, isNull } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import type { Realm } from "../auth/realm.ts";
import { newSecret, sha256 } from "../auth/tokens.ts";
import type { Statement } from "../db/db.ts";
import { confirmAddressLetter, invitationLetter, resetLetter } from "./letters.ts";
import { mailing } from "./outbox.ts";

type LinkPurpose = "invite" | "verify_email" | "reset_password";
const MINUTE = 60_000;
const lifetime: Record<LinkPurpose, number> = {
  reset_password: 30 * MINUTE,
  invite: 72 * 60 * MINUTE,
  verify_email: 72 * 60 * MINUTE,
};
const letters = { reset_password: resetLetter, invite: invitationLetter, verify_email: confirmAddressLetter };

type Desk = Pick<Realm, "db" | "origin" | "tokens">;
type LinkFor = { userId: string; name: string; to: string; purpose: LinkPurpose; newEmail?: string };

/**
 * A single-use link and the mail that carries it, as statements of the caller's batch. Links of the same purpose that were
 * sent before end with it. Only a hash of the secret is stored; the address is built from the realm's origin.
 */
export async function sendingLink({ db, origin, tokens }: Desk, { userId, name, to, purpose, newEmail }: LinkFor): Promise<Statement[]> {
  const now = Date.now();
  const id = newId(now);
  const secret = newSecret();
  const path = purpose === "reset_password" ? `/reset-password/${secret}` : `/verify-email/${id}/${secret}`;
  return [
    endingLinks({ db, tokens }, userId, purpose),
    db.inserting(tokens, {
      id,
      userId,
      purpose,
      tokenHash: await sha256(secret),
      newEmail: newEmail ?? null,
      expiresAt: now + lifetime[purpose],
      createdAt: now,
    }),
    mailing(db, { to, ...letters[purpose](name, `${origin}${path}`, origin) }, `${purpose}:${id}`),
  ];
}

/** Ends the links of one purpose that a person has not used yet. */
export const endingLinks = ({ db, tokens }: Pick<Desk, "db" | "tokens">, userId: string, purpose: LinkPurpose): Statement =>
  db.updating(tokens, and(eq(tokens.userId, userId), eq(tokens.purpose, purpose), isNull(tokens.usedAt))!, { usedAt: Date.now() });
