import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { rolePermissions, roles, staff, staffSessions } from "#drizzle/control/index.ts";
import {
  companyProfiles,
  companySettings,
  counters,
  notifications,
  sessions,
  teamMembers,
  teamPermissions,
  teams,
  userPermissions,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { Catalogue } from "../db/catalogue.ts";
import { CompanyDb } from "../db/company-db.ts";
import { exporting, type OwnName, ownOf } from "../db/own-rows.ts";
import { PlatformDb } from "../db/platform-db.ts";
import { tellsOfAssets } from "../db/scope.ts";
import type { Visit } from "../env.ts";
import { badges } from "../menu.ts";
import {
  platformPermissions,
  resolvePermissions,
  type ServiceType,
  wirePermissions,
} from "../permissions.ts";
import { type AnySession, Session, StaffSession } from "../session.ts";
import { cookieOf, sessionCookieName } from "./cookies.ts";
import { logForeignCredential } from "./foreign.ts";
import { type Realm, realmOf, stampOf } from "./realm.ts";
import { givesRights } from "./team-rights.ts";
import { type Pointer, readAccess, readCookie } from "./tokens.ts";

const DEFAULT_IDLE_MINUTES = 30;
const SEEN_EVERY_MS = 60_000;
/** Unread notices are counted so far: the bell says "9+". */
const MOST_UNREAD = 10;

type Reading = { session: AnySession | null; refused: Visit["refusedCredential"] };

/**
 * Who is asking: the cookie for pages, the Bearer token for the API, never both.
 * One batch reads session, person, company and permissions, so that what was revoked is dead at the next request.
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

/** The session a pointer names; null when it ended, idled out, or its person may no longer sign in. */
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

async function companySession(
  { db, cid, origin }: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const person = sql`(select "user_id" from ${sessions} where ${db.mine(sessions, eq(sessions.id, sid))})`;
  const [found, profiles, settings, own, byTeams, counts, scopes, [unread]] = await db.read(
    db
      .select({
        user: sql<string>`${users.id}`.as("person_id"),
        name: sql<string>`${users.name}`.as("person_name"),
        email: users.email,
        type: users.type,
        serviceType: users.serviceType,
        avatarMediaId: users.avatarMediaId,
        mustChangePassword: users.mustChangePassword,
        status: users.status,
        sessionEpoch: users.sessionEpoch,
        epoch: sessions.epoch,
        lastSeenAt: sessions.lastSeenAt,
        expiresAt: sessions.expiresAt,
        revokedAt: sessions.revokedAt,
      })
      .from(sessions)
      .innerJoin(users, and(eq(users.companyId, sessions.companyId), eq(users.id, sessions.userId)))
      .where(db.mine(sessions, eq(sessions.id, sid)))
      .limit(1),
    db.select().from(companyProfiles).where(db.mine(companyProfiles)).limit(1),
    db
      .select({ key: companySettings.id, value: companySettings.valueJson })
      .from(companySettings)
      .where(db.mine(companySettings)),
    db
      .select({
        permission: userPermissions.permission,
        web: userPermissions.web,
        app: userPermissions.app,
      })
      .from(userPermissions)
      .where(db.mine(userPermissions, eq(userPermissions.userId, person))),
    db
      .select({
        permission: teamPermissions.permission,
        isWebPermission: teamPermissions.isWebPermission,
        isAppPermission: teamPermissions.isAppPermission,
      })
      .from(teamMembers)
      .innerJoin(
        teams,
        and(
          eq(teams.companyId, teamMembers.companyId),
          eq(teams.id, teamMembers.teamId),
          givesRights,
        ),
      )
      .innerJoin(
        teamPermissions,
        and(
          eq(teamPermissions.companyId, teamMembers.companyId),
          eq(teamPermissions.teamId, teamMembers.teamId),
        ),
      )
      .where(db.mine(teamMembers, eq(teamMembers.userId, person))),
    db
      .select({ id: counters.id, value: counters.value })
      .from(counters)
      .where(db.mine(counters, inArray(counters.id, badges))),
    db
      .select({ departmentId: userScopes.departmentId })
      .from(userScopes)
      .where(db.mine(userScopes, eq(userScopes.userId, person))),
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(sql`(select 1 from ${notifications} where ${db.mine(notifications, and(eq(notifications.userId, person), isNull(notifications.readAt)))}
        limit ${sql.raw(String(MOST_UNREAD))})`),
  );
  const [row] = found;
  const [profile] = profiles;
  if (!row || !profile) return null;
  const setting = Object.fromEntries(
    settings.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  const idle = idleMinutes(setting.session_idle_minutes);
  if (!alive(row, idle)) return null;
  const serviceType = row.serviceType as ServiceType;
  const held = resolvePermissions({ type: row.type, serviceType }, own, byTeams);
  const actor = {
    sessionId: sid,
    userId: row.user,
    name: row.name,
    email: row.email,
    type: row.type === "admin" ? ("Admin" as const) : ("User" as const),
    serviceType,
    avatarMediaId: row.avatarMediaId,
    mustChangePassword: row.mustChangePassword,
    permissions: wirePermissions(held),
    appPermissions: held.flatMap(({ name, app }) => (app ? [name] : [])),
    unread: unread?.n ?? 0,
  };
  const stamp = stampOf(visit, { actorKind: "user", actorId: row.user, actorName: row.name }, door);
  // An Admin is never limited.
  const departments = row.type === "admin" ? [] : scopes.map(({ departmentId }) => departmentId);
  const scope = departments.length ? { departments, userId: row.user } : null;
  touch(visit, db, sessions, sid, row.lastSeenAt);
  const company = {
    ...profile,
    serviceType: profile.serviceType as ServiceType,
    locale: String(setting.locale ?? localeOf(profile.country)),
    settings: setting,
    counts: Object.fromEntries(
      counts.filter(({ id }) => !scope || !tellsOfAssets(id)).map(({ id, value }) => [id, value]),
    ),
  };
  const narrowedTo = (only: OwnName | "export") => (only === "export" ? exporting : ownOf(only));
  const open = (only?: OwnName | "export") =>
    new CompanyDb(
      visit.shard!,
      cid,
      { ...stamp, once: visit.once },
      scope,
      only ? narrowedTo(only) : null,
    );
  return new Session(
    actor,
    company,
    origin,
    open,
    new Catalogue(visit.control),
    scope?.departments ?? null,
  );
}

async function staffSession(
  { db, origin }: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<StaffSession | null> {
  const role = sql`(select "role_id" from ${staff} where "id" = (select "user_id" from ${staffSessions} where "id" = ${sid}))`;
  const [found, grants] = await db.read(
    db
      .select({
        user: sql<string>`${staff.id}`.as("person_id"),
        name: sql<string>`${staff.name}`.as("person_name"),
        email: staff.email,
        status: staff.status,
        sessionEpoch: staff.sessionEpoch,
        isSystem: roles.isSystem,
        roleName: sql<string>`${roles.name}`.as("role_name"),
        epoch: staffSessions.epoch,
        lastSeenAt: staffSessions.lastSeenAt,
        expiresAt: staffSessions.expiresAt,
        revokedAt: staffSessions.revokedAt,
      })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.userId))
      .innerJoin(roles, eq(roles.id, staff.roleId))
      .where(eq(staffSessions.id, sid))
      .limit(1),
    db
      .select({ name: rolePermissions.permission, value: rolePermissions.value })
      .from(rolePermissions)
      .where(eq(rolePermissions.roleId, role)),
  );
  const [row] = found;
  if (!row || !alive(row, DEFAULT_IDLE_MINUTES)) return null;
  const all = row.isSystem && row.roleName === "superadmin";
  const granted = new Set(grants.filter((grant) => grant.value).map((grant) => grant.name));
  const permissions = platformPermissions.map((name) => {
    const value = all || granted.has(name);
    return { name, value, is_web_permission: value };
  });
  const stamp = stampOf(
    visit,
    { actorKind: "staff", actorId: row.user, actorName: row.name },
    door,
  );
  touch(visit, db, staffSessions as unknown as typeof sessions, sid, row.lastSeenAt);
  const actor = { sessionId: sid, userId: row.user, name: row.name, email: row.email, permissions };
  return new StaffSession(
    actor,
    origin,
    () => new PlatformDb(visit.control, { ...stamp, once: visit.once }),
  );
}

/** What a company has set, within the bounds that hold for all. */
const idleMinutes = (set: unknown) =>
  typeof set === "number" ? Math.min(720, Math.max(5, set)) : DEFAULT_IDLE_MINUTES;

type Life = {
  status: string;
  sessionEpoch: number;
  epoch: number;
  lastSeenAt: number;
  expiresAt: number;
  revokedAt: number | null;
};

const alive = (row: Life, idleMinutes: number, now = Date.now()) =>
  row.status === "active" &&
  row.revokedAt === null &&
  row.epoch === row.sessionEpoch &&
  row.expiresAt > now &&
  row.lastSeenAt + idleMinutes * 60_000 > now;

/** Moves "last seen" once a minute at most, after the answer is on its way. */
function touch(
  visit: Visit,
  db: Realm["db"],
  table: typeof sessions,
  sid: string,
  lastSeenAt: number,
) {
  const now = Date.now();
  if (now - lastSeenAt < SEEN_EVERY_MS) return;
  visit.defer(() =>
    db.read(
      db.updating(table, and(eq(table.id, sid), isNull(table.revokedAt))!, { lastSeenAt: now }),
    ),
  );
}

/** Ends sessions: one, or all of a person but one. */
export const endSession = (realm: Pick<Realm, "db" | "sessions" | "log">, sid: string) => [
  realm.db.updating(
    realm.sessions,
    and(eq(realm.sessions.id, sid), isNull(realm.sessions.revokedAt))!,
    { revokedAt: Date.now() },
  ),
  realm.db.updating(
    realm.log,
    and(
      eq(realm.log.sessionId, sid),
      isNull(realm.log.signedOutAt),
      inArray(realm.log.result, ["success"]),
    )!,
    {
      signedOutAt: Date.now(),
    },
  ),
];

/** Ends the session a request came with. */
export async function signOut(visit: Visit, session: AnySession) {
  const realm = realmOf(visit)!;
  const [session_, log] = endSession(realm, session.actor.sessionId);
  await realm.db.read(session_!, log!);
}

const locales: Record<string, string> = {
  IN: "en-IN",
  US: "en-US",
  GB: "en-GB",
  AE: "en-AE",
  AU: "en-AU",
  DE: "de-DE",
  FR: "fr-FR",
  SG: "en-SG",
};
const localeOf = (country: string) => locales[country] ?? "en-GB";
