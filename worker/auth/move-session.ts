import { and, eq, getTableColumns, gt, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { newId, snake } from "#drizzle/columns.ts";
import { accessGrants, openGrant } from "#drizzle/control/access-grants.ts";
import { identitySessions } from "#drizzle/tenant/index.ts";
import type { AnyPerson } from "../contact-session.ts";
import type { Statement } from "../db/db.ts";
import { unlessBroken } from "../db/errors.ts";
import type { Visit } from "../env.ts";
import { unauthenticated } from "../refusals.ts";
import { cookie, cookieOf, sessionCookieName, welcomeCookie } from "./cookies.ts";
import { portalOf, type Realm, realmOf } from "./realm.ts";
import { readCookie, signCookie } from "./tokens.ts";

/** A request that was on its way meanwhile still came with the cookie of before. */
const JUST_MOVED_MS = 3_000;

/** Whose session has moved in this request. */
const moved = new WeakSet<AnyPerson["actor"]>();

/** Where attempts within a session are counted. */
export const placeOfSession = (sessionId: string) => `session:${sessionId}`;

/**
 * Moves the session of a person who has just proved again who they are to a new id: what went before opens nothing any more, and
 * all that hangs on the session follows. How long it lasts stays.
 * @returns the statements of the batch that takes the proof, and what to call once it was carried out
 */
export function movingSession(
  { db, audience, cid, sessions, log }: Realm,
  { actor }: AnyPerson,
): { writes: Statement[]; done: () => void } {
  const before = actor.sessionId;
  const now = Date.now();
  const id = newId(now);
  const open = and(eq(sessions.id, before), isNull(sessions.revokedAt))!;
  const at = sql`cast(${now} as integer)`;
  const values = {
    companyId: sql`${cid}`,
    id: sql`${id}`,
    tokenHash: sql`${id}`,
    lastSeenAt: at,
    provedAt: at,
  };
  const columns = Object.entries(getTableColumns(sessions));
  const names = columns.map(([name]) => sql.identifier(snake(name)));
  const copied = columns.map(([name, column]) =>
    name in values ? values[name as keyof typeof values] : sql`${column}`,
  );
  const place = sql`case when ${log.ip} = ${placeOfSession(before)} then ${placeOfSession(id)} else ${log.ip} end`;
  /** What else hangs on a session, by whose it is. */
  const follows = {
    platform: () => [
      db.updating(
        accessGrants,
        and(eq(accessGrants.staffId, actor.userId), eq(accessGrants.sessionId, before), openGrant)!,
        { sessionId: id },
      ),
    ],
    company: () => [
      db.updating(identitySessions, eq(identitySessions.sessionId, before), { sessionId: id }),
    ],
    portal: () => [],
    inside: () => [],
  }[audience]();
  return {
    writes: [
      db.assert("state", db.exists(sessions, open)),
      db.run(
        sql`insert into ${sessions} (${sql.join(names, sql`, `)}) select ${sql.join(copied, sql`, `)} from ${sessions} where ${db.ofOwner(sessions, open)}`,
      ),
      db.updating(sessions, open, { revokedAt: now }),
      db.updating(log, and(eq(log.sessionId, before), isNull(log.signedOutAt))!, {
        ...{ sessionId: id, ip: place },
      }),
      ...follows,
    ],
    done: () => {
      actor.sessionId = id;
      moved.add(actor);
    },
  };
}

/** The same in a batch of its own, once something else has been carried out that proves who they are. @throws Response 401 where the session ended meanwhile */
export async function moveSession(realm: Realm, session: AnyPerson): Promise<void> {
  const { writes, done } = movingSession(realm, session);
  const [first, ...rest] = writes;
  await unlessBroken(realm.db.read(first!, ...rest), "state_as_expected", unauthenticated);
  done();
}

/** Cookies for a browser whose session has moved in this request: none for any other. */
export async function movedCookies({ env, session, contact, place }: Visit): Promise<string[]> {
  const person = session ?? contact;
  if (!person || !moved.has(person.actor)) return [];
  const { sessionId: sid, userId: sub } = person.actor;
  const [audience, cid] =
    place.kind === "company"
      ? ([contact ? "portal" : "company", place.companyId] as const)
      : (["platform", "platform"] as const);
  return [
    cookie(env, sessionCookieName(env), await signCookie(env, audience, { cid, sid, sub })),
    ...(contact ? [] : [welcomeCookie(env)]),
  ];
}

/** Whether the dead session of a page's cookie has moved a moment ago, so that the browser has another cookie by now. @param audience of contacts, where the page is theirs */
export async function hasJustMoved(
  request: Request,
  visit: Visit,
  audience?: "portal",
): Promise<boolean> {
  const here = realmOf(visit);
  const token = cookieOf(request, sessionCookieName(visit.env));
  if (!here || !token) return false;
  const realm = audience === "portal" ? portalOf(here) : here;
  const pointer = await readCookie(visit.env, realm.audience, token);
  if (pointer?.cid !== realm.cid) return false;
  const { db, sessions } = realm;
  const next = alias(sessions, "next");
  const [found] = await db.read(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(
        next,
        and(
          db.ofOwner(next, eq(next.userId, sessions.userId)),
          ...[ne(next.id, sessions.id), eq(next.createdAt, sessions.createdAt)],
          ...[eq(next.expiresAt, sessions.expiresAt), isNull(next.revokedAt)],
        ),
      )
      .where(
        db.ofOwner(
          sessions,
          and(eq(sessions.id, pointer.sid), gt(sessions.revokedAt, Date.now() - JUST_MOVED_MS)),
        ),
      )
      .limit(1),
  );
  return found.length > 0;
}
