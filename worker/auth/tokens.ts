import { importJWK, jwtVerify, SignJWT } from "jose";

const ISSUER = "plumbline";
const ACCESS_SECONDS = 15 * 60;
const DEVICE_SECONDS = 180 * 24 * 3600;
/** So far may the clocks of two machines be apart. */
const CLOCKS_APART_SECONDS = 60;
export const ABSOLUTE_MS = 12 * 3600_000;

/** "inside": the platform's staff in a company. */
export type Audience = "company" | "portal" | "platform" | "inside";
/** Points to a session row: company id (or "platform") and session id. */
export type Pointer = { cid: string; sid: string; sub: string };

type Claims = Record<string, unknown>;
type Keys = { active: string; keys: Record<string, JsonWebKey> };
type Imported = { kid: string; sign: CryptoKey; verify: Map<string, CryptoKey> };
let imported: Promise<Imported> | undefined;

/** ES256 keys by kid; the active one signs, all of them verify. */
const keysOf = (env: Env): Promise<Imported> => {
  imported ??= (async () => {
    const { active, keys } = JSON.parse(env.TOKEN_KEYS) as Keys;
    const verify = new Map<string, CryptoKey>();
    for (const [kid, { d: _, key_ops: __, ...jwk }] of Object.entries(keys))
      verify.set(kid, (await importJWK(jwk as never, "ES256")) as CryptoKey);
    return {
      kid: active,
      sign: (await importJWK(keys[active] as never, "ES256")) as CryptoKey,
      verify,
    };
  })();
  return imported;
};

async function sign(
  env: Env,
  typ: string,
  audience: string,
  { sub, jti = crypto.randomUUID(), ...claims }: Claims & { sub: string; jti?: string },
  seconds: number,
) {
  const { kid, sign: key } = await keysOf(env);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", typ, kid })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setSubject(sub)
    .setJti(jti)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(key);
}

const MOST_OPENED = 2_000;
/** Claims of tokens whose signature was found right, by what was asked of them. */
const opened = new Map<string, Claims>();
const isExpired = ({ exp }: Claims) => Number(exp) <= Math.floor(Date.now() / 1000);

/** Claims of a token of exactly this type and audience that lives no longer than `seconds`; null for anything else, never an error. */
async function open(
  env: Env,
  typ: string,
  audience: string,
  token: string,
  seconds: number,
): Promise<Claims | null> {
  if (token.length > 4096) return null;
  const asked = `${typ} ${audience} ${token}`;
  const before = opened.get(asked);
  if (before) return isExpired(before) ? null : before;
  try {
    const { verify } = await keysOf(env);
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = verify.get(kid ?? "");
        if (!key) throw new Error("unknown kid");
        return key;
      },
      {
        algorithms: ["ES256"],
        typ,
        issuer: ISSUER,
        audience,
        requiredClaims: ["iss", "aud", "sub", "exp", "iat", "jti"],
      },
    );
    const { exp = Number.POSITIVE_INFINITY, iat = 0 } = payload;
    const isOurs = exp - iat <= seconds && iat <= Date.now() / 1000 + CLOCKS_APART_SECONDS;
    if (!isOurs) return null;
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(asked, payload);
    return payload;
  } catch {
    return null;
  }
}

const pointer = (claims: Claims | null): Pointer | null =>
  claims &&
  typeof claims.cid === "string" &&
  typeof claims.sid === "string" &&
  typeof claims.sub === "string"
    ? { cid: claims.cid, sid: claims.sid, sub: claims.sub }
    : null;

/** The 15-minute access token of the API. */
export const signAccess = (env: Env, audience: Audience, p: Pointer) =>
  sign(env, "at+jwt", `plumbline-api-${audience}`, p, ACCESS_SECONDS);
export const readAccess = async (env: Env, audience: Audience, token: string) =>
  pointer(await open(env, "at+jwt", `plumbline-api-${audience}`, token, ACCESS_SECONDS));

/** The pointer in the session cookie. */
export const signCookie = (env: Env, audience: Audience, p: Pointer) =>
  sign(env, "sid+jwt", `plumbline-web-${audience}`, p, ABSOLUTE_MS / 1000);
export const readCookie = async (env: Env, audience: Audience, token: string) =>
  pointer(await open(env, "sid+jwt", `plumbline-web-${audience}`, token, ABSOLUTE_MS / 1000));

/** Marks a browser from which this person has signed in: guessing elsewhere cannot lock it out. */
export const signDevice = (
  env: Env,
  cid: string,
  userId: string,
  id: string = crypto.randomUUID(),
) => sign(env, "dev+jwt", "plumbline-device", { sub: userId, cid, jti: id }, DEVICE_SECONDS);
export const readDevice = async (env: Env, token: string) => {
  const claims = await open(env, "dev+jwt", "plumbline-device", token, DEVICE_SECONDS);
  return typeof claims?.cid === "string"
    ? { userId: String(claims.sub), cid: claims.cid, id: String(claims.jti) }
    : null;
};
export const DEVICE_MAX_AGE = DEVICE_SECONDS;

const STEP_SECONDS = 10 * 60;
const stepAudience = (audience: Audience) => `plumbline-second-step-${audience}`;
/** A person whose password was right, and who has not yet shown a second factor; `epoch` is that of their sessions. */
export type Step = {
  audience: Audience;
  cid: string;
  userId: string;
  email: string;
  epoch: number;
};
export const signStep = (env: Env, { userId, audience, ...claims }: Step) =>
  sign(env, "step+jwt", stepAudience(audience), { sub: userId, ...claims }, STEP_SECONDS);
/** The step of a token that was made for this realm; null otherwise. */
export const readStep = async (
  env: Env,
  audience: Audience,
  token: string,
): Promise<Step | null> => {
  const claims = await open(env, "step+jwt", stepAudience(audience), token, STEP_SECONDS);
  if (!claims) return null;
  const { sub, cid, email, epoch } = claims;
  return typeof cid === "string" && typeof email === "string" && typeof epoch === "number"
    ? { audience, cid, userId: String(sub), email, epoch }
    : null;
};
export const STEP_MAX_AGE = STEP_SECONDS;

const CHALLENGE_SECONDS = 5 * 60;
/** What a passkey is asked for: to come in, as the second step of that, to prove again who acts, or to be added. */
export type ChallengeFor = "sign_in" | "second_step" | "prove" | "add";
/** A challenge for a passkey. @param sub whose passkey has to answer; "anybody" at sign-in */
export const signChallenge = (
  env: Env,
  purpose: ChallengeFor,
  claims: { cid: string; sub: string; challenge: string },
) => sign(env, "cha+jwt", `plumbline-challenge-${purpose}`, claims, CHALLENGE_SECONDS);
/** The challenge of a token that was made for this purpose, realm and person; null otherwise. */
export const readChallenge = async (
  env: Env,
  purpose: ChallengeFor,
  { cid, sub }: { cid: string; sub: string },
  token: string,
): Promise<string | null> => {
  const audience = `plumbline-challenge-${purpose}`;
  const claims = await open(env, "cha+jwt", audience, token, CHALLENGE_SECONDS);
  return claims?.cid === cid && claims.sub === sub && typeof claims.challenge === "string"
    ? claims.challenge
    : null;
};
export const CHALLENGE_MS = CHALLENGE_SECONDS * 1000;

/** A 256-bit secret for a link, and what is stored of it. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(
    /[+/=]/g,
    (c) => ({ "+": "-", "/": "_", "=": "" })[c]!,
  );
}
export async function sha256(text: string | ArrayBuffer | Uint8Array): Promise<string> {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const digest = await crypto.subtle.digest("SHA-256", bytes as BufferSource);
  return Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, "0")).join("");
}
