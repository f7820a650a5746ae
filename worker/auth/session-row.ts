import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { alias, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
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
import { fixed } from "../db/fixed.ts";
import { pointsTo, rare } from "../db/predicates.ts";
import { badges } from "../menu.ts";
import type { ServiceType } from "../permissions.ts";
import type { Company } from "../session.ts";
import type { SignInMethod } from "./open-session.ts";
import type { Realm } from "./realm.ts";
import type { Life } from "./session-life.ts";
import { givesRights } from "./team-rights.ts";
import type { SessionUses } from "./uses.ts";
import { waitingNames, waitingThere } from "./waiting.ts";

/** Unread notices are counted up to here: the bell says "9+". */
const MOST_UNREAD = 10;

/** What one statement reads of a session; lists and objects as JSON. */
export type SessionRow = Life &
  SessionUses & {
    method: SignInMethod | null;
    provedAt: number | null;
    user: string;
    name: string;
    email: string;
    type: "admin" | "user";
    serviceType: ServiceType;
    avatarMediaId: string | null;
    mustChangePassword: 0 | 1;
    secondFactorSince: number | null;
    company: string;
    settings: string;
    own: string;
    byTeams: string;
    counts: string;
    waiting: string;
    departments: string;
    unread: number;
  };

/** What is read of a person without a session. */
export type PersonRow = Omit<
  SessionRow,
  Exclude<keyof Life, "status" | "sessionEpoch"> | keyof SessionUses | "method" | "provedAt"
>;

/** What is read of a company for somebody who is none of its people. */
export type CompanyRow = Pick<
  PersonRow,
  "company" | "settings" | "own" | "byTeams" | "counts" | "waiting" | "departments" | "unread"
>;

/** What a request knows of the company from its profile. */
export type Profile = Omit<Company, "locale" | "settings" | "counts">;
const profileNames = [
  "id",
  "name",
  "status",
  "periodEnd",
  "graceDays",
  "serviceType",
  "country",
  "currency",
  "timeZone",
  "logoMediaId",
  "primaryHost",
  "mapVersion",
  "limits",
  "assetCount",
  "userCount",
  "storageBytes",
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

/** The person and the company of a row of `sessions`, and of one of `users`. */
type Whose = { person: SQL; company: SQL };
const ofSession: Whose = {
  person: sql`${sessions.userId}`,
  company: sql`${sessions.companyId}`,
};
const ofUser: Whose = { person: sql`${users.id}`, company: sql`${users.companyId}` };

/** A counter's name and its value, each looked up by itself: a list of names would be read as well. */
const countedAs = (
  name: SQL,
  company: SQL,
): SQL => sql`${name}, coalesce((select ${counters.value} from ${counters}
  where ${counters.companyId} = ${company} and ${counters.id} = ${name}), 0)`;

/** What a request knows of the company, as columns. */
export const companyFacts = (
  company: SQL,
): SQL => sql`(select json_object(${fieldsOf(companyProfiles, profileNames)}) from ${companyProfiles}
      where ${companyProfiles.companyId} = ${company}) as "company",
    (select json_group_object(${companySettings.id}, json(${companySettings.valueJson})) from ${companySettings}
      where ${companySettings.companyId} = ${company}) as "settings"`;

/** What a request knows of a person and their company besides the session, as columns. */
export const facts = ({ person, company }: Whose): SQL => sql`${companyFacts(company)},
    (select json_group_array(json_object(${fieldsOf(userPermissions, ["permission", "web", "app"])})) from ${userPermissions}
      where ${userPermissions.companyId} = ${company} and ${userPermissions.userId} = ${person}) as "own",
    (select json_group_array(json_object(${fieldsOf(teamPermissions, ["permission", "isWebPermission", "isAppPermission"])}))
      from ${teamMembers}
      join ${teams} on ${and(pointsTo(teamMembers.teamId, teams), givesRights)}
      join ${teamPermissions} on ${teamPermissions.companyId} = ${teamMembers.companyId} and ${teamPermissions.teamId} = ${teamMembers.teamId}
      where ${teamMembers.companyId} = ${company} and ${rare(sql`${teamMembers.userId} = ${person}`)}) as "byTeams",
    json_object(${sql.join(
      [...badges.map((name) => sql`${name}`), ...waitingNames(person)].map((name) =>
        countedAs(name, company),
      ),
      sql`, `,
    )}) as "counts",
    ${waitingThere(company, person)} as "waiting",
    (select json_group_array(${userScopes.departmentId}) from ${userScopes}
      where ${userScopes.companyId} = ${company} and ${userScopes.userId} = ${person}) as "departments",
    (select count(*) from (select 1 from ${notifications} where ${notifications.companyId} = ${company}
      and ${notifications.userId} = ${person} and ${isNull(notifications.readAt)} limit ${sql.raw(String(MOST_UNREAD))})) as "unread"`;

const ofPerson = sql`${users.id} as "user", ${users.name} as "name", ${users.email} as "email", ${users.type} as "type",
    ${users.serviceType} as "serviceType", ${users.avatarMediaId} as "avatarMediaId", ${users.mustChangePassword} as "mustChangePassword",
    ${users.secondFactorSince} as "secondFactorSince", ${users.status} as "status", ${users.sessionEpoch} as "sessionEpoch"`;

/** Everything a request needs to know of a session, its person and their company, in one row; none where there is no such session. */
export const readingSession = fixed((db: Realm["db"], sid) =>
  db.rows<SessionRow>(sql`select ${ofPerson}, ${sessions.epoch} as "epoch",
    ${sessions.lastSeenAt} as "lastSeenAt", ${sessions.expiresAt} as "expiresAt", ${sessions.revokedAt} as "revokedAt",
    ${sessions.method} as "method", ${sessions.provedAt} as "provedAt",
    ${sessions.apiMinute} as "apiMinute", ${sessions.apiUsed} as "apiUsed",
    ${facts(ofSession)}
    from ${sessions} join ${users} on ${pointsTo(sessions.userId, users)}
    where ${db.ofOwner(sessions, eq(sessions.id, sid))} limit 1`),
);

/** The same of a person without a session, for work that goes on in their name; none where there is no such active person. */
export const readingPerson = fixed((db: Realm["db"], userId) =>
  db.rows<PersonRow>(sql`select ${ofPerson}, ${facts(ofUser)} from ${users}
    where ${db.ofOwner(users, and(eq(users.id, userId), eq(users.status, "active")))} limit 1`),
);

const here = alias(companyProfiles, "here");

/** The same for somebody who is none of the company's people. */
export const readingCompany = fixed((db: Realm["db"]) =>
  db.rows<CompanyRow>(sql`select ${facts({ person: sql`''`, company: sql`${here.companyId}` })} from ${companyProfiles} as "here"
    where ${db.ofOwner(here)} limit 1`),
);
