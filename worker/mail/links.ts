import { and, eq, isNull } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { type Realm, tablesOf } from "../auth/realm.ts";
import { newSecret, sha256 } from "../auth/tokens.ts";
import type { Statement } from "../db/db.ts";
import { lostDeviceLetter, newFactorsLetter } from "./factor-letters.ts";
import {
  addressAskedLetter,
  confirmAddressLetter,
  invitationLetter,
  portalLetter,
  resetLetter,
} from "./letters.ts";
import { type LinkPurpose, lifetime } from "./link-lifetimes.ts";
import { mailing } from "./outbox.ts";

type About = { newEmail: string; fromAt: number; timeZone: string };
const letters = {
  reset_password: resetLetter,
  invite: invitationLetter,
  verify_email: confirmAddressLetter,
  approve_address: (name: string, url: string, origin: string, { newEmail }: About) =>
    addressAskedLetter(name, newEmail, origin, url),
  lost_device: lostDeviceLetter,
  new_factors: newFactorsLetter,
};

type Desk = Pick<Realm, "db" | "origin" | "tokens">;
/** The letter of a purpose; contacts of consumers are invited in words of their own. */
const letterOf = (purpose: LinkPurpose, { tokens }: Desk) =>
  purpose === "invite" && tokens === tablesOf.portal.tokens ? portalLetter : letters[purpose];
type Person = { id: string; name: string; email: string };
type More = {
  /** Where the link goes, if not to the person's own address. */
  to?: string;
  newEmail?: string;
  /** When the link begins to work, and the time zone in which its letter says so. */
  from?: { at: number; timeZone: string };
  /** The link is stored and nobody gets it, so that a taken address looks like a free one. */
  isUntold?: boolean;
};

/**
 * A single-use link and the mail that carries it, as statements of the caller's batch. Links of the same purpose that were
 * sent before end with it. Only a hash of the secret is stored; the address is built from the realm's origin.
 */
export async function sendingLink(
  { db, origin, tokens }: Desk,
  { id: userId, name, email }: Person,
  purpose: LinkPurpose,
  { to = email, newEmail, from, isUntold = false }: More = {},
): Promise<Statement[]> {
  const now = Date.now();
  const id = newId(now);
  const secret = newSecret();
  const path =
    purpose === "reset_password" ? `/reset-password/${secret}` : `/verify-email/${id}/${secret}`;
  return [
    endingLinks(
      { db, tokens },
      userId,
      purpose,
      purpose === "approve_address" ? newEmail : undefined,
    ),
    db.inserting(tokens, {
      id,
      userId,
      purpose,
      tokenHash: await sha256(secret),
      newEmail: newEmail ?? null,
      fromAt: from?.at ?? null,
      expiresAt: (from?.at ?? now) + lifetime[purpose],
      createdAt: now,
    }),
    ...(isUntold
      ? []
      : [
          mailing(
            db,
            {
              to,
              ...letterOf(purpose, { db, origin, tokens })(name, `${origin}${path}`, origin, {
                newEmail: newEmail ?? "",
                fromAt: from?.at ?? now,
                timeZone: from?.timeZone ?? "UTC",
              }),
            },
            `${purpose}:${id}`,
          ),
        ]),
  ];
}

/** Ends a person's unused links of one purpose; with `newEmail`, those about this address. */
export function endingLinks(
  { db, tokens }: Pick<Desk, "db" | "tokens">,
  userId: string,
  purpose: LinkPurpose,
  newEmail?: string,
): Statement {
  const about = newEmail === undefined ? undefined : eq(tokens.newEmail, newEmail);
  return db.updating(
    tokens,
    and(eq(tokens.userId, userId), eq(tokens.purpose, purpose), isNull(tokens.usedAt), about)!,
    { usedAt: Date.now() },
  );
}
