import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { base64url } from "jose";
import type { Row, Statement } from "../../db/db.ts";
import type { Realm } from "../realm.ts";
import {
  CHALLENGE_MS,
  type ChallengeFor,
  newSecret,
  readChallenge,
  sha256,
  signChallenge,
} from "../tokens.ts";

/** What was sent of a passkey: the browser's answer as JSON, and the challenge it was asked with. */
export type Answered = { credential: string; challenge: string };
export type Passkey = Row<Realm["factors"]["passkeys"]>;

const MOST_LETTERS = 16_000;
export const MOST_PASSKEYS = 20;
/** EdDSA, ES256 and RS256, as authenticators have them. */
const ALGORITHMS = [-8, -7, -257];

/** The host that passkeys of a realm are made for. */
export const rpIdOf = ({ origin }: Pick<Realm, "origin">): string => new URL(origin).hostname;

/** Asks for one of a person's passkeys, or for any (`of` is null). */
export async function requestOptions(
  env: Env,
  realm: Realm,
  purpose: ChallengeFor,
  of: { userId: string; passkeys: readonly Pick<Passkey, "credentialId" | "transports">[] } | null,
): Promise<{
  options: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">;
  challenge: string;
}> {
  const challenge = newSecret();
  const options = {
    ...{ challenge, rpId: rpIdOf(realm), timeout: CHALLENGE_MS },
    userVerification: "required" as const,
    ...(of
      ? {
          allowCredentials: of.passkeys.map(({ credentialId, transports }) => ({
            ...{ id: credentialId, type: "public-key" as const },
            transports: transports as never,
          })),
        }
      : {}),
  };
  const sub = of?.userId ?? "anybody";
  const token = await signChallenge(env, purpose, { cid: realm.cid, sub, challenge });
  return { options, challenge: token };
}

/** Asks for a new passkey of a person. @param known those they have, which are not made a second time */
export async function creationOptions(
  env: Env,
  realm: Realm,
  person: { id: string; name: string; email: string },
  known: readonly Pick<Passkey, "credentialId" | "transports">[],
): Promise<{
  options: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">;
  challenge: string;
}> {
  const challenge = newSecret();
  const id = rpIdOf(realm);
  const options = {
    challenge,
    rp: { id, name: `Plumbline, ${id}` },
    user: {
      id: base64url.encode(new TextEncoder().encode(person.id)),
      ...{ name: person.email, displayName: person.name },
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: CHALLENGE_MS,
    attestation: "none" as const,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      ...{ id: credentialId, type: "public-key" as const },
      transports: transports as never,
    })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
  };
  const token = await signChallenge(env, "add", { cid: realm.cid, sub: person.id, challenge });
  return { options, challenge: token };
}

function asJson<T>(text: string): T | null {
  if (text.length > MOST_LETTERS) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === "object" ? (value as T) : null;
  } catch {
    return null;
  }
}

/** The id of the passkey that answered; null where none did. */
export const credentialOf = ({ credential }: Answered): string | null => {
  const id = asJson<AuthenticationResponseJSON>(credential)?.id;
  return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? id : null;
};

/** A challenge is answered once, as statements: what comes again breaks the first of them. */
async function spending(
  { db, factors }: Realm,
  userId: string,
  challenge: string,
): Promise<Statement[]> {
  const { spent } = factors;
  const proofHash = await sha256(challenge);
  const now = Date.now();
  return [
    db.assert("state", sql`not ${db.exists(spent, eq(spent.proofHash, proofHash))}`),
    db.inserting(spent, { userId, proofHash, createdAt: now, expiresAt: now + CHALLENGE_MS }),
  ];
}

/**
 * Whether a person's passkey has answered, with its user's finger, face or PIN.
 * @param sub whose answer was asked for: the person's id, or "anybody"
 * @returns what the answer leaves behind, as statements of the caller's batch; null when it is not right
 */
export async function verifyAnswer(
  env: Env,
  realm: Realm,
  purpose: ChallengeFor,
  sub: string,
  passkey: Passkey,
  sent: Answered,
): Promise<Statement[] | null> {
  const { cid, db, factors, origin } = realm;
  const { passkeys } = factors;
  const challenge = await readChallenge(env, purpose, { cid, sub }, sent.challenge);
  const response = asJson<AuthenticationResponseJSON>(sent.credential);
  if (!challenge || !response || response.id !== passkey.credentialId) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: origin },
      expectedRPID: rpIdOf(realm),
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: base64url.decode(passkey.publicKey) as Uint8Array<ArrayBuffer>,
        counter: passkey.counter,
      },
    });
    if (!verified) return null;
    const { newCounter, credentialBackedUp } = authenticationInfo;
    // An authenticator that counts never goes back: a copy of it would.
    const isNewer =
      newCounter === 0
        ? eq(passkeys.counter, 0)
        : or(lt(passkeys.counter, newCounter), isNull(passkeys.lastUsedAt));
    const same = and(eq(passkeys.id, passkey.id), isNewer)!;
    return [
      ...(await spending(realm, passkey.userId, challenge)),
      db.assert("state", db.exists(passkeys, same)),
      db.updating(passkeys, eq(passkeys.id, passkey.id), {
        ...{ counter: newCounter, isBackedUp: credentialBackedUp, lastUsedAt: Date.now() },
      }),
    ];
  } catch {
    return null;
  }
}

/** A new passkey as it is stored, of what the browser made; null when it is not right. */
export async function verifyNew(
  env: Env,
  realm: Realm,
  userId: string,
  sent: Answered,
): Promise<{ passkey: Omit<Passkey, "id" | "companyId" | "name">; writes: Statement[] } | null> {
  const { cid, origin } = realm;
  const challenge = await readChallenge(env, "add", { cid, sub: userId }, sent.challenge);
  const response = asJson<RegistrationResponseJSON>(sent.credential);
  if (!challenge || !response) return null;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge: challenge, expectedOrigin: origin },
      expectedRPID: rpIdOf(realm),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    const transports = (response.response.transports ?? [])
      .slice(0, 10)
      .map((one) => String(one).slice(0, 20));
    return {
      passkey: {
        userId,
        credentialId: credential.id,
        publicKey: base64url.encode(credential.publicKey),
        ...{ counter: credential.counter, transports, rpId: rpIdOf(realm) },
        ...{ isBackedUp: credentialBackedUp, createdAt: Date.now(), lastUsedAt: null },
      },
      writes: await spending(realm, userId, challenge),
    };
  } catch {
    return null;
  }
}
