import type { Visit } from "../env.ts";
import type { AnySession } from "../session.ts";
import { companySession } from "./company-session.ts";
import { cookieOf, sessionCookieName } from "./cookies.ts";
import { logForeignCredential } from "./foreign.ts";
import { type Realm, realmOf } from "./realm.ts";
import { endSession } from "./session-life.ts";
import { staffSession } from "./staff-session.ts";
import { type Pointer, readAccess, readCookie } from "./tokens.ts";

type Reading = { session: AnySession | null; refused: Visit["refusedCredential"] };

/**
 * Who is asking: the cookie for pages, the Bearer token for the API, never both.
 * One batch reads session, person, company and permissions, so that what was revoked is dead at the
 * next request.
 */
export async function readSession(
  request: Request,
  visit: Visit,
  door: "web" | "api",
): Promise<Reading> {
  const realm = realmOf(visit, door);
  const token = credential(request, visit.env, door);
  if (!realm || !token) return { session: null, refused: null };
  const read = door === "api" ? readAccess : readCookie;
  const pointer = await read(visit.env, realm.audience, token);
  if (!pointer) return { session: null, refused: "dead" };
  if (pointer.cid !== realm.cid) {
    visit.defer(() => logForeignCredential(realm, pointer.sid));
    return { session: null, refused: "foreign" };
  }
  const session = await sessionAt(realm, visit, pointer, door);
  return { session, refused: session ? null : "dead" };
}

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
export async function signOut(visit: Visit, session: AnySession) {
  const realm = realmOf(visit)!;
  const [ending, noting] = endSession(realm, session.actor.sessionId);
  await realm.db.read(ending!, noting!);
}
