import { eq } from "drizzle-orm";
import { sessions, users } from "#drizzle/tenant/index.ts";
import { ContactSession } from "../contact-session.ts";
import { pointsTo } from "../db/predicates.ts";
import type { Visit } from "../env.ts";
import type { AnySession } from "../session.ts";
import { companySession } from "./company-session.ts";
import { contactSession } from "./contact-session.ts";
import { cookieOf, sessionCookieName } from "./cookies.ts";
import { logForeignCredential } from "./foreign.ts";
import { insideSession } from "./inside-session.ts";
import { keySession } from "./key-session.ts";
import { saysKey } from "./key-token.ts";
import { portalOf, type Realm, realmOf } from "./realm.ts";
import { endSession } from "./session-life.ts";
import { staffSession } from "./staff-session.ts";
import { type Pointer, readAccess, readCookie } from "./tokens.ts";
import { isOver } from "./uses.ts";

type Reading = {
  session: AnySession | null;
  /** A consumer's contact, who is never a session. */
  contact: ContactSession | null;
  refused: Visit["refusedCredential"];
};
const nobody = (refused: Visit["refusedCredential"]): Reading => ({
  ...{ session: null, contact: null },
  refused,
});

/**
 * Who is asking: the cookie for pages, the Bearer token or key for the API, never both.
 * One batch reads session, person, company and permissions, so that what was revoked is dead at the
 * next request. Nobody is signed in at a host that its company has left.
 */
export async function readSession(
  request: Request,
  visit: Visit,
  door: "web" | "api",
): Promise<Reading> {
  const isLeft = visit.place.kind === "company" && visit.place.isRetired;
  const realm = isLeft ? null : realmOf(visit, door);
  const token = credential(request, visit.env, door);
  if (!realm || !token) return nobody(null);
  if (door === "api" && saysKey(token)) {
    if (realm.audience !== "company") return nobody("dead");
    return { contact: null, ...(await keySession(realm, visit, token)) };
  }
  const read = door === "api" ? readAccess : readCookie;
  const pointer = await read(visit.env, realm.audience, token);
  const ofPortal = pointer ? null : await portalPointer(realm, visit, token, door);
  const ofStaff = pointer || ofPortal ? null : await staffPointer(realm, visit, token, door);
  const known = pointer ?? ofPortal ?? ofStaff;
  if (!known) return nobody("dead");
  if (known.cid !== realm.cid) {
    visit.defer(() => logForeignCredential(realm, known.sid));
    return nobody("foreign");
  }
  if (ofPortal) {
    const contact = await contactSession(realm, visit, ofPortal);
    return { session: null, contact, refused: contact ? null : "dead" };
  }
  const session = await (ofStaff ? insideSession : sessionAt)(realm, visit, known, door);
  const refused = visit.used && isOver(visit.used) ? "overused" : "dead";
  return { session, contact: null, refused: session ? null : refused };
}

/** The pointer of staff inside a company, to the grant by which they are. */
export const staffPointer = async (
  { audience }: Realm,
  visit: Visit,
  token: string,
  door: "web" | "api",
): Promise<Pointer | null> =>
  audience === "company"
    ? (door === "api" ? readAccess : readCookie)(visit.env, "inside", token)
    : null;

/** The pointer of a contact's cookie, which is signed for the portal alone: the API has no credential for contacts. */
const portalPointer = async (
  { audience }: Realm,
  visit: Visit,
  token: string,
  door: "web" | "api",
): Promise<Pointer | null> =>
  audience === "company" && door === "web" ? readCookie(visit.env, "portal", token) : null;

function credential(request: Request, env: Env, door: "web" | "api"): string | null {
  if (door === "web") return cookieOf(request, sessionCookieName(env)) ?? null;
  return request.headers.get("Authorization")?.match(/^Bearer (\S+)$/i)?.[1] ?? null;
}

/**
 * The session a pointer names; null when it ended, idled out, or its person may no longer sign in.
 */
export function sessionAt(
  realm: Realm,
  visit: Visit,
  pointer: Pointer,
  door: "web" | "api",
): Promise<AnySession | null> {
  return realm.audience === "company"
    ? companySession(realm, visit, pointer, door)
    : staffSession(realm, visit, pointer, door);
}

/** Ends the session a request came with. */
export async function signOut(visit: Visit, session: AnySession | ContactSession) {
  const here = realmOf(visit)!;
  const realm = session instanceof ContactSession ? portalOf(here) : here;
  const [ending, noting] = endSession(realm, session.actor.sessionId);
  await realm.db.read(ending!, noting!);
}

/**
 * Why the page's cookie opens nothing: it names nobody, its session ran out, or somebody ended it: by signing out elsewhere, by a
 * password that was changed, or by taking the person's access away.
 */
export async function howEnded(
  request: Request,
  visit: Visit,
): Promise<"none" | "expired" | "signed_out"> {
  const realm = realmOf(visit);
  const token = credential(request, visit.env, "web");
  if (realm?.audience !== "company" || !token) return "none";
  const pointer = await readCookie(visit.env, realm.audience, token);
  if (!pointer || pointer.cid !== realm.cid) return "expired";
  const { db } = realm;
  const [[row]] = await db.read(
    db
      .select({
        revokedAt: sessions.revokedAt,
        epoch: sessions.epoch,
        now: users.sessionEpoch,
        status: users.status,
      })
      .from(sessions)
      .innerJoin(users, pointsTo(sessions.userId, users))
      .where(db.ofOwner(sessions, eq(sessions.id, pointer.sid)))
      .limit(1),
  );
  const isEnded =
    !row || row.revokedAt !== null || row.status !== "active" || row.epoch !== row.now;
  return isEnded ? "signed_out" : "expired";
}
