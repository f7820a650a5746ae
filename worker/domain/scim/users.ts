import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { scimNames, teamMembers, teams, users } from "#drizzle/tenant/index.ts";
import { among, living, pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Directory } from "./directory.ts";
import { badFilter, type Part, partsOf, sliceOf } from "./filter.ts";
import { listOf, metaOf, USER } from "./resources.ts";

const MOST_COUNTED = 1_000;
const MOST_TEAMS = 5_000;
const isThere = ne(users.status, "left");

/** A person as a directory's commands read them. */
const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  type: users.type,
  status: users.status,
  version: users.version,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  hasPassword: sql<0 | 1>`${users.passwordHash} is not null`.as("has_password"),
  externalId: sql<string | null>`${scimNames.externalId}`.as("external_id"),
};

const isNameOf = and(
  eq(scimNames.companyId, users.companyId),
  eq(scimNames.kind, "user"),
  eq(scimNames.recordId, users.id),
);
const readingUsers = ({ db }: Directory, where: SQL | undefined) =>
  db
    .select(columns)
    .from(users)
    .leftJoin(scimNames, isNameOf)
    .where(db.ofOwner(users, and(isThere, where)));

/** One person by their id, as a statement. */
export const readingUser = (directory: Directory, id: string) =>
  readingUsers(directory, eq(users.id, id)).limit(1);
export type ScimPerson = Awaited<ReturnType<typeof readingUsers>>[number];

/** The teams of people whose ids a statement answers. */
const readingTeams = ({ db }: Directory, ids: SQL) =>
  db
    .select({
      userId: teamMembers.userId,
      value: teamMembers.teamId,
      display: sql<string>`${teams.name}`.as("team_name"),
    })
    .from(teamMembers)
    .innerJoin(teams, and(pointsTo(teamMembers.teamId, teams), living(teams)))
    .where(db.ofOwner(teamMembers, inArray(teamMembers.userId, ids)))
    .limit(MOST_TEAMS);
type TeamOf = { userId: string; value: string; display: string };

/** Given and family name, as far as one name tells them. */
const partsOfName = (formatted: string) => {
  const [givenName = "", ...rest] = formatted.split(" ");
  return { formatted, givenName, ...(rest.length ? { familyName: rest.join(" ") } : {}) };
};

/** A person as SCIM shows them. */
const shown = (directory: Directory, person: ScimPerson, groups: readonly TeamOf[]) => ({
  schemas: [USER],
  id: person.id,
  ...(person.externalId === null ? {} : { externalId: person.externalId }),
  userName: person.email,
  displayName: person.name,
  name: partsOfName(person.name),
  emails: [{ value: person.email, type: "work", primary: true }],
  active: person.status !== "suspended",
  groups: groups.map(({ value, display }) => ({ value, display })),
  meta: metaOf(directory, "User", person),
});

/** One person. @throws Response 404 for another company's, and for who has left */
export async function scimUser(directory: Directory, id: string) {
  const [[person], groups] = await directory.db.read(
    readingUser(directory, id),
    readingTeams(directory, among([id])),
  );
  return shown(directory, person ?? notFound("person"), groups);
}

const startsWith = (column: typeof users.email | typeof users.name, value: string) =>
  sql`${column} >= ${value} and ${column} < ${`${value}\u{10ffff}`}`;

/** What a comparison asks of people, and whether an index finds them by it. */
function conditionOf(
  { db }: Directory,
  { name, op, value }: Part,
): { where: SQL; isFound: boolean } {
  const found = (where: SQL) => ({ where, isFound: true });
  if (/^(username|emails(\[type eq "work"\])?\.value|emails)$/.test(name))
    return found(op === "eq" ? eq(users.email, value) : startsWith(users.email, value));
  if (name === "displayname" || name === "name.formatted")
    return found(op === "eq" ? eq(users.name, value) : startsWith(users.name, value));
  if (op === "eq" && name === "id") return found(eq(users.id, value));
  if (op === "eq" && name === "externalid") {
    const named = and(eq(scimNames.kind, "user"), eq(scimNames.externalId, value));
    return found(
      sql`${users.id} = (select ${scimNames.recordId} from ${scimNames} where ${db.ofOwner(scimNames, named)})`,
    );
  }
  if (op === "eq" && name === "active")
    return {
      where: value === "true" ? ne(users.status, "suspended") : eq(users.status, "suspended"),
      isFound: false,
    };
  return badFilter("People are found by userName, externalId, displayName, emails.value or id");
}

/** People of the company in the order of their ids. @throws Response 400 for a filter that no index serves */
export async function scimUsers(directory: Directory, params: URLSearchParams) {
  const { db, profile } = directory;
  const { startIndex, count } = sliceOf(params);
  const filter = params.get("filter");
  const conditions = filter ? partsOf(filter).map((one) => conditionOf(directory, one)) : [];
  if (filter && !conditions.some(({ isFound }) => isFound))
    badFilter("A filter by active alone is not taken; join it with another by and");
  const where = and(...conditions.map((one) => one.where));
  const ids = db
    .select({ id: users.id })
    .from(users)
    .where(db.ofOwner(users, and(isThere, where)))
    .orderBy(asc(users.id))
    .limit(count)
    .offset(startIndex - 1);
  const [people, groups, [counted]] = await db.read(
    readingUsers(directory, where)
      .orderBy(asc(users.id))
      .limit(count)
      .offset(startIndex - 1),
    readingTeams(directory, sql`${ids}`),
    db.counting(users, and(isThere, where), filter ? MOST_COUNTED : 1),
  );
  const total = filter ? (counted?.n ?? 0) : profile.userCount;
  return listOf(
    people.map((person) =>
      shown(
        directory,
        person,
        groups.filter(({ userId }) => userId === person.id),
      ),
    ),
    total,
    startIndex,
  );
}
