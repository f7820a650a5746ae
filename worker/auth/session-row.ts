import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
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
import { fixed } from "../db/fixed.ts";
import { pointsTo, rare } from "../db/predicates.ts";
import { badges } from "../menu.ts";
import type { ServiceType } from "../permissions.ts";
import type { Company } from "../session.ts";
import type { Realm } from "./realm.ts";
import type { Life } from "./session-life.ts";
import { givesRights } from "./team-rights.ts";
import { waitingNames, waitingThere } from "./waiting.ts";

/** Unread notices are counted up to here: the bell says "9+". */
const MOST_UNREAD = 10;

/** What one statement reads of a session; lists and objects as JSON. */
export type SessionRow = Life & {
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
export type Profile = Omit<Company, "locale" | "settings" | "counts">;
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

/** A counter's name and its value, each looked up by itself: a list of names would be read as well. */
const countedAs = (
  name: SQL,
): SQL => sql`${name}, coalesce((select ${counters.value} from ${counters}
  where ${counters.companyId} = ${ofCompany} and ${counters.id} = ${name}), 0)`;

/** Everything a request needs to know of a session, its person and their company, in one row; none where there is no such session. */
export const readingSession = fixed((db: Realm["db"], sid) =>
  db.rows<SessionRow>(sql`select ${users.id} as "user", ${users.name} as "name", ${users.email} as "email", ${users.type} as "type",
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
    json_object(${sql.join([...badges.map((name) => sql`${name}`), ...waitingNames(ofPerson)].map(countedAs), sql`, `)}) as "counts",
    ${waitingThere(ofCompany, ofPerson)} as "waiting",
    (select json_group_array(${userScopes.departmentId}) from ${userScopes}
      where ${userScopes.companyId} = ${ofCompany} and ${userScopes.userId} = ${ofPerson}) as "departments",
    (select count(*) from (select 1 from ${notifications} where ${notifications.companyId} = ${ofCompany}
      and ${notifications.userId} = ${ofPerson} and ${isNull(notifications.readAt)} limit ${sql.raw(String(MOST_UNREAD))})) as "unread"
    from ${sessions} join ${users} on ${pointsTo(sessions.userId, users)}
    where ${db.ofOwner(sessions, eq(sessions.id, sid))} limit 1`),
);
