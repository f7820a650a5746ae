import { and, eq, ne } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import type { Visit } from "../env.ts";
import { refuse } from "../refusals.ts";
import { countFailures, logAttempt, networkOf, refuseTooManyFailures } from "./attempts.ts";
import { cookie, cookiesOf, deviceCookieName, sessionCookieName, welcomeCookie } from "./cookies.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import type { Realm } from "./realm.ts";
import { ABSOLUTE_MS, DEVICE_MAX_AGE, type Pointer, readDevice, signAccess, signCookie, signDevice } from "./tokens.ts";

const WRONG = "E-mail or password is wrong";

type SignedIn = { pointer: Pointer; name: string; userId: string };

/**
 * Checks e-mail and password and opens a session with a new id.
 * Same words, status and work for a known and an unknown account.
 * @throws Response 401 when wrong; 429 from the 11th failure in five minutes, except on a device the person has used before
 */
export async function signIn(
  realm: Realm,
  visit: Visit,
  request: Request,
  credentials: { email: string; password: string },
): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase();
  const { db, people } = realm;
  const network = networkOf(visit.ip);
  const [found, byEmail, byNetwork] = await db.read(
    db
      .select()
      .from(people)
      .where(db.mine(people, and(eq(people.email, email), ne(people.status, "left"))))
      .limit(1),
    ...countFailures(realm, email, network),
  );
  const person = found[0];
  const device = await knownDevice(realm, visit, request, person?.id);
  const counted = device ? await failuresOfDevice(realm, device) : Math.max(byEmail[0]?.failures ?? 0, byNetwork[0]?.failures ?? 0);
  refuseTooManyFailures(counted);

  const matches = verifyPassword(person?.passwordHash, credentials.password.slice(0, 200));
  if (!person || !matches || person.status !== "active") {
    const result = !person || !matches ? "bad_password" : person.status === "invited" ? "unverified" : "suspended";
    await db.read(logAttempt(realm, visit, { email, result, network: device ?? network, userId: person?.id ?? null }));
    return refuse(401, WRONG);
  }
  const outdated = isOutdated(person.passwordHash!);
  return openSession(realm, visit, person, network, outdated ? hashPassword(credentials.password) : undefined);
}

type Known = { id: string; name: string; email: string; passwordHash: string | null; sessionEpoch: number };

/** Opens a session for a person whose identity is proven. */
async function openSession(realm: Realm, visit: Visit, person: Known, network: string, rehashed?: string): Promise<SignedIn> {
  const { db, people, sessions } = realm;
  const now = Date.now();
  const id = newId(now);
  await db.read(
    db.inserting(sessions, {
      id,
      userId: person.id,
      tokenHash: id,
      epoch: person.sessionEpoch,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + ABSOLUTE_MS,
      ip: visit.ip,
      userAgent: visit.userAgent?.slice(0, 300) ?? null,
    }),
    db.updating(people, eq(people.id, person.id), { lastLoginAt: now }),
    // Only over the hash that was checked: a password changed meanwhile stays.
    ...(rehashed
      ? [db.updating(people, and(eq(people.id, person.id), eq(people.passwordHash, person.passwordHash!))!, { passwordHash: rehashed })]
      : []),
    logAttempt(realm, visit, { email: person.email, result: "success", network, userId: person.id, sessionId: id }),
  );
  return { pointer: { cid: realm.cid, sid: id, sub: person.id }, name: person.name, userId: person.id };
}

/** Cookies of a fresh sign-in: the session, the mark of the device, and the welcome that hands the browser its access token. */
export async function signedInCookies(realm: Realm, visit: Visit, { pointer, userId }: SignedIn): Promise<string[]> {
  const { env } = visit;
  return [
    cookie(env, sessionCookieName(env), await signCookie(env, realm.audience, pointer)),
    cookie(env, deviceCookieName(env), await signDevice(env, realm.cid, userId), DEVICE_MAX_AGE),
    welcomeCookie(env),
  ];
}

export const accessTokenFor = (realm: Pick<Realm, "audience">, env: Env, pointer: Pointer) => signAccess(env, realm.audience, pointer);

async function knownDevice(realm: Realm, visit: Visit, request: Request, userId: string | undefined): Promise<string | null> {
  const token = cookiesOf(request).get(deviceCookieName(visit.env));
  const device = token && userId ? await readDevice(visit.env, token) : null;
  return device && device.userId === userId && device.cid === realm.cid ? `device:${device.id}` : null;
}

async function failuresOfDevice(realm: Realm, device: string): Promise<number> {
  const [, byDevice] = await realm.db.read(...countFailures(realm, "", device));
  return byDevice[0]?.failures ?? 0;
}
