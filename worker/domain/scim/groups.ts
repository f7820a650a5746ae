import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import { scimNames, teamMembers, teams, users } from "#drizzle/tenant/index.ts";
import { among, pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Directory } from "./directory.ts";
import { badFilter, type Part, partsOf, sliceOf } from "./filter.ts";
import { GROUP, listOf, metaOf } from "./resources.ts";

const MOST_COUNTED = 1_000;
const MOST_MEMBERS = 5_000;
/** Teams that give rights: an archived one is none to a directory. */
export const isThere = and(isNull(teams.deletedAt), isNull(teams.archivedAt))!;

const isNameOf = and(
  eq(scimNames.companyId, teams.companyId),
  eq(scimNames.kind, "group"),
  eq(scimNames.recordId, teams.id),
);
const readingGroups = ({ db }: Directory, where: SQL | undefined) =>
  db
    .select({
      id: teams.id,
      name: teams.name,
      version: teams.version,
      createdAt: teams.createdAt,
      updatedAt: teams.updatedAt,
      externalId: sql<string | null>`${scimNames.externalId}`.as("external_id"),
    })
    .from(teams)
    .leftJoin(scimNames, isNameOf)
    .where(db.ofOwner(teams, and(isThere, where)));
export type ScimTeam = Awaited<ReturnType<typeof readingGroups>>[number];

/** One team by its id, as a statement. */
export const readingGroup = (directory: Directory, id: string) =>
  readingGroups(directory, eq(teams.id, id)).limit(1);

/** The members of teams whose ids a statement answers. */
export const readingMembers = ({ db }: Directory, ids: SQL) =>
  db
    .select({
      teamId: teamMembers.teamId,
      value: teamMembers.userId,
      display: sql<string>`${users.name}`.as("user_name"),
    })
    .from(teamMembers)
    .innerJoin(users, and(pointsTo(teamMembers.userId, users), ne(users.status, "left")))
    .where(db.ofOwner(teamMembers, inArray(teamMembers.teamId, ids)))
    .limit(MOST_MEMBERS);
type MemberOf = { teamId: string; value: string; display: string };

const shown = (directory: Directory, team: ScimTeam, members: readonly MemberOf[] | null) => ({
  schemas: [GROUP],
  id: team.id,
  ...(team.externalId === null ? {} : { externalId: team.externalId }),
  displayName: team.name,
  ...(members ? { members: members.map(({ value, display }) => ({ value, display })) } : {}),
  meta: metaOf(directory, "Group", team),
});

const leavesMembersOut = (params: URLSearchParams) =>
  (params.get("excludedAttributes") ?? "")
    .toLowerCase()
    .split(",")
    .some((name) => name.trim() === "members");

/** One team. @throws Response 404 for another company's, and for one that is archived */
export async function scimGroup(directory: Directory, id: string, params = new URLSearchParams()) {
  const [[team], members] = await directory.db.read(
    readingGroup(directory, id),
    readingMembers(directory, among([id])),
  );
  return shown(directory, team ?? notFound("team"), leavesMembersOut(params) ? null : members);
}

function conditionOf({ db }: Directory, { name, op, value }: Part): SQL {
  if (name === "displayname")
    return op === "eq"
      ? eq(teams.name, value)
      : sql`${teams.name} >= ${value} and ${teams.name} < ${`${value}\u{10ffff}`}`;
  if (op === "eq" && name === "id") return eq(teams.id, value);
  if (op === "eq" && name === "externalid") {
    const named = and(eq(scimNames.kind, "group"), eq(scimNames.externalId, value));
    return sql`${teams.id} = (select ${scimNames.recordId} from ${scimNames} where ${db.ofOwner(scimNames, named)})`;
  }
  if (op === "eq" && /^members(\.value)?$/.test(name))
    return sql`${teams.id} in (select ${teamMembers.teamId} from ${teamMembers} where ${db.ofOwner(teamMembers, eq(teamMembers.userId, value))})`;
  return badFilter("Groups are found by displayName, externalId, members or id");
}

/** Teams of the company in the order of their ids. @throws Response 400 for a filter that no index serves */
export async function scimGroups(directory: Directory, params: URLSearchParams) {
  const { db } = directory;
  const { startIndex, count } = sliceOf(params);
  const filter = params.get("filter");
  const where = and(...(filter ? partsOf(filter) : []).map((one) => conditionOf(directory, one)));
  const ids = db
    .select({ id: teams.id })
    .from(teams)
    .where(db.ofOwner(teams, and(isThere, where)))
    .orderBy(asc(teams.id))
    .limit(leavesMembersOut(params) ? 0 : count)
    .offset(startIndex - 1);
  const [found, members, [counted]] = await db.read(
    readingGroups(directory, where)
      .orderBy(asc(teams.id))
      .limit(count)
      .offset(startIndex - 1),
    readingMembers(directory, sql`${ids}`),
    db.counting(teams, and(isThere, where), MOST_COUNTED),
  );
  return listOf(
    found.map((team) =>
      shown(
        directory,
        team,
        leavesMembersOut(params) ? null : members.filter(({ teamId }) => teamId === team.id),
      ),
    ),
    counted?.n ?? 0,
    startIndex,
  );
}
