import { eq } from "drizzle-orm";
import type { signInMethods } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import { CompanyDb } from "../db/company-db.ts";
import type { Statement } from "../db/db.ts";
import { tellingOfAdmins } from "../db/told-admins.ts";
import type { Visit } from "../env.ts";
import { Session, StaffSession } from "../session.ts";
import { type AttemptAt, assertTries, logAttempt, waitForTries, withinLimit } from "./attempts.ts";
import { cookie, deviceCookieName, sessionCookieName, welcomeCookie } from "./cookies.ts";
import { type Realm, tablesOf } from "./realm.ts";
import { endSession } from "./session-life.ts";
import {
  ABSOLUTE_MS,
  DEVICE_MAX_AGE,
  type Pointer,
  signAccess,
  signCookie,
  signDevice,
} from "./tokens.ts";

export type SignedIn = {
  pointer: Pointer;
  name: string;
  userId: string;
  /** The id of the browser's mark, where it is kept from before. */
  device?: string | undefined;
};

/** What opening a session needs of a person. */
export type Known = { id: string; name: string; email: string; sessionEpoch: number };
export type SignInMethod = (typeof signInMethods)[number];
type How = {
  method: SignInMethod;
  /** When the person showed more than a password; null for never. By default just now, where the way asks for more. */
  provedAt?: number | null;
  /** The id of the browser's mark, where it is to be kept. */
  device?: string | undefined;
  /** Goes into the batch: asserts that must hold, and what the sign-in spends. */
  also?: readonly Statement[];
  /** What is kept beside the session, by its id. */
  beside?: (sessionId: string) => readonly Statement[];
};

/** Ends the session that this browser had at this host, whoever's it was. Staff inside a company have a grant in its place. */
function endingBefore({ db }: Realm, { session, contact }: Visit): readonly Statement[] {
  const isInside = session instanceof Session && session.actor.inside;
  const sessionId = (session ?? contact)?.actor.sessionId;
  if (!sessionId || isInside) return [];
  const whose = contact ? "portal" : session instanceof StaffSession ? "platform" : "company";
  return endSession({ db, ...tablesOf[whose] }, sessionId);
}

/**
 * Opens a session with a new id for a person whose identity is proven, in one batch with what else the sign-in leaves behind. The one
 * that the browser had before ends.
 * @param attempt where the attempt counts, and the network it came from
 * @param how the way the person came in
 * @throws Response 429 when the account or the place has no try left
 */
export async function openSession(
  realm: Realm,
  visit: Visit,
  person: Known,
  { at, network }: { at: AttemptAt; network: string },
  { method, provedAt, device, also = [], beside = () => [] }: How,
): Promise<SignedIn> {
  const { db, people, sessions } = realm;
  const now = Date.now();
  const id = newId(now);
  const provedNow = method === "password" ? null : now;
  const opened = db.read(
    assertTries(realm, at),
    ...also,
    ...endingBefore(realm, visit),
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
      method,
      provedAt: provedAt === undefined ? provedNow : provedAt,
    }),
    ...beside(id),
    db.updating(people, eq(people.id, person.id), { lastLoginAt: now }),
    ...(realm.audience === "company" && db instanceof CompanyDb
      ? [tellingOfAdmins(db, [person.id])]
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
    device,
  };
}

/** Cookies of a fresh sign-in: the session, the mark of the device, and the welcome that hands the browser its access token. */
export async function signedInCookies(
  realm: Realm,
  visit: Visit,
  { pointer, userId, device }: SignedIn,
): Promise<string[]> {
  const { env } = visit;
  const mark = await signDevice(env, realm.cid, userId, device);
  return [
    cookie(env, sessionCookieName(env), await signCookie(env, realm.audience, pointer)),
    cookie(env, deviceCookieName(env), mark, DEVICE_MAX_AGE),
    welcomeCookie(env),
  ];
}

export const accessTokenFor = (realm: Pick<Realm, "audience">, env: Env, pointer: Pointer) =>
  signAccess(env, realm.audience, pointer);
