import { and, eq, ne } from "drizzle-orm";
import type { Row, Statement } from "../db/db.ts";
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
import { type Enforcement, enforcing, isLetBy, providerOnly } from "./enforced.ts";
import { hashOfDevice, lookingForDevice, mayRemember } from "./factors/remembered.ts";
import { type Known, openSession, type SignedIn } from "./open-session.ts";
import { hashPassword, isOutdated, verifyPassword } from "./password.ts";
import type { Realm } from "./realm.ts";
import { readDevice, signStep } from "./tokens.ts";

const WRONG = "E-mail or password is wrong";

/** A password was right, and a second factor is asked for. */
export type HalfWay = { step: string };
export const isHalfWay = (entered: SignedIn | HalfWay): entered is HalfWay => "step" in entered;

type Found = Row<Realm["people"]>;
/** What else is written when the Admin for emergencies signs in by password where others may not. */
export type OnEmergency = (
  realm: Realm,
  person: Known,
  rule: Enforcement,
) => Promise<readonly Statement[]>;

/**
 * Checks e-mail and password and opens a session with a new id, or leads on to the second step where the person has a second
 * factor that this browser is not remembered for.
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
): Promise<SignedIn | HalfWay> {
  const email = credentials.email.trim().toLowerCase();
  const { db, people } = realm;
  const network = networkOf(visit.ip);
  const mark = await markOfDevice(realm, visit, request);
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
  const device = mark !== null && mark.userId === person?.id ? `device:${mark.id}` : null;
  if (device)
    refuseTooManyFailuresAt((await db.read(countFailuresAt(realm, device)))[0][0]?.n ?? 0);
  else refuseTooManyFailures(byEmail[0]?.n ?? 0, byNetwork[0]?.n ?? 0);

  const at: AttemptAt = device ? { place: device } : { email, network };
  const matches = verifyPassword(person?.passwordHash, credentials.password.slice(0, 200));
  const isLet = isLetBy(realm, rule, person?.id);
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
  const also = [
    ...rehashing(realm, person, credentials.password),
    ...(rule && realm.audience !== "portal" ? await onEmergency(realm, person, rule) : []),
  ];
  const attempt = { at, network };
  if (person.secondFactorSince === null)
    return openSession(realm, visit, person, attempt, { method: "password", also });
  if (device && mark && (await isRemembered(realm, mark)))
    return openSession(realm, visit, person, attempt, {
      ...{ method: "second_factor", provedAt: null, device: mark.id, also },
    });
  await withinLimit(db.read(assertTries(realm, at), ...also), waitForTries);
  const { id: userId, email: address, sessionEpoch: epoch } = person;
  const { audience, cid } = realm;
  return { step: await signStep(visit.env, { audience, cid, userId, email: address, epoch }) };
}

/** Whether the second factor is not asked for in a browser. */
async function isRemembered(realm: Realm, { userId, id }: { userId: string; id: string }) {
  const [found] = await realm.db.read(lookingForDevice(realm, userId, await hashOfDevice(id)));
  return found.length > 0 && (await mayRemember(realm));
}

/** The hash by today's parameters, only over the one that was checked: a password changed meanwhile stays. */
function rehashing({ db, people }: Realm, { id, passwordHash }: Found, password: string) {
  const hash = passwordHash!;
  if (!isOutdated(hash)) return [];
  const same = and(eq(people.id, id), eq(people.passwordHash, hash))!;
  return [db.updating(people, same, { passwordHash: hashPassword(password) })];
}

/** The mark of a browser from which somebody of this realm has signed in. */
async function markOfDevice({ cid }: Realm, { env }: Visit, request: Request) {
  const token = cookieOf(request, deviceCookieName(env));
  const mark = token ? await readDevice(env, token) : null;
  return mark?.cid === cid ? mark : null;
}
