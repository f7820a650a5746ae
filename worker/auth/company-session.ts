import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
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
import { fixed } from "../db/fixed.ts";
import { boundOf } from "../db/orm.ts";
import { exporting, type OwnName, ownOf } from "../db/own-rows.ts";
import { pointsTo, rare } from "../db/predicates.ts";
import { tellsOfAssets } from "../db/scope.ts";
import type { Visit } from "../env.ts";
import { badges } from "../menu.ts";
import {
  type OwnGrant,
  resolvePermissions,
  type ServiceType,
  type TeamGrant,
  type WirePermission,
  wirePermissions,
} from "../permissions.ts";
import { type Company, Session } from "../session.ts";
import { ExpectedSession } from "./expected-session.ts";
import { type Realm, stampOf } from "./realm.ts";
import { idleMinutesOf, isAlive, type Life, touch } from "./session-life.ts";
import { givesRights } from "./team-rights.ts";
import type { Pointer } from "./tokens.ts";
import { waitingNames, waitingThere, waitingTransfers } from "./waiting.ts";

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

/** What one statement reads of a session; lists and objects as JSON. */
type Row = Life & {
  user: string;
  name: string;
  email: string;
  type: "admin" | "user";
  serviceType: ServiceType;
  avatarMediaId: string | null;
  mustChangePassword: 0 | 1;
  company: string;
  settings: string;
  own: string;
  byTeams: string;
  counts: string;
  waiting: string;
  departments: string;
  unread: number;
};

/** What a request knows of the company from its profile. */
type Profile = Omit<Company, "locale" | "settings" | "counts">;
const profileNames = [
  "id",
  "name",
  "status",
  "serviceType",
  "country",
  "currency",
  "timeZone",
  "logoMediaId",
  "primaryHost",
  "limits",
  "assetCount",
  "userCount",
] as const satisfies (keyof Profile)[];

/** Columns of a table as names and values of a json_object. */
const fieldsOf = <T extends SQLiteTable>(table: T, names: readonly (keyof T["_"]["columns"])[]) => {
  const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
  const fields = names.map((name) => {
    const column = columns[name as string]!;
    const value = column.dataType === "json" ? sql`json(${column})` : sql`${column}`;
    return sql`${sql.raw(`'${String(name)}'`)}, ${value}`;
  });
  return sql.join(fields, sql`, `);
};

const ofPerson = sql`${sessions.userId}`;
const ofCompany = sql`${sessions.companyId}`;

/** Everything a request needs to know of a session, its person and their company, in one row; none where there is no such session. */
const readingSession = fixed((db: Realm["db"], sid) =>
  db.rows<Row>(sql`select ${users.id} as "user", ${users.name} as "name", ${users.email} as "email", ${users.type} as "type",
    ${users.serviceType} as "serviceType", ${users.avatarMediaId} as "avatarMediaId", ${users.mustChangePassword} as "mustChangePassword",
    ${users.status} as "status", ${users.sessionEpoch} as "sessionEpoch", ${sessions.epoch} as "epoch",
    ${sessions.lastSeenAt} as "lastSeenAt", ${sessions.expiresAt} as "expiresAt", ${sessions.revokedAt} as "revokedAt",
    (select json_object(${fieldsOf(companyProfiles, profileNames)}) from ${companyProfiles}
      where ${companyProfiles.companyId} = ${ofCompany}) as "company",
    (select json_group_object(${companySettings.id}, json(${companySettings.valueJson})) from ${companySettings}
      where ${companySettings.companyId} = ${ofCompany}) as "settings",
    (select json_group_array(json_object(${fieldsOf(userPermissions, ["permission", "web", "app"])})) from ${userPermissions}
      where ${userPermissions.companyId} = ${ofCompany} and ${userPermissions.userId} = ${ofPerson}) as "own",
    (select json_group_array(json_object(${fieldsOf(teamPermissions, ["permission", "isWebPermission", "isAppPermission"])}))
      from ${teamMembers}
      join ${teams} on ${and(pointsTo(teamMembers.teamId, teams), givesRights)}
      join ${teamPermissions} on ${teamPermissions.companyId} = ${teamMembers.companyId} and ${teamPermissions.teamId} = ${teamMembers.teamId}
      where ${teamMembers.companyId} = ${ofCompany} and ${rare(sql`${teamMembers.userId} = ${ofPerson}`)}) as "byTeams",
    (select json_group_object(${counters.id}, ${counters.value}) from ${counters}
      where ${counters.companyId} = ${ofCompany} and ${counters.id} in (${sql.join([...badges.map((name) => sql`${name}`), ...waitingNames(ofPerson)], sql`, `)})) as "counts",
    ${waitingThere(ofCompany, ofPerson)} as "waiting",
    (select json_group_array(${userScopes.departmentId}) from ${userScopes}
      where ${userScopes.companyId} = ${ofCompany} and ${userScopes.userId} = ${ofPerson}) as "departments",
    (select count(*) from (select 1 from ${notifications} where ${notifications.companyId} = ${ofCompany}
      and ${notifications.userId} = ${ofPerson} and ${isNull(notifications.readAt)} limit ${sql.raw(String(MOST_UNREAD))})) as "unread"
    from ${sessions} join ${users} on ${pointsTo(sessions.userId, users)}
    where ${db.ofOwner(sessions, eq(sessions.id, sid))} limit 1`),
);

type Settings = Record<string, unknown>;
/** A row with what its JSON says. It is shared by requests, which change nothing of it. */
type Known = {
  row: Row;
  profile: Profile;
  settings: Settings;
  figures: Record<string, number>;
  permissions: WirePermission[];
  appPermissions: readonly string[];
  departments: readonly string[];
};

/** Sessions as this isolate read them last, those of longest ago first. */
const known = new Map<string, Known>();
const MOST_KNOWN = 300;

function keep(key: string, told: Known) {
  known.delete(key);
  known.set(key, told);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
}

/** Whether a session still counts under its company's settings. */
const isLiving = (row: Row, { session_idle_minutes }: Settings) =>
  isAlive(row, idleMinutesOf(session_idle_minutes));

/** What a row says; null when its session no longer counts. */
function toldBy(row: Row | undefined): Known | null {
  if (!row?.company) return null;
  const settings = JSON.parse(row.settings) as Settings;
  if (!isLiving(row, settings)) return null;
  const own = JSON.parse(row.own) as OwnGrant[];
  const byTeams = JSON.parse(row.byTeams) as TeamGrant[];
  const held = resolvePermissions(row, own, byTeams);
  return {
    ...{ row, settings },
    profile: JSON.parse(row.company) as Profile,
    figures: JSON.parse(row.counts) as Record<string, number>,
    permissions: wirePermissions(held),
    appPermissions: held.flatMap(({ name, app }) => (app ? [name] : [])),
    // An Admin is never limited.
    departments: row.type === "admin" ? [] : (JSON.parse(row.departments) as string[]),
  };
}

/** Whether two rows make the same session: when it was seen last makes none. */
const isSame = (row: Row, before: Row): boolean =>
  (Object.keys(before) as (keyof Row)[]).every(
    (name) => name === "lastSeenAt" || row[name] === before[name],
  );

/**
 * The session of a company's person; null when it no longer counts. One statement reads all it needs, in a round trip of
 * its own, or, where the session is expected to be as before, ahead of the first statements of the request.
 */
export async function companySession(
  realm: Realm,
  visit: Visit,
  { sid }: Pointer,
  door: "web" | "api",
): Promise<Session | null> {
  const { db, cid } = realm;
  const key = `${cid} ${sid}`;
  /** Keeps what is told; null forgets a session that has ended. */
  const learn = (told: Known | null) => {
    if (told) keep(key, told);
    else known.delete(key);
    if (told) touch(visit, db, sessions, sid, told.row.lastSeenAt);
  };
  const before = visit.mayExpect ? known.get(key) : undefined;
  if (!before) {
    const [[row]] = await db.read(readingSession(db, sid));
    const told = toldBy(row);
    learn(told);
    // A command is likely to change what the session counts.
    if (!visit.mayExpect) known.delete(key);
    return told && sessionOf(told, realm, visit, sid, door);
  }
  visit.expected = new ExpectedSession(
    boundOf(readingSession(db, sid)),
    async (statement) => (await visit.shard!.batch([statement]))[0]!,
    (found) => {
      const row = found as Row | undefined;
      const isAsBefore = row && isSame(row, before.row) && isLiving(row, before.settings);
      const told = isAsBefore ? { ...before, row } : toldBy(row);
      learn(told);
      return Boolean(isAsBefore);
    },
  );
  return sessionOf(before, realm, visit, sid, door);
}

function sessionOf(told: Known, realm: Realm, visit: Visit, sid: string, door: "web" | "api") {
  const { row, profile, settings, figures, permissions, appPermissions } = told;
  const { cid, origin } = realm;
  const actor = {
    sessionId: sid,
    userId: row.user,
    name: row.name,
    email: row.email,
    type: row.type === "admin" ? ("Admin" as const) : ("User" as const),
    serviceType: row.serviceType,
    avatarMediaId: row.avatarMediaId,
    mustChangePassword: row.mustChangePassword === 1,
    permissions,
    appPermissions,
    unread: row.unread,
  };
  const stamp = stampOf(visit, { actorKind: "user", actorId: row.user, actorName: row.name }, door);
  const scope = told.departments.length
    ? { departments: told.departments, userId: row.user }
    : null;
  const held = new Set(permissions.filter((one) => one.is_web_permission).map(({ name }) => name));
  const transfers = waitingTransfers(figures, JSON.parse(row.waiting), {
    userId: row.user,
    isLimited: scope !== null,
    can: (permission) => held.has(permission as never),
    settings,
  });
  const company = {
    ...profile,
    locale: String(settings.locale ?? localeOf(profile.country)),
    settings,
    counts: {
      ...Object.fromEntries(
        Object.entries(figures).filter(([name]) => !scope || !tellsOfAssets(name)),
      ),
      transfers,
    },
  };
  const narrowedTo = (only: OwnName | "export") => (only === "export" ? exporting : ownOf(only));
  const open = (only?: OwnName | "export") =>
    new CompanyDb(
      visit.shard!,
      cid,
      { ...stamp, once: visit.once },
      scope,
      only ? narrowedTo(only) : null,
      visit.expected,
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
