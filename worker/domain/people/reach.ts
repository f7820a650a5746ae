import { eq, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import {
  teamMembers,
  teamPermissions,
  teams,
  userPermissions,
  userScopes,
  users,
} from "#drizzle/tenant/index.ts";
import { givesRights } from "../../auth/team-rights.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { vocabulary } from "../../permissions.ts";
import { forbidden, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";

type Channel = "web" | "app";

/** What the one who asks does not hold on a channel, as "{service type} {permission}": a right counts in the service types that have it. */
const unheld = (session: Session, channel: Channel) =>
  JSON.stringify(
    [...vocabulary].flatMap(([name, services]) =>
      session.holds(name, channel) ? [] : services.map((type) => `${type} ${name}`),
    ),
  );

/** Whether the rights or Locations of a person in a statement on `users` go beyond those of the one who asks. */
function isBeyond(session: Session, db: ReadingDb, serviceType: number | undefined): SQL {
  if (session.type === "Admin") return sql`0`;
  const type = serviceType === undefined ? sql`${users.serviceType}` : sql`${String(serviceType)}`;
  const lists = { web: unheld(session, "web"), app: unheld(session, "app") };
  const lacks = (permission: SQLiteColumn, channel: Channel) =>
    sql`${type} || ' ' || ${permission} in (select "value" from json_each(${lists[channel]}))`;
  const grants = (channel: Channel) =>
    sql`${userPermissions[channel]} = 'allow' and ${lacks(userPermissions.permission, channel)}`;
  const own = db.ofOwner(
    userPermissions,
    sql`${userPermissions.userId} = ${users.id} and (${grants("web")} or ${grants("app")})`,
  );
  const byTeam = (channel: Channel, column: SQLiteColumn) =>
    sql`${column} = 1 and ${lacks(teamPermissions.permission, channel)} and not exists (select 1 from ${userPermissions} where ${db.ofOwner(
      userPermissions,
      sql`${userPermissions.userId} = ${users.id} and ${userPermissions.permission} = ${teamPermissions.permission} and ${userPermissions[channel]} = 'deny'`,
    )})`;
  const ofTeams = sql`select 1 from ${teamMembers}
    join ${teams} on ${db.ofOwner(teams, sql`${teams.id} = ${teamMembers.teamId} and ${givesRights}`)}
    join ${teamPermissions} on ${db.ofOwner(teamPermissions, eq(teamPermissions.teamId, teams.id))}
    where ${db.ofOwner(teamMembers, eq(teamMembers.userId, users.id))}
      and (${byTeam("web", teamPermissions.isWebPermission)} or ${byTeam("app", teamPermissions.isAppPermission)})`;
  const scopes = (where?: SQL) =>
    sql`exists (select 1 from ${userScopes} where ${db.ofOwner(userScopes, sql`${userScopes.userId} = ${users.id}${where ? sql` and ${where}` : sql``}`)})`;
  const elsewhere = sql`${userScopes.departmentId} not in (select "value" from json_each(${JSON.stringify(db.scope?.departments ?? [])}))`;
  return or(
    eq(users.type, "admin"),
    sql`exists (select 1 from ${userPermissions} where ${own})`,
    sql`exists (${ofTeams})`,
    db.scope ? sql`(not ${scopes()} or ${scopes(elsewhere)})` : undefined,
  )!;
}

/**
 * Those of some people who are beyond the reach of the one who asks: they hold a right or see a Location that this one does not,
 * or are Admins. Nobody but an Admin changes the address, state, links, sessions or grants of a person beyond their reach.
 * @param ids a statement that answers ids of people
 * @param serviceType the people's rights as they would be with this one
 */
export const beyondReach = (session: Session, db: ReadingDb, ids: SQL, serviceType?: number) =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      db.ofOwner(users, sql`${users.id} in (${ids}) and ${isBeyond(session, db, serviceType)}`),
    );

/** @throws Response 403 when somebody is beyond reach; 422 at the field of a form that names people */
export function refuseBeyond([person]: readonly { name: string }[], field?: string): void {
  if (!person) return;
  const message = `${person.name} has rights or Locations that you do not have. Ask an Admin.`;
  if (field) invalid({ [field]: [message] });
  forbidden(message);
}

/** The people are still within reach: goes before what changes them. */
export const stillWithin = (
  session: Session,
  db: CompanyDb,
  ids: SQL,
  serviceType?: number,
): Statement[] =>
  session.type === "Admin"
    ? []
    : [db.assert("state", sql`not exists ${beyondReach(session, db, ids, serviceType)}`)];

/**
 * Asks before a command that is not about people by name.
 * @returns the asserts that it is still so when the batch is carried out
 * @throws Response 403 when one of them is beyond reach
 */
export async function withinReach(
  session: Session,
  db: CompanyDb,
  ids: SQL,
  serviceType?: number,
): Promise<Statement[]> {
  if (session.type !== "Admin")
    refuseBeyond((await db.read(beyondReach(session, db, ids, serviceType)))[0]);
  return stillWithin(session, db, ids, serviceType);
}

export const onePerson = (id: string): SQL => sql`select ${id}`;
export const somePeople = (ids: readonly string[]): SQL =>
  sql`select "value" from json_each(${JSON.stringify(ids)})`;
/** The people of a team. */
export const membersOf = (db: ReadingDb, teamId: string): SQL =>
  sql`select ${teamMembers.userId} from ${teamMembers} where ${db.ofOwner(teamMembers, eq(teamMembers.teamId, teamId))}`;
