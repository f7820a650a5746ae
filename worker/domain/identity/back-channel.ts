import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { identitySessions } from "#drizzle/tenant/index.ts";
import { type LoggedOut, readLogoutToken } from "../../auth/logout-token.ts";
import type { Realm } from "../../auth/realm.ts";
import type { Visit } from "../../env.ts";
import { notFound, refuse } from "../../refusals.ts";
import { providerHere } from "./here.ts";
import { ALGORITHMS, keysOf, ProviderError, serverOf } from "./wire.ts";

const LONGEST = 8_000;

/** The sessions that a provider has opened for a subject, or one of them, as a part of a statement. */
const named = ({ db }: Realm, issuer: string, { subject, providerSession }: LoggedOut) =>
  sql`(select ${identitySessions.sessionId} from ${identitySessions} where ${db.ofOwner(
    identitySessions,
    and(
      eq(identitySessions.issuer, issuer),
      subject === null ? undefined : eq(identitySessions.subject, subject),
      providerSession === null ? undefined : eq(identitySessions.providerSession, providerSession),
    ),
  )})`;

/**
 * Ends the sessions of whom the company's provider has signed out.
 * @param token as the provider has sent it
 * @throws Response 400 for a token that is not the provider's; 404 where there is no provider
 */
export async function loggedOut(realm: Realm, { env }: Visit, token: string): Promise<void> {
  const provider = (await providerHere(realm)) ?? notFound("page");
  const wrong = () => refuse(400, "This is no logout token of the provider");
  if (!token || token.length > LONGEST) wrong();
  try {
    const { issuer } = await serverOf(env, provider.issuer);
    const asked = { issuer, audience: provider.clientId, algorithms: ALGORITHMS };
    const read = async (again: boolean) =>
      readLogoutToken(token, await keysOf(env, provider.issuer, again), asked);
    const first = await read(false);
    const told = first === "unknown key" ? await read(true) : first;
    if (told === "unknown key" || told === null) return wrong();
    const { db, sessions, log } = realm;
    const ids = named(realm, issuer, told);
    const now = Date.now();
    await db.read(
      db.updating(
        log,
        and(inArray(log.sessionId, ids), isNull(log.signedOutAt), eq(log.result, "success"))!,
        { signedOutAt: now },
      ),
      db.updating(sessions, and(inArray(sessions.id, ids), isNull(sessions.revokedAt))!, {
        revokedAt: now,
      }),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.warn(`Identity provider of ${realm.cid}: ${error.message}`);
    wrong();
  }
}
