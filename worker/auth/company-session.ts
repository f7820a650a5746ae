import { and, eq, inArray, isNull, sql } from "drizzle-orm";
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
import { tellsOfAssets } from "../db/scope.ts";
import type { Visit } from "../env.ts";
import { badges } from "../menu.ts";
import { resolvePermissions, type ServiceType, wirePermissions } from "../permissions.ts";
import { Session } from "../session.ts";
import { type Realm, stampOf } from "./realm.ts";
import { idleMinutesOf, isAlive, touch } from "./session-life.ts";
import { givesRights } from "./team-rights.ts";
import type { Pointer } from "./tokens.ts";

/** Unread notices are counted up to here: the bell says "9+". */
const MOST_UNREAD = 10;

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

/**
 * The session of a company's person; null when it no longer counts. One batch reads all it needs.
 */
export async function companySession(
  { db, cid, origin }: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const person = sql`(select "user_id" from ${sessions} where ${db.ofOwner(sessions, eq(sessions.id, sid))})`;
  const [people, profiles, settings, own, byTeams, counts, scopes, [unread]] = await db.read(
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
      .where(db.ofOwner(sessions, eq(sessions.id, sid)))
      .limit(1),
    db.select().from(companyProfiles).where(db.ofOwner(companyProfiles)).limit(1),
    db
      .select({ key: companySettings.id, value: companySettings.valueJson })
      .from(companySettings)
      .where(db.ofOwner(companySettings)),
    db
      .select({
        permission: userPermissions.permission,
        web: userPermissions.web,
        app: userPermissions.app,
      })
      .from(userPermissions)
      .where(db.ofOwner(userPermissions, eq(userPermissions.userId, person))),
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
      .where(db.ofOwner(teamMembers, eq(teamMembers.userId, person))),
    db
      .select({ id: counters.id, value: counters.value })
      .from(counters)
      .where(db.ofOwner(counters, inArray(counters.id, badges))),
    db
      .select({ departmentId: userScopes.departmentId })
      .from(userScopes)
      .where(db.ofOwner(userScopes, eq(userScopes.userId, person))),
    db
      .select({ n: sql<number>`count(*)`.as("n") })
      .from(sql`(select 1 from ${notifications} where ${db.ofOwner(notifications, and(eq(notifications.userId, person), isNull(notifications.readAt)))}
        limit ${sql.raw(String(MOST_UNREAD))})`),
  );
  const [row] = people;
  const [profile] = profiles;
  if (!row || !profile) return null;
  const setting = Object.fromEntries(
    settings.map(({ key, value }) => [key, JSON.parse(value) as unknown]),
  );
  if (!isAlive(row, idleMinutesOf(setting.session_idle_minutes))) return null;
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
