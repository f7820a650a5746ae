import { and, eq, sql } from "drizzle-orm";
import { teamMembers, teamPermissions } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { forbidden, invalid } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { beyondReach, membersOf, refuseBeyond, somePeople, stillWithin } from "./reach.ts";

const BEYOND = "This team has rights you do not have";

const granting = (db: ReadingDb, teamId: string) =>
  db.ofOwner(
    teamPermissions,
    and(
      eq(teamPermissions.teamId, teamId),
      sql`(${teamPermissions.isWebPermission} = 1 or ${teamPermissions.isAppPermission} = 1)`,
    ),
  );

/** The rights that a team gives its members, as a statement. */
export const rightsOf = (db: ReadingDb, teamId: string) =>
  db
    .select({
      permission: teamPermissions.permission,
      web: teamPermissions.isWebPermission,
      app: teamPermissions.isAppPermission,
    })
    .from(teamPermissions)
    .where(granting(db, teamId));
/** The team's rights are still those that were read. */
const sameRights = (db: CompanyDb, teamId: string, rights: readonly Right[]): Statement =>
  db.assert(
    "state",
    sql`(select count(*) from ${teamPermissions} where ${granting(db, teamId)}) = cast(${rights.length} as integer)`,
  );
const holdsAll = (session: Session, rights: readonly Right[]) =>
  rights.every(
    ({ permission, web, app }) =>
      (!web || session.holds(permission, "web")) && (!app || session.holds(permission, "app")),
  );

/** The membership in a team of the person who asks. */
export const ownMembership = (session: Session, db: ReadingDb, teamId: string) =>
  db
    .select({ id: teamMembers.id })
    .from(teamMembers)
    .where(
      db.ofOwner(
        teamMembers,
        and(eq(teamMembers.teamId, teamId), eq(teamMembers.userId, session.actor.userId)),
      ),
    );

/** What must be known before people join a team: its rights, and which of them are beyond the reach of the person who lets them in. */
export const joiningQueries = (
  session: Session,
  db: CompanyDb,
  teamId: string,
  ids: readonly string[],
) =>
  [
    rightsOf(db, teamId),
    beyondReach(
      session,
      db,
      sql`${somePeople(ids)} where "value" not in (${membersOf(db, teamId)})`,
    ),
  ] as const;

export type Right = { permission: string; web: boolean; app: boolean };
/** What `joiningQueries` answered. */
export type Known = readonly [Right[], { name: string }[]];

/**
 * Whoever joins a team gets its rights: only who holds them all may let others join, and never themselves.
 * @returns the asserts that it is still so when the batch is carried out
 * @throws Response 422 at the field
 */
export function joining(
  session: Session,
  db: CompanyDb,
  teamId: string,
  joined: readonly string[],
  [rights, beyond]: Known,
  field: string,
): Statement[] {
  if (!joined.length || session.type === "Admin") return [];
  if (joined.includes(session.actor.userId))
    invalid({ [field]: ["You cannot add yourself to a team"] });
  if (!holdsAll(session, rights)) invalid({ [field]: [BEYOND] });
  refuseBeyond(beyond, field);
  return [...stillWithin(session, db, somePeople(joined)), sameRights(db, teamId, rights)];
}

/**
 * Asked before a team stops or starts to give its rights as a whole: everybody in it must be within reach. Who lets it give them
 * again holds them all, and is not in it.
 * @returns the asserts that it is so when the batch is carried out
 * @throws Response 403
 */
export async function withinTeam(
  session: Session,
  db: CompanyDb,
  teamId: string,
  gives = false,
): Promise<Statement[]> {
  if (session.type === "Admin") return [];
  const [rights, beyond, me] = await db.read(
    rightsOf(db, teamId),
    beyondReach(session, db, membersOf(db, teamId)),
    ownMembership(session, db, teamId),
  );
  refuseBeyond(beyond);
  if (gives && me.length) forbidden("You cannot give your own team its rights again");
  if (gives && !holdsAll(session, rights)) forbidden(BEYOND);
  return [
    ...stillWithin(session, db, membersOf(db, teamId)),
    ...(gives
      ? [
          sameRights(db, teamId, rights),
          db.assert("state", sql`not exists ${ownMembership(session, db, teamId)}`),
        ]
      : []),
  ];
}
