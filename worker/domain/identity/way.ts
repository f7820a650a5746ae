import { safePath } from "#app/shared/safe-path.ts";
import { cookie, cookieOf, identityCookieName as named } from "../../auth/cookies.ts";
import { seal, unseal } from "../../auth/sealed.ts";

const LASTS_MS = 10 * 60_000;
const SEALED_FOR = "way to the identity provider";

/** What a browser carries to the provider and back, sealed in a cookie of its own. */
export type Way = {
  state: string;
  nonce: string;
  verifier: string;
  issuer: string;
  clientId: string;
  /** Where to go afterwards. */
  to: string;
  /** The Admin who only tries; null for a sign-in. */
  triedBy: string | null;
  /** So many seconds ago may they have signed in there at most. */
  maxAge: number;
  at: number;
};

/** The cookie of a way that begins. */
export const wayCookie = async (env: Env, companyId: string, way: Way) =>
  cookie(
    env,
    named(env),
    await seal(env, SEALED_FOR, [companyId], JSON.stringify(way)),
    LASTS_MS / 1000,
  );
/** It is over, whatever came of it. */
export const noWay = (env: Env) => cookie(env, named(env), "", 0);

/** The way that this browser has begun at this company, within ten minutes; null for any other. */
export async function wayOf(env: Env, companyId: string, request: Request): Promise<Way | null> {
  const sealed = cookieOf(request, named(env));
  const text = sealed ? await unseal(env, SEALED_FOR, [companyId], sealed) : null;
  if (!text) return null;
  const way = JSON.parse(text) as Way;
  return way.at + LASTS_MS > Date.now() ? { ...way, to: safePath(way.to) } : null;
}
