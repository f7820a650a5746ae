import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import { teamMembers, teams, users } from "#drizzle/tenant/index.ts";
import type { Statement } from "../../db/db.ts";
import { among } from "../../db/predicates.ts";
import { notFound, refuse } from "../../refusals.ts";
import type { Directory } from "./directory.ts";
import { badPath, badValue } from "./filter.ts";
import { readingGroup, readingMembers, scimGroup } from "./groups.ts";
import { tagOf } from "./resources.ts";
import { operationsOf } from "./said.ts";
import { namingExternal, refused } from "./user-writes.ts";

const LONGEST_NAME = 80;
const LONGEST_EXTERNAL = 255;
const MOST_MEMBERS = 500;

/** What a directory says of a team: members as a whole, or who joins and who leaves. */
type Said = {
  name?: string;
  externalId?: string | null;
  members?: string[];
  joins: string[];
  leaves: string[];
};

function nameOf(value: unknown): string {
  const name = typeof value === "string" ? value.trim().replace(/\s+/g, " ") : "";
  if (!name || name.length > LONGEST_NAME)
    badValue(`displayName must have 1 to ${LONGEST_NAME} characters`);
  return name;
}
const externalOf = (value: unknown) =>
  typeof value === "string" && value && value.length <= LONGEST_EXTERNAL ? value : null;

/** The ids of members, sent as a list or alone. */
function membersOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length > MOST_MEMBERS) badValue(`At most ${MOST_MEMBERS} members at once`);
  return list.map((one: unknown) => {
    const id = typeof one === "object" && one !== null ? (one as { value?: unknown }).value : one;
    return typeof id === "string" && id && id.length <= 64 ? id : badValue("A member needs its id");
  });
}

/** What a whole resource says. @throws Response 400 */
export function groupIn(body: unknown): Said {
  if (typeof body !== "object" || body === null) return badValue("The body must be an object");
  const { displayName, externalId, members } = body as Record<string, unknown>;
  return {
    ...{ name: nameOf(displayName), externalId: externalOf(externalId) },
    ...{ members: membersOf(members), joins: [], leaves: [] },
  };
}

const oneMember = /^members\[value eq "([^"]{1,64})"\]$/i;
/** What a PATCH of a team says. @throws Response 400 */
export function groupByPatch(body: unknown): Said {
  const said: Said = { joins: [], leaves: [] };
  const take = (op: string, path: string, value: unknown) => {
    const name = path.toLowerCase();
    const [, one] = oneMember.exec(path) ?? [];
    if (one !== undefined && op === "remove") said.leaves.push(one);
    else if (name === "members" && op === "add") said.joins.push(...membersOf(value));
    else if (name === "members" && op === "remove" && value !== undefined)
      said.leaves.push(...membersOf(value));
    else if (name === "members") said.members = op === "remove" ? [] : membersOf(value);
    else if (name === "displayname" && op !== "remove") said.name = nameOf(value);
    else if (name === "externalid") said.externalId = op === "remove" ? null : externalOf(value);
    else if (name !== "id" && name !== "schemas" && name !== "meta")
      badPath(`${path.slice(0, 80)} is not an attribute of a group that can be changed so`);
  };
  for (const { op, path, value } of operationsOf(body)) {
    if (path) take(op, path, value);
    else if (op === "remove" || typeof value !== "object" || value === null)
      badPath("The operation needs a path");
    else for (const [name, inner] of Object.entries(value)) take(op, name, inner);
  }
  if (said.joins.length + said.leaves.length > MOST_MEMBERS)
    badValue(`At most ${MOST_MEMBERS} members at once`);
  return said;
}

/** People of the company by their ids, as a statement. */
const readingPeople = ({ db }: Directory, ids: readonly string[]) =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(db.ofOwner(users, and(inArray(users.id, among(ids)), ne(users.status, "left"))));

const unknownMember = () => badValue("A member was not found");

/** People join a team, as a statement; whoever is in it already stays. */
const joining = ({ db }: Directory, teamId: string, ids: readonly string[]): Statement => {
  const at = sql`cast(${Date.now()} as integer)`;
  const wanted = JSON.stringify(ids.map((value) => ({ id: newId(), value })));
  return db.run(sql`insert into ${teamMembers} ("company_id", "id", "created_at", "updated_at", "version", "team_id", "user_id")
    select ${db.companyId}, "value" ->> 'id', ${at}, ${at}, 1, ${teamId}, "value" ->> 'value' from json_each(${wanted})
    where true on conflict do nothing`);
};

/** Makes a team without any rights. @throws Response 400; 409 for a name that a team has */
export async function createGroup(
  directory: Directory,
  { name = "", externalId = null, members = [] }: Said,
) {
  const { db } = directory;
  const ids = [...new Set(members)];
  const id = newId();
  const [people] = await db.read(readingPeople(directory, ids));
  if (people.length !== ids.length) unknownMember();
  try {
    await db.commit({
      writes: [
        db.inserting(teams, { id, name }),
        ...namingExternal(directory, "group", id, externalId),
        ...(ids.length ? [joining(directory, id, ids)] : []),
      ],
      activity: {
        ...{ action: "create.team", kind: "team", id, label: name },
        changes: membersChanged([], people),
      },
      answer: { status: 201, message: "", data: null },
    });
  } catch (error) {
    return refused(directory, error);
  }
  return scimGroup(directory, id);
}

const membersChanged = (
  left: readonly { name: string }[],
  joined: readonly { name: string }[],
): Change[] => {
  const words = (list: readonly { name: string }[]) =>
    list.map(({ name }) => name).join(", ") || null;
  return left.length || joined.length
    ? [{ field: "members", from: words(left), to: words(joined) }]
    : [];
};

/**
 * Changes a team's name and members. Whoever joins gets its rights, and whoever leaves loses them, on their next request.
 * @throws Response 400 for a member of another company; 404; 409; 412
 */
export async function changeGroup(
  directory: Directory,
  id: string,
  tag: string | null,
  said: Said,
) {
  const { db } = directory;
  const asked = [...new Set([...(said.members ?? []), ...said.joins])];
  const [[found], before, people] = await db.read(
    readingGroup(directory, id),
    readingMembers(directory, among([id])),
    readingPeople(directory, asked),
  );
  const team = found ?? notFound("team");
  if (tag && tag !== "*" && tag !== tagOf(team)) refuse(412, "This team was changed meanwhile");
  if (people.length !== asked.length) unknownMember();
  const has = new Map(before.map(({ value, display }) => [value, display]));
  const staying = said.members ? new Set([...said.members, ...said.joins]) : null;
  const gone = new Set(said.leaves);
  const left = before
    .filter(({ value }) => gone.has(value) || (staying !== null && !staying.has(value)))
    .map(({ value, display }) => ({ id: value, name: display }));
  const joined = people.filter((person) => !has.has(person.id) && !gone.has(person.id));
  const name = said.name ?? team.name;
  const isNamed = said.externalId !== undefined && said.externalId !== team.externalId;
  const changes = [
    ...(name === team.name ? [] : [{ field: "name", from: team.name, to: name }]),
    ...membersChanged(left, joined),
  ];
  if (!changes.length && !isNamed) return scimGroup(directory, id);
  try {
    await db.commit({
      writes: [
        db.assertUnchanged(teams, team),
        db.updating(teams, eq(teams.id, id), { name }),
        ...(isNamed ? namingExternal(directory, "group", id, said.externalId ?? null) : []),
        ...(joined.length
          ? [
              joining(
                directory,
                id,
                joined.map((one) => one.id),
              ),
            ]
          : []),
        ...(left.length
          ? [
              db.removing(
                teamMembers,
                and(
                  eq(teamMembers.teamId, id),
                  inArray(teamMembers.userId, among(left.map((one) => one.id))),
                )!,
              ),
            ]
          : []),
      ],
      activity: { action: "update.team", kind: "team", id, label: name, changes },
      answer: { status: 200, message: "", data: null },
    });
  } catch (error) {
    return refused(directory, error);
  }
  return scimGroup(directory, id);
}

/** Archives a team without its members: work that names it keeps it. @throws Response 404; 412 */
export async function removeGroup(directory: Directory, id: string, tag: string | null) {
  const { db } = directory;
  const [[found]] = await db.read(readingGroup(directory, id));
  const team = found ?? notFound("team");
  if (tag && tag !== "*" && tag !== tagOf(team)) refuse(412, "This team was changed meanwhile");
  await db.commit({
    writes: [
      db.assertUnchanged(teams, team),
      db.removing(teamMembers, eq(teamMembers.teamId, id)),
      ...namingExternal(directory, "group", id, null),
      db.updating(teams, eq(teams.id, id), { archivedAt: Date.now() }),
    ],
    activity: { action: "archive.team", kind: "team", id, label: team.name },
    answer: { status: 204, message: "", data: null },
  });
}
