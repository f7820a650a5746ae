import { and, eq, inArray } from "drizzle-orm";
import {
  assertCodes,
  logAttempt,
  networkOf,
  refuseTooManyCodes,
  waitForCodes,
  withinLimit,
} from "../../auth/attempts.ts";
import { realmOfPasskey } from "../../auth/contact-session.ts";
import { cookieOf, stepCookieName } from "../../auth/cookies.ts";
import { enforcing, isLetBy, providerOnly } from "../../auth/enforced.ts";
import {
  type Answered,
  credentialOf,
  type Passkey,
  requestOptions,
  verifyAnswer,
} from "../../auth/factors/passkeys.ts";
import {
  isAppCode,
  judged,
  lookingUp,
  type Proof,
  STEP_OVER,
  wrongProof,
} from "../../auth/factors/prove.ts";
import { hashOfDevice, remembering } from "../../auth/factors/remembered.ts";
import { openSession, type SignedIn } from "../../auth/open-session.ts";
import { portalOf, type Realm } from "../../auth/realm.ts";
import type { OnEmergency } from "../../auth/sign-in.ts";
import { readStep, type Step } from "../../auth/tokens.ts";
import { unlessBroken } from "../../db/errors.ts";
import type { Visit } from "../../env.ts";
import { refuse } from "../../refusals.ts";
import { endingAsk } from "./lost-device.ts";
import { tellingOfFactors } from "./telling-factors.ts";

export const UNKNOWN_PASSKEY = "This passkey is not known here. Sign in with your password.";

/** A sign-in that is half way: whose password was right, and in which realm. */
export type OnTheWay = { realm: Realm; step: Step };

/** Whose password was right in this browser at this host, less than ten minutes ago; null for nobody. */
export async function stepOf(
  here: Realm,
  { env }: Visit,
  request: Request,
): Promise<OnTheWay | null> {
  const token = cookieOf(request, stepCookieName(env));
  if (!token) return null;
  const realms = here.audience === "company" ? [here, portalOf(here)] : [here];
  for (const realm of realms) {
    const step = await readStep(env, realm.audience, token);
    if (step) return step.cid === realm.cid ? { realm, step } : null;
  }
  return null;
}

/** What was used before is not spent again. @throws Response 401 */
const once = <R>(work: Promise<R>, says: string): Promise<R> =>
  unlessBroken(work, "state_as_expected", () => refuse(401, says));

/** Writes a wrong proof down, and refuses it. */
async function refuseProof(
  realm: Realm,
  visit: Visit,
  { userId, email }: Pick<Step, "userId" | "email">,
  proof: Proof,
): Promise<never> {
  const attempt = logAttempt(realm, visit, {
    ...{ email, result: "totp_failed", userId },
    network: networkOf(visit.ip),
  });
  if (isAppCode(proof))
    await withinLimit(realm.db.read(assertCodes(realm, email), attempt), waitForCodes);
  else if (proof.code !== null) await realm.db.read(attempt);
  return refuse(401, wrongProof(proof));
}

/**
 * Carries a sign-in through whose password was right.
 * @param remember the second factor is not asked for in this browser for a month
 * @throws Response 401 for a wrong proof, a used one, or a step of more than ten minutes ago; 429 after ten wrong codes in an hour
 */
export async function secondStep(
  realm: Realm,
  visit: Visit,
  step: Step,
  proof: Proof,
  remember: boolean,
): Promise<SignedIn> {
  const found = await realm.db.read(...(await lookingUp(realm, step, proof)));
  const [[person], , , failed] = found;
  if (person?.status !== "active" || person.sessionEpoch !== step.epoch) refuse(401, STEP_OVER);
  if (isAppCode(proof)) refuseTooManyCodes(failed[0]?.n ?? 0);
  const proven = await judged(visit.env, realm, found, proof, "second_step");
  if (!proven) return refuseProof(realm, visit, step, proof);
  const device = remember ? crypto.randomUUID() : undefined;
  const also = [
    ...(isAppCode(proof) ? [assertCodes(realm, step.email)] : []),
    ...proven.writes,
    ...(proven.by === "recovery" ? [tellingOfFactors(realm, person!, "code_used")] : []),
    // Whoever has the device has not lost it.
    ...endingAsk(realm, step.userId),
    ...(device ? [remembering(realm, visit, step.userId, await hashOfDevice(device))] : []),
  ];
  const network = networkOf(visit.ip);
  return once(
    openSession(
      ...([realm, visit, person!, { at: { place: `step:${step.userId}` }, network }] as const),
      { method: proven.by === "passkey" ? "passkey" : "second_factor", device, also },
    ),
    wrongProof(proof),
  );
}

/**
 * Signs in with a passkey alone, which proves what somebody has and who they are.
 * @throws Response 401 for a passkey that is not known here, or whose answer is not right, and for people who sign in by the company's identity provider alone
 */
export async function signInByPasskey(
  here: Realm,
  visit: Visit,
  sent: Answered,
  onEmergency: OnEmergency,
): Promise<{ realm: Realm; person: SignedIn }> {
  const credentialId = credentialOf(sent) ?? refuse(401, UNKNOWN_PASSKEY);
  const realm = await realmOfPasskey(here, credentialId);
  const { db, people, factors } = realm;
  const { passkeys } = factors;
  const known = db.ofOwner(passkeys, eq(passkeys.credentialId, credentialId));
  const [[passkey], [person]] = await db.read(
    db.select().from(passkeys).where(known).limit(1),
    db
      .select()
      .from(people)
      .where(
        db.ofOwner(
          people,
          and(
            inArray(people.id, db.select({ id: passkeys.userId }).from(passkeys).where(known)),
            eq(people.status, "active"),
          ),
        ),
      )
      .limit(1),
  );
  if (!passkey || !person) return refuse(401, UNKNOWN_PASSKEY);
  const [enforced] = enforcing(realm, person.email);
  const rule = enforced && (await db.read(enforced))[0][0];
  if (!isLetBy(realm, rule, person.id)) refuse(401, providerOnly(rule!));
  const writes = await verifyAnswer(
    ...([visit.env, realm, "sign_in", "anybody", passkey as Passkey, sent] as const),
  );
  if (!writes) return refuse(401, UNKNOWN_PASSKEY);
  const also = [
    ...writes,
    ...(rule && realm.audience !== "portal" ? await onEmergency(realm, person, rule) : []),
  ];
  const network = networkOf(visit.ip);
  const attempt = { at: { place: `passkey:${passkey.id}` }, network };
  const signedIn = await once(
    openSession(realm, visit, person, attempt, { method: "passkey", also }),
    UNKNOWN_PASSKEY,
  );
  return { realm, person: signedIn };
}

/** Asks for any passkey of this host. */
export const passkeySignInOptions = ({ env }: Visit, realm: Realm) =>
  requestOptions(env, realm, "sign_in", null);
