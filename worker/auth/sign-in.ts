import { and, eq, ne } from "drizzle-orm";
import type { Statement } from "../db/db.ts";
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
import { cookieOf, deviceCookieName } from "./cookies.ts";
import { type Enforcement, enforcing, providerOnly } from "./enforced.ts";
import { type Known, openSession, type SignedIn } from "./open-session.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import type { Realm } from "./realm.ts";
import { readDevice } from "./tokens.ts";

const WRONG = "E-mail or password is wrong";

/** What else is written when the Admin for emergencies signs in by password where others may not. */
export type OnEmergency = (
  realm: Realm,
  person: Known,
  rule: Enforcement,
) => Promise<readonly Statement[]>;

/**
 * Checks e-mail and password and opens a session with a new id.
 * Same words, status and work for a known and an unknown account. Each attempt is written before it is answered.
 * @throws Response 401 when wrong, and for people who sign in by the company's identity provider alone; 429 from the 11th failure in five minutes, except on a device the person has used before, and
 * for the right password of an account that others on its network have not tried
 */
export async function signIn(
  realm: Realm,
  visit: Visit,
  request: Request,
  credentials: { email: string; password: string },
  onEmergency: OnEmergency,
): Promise<SignedIn> {
  const email = credentials.email.trim().toLowerCase();
  const { db, people } = realm;
  const network = networkOf(visit.ip);
  const [found, byEmail, byNetwork, enforced] = await db.read(
    db
      .select()
      .from(people)
      .where(db.ofOwner(people, and(eq(people.email, email), ne(people.status, "left"))))
      .limit(1),
    ...countFailures(realm, email, network),
    ...enforcing(realm, email),
  );
  const person = found[0];
  const rule = enforced?.[0];
  const device = await knownDevice(realm, visit, request, person?.id);
  if (device)
    refuseTooManyFailuresAt((await db.read(countFailuresAt(realm, device)))[0][0]?.n ?? 0);
  else refuseTooManyFailures(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);

  const at: AttemptAt = device ? { place: device } : { email, network };
  const matches = verifyPassword(person?.passwordHash, credentials.password.slice(0, 200));
  const isLet = !rule || person?.id === rule.emergencyUserId;
  if (!person || !matches || person.status !== "active" || !isLet) {
    const result = !isLet
      ? "provider_only"
      : !person || !matches
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
    return refuse(401, rule ? providerOnly(rule) : WRONG);
  }
  const hash = person.passwordHash!;
  // Only over the hash that was checked: a password changed meanwhile stays.
  const rehashing = isOutdated(hash)
    ? [
        db.updating(people, and(eq(people.id, person.id), eq(people.passwordHash, hash))!, {
          passwordHash: hashPassword(credentials.password),
        }),
      ]
    : [];
  return openSession(
    realm,
    visit,
    person,
    { at, network },
    {
      method: "password",
      also: [...rehashing, ...(rule ? await onEmergency(realm, person, rule) : [])],
    },
  );
}

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
