import { eq } from "drizzle-orm";
import { identityProviders, type ProviderTry } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { forbidden } from "../../refusals.ts";
import type { AnySession } from "../../session.ts";
import { Session } from "../../session.ts";
import { recorded } from "../entity/recorded.ts";
import { adminDb } from "./admin.ts";
import type { Told } from "./come-back.ts";
import type { Provider } from "./provider.ts";
import type { Way } from "./way.ts";
import { type Refusal, whoseIs, whoseReads } from "./whose.ts";

const MOST_CLAIMS = 30;
const LONGEST_CLAIM = 300;

/** Why nobody would be let in, for the Admin who tries. */
const because: Record<Refusal, string> = {
  suspended: "The account of this person is suspended, or they have left.",
  unverified:
    "The provider does not say that the e-mail address is verified (claim email_verified, or xms_edov of Microsoft Entra), so nobody is found by it.",
  not_proved: "The domain of the e-mail address is not among your proved mail domains.",
  other_subject: "The account with this address is linked to another person at the provider.",
  unknown: "Nobody here has this address, and the provider makes no accounts.",
  no_room: "Your plan has no room for another person.",
  only_reads: "Your subscription has ended, so no account is made.",
};

const shownClaims = (claims: Told["claims"]) =>
  Object.fromEntries(
    Object.entries(claims)
      .slice(0, MOST_CLAIMS)
      .map(([name, value]) => [
        name.slice(0, LONGEST_CLAIM),
        (typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST_CLAIM),
      ]),
  );

/** The Admin who began a way to try the provider, where the same one comes back. @throws Response 403 for anybody else */
export function tryingAdmin(session: AnySession | null, { triedBy }: Way): Session {
  if (!(session instanceof Session) || session.actor.userId !== triedBy) return forbidden();
  adminDb(session);
  return session;
}

/** What a try has brought: whom it leads to. It counts where it leads to an account that is there or would be made. */
async function broughtBy(session: Session, provider: Provider, told: Told): Promise<ProviderTry> {
  const db = adminDb(session);
  const claims = shownClaims(told.claims);
  const whose = whoseIs(told, provider, await db.read(...whoseReads(db, told)));
  if (whose.kind === "refused") return { isDone: false, message: because[whose.because], claims };
  const { actor } = session;
  if (whose.kind === "known" && whose.person.id === actor.userId)
    return { isDone: true, message: `You are recognised as ${actor.name}.`, claims };
  const who = whose.kind === "known" ? whose.person.name : whose.email;
  return {
    isDone: false,
    message: `This leads to ${who}, who is not you. Try it as yourself.`,
    claims,
  };
}

/**
 * Keeps what an Admin's try has brought.
 * @param told what the provider answered; a sentence where it could not be used
 * @throws Response 403 for anybody but the Admin; 409 when the provider was changed meanwhile
 */
export async function keepTry(
  session: Session,
  provider: Provider,
  told: Told | string,
): Promise<Answer<{ id: string }>> {
  const db = adminDb(session);
  const tried =
    typeof told === "string"
      ? { isDone: false, message: told, claims: {} }
      : await broughtBy(session, provider, told);
  const { actor } = session;
  return db.commit({
    writes: [
      db.assertUnchanged(identityProviders, provider),
      db.updating(identityProviders, eq(identityProviders.id, provider.id), {
        ...{ tried, triedAt: Date.now(), triedBy: actor.name },
      }),
    ],
    ...recorded(
      ...(["identity_provider", "try.identity_provider", provider, tried.message] as const),
      { reason: tried.message },
    ),
  });
}
