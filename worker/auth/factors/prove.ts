import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Statement } from "../../db/db.ts";
import { countCodes } from "../attempts.ts";
import type { Realm } from "../realm.ts";
import { type ChallengeFor, sha256 } from "../tokens.ts";
import { type Answered, credentialOf, verifyAnswer } from "./passkeys.ts";
import { asRecoveryCode } from "./recovery.ts";
import { openSeed, stepOfCode } from "./totp.ts";

/** What somebody shows besides a password: a code of their app or list, or the answer of a passkey. */
export type Proof = { code: string; passkey: null } | { code: null; passkey: Answered };

/** Fields of a form that hold a proof. */
export const proofFields = ["proofCode", "proofCredential", "proofChallenge"] as const;
/** The proof in the values of a form; null where there is none. */
export const proofOf = (values: Readonly<Record<string, string>>): Proof | null => {
  const [code, credential, challenge] = proofFields.map((name) => values[name]);
  if (credential && challenge) return { code: null, passkey: { credential, challenge } };
  const typed = code?.trim().slice(0, 100) ?? "";
  return typed ? { code: typed, passkey: null } : null;
};

/** Codes of an app are six digits, and the only proof that can be guessed. */
export const isAppCode = (proof: Proof): boolean =>
  proof.code !== null && /^\d{3}\s?\d{3}$/.test(proof.code);

export const STEP_OVER = "Sign in again: the second step has to follow within 10 minutes";
export const WRONG_CODE =
  "That code was not right, was used before or has changed meanwhile. Type the one the app shows now; if it is refused again, check that the phone sets its clock by itself.";
const WRONG_RECOVERY_CODE =
  "This is neither a code of your app, which has six digits, nor a recovery code that is unused";
const WRONG_PASSKEY = "This passkey was not accepted. Try again, or use another way.";

/** What somebody is told whose proof is refused. */
export const wrongProof = (proof: Proof): string => {
  if (proof.passkey) return WRONG_PASSKEY;
  return isAppCode(proof) ? WRONG_CODE : WRONG_RECOVERY_CODE;
};

const NONE = "";

/** What is looked up to judge a proof: the person, their passkey or recovery code of this proof, and how many codes were wrong. */
export async function lookingUp(
  realm: Realm,
  { userId, email }: { userId: string; email: string },
  proof: Proof | null,
) {
  const { db, people, factors } = realm;
  const { passkeys, codes } = factors;
  const typed = proof?.code ? asRecoveryCode(proof.code) : null;
  const codeHash = typed ? await sha256(typed) : NONE;
  const credentialId = proof?.passkey ? (credentialOf(proof.passkey) ?? NONE) : NONE;
  return [
    db
      .select()
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId)))
      .limit(1),
    db
      .select()
      .from(passkeys)
      .where(
        db.ofOwner(
          passkeys,
          and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, userId)),
        ),
      )
      .limit(1),
    db
      .select({ id: codes.id })
      .from(codes)
      .where(
        db.ofOwner(
          codes,
          and(eq(codes.userId, userId), eq(codes.codeHash, codeHash), isNull(codes.usedAt)),
        ),
      )
      .limit(1),
    countCodes(realm, email),
  ] as const;
}

type Looked<T> = T extends readonly unknown[]
  ? { [K in keyof T]: T[K] extends PromiseLike<infer R> ? R : never }
  : never;
export type Found = Looked<Awaited<ReturnType<typeof lookingUp>>>;

/** A proof that is right: what it was, and what it leaves behind, as statements of the caller's batch. The first of them fails when it is used a second time. */
export type Proven = { by: "app" | "recovery" | "passkey"; writes: Statement[] };

/**
 * Judges a proof by what was looked up for it.
 * @param purpose what a passkey was asked for
 * @returns null when it is wrong
 */
export async function judged(
  env: Env,
  realm: Realm,
  [[person], [passkey], [code]]: Found,
  proof: Proof,
  purpose: ChallengeFor,
): Promise<Proven | null> {
  if (!person) return null;
  const { db, cid, people, factors } = realm;
  const { id: userId, totpSecret } = person;
  if (proof.passkey) {
    const writes =
      passkey && (await verifyAnswer(env, realm, purpose, userId, passkey, proof.passkey));
    return writes ? { by: "passkey", writes } : null;
  }
  if (!isAppCode(proof)) {
    if (!code) return null;
    const { codes } = factors;
    const unused = and(eq(codes.id, code.id), isNull(codes.usedAt))!;
    return {
      by: "recovery",
      writes: [
        db.assert("state", db.exists(codes, unused)),
        db.updating(codes, unused, { usedAt: Date.now() }),
      ],
    };
  }
  const seed = totpSecret ? await openSeed(env, { cid, userId }, totpSecret) : null;
  const step = seed && stepOfCode(seed, proof.code.replace(/\s/g, ""));
  if (!step) return null;
  const isNew = and(
    eq(people.id, userId),
    eq(people.totpSecret, totpSecret!),
    or(isNull(people.totpStep), lt(people.totpStep, step)),
  )!;
  return {
    by: "app",
    writes: [
      db.assert("state", db.exists(people, isNew)),
      db.updating(people, eq(people.id, userId), { totpStep: step }),
    ],
  };
}
