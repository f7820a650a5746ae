import { Secret, TOTP } from "otpauth";
import { derive, seal, unseal } from "../sealed.ts";

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Codes of the half minute before and after count as well: clocks of phones differ. */
const WINDOW = 1;
const SEED_BYTES = 20;

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
 * @returns null for a code of none near `now`, in milliseconds (RFC 6238, SHA-1, six digits)
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

/**
 * The seed that a person may set up in a session, of 160 bits in base32: the same however often it is shown, until one is kept. Nothing
 * is stored before its first code was right.
 * @param before what is kept, which it will replace: the sealed seed, and the last half minute that was accepted of any seed
 */
export async function seedToSetUp(
  env: Env,
  { cid, userId }: Owner,
  sessionId: string,
  { totpSecret, totpStep }: { totpSecret: string | null; totpStep: number | null },
): Promise<string> {
  const bytes = await derive(
    env,
    inSetUp,
    [cid, userId, sessionId, totpSecret ?? "", String(totpStep)],
    SEED_BYTES,
  );
  return new Secret({ buffer: bytes }).base32;
}
