import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { deviceOf } from "../../auth/device.ts";
import {
  askOwn,
  countingCodes,
  lookingForDevices,
  lookingForPasskeys,
} from "../../auth/factors/own.ts";
import { type Passkey, rpIdOf } from "../../auth/factors/passkeys.ts";
import { WRONG_CODE } from "../../auth/factors/prove.ts";
import { hashOfCode, newRecoveryCodes } from "../../auth/factors/recovery.ts";
import { forgettingDevices } from "../../auth/factors/remembered.ts";
import { asksOf, isProvedLately } from "../../auth/factors/standing.ts";
import {
  openShownSeed,
  type ShownSeed,
  sealSeed,
  seedToSetUp,
  seedUri,
  stepOfCode,
} from "../../auth/factors/totp.ts";
import { moveSession } from "../../auth/move-session.ts";
import { accountKind, type Realm, realmOfPerson } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { AnyPerson } from "../../contact-session.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { conflict, invalid, unauthenticated } from "../../refusals.ts";
import { Session, StaffSession } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { qrOf } from "../labels/qr.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { removingFactors } from "./lost-device.ts";
import { ownPassword, provePassword } from "./prove-password.ts";
import { tellingOfFactors } from "./telling-factors.ts";

type Person = Row<Realm["people"]>;

/** Whether a person has to have a second factor, here or at another sign-in. */
const isAskedFor = (session: AnyPerson): boolean =>
  session instanceof StaffSession ||
  asksOf(
    settingOf(session.company, "second_factor_of"),
    session instanceof Session && session.type === "Admin" ? "admin" : "user",
    null,
  );

/** The person's own row and their passkeys, as statements. */
const lookingForOwn = (realm: Realm, userId: string) => {
  const { db, people } = realm;
  return [
    db
      .select()
      .from(people)
      .where(db.ofOwner(people, eq(people.id, userId)))
      .limit(1),
    lookingForPasskeys(realm, userId),
  ] as const;
};

/** The same in one round trip. @throws Response 401 for who is none of these people */
export async function ownFactorRows(realm: Realm, session: AnyPerson) {
  const [[person], passkeys] = await realm.db.read(...lookingForOwn(realm, session.actor.userId));
  return { person: person ?? unauthenticated(), passkeys };
}

const shownPasskey =
  (host: string) =>
  ({ id, name, rpId, isBackedUp, createdAt, lastUsedAt }: Passkey) => ({
    ...{ id, name, isBackedUp, createdAt, lastUsedAt },
    /** It was made for another host of the company, and does not work here. */
    elsewhere: rpId === host ? null : rpId,
  });

/** The seed that a form brought back, by who sent it: the page that refuses its code shows the one the person has scanned. */
const scanned = new WeakMap<AnyPerson["actor"], ShownSeed>();

/** The person's second factors, what an authenticator app would scan, and what a change of them asks for. One round trip. */
export async function ownFactors(session: AnyPerson, env: Env) {
  const realm = realmOfPerson(session);
  const { userId, sessionId } = session.actor;
  const [[found], passkeys, [codes], devices] = await realm.db.read(
    ...lookingForOwn(realm, userId),
    countingCodes(realm, userId),
    lookingForDevices(realm, userId),
  );
  const person = found ?? unauthenticated();
  const { seed, sealed } =
    scanned.get(session.actor) ?? (await seedToSetUp(env, { cid: realm.cid, userId }, sessionId));
  const host = rpIdOf(realm);
  return {
    ...{ since: person.secondFactorSince, hasApp: person.totpSecret !== null },
    isHeldUp: session.actor.secondFactor?.isMissing ?? false,
    passkeys: passkeys.map(shownPasskey(host)),
    codesLeft: codes?.n ?? 0,
    proof: await proofFor(env, realm, session, passkeys),
    devices: devices.map(({ id, userAgent, createdAt, expiresAt }) => ({
      ...{ id, createdAt, expiresAt, device: deviceOf(userAgent) },
    })),
    setUp: {
      seed: seed.match(/.{1,4}/g)!.join(" "),
      sealed,
      qr: qrOf(seedUri(seed, `Plumbline ${host}`, person.email)),
    },
  };
}
export type OwnFactors = Awaited<ReturnType<typeof ownFactors>>;

/** What the next act of a person asks for besides the password, and the challenge for their passkeys. */
const proofFor = async (
  env: Env,
  realm: Realm,
  { actor: { userId, secondFactor } }: AnyPerson,
  passkeys: readonly Passkey[],
) =>
  secondFactor?.since
    ? {
        asksCode: !isProvedLately(secondFactor),
        passkey: await askOwn(env, realm, "prove", userId, passkeys),
      }
    : { asksCode: false, passkey: null };

/** The same for an act elsewhere; without a second factor nothing is read. */
export async function proofAsked(session: AnyPerson, env: Env) {
  const realm = realmOfPerson(session);
  const { userId, secondFactor } = session.actor;
  const [passkeys] = secondFactor?.since
    ? await realm.db.read(lookingForPasskeys(realm, userId))
    : [[]];
  return proofFor(env, realm, session, passkeys);
}

/** Since when there is a second factor, written anew in the batch that adds or takes one: none is left where there is neither app nor passkey. */
export function countingFactors({ db, people, factors }: Realm, userId: string): Statement {
  const { passkeys } = factors;
  const has = sql`(${people.totpSecret} is not null or ${db.exists(passkeys, eq(passkeys.userId, userId))})`;
  return db.updating(people, eq(people.id, userId), {
    secondFactorSince: sql`case when ${has} then coalesce(${people.secondFactorSince}, ${Date.now()}) end`,
  });
}

/** The entry of a change of one's own second factors. */
export const ofFactors = (session: AnyPerson, action: string) => ({
  ...{ action, kind: accountKind(realmOfPerson(session)) },
  ...{ id: session.actor.userId, label: session.actor.name },
});

/** New recovery codes in place of all others: the codes, and how they are stored. */
export async function recoveryCodesFor(realm: Realm, userId: string) {
  const { db, factors } = realm;
  const { codes: table } = factors;
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map(hashOfCode));
  const now = Date.now();
  const rows = hashes.map((codeHash) =>
    db.inserting(table, { userId, codeHash, createdAt: now, usedAt: null }),
  );
  return { codes, writes: [db.removing(table, eq(table.userId, userId)), ...rows] };
}

/** An answer with codes that are shown this once: what is kept of the answer for a repeated request is without them. */
export const withCodes = <D>(
  answer: Answer<D>,
  codes: string[] | null,
): Answer<{ codes: string[] | null }> => ({
  ...answer,
  data: { codes },
});

/** Writes of a new second factor: recovery codes come with the first, and other sessions end. This one has shown it, and moves once they are carried out. */
export async function firstFactor(realm: Realm, session: AnyPerson, person: Person) {
  const { userId, sessionId } = session.actor;
  const others = endingSessions(realm, userId, sessionId);
  if (person.secondFactorSince !== null) return { codes: null, writes: others };
  const { codes, writes } = await recoveryCodesFor(realm, userId);
  return { codes, writes: [...writes, ...others] };
}

const SHOWN_BEFORE =
  "The key you scanned has run out. Scan the one that is shown now, and type its code.";

const appInput = z.strictObject({
  code: z.string().trim().max(20),
  /** The seed that was shown, sealed. */
  setUp: z.string().max(500).default(""),
  currentPassword: ownPassword,
});

/**
 * Keeps an authenticator app whose code is right; a former one goes. Other sessions end.
 * @returns recovery codes with the first second factor; null otherwise
 * @throws Response 409 for a seed that was shown over an hour ago, or to another person or session; 422 for a wrong code or password
 */
export async function keepApp(session: AnyPerson, env: Env, values: unknown) {
  const realm = realmOfPerson(session);
  const { code, setUp: sealed, currentPassword } = checked(appInput, values);
  const { userId, sessionId } = session.actor;
  const owner = { cid: realm.cid, userId };
  const seed = (await openShownSeed(env, owner, sessionId, sealed)) ?? conflict(SHOWN_BEFORE);
  scanned.set(session.actor, { seed, sealed });
  const { person } = await ownFactorRows(realm, session);
  const step = stepOfCode(seed, code.replace(/\s/g, "")) ?? invalid({ code: [WRONG_CODE] });
  await provePassword(session, currentPassword);
  const { db, people } = realm;
  const first = await firstFactor(realm, session, person);
  const same = and(eq(people.id, userId), sql`${people.totpSecret} is ${person.totpSecret}`)!;
  const answer = await db.commit({
    writes: [
      db.assert("state", db.exists(people, same)),
      db.updating(people, eq(people.id, userId), {
        ...{ totpSecret: await sealSeed(env, owner, seed), totpStep: step },
      }),
      countingFactors(realm, userId),
      ...first.writes,
      tellingOfFactors(realm, person, "totp_on"),
    ],
    activity: ofFactors(session, "keep.authenticator"),
    answer: { status: 200, message: "Your authenticator app is set up", data: null },
  });
  scanned.delete(session.actor);
  await moveSession(realm, session);
  return withCodes(answer, first.codes);
}

const proofInput = z.strictObject({ currentPassword: ownPassword });

/** @throws Response 409 where somebody has to keep the last second factor */
export function refuseLast(session: AnyPerson, isLast: boolean) {
  if (isLast && isAskedFor(session))
    conflict("You have to have a second factor here. Set up another one first.");
}

/** Removes the authenticator app. With the last second factor go recovery codes and remembered browsers. */
export async function removeApp(session: AnyPerson, values: unknown): Promise<Answer> {
  const realm = realmOfPerson(session);
  const { currentPassword } = checked(proofInput, values);
  const { person, passkeys } = await ownFactorRows(realm, session);
  if (person.totpSecret === null) conflict("There is no authenticator app");
  refuseLast(session, passkeys.length === 0);
  await provePassword(session, currentPassword);
  const { db, people } = realm;
  const { userId, sessionId } = session.actor;
  return db.commit({
    writes: [
      ...(passkeys.length === 0
        ? removingFactors(realm, userId)
        : [
            db.updating(people, eq(people.id, userId), { totpSecret: null }),
            countingFactors(realm, userId),
          ]),
      ...endingSessions(realm, userId, sessionId),
      tellingOfFactors(realm, person, "totp_off"),
    ],
    activity: ofFactors(session, "remove.authenticator"),
    answer: { status: 200, message: "The authenticator app is removed", data: null },
  });
}

/** New recovery codes in place of the old ones. @throws Response 409 without a second factor; 422 for a wrong proof */
export async function renewCodes(session: AnyPerson, values: unknown) {
  const realm = realmOfPerson(session);
  const { currentPassword } = checked(proofInput, values);
  const { person } = await ownFactorRows(realm, session);
  if (person.secondFactorSince === null) conflict("Set up a second factor first");
  await provePassword(session, currentPassword);
  const { codes, writes } = await recoveryCodesFor(realm, session.actor.userId);
  const answer = await realm.db.commit({
    writes: [...writes, tellingOfFactors(realm, person, "codes_made")],
    activity: ofFactors(session, "renew.recovery_codes"),
    answer: { status: 200, message: "Here are your new recovery codes", data: null },
  });
  return withCodes(answer, codes);
}

/** Asks for the second factor in every browser again. */
export async function forgetDevices(session: AnyPerson): Promise<Answer> {
  const realm = realmOfPerson(session);
  return realm.db.commit({
    writes: [forgettingDevices(realm, session.actor.userId)],
    activity: ofFactors(session, "forget.devices"),
    answer: {
      status: 200,
      message: "Your second factor is asked for everywhere again",
      data: null,
    },
  });
}
