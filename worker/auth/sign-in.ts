import { and, eq, ne } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { CompanyDb } from "../db/company-db.ts";
import { tellingOfAdmins } from "../db/told-admins.ts";
import type { Visit } from "../env.ts";
import { refuse } from "../refusals.ts";
import {
  type AttemptAt,
  assertTries,
  countFailures,
  countFailuresAt,
  isTooMany,
  logAttempt,
  networkOf,
  refuseTooManyFailures,
  refuseTooManyFailuresAt,
  waitForTries,
  withinLimit,
} from "./attempts.ts";
import { cookie, cookieOf, deviceCookieName, sessionCookieName, welcomeCookie } from "./cookies.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import type { Realm } from "./realm.ts";
import {
  ABSOLUTE_MS,
  DEVICE_MAX_AGE,
  type Pointer,
  readDevice,
  signAccess,
  signCookie,
  signDevice,
} from "./tokens.ts";

const WRONG = "E-mail or password is wrong";

type SignedIn = { pointer: Pointer; name: string; userId: string };

/**
 * Checks e-mail and password and opens a session with a new id.
 * Same words, status and work for a known and an unknown account. Each attempt is written before it is answered.
 * @throws Response 401 when wrong; 429 from the 11th failure in five minutes, except on a device the person has used before, and
 * for the right password of an account that others on its network have not tried
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
      .where(db.ofOwner(people, and(eq(people.email, email), ne(people.status, "left"))))
      .limit(1),
    ...countFailures(realm, email, network),
  );
  const person = found[0];
  const device = await knownDevice(realm, visit, request, person?.id);
  if (device)
    refuseTooManyFailuresAt((await db.read(countFailuresAt(realm, device)))[0][0]?.n ?? 0);
  else refuseTooManyFailures(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);

  const at: AttemptAt = device ? { place: device } : { email, network };
  const matches = verifyPassword(person?.passwordHash, credentials.password.slice(0, 200));
  if (!person || !matches || person.status !== "active") {
    const result =
      !person || !matches
        ? "bad_password"
        : person.status === "invited"
          ? "unverified"
          : "suspended";
    const attempt = logAttempt(realm, visit, {
      email,
      result,
      network: device ?? network,
      userId: person?.id ?? null,
    });
    const [, , [failed]] = await withinLimit(
      db.read(assertTries(realm, at), attempt, countFailuresAt(realm, network)),
      waitForTries,
    );
    if (!device && isTooMany(failed?.n ?? 0)) waitForTries();
    return refuse(401, WRONG);
  }
  const outdated = isOutdated(person.passwordHash!);
  return openSession(
    realm,
    visit,
    person,
    { at, network },
    outdated ? hashPassword(credentials.password) : undefined,
  );
}

type Known = {
  id: string;
  name: string;
  email: string;
  passwordHash: string | null;
  sessionEpoch: number;
};

/** Opens a session for a person whose identity is proven. */
async function openSession(
  realm: Realm,
  visit: Visit,
  person: Known,
  { at, network }: { at: AttemptAt; network: string },
  rehashed?: string,
): Promise<SignedIn> {
  const { db, people, sessions } = realm;
  const now = Date.now();
  const id = newId(now);
  const opened = db.read(
    assertTries(realm, at),
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
    ...(realm.audience === "company" && db instanceof CompanyDb
      ? [tellingOfAdmins(db, [person.id])]
      : []),
    // Only over the hash that was checked: a password changed meanwhile stays.
    ...(rehashed
      ? [
          db.updating(
            people,
            and(eq(people.id, person.id), eq(people.passwordHash, person.passwordHash!))!,
            { passwordHash: rehashed },
          ),
        ]
      : []),
    logAttempt(realm, visit, {
      email: person.email,
      result: "success",
      network,
      userId: person.id,
      sessionId: id,
    }),
  );
  await withinLimit(opened, waitForTries);
  return {
    pointer: { cid: realm.cid, sid: id, sub: person.id },
    name: person.name,
    userId: person.id,
  };
}

/** Cookies of a fresh sign-in: the session, the mark of the device, and the welcome that hands the browser its access token. */
export async function signedInCookies(
  realm: Realm,
  visit: Visit,
  { pointer, userId }: SignedIn,
): Promise<string[]> {
  const { env } = visit;
  return [
    cookie(env, sessionCookieName(env), await signCookie(env, realm.audience, pointer)),
    cookie(env, deviceCookieName(env), await signDevice(env, realm.cid, userId), DEVICE_MAX_AGE),
    welcomeCookie(env),
  ];
}

export const accessTokenFor = (realm: Pick<Realm, "audience">, env: Env, pointer: Pointer) =>
  signAccess(env, realm.audience, pointer);

async function knownDevice(
  realm: Realm,
  visit: Visit,
  request: Request,
  userId: string | undefined,
): Promise<string | null> {
  const token = cookieOf(request, deviceCookieName(visit.env));
  const device = token && userId ? await readDevice(visit.env, token) : null;
  return device && device.userId === userId && device.cid === realm.cid
    ? `device:${device.id}`
    : null;
}
