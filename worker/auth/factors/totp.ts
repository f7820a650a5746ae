import { Secret, TOTP } from "otpauth";
import { type Sealed, seal, unseal } from "../sealed.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of no half minute but this one count: a code lives as long as the app shows it. */
const WINDOW = 0;
const SEED_BYTES = 20;
/** What is shown has to be set up within an hour. */
const SHOWN_MS = 60 * 60_000;

const kept = "totp seed";
const inSetUp = "totp set-up";

const codesOf = (seed: string, issuer?: string, label?: string) =>
  new TOTP({
    ...{ secret: Secret.fromBase32(seed), algorithm: "SHA1", digits: DIGITS, period: STEP_SECONDS },
    ...(issuer === undefined ? {} : { issuer }),
    ...(label === undefined ? {} : { label }),
  });

/** The address that an authenticator app reads from a QR code. */
export const seedUri = (seed: string, issuer: string, label: string): string =>
  codesOf(seed, issuer, label).toString();

/**
 * The half minute (Unix time / 30 s) whose code this is.
 * @returns null for a code of any other than that of `now`, in milliseconds (RFC 6238, SHA-1, six digits)
 */
export function stepOfCode(seed: string, code: string, now = Date.now()): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = codesOf(seed).validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? null : Math.floor(now / 1000 / STEP_SECONDS) + delta;
}

type Owner = { cid: string; userId: string };
const ids = ({ cid, userId }: Owner) => [cid, userId];

/** The seed as it is stored for a person. */
export const sealSeed = (env: Env, owner: Owner, seed: string) => seal(env, kept, ids(owner), seed);
export const openSeed = (env: Env, owner: Owner, sealed: string) =>
  unseal(env, kept, ids(owner), sealed);

/** A seed that is shown to be set up, in base32, and the same sealed for the form that brings it back. */
export type ShownSeed = { seed: string; sealed: Sealed };
const shownTo = (owner: Owner, sessionId: string) => [...ids(owner), sessionId];

/** A new seed of 160 random bits, sealed for a person in a session. Nothing is stored before its first code was right. */
export async function seedToSetUp(
  env: Env,
  owner: Owner,
  sessionId: string,
  now = Date.now(),
): Promise<ShownSeed> {
  const { base32: seed } = new Secret({
    buffer: crypto.getRandomValues(new Uint8Array(SEED_BYTES)).buffer,
  });
  const text = JSON.stringify({ seed, at: now });
  return { seed, sealed: await seal(env, inSetUp, shownTo(owner, sessionId), text) };
}

/** The seed that was shown to this person in this session within the last hour; null for any other. */
export async function openShownSeed(
  env: Env,
  owner: Owner,
  sessionId: string,
  sealed: Sealed,
  now = Date.now(),
): Promise<string | null> {
  const text = await unseal(env, inSetUp, shownTo(owner, sessionId), sealed);
  if (!text) return null;
  const { seed, at } = JSON.parse(text) as { seed: string; at: number };
  return at + SHOWN_MS > now ? seed : null;
}
