import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomNonce,
  generateRandomState,
} from "oauth4webapi";
import { safePath } from "#app/shared/safe-path.ts";
import { PROVIDER_CALLBACK } from "../../auth/enforced.ts";
import type { Realm } from "../../auth/realm.ts";
import { ABSOLUTE_MS } from "../../auth/tokens.ts";
import type { Visit } from "../../env.ts";
import { notFound } from "../../refusals.ts";
import { Session } from "../../session.ts";
import { readingProvider } from "./provider.ts";
import { wayCookie } from "./way.ts";
import { serverOf } from "./wire.ts";

/** Seconds. As long as a session here lasts. */
const MAX_AGE = ABSOLUTE_MS / 1000;
/** A longer way back is forgotten: the cookie that holds it has bounds. */
const LONGEST_WAY_BACK = 1_000;

/**
 * Begins a way to the company's provider, and writes nothing: the browser carries it along. Whoever is signed in here wants to prove
 * anew who they are, and is asked for it there; anybody else is, where the provider has not asked within 12 hours.
 * @param to where to go afterwards
 * @param isTry an Admin tries the provider, which need not be offered yet
 * @returns the provider's page, and the cookie of this way
 * @throws Response 404 where the company offers no provider, or nobody may try it; ProviderError
 */
export async function beginWay(
  realm: Realm,
  { env, session }: Visit,
  { to, isTry }: { to: string | null; isTry: boolean },
): Promise<{ address: string; cookie: string }> {
  const [[provider]] = await realm.db.read(readingProvider(realm.db));
  const admin = session instanceof Session && session.type === "Admin" ? session.actor : null;
  if (!provider || (isTry ? !admin?.userId || admin.inside : !provider.isOffered))
    return notFound("page");
  const isAnew = session !== null && !isTry;
  const server = await serverOf(env, provider.issuer);
  const { issuer, clientId, scopes } = provider;
  const way = {
    ...{ state: generateRandomState(), nonce: generateRandomNonce() },
    ...{ verifier: generateRandomCodeVerifier(), issuer, clientId },
    to: safePath(to && to.length <= LONGEST_WAY_BACK ? to : null),
    triedBy: isTry ? (admin?.userId ?? null) : null,
    maxAge: isAnew ? 0 : MAX_AGE,
    at: Date.now(),
  };
  const address = new URL(server.authorization_endpoint ?? "");
  const asked = {
    ...{ client_id: clientId, response_type: "code", scope: scopes },
    redirect_uri: `${realm.origin}${PROVIDER_CALLBACK}`,
    ...{ state: way.state, nonce: way.nonce, code_challenge_method: "S256" },
    code_challenge: await calculatePKCECodeChallenge(way.verifier),
    max_age: String(way.maxAge),
    ...(isAnew ? { prompt: "login" } : {}),
  };
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  return { address: address.href, cookie: await wayCookie(env, realm.cid, way) };
}
