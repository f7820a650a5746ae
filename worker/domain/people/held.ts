import { and, eq } from "drizzle-orm";
import type { GrantState } from "#app/shared/permission-matrix.ts";
import { teamMembers, teamPermissions, teams, userPermissions } from "#drizzle/tenant/index.ts";
import { givesRights } from "../../auth/team-rights.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { vocabulary } from "../../permissions.ts";

/** The statements that read what a person is granted, of their own and by teams. */
export const grantQueries = (db: ReadingDb, userId: string) =>
  [
    db
      .select({
        permission: userPermissions.permission,
        web: userPermissions.web,
        app: userPermissions.app,
      })
      .from(userPermissions)
      .where(db.ofOwner(userPermissions, eq(userPermissions.userId, userId))),
    db
      .select({
        permission: teamPermissions.permission,
        web: teamPermissions.isWebPermission,
        app: teamPermissions.isAppPermission,
        team: teams.name,
      })
      .from(teamMembers)
      .innerJoin(teams, db.ofOwner(teams, and(eq(teams.id, teamMembers.teamId), givesRights)))
      .innerJoin(
        teamPermissions,
        db.ofOwner(teamPermissions, eq(teamPermissions.teamId, teamMembers.teamId)),
      )
      .where(db.ofOwner(teamMembers, eq(teamMembers.userId, userId))),
  ] as const;

export type OwnRow = {
  permission: string;
  web: "allow" | "deny" | null;
  app: "allow" | "deny" | null;
};
export type TeamRow = { permission: string; web: boolean; app: boolean; team: string };
type Kind = { isAdmin: boolean; serviceType: number };

/** What decides each permission of a person on each channel. */
export function groundsOf(
  { isAdmin, serviceType }: Kind,
  own: readonly OwnRow[],
  teamRows: readonly TeamRow[],
) {
  const mine = new Map(own.map((row) => [row.permission, row]));
  return (permission: string, channel: "web" | "app") => ({
    isAdmin,
    isExcluded: !(vocabulary.get(permission as never) ?? []).includes(serviceType),
    own: (mine.get(permission)?.[channel] ?? "inherit") as GrantState,
    teams: teamRows
      .filter((row) => row.permission === permission && row[channel])
      .map(({ team }) => team),
  });
}
