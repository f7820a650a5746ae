import {
  type AuthorizationServer,
  allowInsecureRequests,
  customFetch,
  discoveryRequest,
  KEY_SELECTION,
  processDiscoveryResponse,
  validateApplicationLevelSignature,
} from "oauth4webapi";
import { isTestHost } from "../../outbound/address-rules.ts";
import { askOutside } from "../../outbound/ask.ts";

const WITHIN_MS = 5_000;
/** A document of a provider has a few KB, its keys as well; a token with many groups some ten. */
const MOST_BYTES = 256 * 1024;
const KEEP_MS = 10 * 60_000;
/** Keys are not asked for again sooner because a token names one that is not known. */
const KEYS_AGAIN_MS = 10_000;
const MOST_KNOWN = 200;
/** Signatures that are taken: all of them by keys that the provider alone has. */
export const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"];

/** Why a provider could not be used. The message is a whole sentence, for an Admin. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
}

/** What a library's error says, with what lies behind it. */
const told = (error: unknown) =>
  error instanceof Error ? error.message : "The answer was not understood";

/** Runs a step with a provider. @throws ProviderError for whatever goes wrong in it */
export async function withProvider<R>(what: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError || error instanceof Response) throw error;
    throw new ProviderError(`${what}: ${told(error)}`, { cause: error });
  }
}

type Sent = { method: string; headers: Record<string, string>; body?: unknown };
/** How the library asks a provider: by the one way there is to addresses outside. */
const asking =
  (env: Env) =>
  async (url: string, { method, headers, body }: Sent) => {
    const {
      status,
      headers: given,
      bytes,
    } = await askOutside(env, url, {
      ...{ method: method === "POST" ? "POST" : "GET", headers },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...{ withinMs: WITHIN_MS, mostBytes: MOST_BYTES, over: "refuse" },
    });
    const type = given.get("Content-Type");
    return new Response(bytes.length ? (bytes as BodyInit) : null, {
      status,
      headers: type ? { "Content-Type": type } : {},
    });
  };

/** The options with which the library asks. A test's own provider alone may be asked by plain http. */
export const optionsFor = (env: Env, issuer: string) => ({
  [customFetch]: asking(env),
  [allowInsecureRequests]: isTestHost(env, new URL(issuer)),
});

type Known = { server: AuthorizationServer; at: number; keysAt: number };
const known = new Map<string, Known>();

/** Where a browser may be led: by https, or to a provider of tests. */
function browserAddress(env: Env, address: unknown): URL | null {
  if (typeof address !== "string" || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === "https:" || isTestHost(env, url) ? url : null;
}

/**
 * What a provider says of itself, kept for ten minutes.
 * @throws ProviderError when it does not answer, is another one than it was named, or signs by nothing that is taken
 */
export async function serverOf(env: Env, issuer: string): Promise<AuthorizationServer> {
  const before = known.get(issuer);
  if (before && before.at + KEEP_MS > Date.now()) return before.server;
  const found = await withProvider("It could not be asked for its settings", async () => {
    const at = new URL(issuer);
    return processDiscoveryResponse(at, await discoveryRequest(at, optionsFor(env, issuer)));
  });
  if (!browserAddress(env, found.authorization_endpoint) || !found.token_endpoint)
    throw new ProviderError("Its settings name no page for signing in");
  const offered = found.id_token_signing_alg_values_supported ?? ALGORITHMS;
  const taken = ALGORITHMS.filter((one) => offered.includes(one));
  if (!taken.length || !found.jwks_uri)
    throw new ProviderError(
      "It signs its tokens in none of the ways that are taken: RS256, PS256, ES256 or EdDSA",
    );
  const server = { ...found, id_token_signing_alg_values_supported: taken };
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(issuer, { server, at: Date.now(), keysAt: 0 });
  return server;
}

/** The page at which people sign out of a provider; null where it has none. */
export const signOutPage = (env: Env, server: AuthorizationServer) =>
  browserAddress(env, server.end_session_endpoint);

const isUnknownKey = (error: unknown) => (error as { code?: unknown }).code === KEY_SELECTION;

/** Forgets a provider's keys, unless that was done a moment ago. @returns the provider to ask with, or null */
function withoutKeys(issuer: string): AuthorizationServer | null {
  const before = known.get(issuer);
  if (!before || before.keysAt + KEYS_AGAIN_MS > Date.now()) return null;
  // The library keeps the keys by the object.
  const server = { ...before.server };
  known.set(issuer, { ...before, server, keysAt: Date.now() });
  return server;
}

/**
 * Holds the ID token of an answer against the provider's keys. One that is not known is looked for once more, every ten seconds at most.
 * @throws Error of the library
 */
export async function verifySigned(
  env: Env,
  { issuer, server }: { issuer: string; server: AuthorizationServer },
  answer: Response,
) {
  const options = optionsFor(env, issuer);
  try {
    await validateApplicationLevelSignature(server, answer, options);
  } catch (error) {
    const again = isUnknownKey(error) ? withoutKeys(issuer) : null;
    if (!again) throw error;
    await validateApplicationLevelSignature(again, answer, options);
  }
}

type Keys = { keys: JsonWebKey[] };
const knownKeys = new Map<string, { keys: Keys; at: number }>();

/**
 * A provider's keys, for tokens that it sends by itself. They are kept ten minutes, so that whoever sends tokens of their own
 * making has us ask for nothing.
 * @param again asks for them anew, ten seconds after the last time at the earliest
 * @throws ProviderError
 */
export async function keysOf(env: Env, issuer: string, again: boolean): Promise<Keys> {
  const before = knownKeys.get(issuer);
  if (before && before.at + (again ? KEYS_AGAIN_MS : KEEP_MS) > Date.now()) return before.keys;
  const { jwks_uri: address = "" } = await serverOf(env, issuer);
  const keys = await withProvider("Its keys could not be read", async () => {
    const answer = await asking(env)(address, { method: "GET", headers: {} });
    const found = (await answer.json()) as Partial<Keys> | null;
    if (!answer.ok || !Array.isArray(found?.keys)) throw new ProviderError("It shows no keys");
    return { keys: found.keys };
  });
  if (knownKeys.size >= MOST_KNOWN) knownKeys.clear();
  knownKeys.set(issuer, { keys, at: Date.now() });
  return keys;
}
