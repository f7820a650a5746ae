import { and, eq, sql } from "drizzle-orm";
import { teamMembers, teamPermissions, userScopes, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { grantQueries, holderOf, type OwnRow, type TeamRow } from "./held.ts";

const BEYOND = "This team has rights you do not have";

const granting = (db: CompanyDb, teamId: string) =>
  db.mine(
    teamPermissions,
    and(eq(teamPermissions.teamId, teamId), sql`(${teamPermissions.isWebPermission} = 1 or ${teamPermissions.isAppPermission} = 1)`),
  );

/** What must be known before people join a team: its rights, those of who lets them in, and how many of them see more Locations. */
export const joiningQueries = (session: Session, db: CompanyDb, teamId: string, ids: readonly string[]) =>
  [
    db
      .select({ permission: teamPermissions.permission, web: teamPermissions.isWebPermission, app: teamPermissions.isAppPermission })
      .from(teamPermissions)
      .where(granting(db, teamId)),
    ...grantQueries(db, session.actor.userId),
    seeingMore(
      db,
      sql`select "value" as "id" from json_each(${JSON.stringify(ids)}) where "value" not in (select ${teamMembers.userId} from ${teamMembers} where ${db.mine(teamMembers, eq(teamMembers.teamId, teamId))})`,
    ),
  ] as const;

type Right = { permission: string; web: boolean; app: boolean };
type Known = readonly [Right[], OwnRow[], TeamRow[], { n: number }[]];

/**
 * Whoever joins a team gets its rights: only who holds them all may let others join, and never themselves.
 * @returns the asserts that the team's rights are still the ones that were read
 * @throws Response 422 at the field
 */
export function joining(
  session: Session,
  db: CompanyDb,
  teamId: string,
  joined: readonly string[],
  [rights, own, teams, [more]]: Known,
  field: string,
): Statement[] {
  if (!joined.length || session.type === "Admin") return [];
  if (joined.includes(session.actor.userId)) invalid({ [field]: ["You cannot add yourself to a team"] });
  const holds = holderOf(session, own, teams);
  if (rights.some(({ permission, web, app }) => (web && !holds(permission, "web")) || (app && !holds(permission, "app"))))
    invalid({ [field]: [BEYOND] });
  // A limited person gives rights over their own Locations only.
  if (db.scope && rights.length && more?.n) invalid({ [field]: ["These people see more Locations than you"] });
  return [
    db.assert("state", sql`(select count(*) from ${teamPermissions} where ${granting(db, teamId)}) = cast(${rights.length} as integer)`),
  ];
}

/** How many of these people see assets that a limited person does not. Who is not there yet will be limited as their host is. */
export const seeingMore = (db: CompanyDb, ids: ReturnType<typeof sql>) =>
  db.rows<{ n: number }>(sql`select count(*) as n from (${ids}) as "one"
    join ${users} on ${db.mine(users, sql`${users.id} = "one"."id"`)}
    where not exists (select 1 from ${userScopes} where ${db.mine(userScopes, eq(userScopes.userId, users.id))})
      or exists (select 1 from ${userScopes} where ${db.mine(
        userScopes,
        sql`${userScopes.userId} = ${users.id} and ${userScopes.departmentId} not in (select "value" from json_each(${JSON.stringify(db.scope?.departments ?? [])}))`,
      )})`);
