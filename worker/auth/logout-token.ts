import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";

const CLOCKS_APART_SECONDS = 60;
/** A token that is older was kept by somebody. */
const OLDEST_SECONDS = 2 * 60;
const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Whom a provider has signed out: a subject, or one session of theirs. */
export type LoggedOut = { subject: string | null; providerSession: string | null };

const textIn = (value: unknown) => (typeof value === "string" && value ? value : null);

/**
 * Holds a logout token against the provider's keys, as OpenID Connect Back-Channel Logout asks for it.
 * @returns "unknown key" for one by a key that is not among them; null for any other that is none
 */
export async function readLogoutToken(
  token: string,
  keys: JSONWebKeySet,
  { issuer, audience, algorithms }: { issuer: string; audience: string; algorithms: string[] },
): Promise<LoggedOut | "unknown key" | null> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ issuer, audience, algorithms, clockTolerance: CLOCKS_APART_SECONDS },
      ...{
        typ: "logout+jwt",
        maxTokenAge: OLDEST_SECONDS,
        requiredClaims: ["iat", "jti", "events"],
      },
    });
    const { events, nonce, sub, sid } = payload;
    const isLogout = typeof events === "object" && events !== null && EVENT in events;
    const told = { subject: textIn(sub), providerSession: textIn(sid) };
    const isWhole = isLogout && nonce === undefined && (told.subject || told.providerSession);
    return isWhole ? told : null;
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? "unknown key" : null;
  }
}
