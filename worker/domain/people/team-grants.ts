import { and, eq, sql } from "drizzle-orm";
import { teamMembers, teamPermissions, teams, users } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { forbidden, notFound, stale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked } from "../entity/fields.ts";
import { recorded } from "../entity/recorded.ts";
import { teamGrantsInput } from "./grant-input.ts";
import { regranting } from "./held.ts";
import { ownMembership, type Right, rightsOf } from "./joining.ts";
import {
  type ChannelMarks,
  confirmLosses,
  type Grant,
  type GrantChange,
  grantChanges,
  keptBesides,
  loggedChange,
  marksOf,
  matrixOf,
  type Spoken,
  serviceTypesOf,
} from "./matrix.ts";
import { copiedPreset, offeredPresets, presetAsked } from "./presets.ts";
import { beyondReach, membersOf, refuseBeyond, stillWithin } from "./reach.ts";
import { refuseUnheld } from "./user-grants.ts";

const MOST_NAMED = 200;

const teamRead = (db: ReadingDb, id: string) =>
  [
    db
      .select({ id: teams.id, name: teams.name, version: teams.version })
      .from(teams)
      .where(db.ofOwner(teams, and(eq(teams.id, id), sql`${teams.deletedAt} is null`)))
      .limit(1),
    rightsOf(db, id),
    db
      .select({ id: users.id, name: users.name })
      .from(teamMembers)
      .innerJoin(users, db.ofOwner(users, eq(users.id, teamMembers.userId)))
      .where(db.ofOwner(teamMembers, rare(eq(teamMembers.teamId, id))))
      .orderBy(users.name)
      .limit(MOST_NAMED),
  ] as const;

type Read = readonly [
  { id: string; name: string; version: number }[],
  Right[],
  { id: string; name: string }[],
];

const toGrants = (rights: readonly Right[]): Grant[] =>
  rights.map(({ permission, web, app }) => ({
    permission,
    web: web ? "allow" : "inherit",
    app: app ? "allow" : "inherit",
  }));

function judged([found, rights, members]: Read) {
  const team = found[0] ?? notFound("team");
  return { team, rights, members, marks: marksOf(toGrants(rights)) };
}

/** Why a team's grants cannot be changed by this person; null when they can. */
function lockOf(session: Session, isMember: boolean, isBeyond: boolean): string | null {
  if (isMember && session.type !== "Admin")
    return "Nobody changes the permissions of their own team. Ask an Admin.";
  return isBeyond
    ? "Somebody in this team has rights or Locations that you do not have. Ask an Admin."
    : null;
}

/** The page of a team's permissions; with `copy=team:{id}` the marks of another team stand in the form, unsaved. One round trip. */
export async function teamGrants(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("edit-user");
  const [kind, from = ""] = (params.get("copy") ?? "").split(":");
  const other = kind === "team" ? from : "";
  const preset = presetAsked(kind, from);
  const [found, rights, people, beyond, me, source, sourceRights] = await db.read(
    ...teamRead(db, id),
    beyondReach(session, db, membersOf(db, id)),
    ownMembership(session, db, id),
    db
      .select({ source: sql<string>`${teams.name}`.as("source") })
      .from(teams)
      .where(db.ofOwner(teams, eq(teams.id, other))),
    rightsOf(db, other),
  );
  const { team, members, marks } = judged([found, rights, people]);
  const matrix = matrixOf(serviceTypesOf(session), session.holds);
  const copied = source[0]
    ? { from: source[0].source, marks: marksOf(toGrants(sourceRights)) }
    : null;
  return {
    team,
    members,
    locked: lockOf(session, me.length > 0, beyond.length > 0),
    matrix,
    presets: offeredPresets(matrix),
    marks,
    copied: preset ? copiedPreset(preset, matrix) : copied,
  };
}

/** A team's grants as the API reads them. */
export async function readTeamGrants(session: Session, id: string) {
  const db = session.authorize("view-user");
  const { team, rights } = judged(await db.read(...teamRead(db, id)));
  return { version: team.version, grants: rights };
}

/**
 * Saves the whole of a team's grants. They count from the next request of every member on.
 * @param spoken what a form speaks of; without it the grants are complete
 * @throws Response 403 for one's own team, 404, 409 when someone else was first, 422 for rights the editor does not hold
 */
export async function saveTeamGrants(
  session: Session,
  id: string,
  input: unknown,
  confirmed = true,
  spoken?: Spoken,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-user");
  const { version, grants } = checked(teamGrantsInput, input);
  const everybody = membersOf(db, id);
  const [found, rights, people, beyond, me] = await db.read(
    ...teamRead(db, id),
    beyondReach(session, db, everybody),
    ownMembership(session, db, id),
  );
  const { team, members, marks } = judged([found, rights, people]);
  if (me.length && session.type !== "Admin")
    forbidden("You cannot change the permissions of your own team");
  if (version !== undefined && version !== team.version) stale({ version: team.version });
  const given = marksOf(toGrants(grants));
  const after = spoken ? keptBesides(marks, given, spoken) : given;
  const changes = grantChanges(marks, after, serviceTypesOf(session));
  refuseBeyond(beyond);
  refuseUnheld(session, changes);
  const lost = changes
    .filter(({ channel, to }) => channel === "web" && to === "inherit")
    .map(({ permission }) => permission);
  confirmLosses(team.name, members.length ? lost : [], confirmed);
  return db.commit({
    writes: [
      db.assert("state", db.exists(teams, and(eq(teams.id, id), eq(teams.version, team.version))!)),
      ...stillWithin(session, db, everybody),
      db.updating(teams, eq(teams.id, id), {}),
      ...writing(db, id, changes, after),
    ],
    ...recorded("team", "change.permissions", team, `Permissions of ${team.name} saved`, {
      changes: changes.map(loggedChange),
    }),
  });
}

function writing(
  db: CompanyDb,
  teamId: string,
  changes: readonly GrantChange[],
  after: ChannelMarks,
): Statement[] {
  const on = (channel: "web" | "app", permission: string) => after[channel][permission] === "allow";
  return regranting(
    db,
    teamPermissions,
    eq(teamPermissions.teamId, teamId),
    changes,
    (permission) => {
      const [web, app] = [on("web", permission), on("app", permission)];
      return web || app ? { teamId, isWebPermission: web, isAppPermission: app } : null;
    },
  );
}
