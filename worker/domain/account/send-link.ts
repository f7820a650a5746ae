import { and, eq, isNull, not } from "drizzle-orm";
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
import { enforcing, isLetBy, noLinks } from "../../auth/enforced.ts";
import type { Realm } from "../../auth/realm.ts";
import { brokenRule } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { sendingLink } from "../../mail/links.ts";
import { conflict } from "../../refusals.ts";
import { isUnproven } from "./address.ts";
import { LINK_UNKNOWN, LINK_USED, openLink } from "./open-link.ts";

/**
 * Sends a reset link to a person of this realm. Same words, status, round trips and work for known
 * and unknown addresses. Where people sign in by the company's identity provider, it says so, and the Admin for emergencies alone gets one.
 * @throws Response 429 after five links an address, or twenty a network, in 15 minutes
 */
export async function requestReset(realm: Realm, visit: Visit, typed: string): Promise<string> {
  const { db, people } = realm;
  const email = typed.trim().toLowerCase().slice(0, 254);
  const network = networkOf(visit.ip);
  const [addressees, byEmail, byNetwork, enforced] = await db.read(
    db
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(
        db.ofOwner(
          people,
          and(eq(people.email, email), eq(people.status, "active"), not(isUnproven(realm))),
        ),
      )
      .limit(1),
    ...countLinks(realm, email, network),
    ...enforcing(realm, email),
  );
  refuseTooManyLinks(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);
  const rule = enforced?.[0];
  const isLet = isLetBy(realm, rule, addressees[0]?.id);
  const person = isLet ? addressees[0] : undefined;
  const nobody = { id: newId(), name: "", email: "" };
  const letter = await sendingLink(realm, person ?? nobody, "reset_password");
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
  return rule ? noLinks(rule) : "If the address is known, a link is on its way";
}

/** Sends a link again that ran out. The secret of the old one is the proof of who asks. */
export async function sendLinkAgain(
  realm: Realm,
  visit: Visit,
  id: string,
  secret: string,
): Promise<string> {
  const known = await openLink(realm, secret, id);
  if (!known?.link.canSendAgain) return conflict(known?.link.problem ?? LINK_UNKNOWN);
  const { purpose, person, newEmail } = known.link;
  const to = newEmail ?? person.email;
  const network = networkOf(visit.ip);
  const [byEmail, byNetwork] = await realm.db.read(...countLinks(realm, to, network));
  refuseTooManyLinks(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);
  const about = newEmail ? { to, newEmail } : {};
  const letter = await sendingLink(realm, person, purpose, about);
  const asked = logAttempt(realm, visit, {
    email: to,
    result: "reset_requested",
    network,
    userId: person.id,
  });
  const { db, tokens } = realm;
  const isWaiting = db.assert(
    "state",
    db.exists(tokens, and(eq(tokens.id, known.id), isNull(tokens.usedAt))!),
  );
  try {
    await withinLimit(
      db.read(...assertLinks(realm, to, network), isWaiting, asked, ...letter),
      waitForLinks,
    );
  } catch (error) {
    if (brokenRule(error)?.name === "state_as_expected") conflict(LINK_USED);
    throw error;
  }
  return "A new link is on its way";
}
