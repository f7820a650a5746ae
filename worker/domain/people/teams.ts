import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { newId } from "#drizzle/columns.ts";
import {
  teams as table,
  teamCategories,
  teamDepartments,
  teamMembers,
  users,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Answer, Command, Row } from "../../db/db.ts";
import { invalid, notFound, stale } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { entity } from "../entity/entity.ts";
import { checked, optionalId, optionalMultiline, optionalWhole, text } from "../entity/fields.ts";
import { type Merged, merging } from "../entity/merge.ts";
import { explainReferences } from "../entity/references.ts";
import { namedBy } from "../lists/more-columns.ts";
import { joining, joiningQueries, withinTeam } from "./joining.ts";
import { serviceTypesOf } from "./matrix.ts";
import { optionalPreset, presettingTeam } from "./presets.ts";
import { beyondReach, membersOf, refuseBeyond, somePeople, stillWithin } from "./reach.ts";
import {
  askedFor,
  ids,
  type Link,
  linkChanges,
  linked,
  linking,
  links,
  type Named,
  names,
  teamIdOf,
} from "./team-links.ts";

const said = {
  name: text("Name", 80),
  description: optionalMultiline(2000, "Description"),
  leaderUserId: optionalId("Leader"),
  /** Of planned work on a working day; empty is as the company has it. */
  capacityHours: optionalWhole("Planned work", 0, 1000),
  memberIds: ids(),
  departmentIds: ids(),
  categoryIds: ids(),
};
/** Of a team that is there, rights are changed on their page. */
const changeInput = z.strictObject(said);
const input = z.strictObject({ ...said, preset: optionalPreset() });
type Values = z.output<typeof changeInput>;

const counting = (link: Link, name: string): SQL.Aliased<number> => {
  const rows = sql`(select count(*) from ${link.table} where ${(link.table as unknown as { companyId: SQLiteColumn }).companyId} = ${table.companyId} and ${teamIdOf(link)} = ${table.id})`;
  return sql<number>`${rows}`.as(name);
};

const verbs = entity({
  table,
  noun: ["team", "teams"],
  subject: "user",
  input,
  list: {
    sorts: { name: table.name },
    more: {
      leaderName: namedBy(users, users.name, table.leaderUserId),
      members: counting(links.memberIds, "members"),
      locations: counting(links.departmentIds, "locations"),
      categories: counting(links.categoryIds, "categories"),
    },
  },
  offered: { to: ["view-asset"] },
  always: (db, { id, gone }) =>
    gone ? names.map((name) => db.removing(links[name].table, eq(teamIdOf(links[name]), id))) : [],
});

/** A team with its members and what it looks after. */
export type Team = Row<typeof table> & {
  leader: Named | null;
  members: Named[];
  locations: Named[];
  categories: Named[];
};

const leaderOf = (db: ReadingDb, teamId: string) =>
  db
    .select({ value: users.id, label: users.name })
    .from(users)
    .where(
      db.ofOwner(
        users,
        sql`${users.id} = (select ${table.leaderUserId} from ${table} where ${db.ofOwner(table, eq(table.id, teamId))})`,
      ),
    )
    .limit(1);
export const teamQueries = (db: ReadingDb, id: string) =>
  [
    db
      .select()
      .from(table)
      .where(db.ofOwner(table, and(eq(table.id, id), sql`${table.deletedAt} is null`)))
      .limit(1),
    leaderOf(db, id),
    linked(db, links.memberIds, id),
    linked(db, links.departmentIds, id),
    linked(db, links.categoryIds, id),
  ] as const;

export const teamOf = ([[row], [leader], members, locations, categories]: readonly [
  Row<typeof table>[],
  Named[],
  Named[],
  Named[],
  Named[],
]): Team => ({
  ...(row ?? notFound("team")),
  leader: leader ?? null,
  members,
  locations,
  categories,
});

const own = ({ name, description, leaderUserId, capacityHours }: Values) => ({
  ...{ name, description, leaderUserId },
  capacityMinutes: capacityHours === null ? null : capacityHours * 60,
});

// Members stay: to join another team gives rights, which is a step of its own.
const merged = merging(verbs, {
  rules: [
    { column: teamDepartments.teamId, things: "Locations" },
    { column: teamCategories.teamId, things: "categories" },
  ],
});

/** Groups that get work and rights. */
export const teams = {
  ...verbs,
  ...merged,

  /** An archived team gives no rights; once restored it gives them again. */
  async archive(
    session: AnySession,
    id: string,
    archived: boolean,
  ): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("edit-user");
    return verbs.archive(
      session,
      id,
      archived,
      await withinTeam(session as Session, db, id, !archived),
    );
  },

  async remove(session: AnySession, id: string): Promise<Answer<{ id: string }>> {
    const db = (session as Session).authorize("delete-user");
    return verbs.remove(session, id, await withinTeam(session as Session, db, id));
  },

  async merge(session: AnySession, id: string, into: unknown): Promise<Answer<Merged>> {
    const db = (session as Session).authorize("edit-user");
    return merged.merge(session, id, into, await withinTeam(session as Session, db, id));
  },

  async find(session: AnySession, id: string): Promise<Team> {
    const db = (session as Session).authorize("view-user");
    return teamOf(await db.read(...teamQueries(db, id)));
  },

  async create(session_: AnySession, input_: unknown): Promise<Answer<{ id: string }>> {
    const session = session_ as Session;
    const db = session.authorize("create-user");
    const { preset, ...values } = checked(input, input_);
    const id = newId();
    const joined = somePeople(values.memberIds);
    const [people, places, kinds, beyond] = await db.read(
      ...askedFor(db, values),
      beyondReach(session, db, joined),
    );
    const changes = linkChanges(values, null, [people, places, kinds]);
    refuseBeyond(beyond, "memberIds");
    const rights = presettingTeam(session, db, id, preset, serviceTypesOf(session));
    if (
      rights.length &&
      session.type !== "Admin" &&
      values.memberIds.includes(session.actor.userId)
    )
      invalid({ preset: ["You cannot give your own team its rights"] });
    const { writes, activity } = verbs.adding(db, id, own(values));
    return explained(db, values, {
      writes: [
        ...writes,
        ...stillWithin(session, db, joined),
        ...linking(db, id, values),
        ...rights,
      ],
      activity: { ...activity, changes: [...(activity.changes ?? []), ...changes] },
      answer: { status: 201, message: "Team added", data: { id } },
    });
  },

  async update(
    session_: AnySession,
    id: string,
    { version, ...input_ }: Record<string, unknown>,
  ): Promise<Answer<{ id: string }>> {
    const session = session_ as Session;
    const db = session.authorize("edit-user");
    const values = checked(changeInput, input_);
    const leaving = sql`${membersOf(db, id)} and ${teamMembers.userId} not in (${somePeople(values.memberIds)})`;
    const [rows, leader, members, locations, categories, beyond, ...more] = await db.read(
      ...teamQueries(db, id),
      beyondReach(session, db, leaving),
      ...askedFor(db, values),
      ...joiningQueries(session, db, id, values.memberIds),
    );
    const before = teamOf([rows, leader, members, locations, categories]);
    if (version !== undefined && version !== "" && Number(version) !== before.version)
      stale(before);
    const [people, places, kinds, ...known] = more;
    const changes = linkChanges(values, before, [people, places, kinds]);
    const had = new Set(before.members.map(({ value }) => value));
    const joined = values.memberIds.filter((value) => !had.has(value));
    refuseBeyond(beyond, "memberIds");
    const { writes, activity } = verbs.changing(db, before, own(values));
    return explained(db, values, {
      writes: [
        ...writes,
        ...joining(session, db, id, joined, known, "memberIds"),
        ...stillWithin(session, db, leaving),
        ...linking(db, id, values),
      ],
      activity: { ...activity, changes: [...(activity.changes ?? []), ...changes] },
      answer: { status: 200, message: "Team saved", data: { id } },
    });
  },
};

async function explained(
  db: CompanyDb,
  values: Values,
  command: Command<{ id: string }>,
): Promise<Answer<{ id: string }>> {
  try {
    return await db.commit(command);
  } catch (refusal) {
    if (refusal instanceof Response) await explainReferences(db, verbs.references, values);
    throw refusal;
  }
}
