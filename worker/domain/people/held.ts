import { and, eq, type SQL, sql } from "drizzle-orm";
import type { GrantState } from "#app/shared/permission-matrix.ts";
import { newId } from "#drizzle/columns.ts";
import { teamMembers, teamPermissions, teams, userPermissions } from "#drizzle/tenant/index.ts";
import { givesRights } from "../../auth/team-rights.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { vocabulary } from "../../permissions.ts";
import type { GrantChange } from "./matrix.ts";

/** The statement that reads what a person is granted themselves. */
export const ownGrantsQuery = (db: ReadingDb, userId: string) =>
  db
    .select({
      permission: userPermissions.permission,
      web: userPermissions.web,
      app: userPermissions.app,
    })
    .from(userPermissions)
    .where(db.ofOwner(userPermissions, eq(userPermissions.userId, userId)));

/** The statements that read what a person is granted, themselves and by teams. */
export const grantQueries = (db: ReadingDb, userId: string) =>
  [
    ownGrantsQuery(db, userId),
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
  const ownRows = new Map(own.map((row) => [row.permission, row]));
  return (permission: string, channel: "web" | "app") => ({
    isAdmin,
    isExcluded: !(vocabulary.get(permission as never) ?? []).includes(serviceType),
    own: (ownRows.get(permission)?.[channel] ?? "inherit") as GrantState,
    teams: teamRows
      .filter((row) => row.permission === permission && row[channel])
      .map(({ team }) => team),
  });
}

/**
 * Writes the permissions that changed: their rows go, and come again where something is granted.
 * @param holder the person or team, as a condition on the table
 * @param granted what a permission's row holds; null when it grants nothing
 */
export function regranting(
  db: CompanyDb,
  table: typeof userPermissions | typeof teamPermissions,
  holder: SQL,
  changes: readonly GrantChange[],
  granted: (permission: string) => object | null,
): Statement[] {
  const touched = [...new Set(changes.map(({ permission }) => permission))];
  if (!touched.length) return [];
  const rows = touched.flatMap((permission) => {
    const row = granted(permission);
    return row ? [{ id: newId(), permission, ...row }] : [];
  });
  const isTouched = sql`${table.permission} in (select "value" from json_each(${JSON.stringify(touched)}))`;
  return [
    db.removing(table, and(holder, isTouched)!),
    ...(rows.length ? [db.insertingAll(table, rows)] : []),
  ];
}
