import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import { roles, staff as table } from "#drizzle/control/index.ts";
import { tablesOf } from "../../auth/realm.ts";
import { endingSessions } from "../../auth/session-life.ts";
import type { Answer } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { PlatformDb } from "../../db/platform-db.ts";
import { endingLinks, sendingLink } from "../../mail/links.ts";
import { conflict, forbidden, notFound } from "../../refusals.ts";
import type { StaffSession } from "../../session.ts";
import { allowing, askOf, lostDeviceOf } from "../account/lost-device.ts";
import { provePassword } from "../account/prove-password.ts";
import { checked, email, id as idField, text } from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { recorded } from "../entity/recorded.ts";
import { askedOf } from "../lists/list-query.ts";
import { newFactorsInput } from "../people/new-factors.ts";
import { foundBy } from "../search/found-by.ts";
import { PLATFORM } from "../search/search.ts";
import { mayGive } from "./roles.ts";

export const inviteInput = z.strictObject({
  name: text("Name", 100),
  email: email(),
  phone: optionalPhone("Phone"),
  roleId: idField("Role is required"),
});
export const roleInput = z.strictObject({ roleId: idField("Role is required") });

const columns = {
  id: sql<string>`${table.id}`.as("staff_id"),
  name: sql<string>`${table.name}`.as("staff_name"),
  email: table.email,
  status: table.status,
  roleId: table.roleId,
  roleName: sql<string>`${roles.name}`.as("role_name"),
  isSystem: roles.isSystem,
  hasTwoFactors: sql<number>`(${table.secondFactorSince} is not null)`.as("two_factors"),
  lastLoginAt: table.lastLoginAt,
  version: sql<number>`${table.version}`.as("staff_version"),
};

/** The platform's own people, with the roles they may get. */
export async function listStaff(session: StaffSession, params: URLSearchParams) {
  const db = session.authorize("manage-user");
  const query = askedOf(params, ["name"], ["status", "role"]);
  const slice = keyset(table.name, table.id, query, params);
  const { status, role } = query.filters;
  const [rows, offered] = await db.read(
    db
      .select(columns)
      .from(table)
      .innerJoin(roles, eq(roles.id, table.roleId))
      .where(
        and(
          status ? sql`${table.status} = ${status}` : ne(table.status, "left"),
          role ? eq(table.roleId, role) : undefined,
          query.q ? foundBy(PLATFORM, "staff", table.id, query.q) : undefined,
          slice.where,
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    db
      .select({ value: roles.id, label: roles.name })
      .from(roles)
      .where(isNull(roles.archivedAt))
      .orderBy(asc(roles.name)),
  );
  return {
    ...slice.page(rows, (row) => row.name, null),
    query,
    roles: offered,
    me: session.actor.userId,
  };
}

async function one(db: PlatformDb, id: string) {
  const [[person]] = await db.read(
    db
      .select(columns)
      .from(table)
      .innerJoin(roles, eq(roles.id, table.roleId))
      .where(eq(table.id, id))
      .limit(1),
  );
  return person ?? notFound("person");
}
type Person = Awaited<ReturnType<typeof one>>;

/** One of the platform's people. @throws Response 404 for nobody */
export const findStaff = async (session: StaffSession, id: string) =>
  one(session.authorize("manage-user"), id);

/** @throws Response 403 for oneself, 404 for nobody */
async function other(session: StaffSession, db: PlatformDb, id: string): Promise<Person> {
  if (id === session.actor.userId) forbidden("You cannot do this to yourself");
  return one(db, id);
}

const asSeen = (db: PlatformDb, { id, version }: Person) =>
  db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.version, version))!));

/** Somebody else with the system role is active: goes before a change that takes one away. */
const anotherSuper = (db: PlatformDb, person: Person) =>
  person.isSystem && person.status === "active"
    ? [
        db.assert(
          "last_admin",
          sql`exists (select 1 from ${table} join ${roles} on ${roles.id} = ${table.roleId} where ${roles.isSystem} = 1 and ${table.status} = 'active' and ${ne(table.id, person.id)})`,
        ),
      ]
    : [];
const LAST = "The platform needs at least one active superadmin";
/** Says which superadmin is the last, where the database has refused to lose them. */
async function keepingSuperadmin(
  work: Promise<Answer<{ id: string }>>,
): Promise<Answer<{ id: string }>> {
  try {
    return await work;
  } catch (refusal) {
    const isLast =
      refusal instanceof Response &&
      refusal.status === 409 &&
      (await refusal.clone().text()).includes("active Admin");
    if (isLast) conflict(LAST);
    throw refusal;
  }
}

const recordedOf = (
  verb: string,
  person: Pick<Person, "id" | "name">,
  message: string,
  changes: Change[] = [],
) => recorded("staff", `${verb}.staff`, person, message, { changes });
const deskOf = (session: StaffSession, db: PlatformDb) => ({
  db,
  origin: session.origin,
  ...tablesOf.platform,
});
const newEpoch = { sessionEpoch: sql`${table.sessionEpoch} + 1` };

/** What may be done to the platform's people, by the form's intent. */
export const staffCommands = {
  async invite(session: StaffSession, _: string, input: unknown): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const values = checked(inviteInput, input);
    const role = await mayGive(db, session, values.roleId);
    const person = { ...values, id: newId() };
    const { activity, answer } = recordedOf(
      "invite",
      person,
      `${values.email} gets an invitation`,
      [{ field: "role", from: null, to: role.name }],
    );
    return db.commit({
      writes: [
        db.inserting(table, { ...person, status: "invited" }),
        ...(await sendingLink(deskOf(session, db), person, "invite")),
      ],
      activity,
      answer: { ...answer, status: 201 },
    });
  },

  async role(session: StaffSession, id: string, input: unknown): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const { roleId } = checked(roleInput, input);
    const person = await other(session, db, id);
    // What a person has now must be one's own too, or a lower one could demote a higher one.
    await mayGive(db, session, person.roleId);
    const role = await mayGive(db, session, roleId);
    return keepingSuperadmin(
      db.commit({
        writes: [
          asSeen(db, person),
          ...(roleId === person.roleId ? [] : anotherSuper(db, person)),
          db.updating(table, eq(table.id, id), { roleId }),
        ],
        ...recordedOf("change_role", person, `${person.name} is ${role.name}`, [
          { field: "role", from: person.roleName, to: role.name },
        ]),
      }),
    );
  },

  async suspend(session: StaffSession, id: string): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const person = await other(session, db, id);
    await mayGive(db, session, person.roleId);
    if (person.status !== "active" && person.status !== "invited")
      conflict(`${person.name} is ${person.status}`);
    const desk = deskOf(session, db);
    return keepingSuperadmin(
      db.commit({
        writes: [
          asSeen(db, person),
          ...anotherSuper(db, person),
          db.updating(table, eq(table.id, id), { status: "suspended", ...newEpoch }),
          ...endingSessions(desk, id),
          ...(["invite", "reset_password"] as const).map((purpose) =>
            endingLinks(desk, id, purpose),
          ),
        ],
        ...recordedOf("suspend", person, `${person.name} is suspended`, [
          { field: "status", from: person.status, to: "suspended" },
        ]),
      }),
    );
  },

  /** @throws Response 409 where the person has not asked for it; 422 for a wrong proof of who allows it */
  async "new-factors"(
    session: StaffSession,
    id: string,
    input: unknown,
  ): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const { password } = checked(newFactorsInput, input);
    const person = await other(session, db, id);
    await mayGive(db, session, person.roleId);
    const desk = deskOf(session, db);
    const [asks] = await db.read(lostDeviceOf(desk, id));
    const asked = askOf(asks, person);
    await provePassword(session, password, "password");
    return db.commit({
      writes: [asSeen(db, person), ...(await allowing(desk, person, asked, "UTC"))],
      ...recordedOf("allow_new_factors", person, `${person.name} gets a letter with a link`),
    });
  },

  async reactivate(session: StaffSession, id: string): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const person = await other(session, db, id);
    await mayGive(db, session, person.roleId);
    if (person.status !== "suspended") conflict(`${person.name} is ${person.status}`);
    const status = sql`case when ${table.passwordHash} is null then 'invited' else 'active' end`;
    return db.commit({
      writes: [asSeen(db, person), db.updating(table, eq(table.id, id), { status })],
      ...recordedOf("reactivate", person, `${person.name} can sign in again`, [
        { field: "status", from: "suspended", to: "active" },
      ]),
    });
  },

  async "send-link"(session: StaffSession, id: string): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const person = await other(session, db, id);
    if (person.status !== "active" && person.status !== "invited")
      conflict(`${person.name} is ${person.status}`);
    const purpose = person.status === "invited" ? "invite" : "reset_password";
    return db.commit({
      writes: [asSeen(db, person), ...(await sendingLink(deskOf(session, db), person, purpose))],
      ...recordedOf("send_link", person, `A link was sent to ${person.email}`),
    });
  },

  async "sign-out"(session: StaffSession, id: string): Promise<Answer<{ id: string }>> {
    const db = session.authorize("manage-user");
    const person = await other(session, db, id);
    return db.commit({
      writes: [
        db.updating(table, eq(table.id, id), newEpoch),
        ...endingSessions(deskOf(session, db), id),
      ],
      ...recordedOf("end_sessions", person, `${person.name} is signed out everywhere`),
    });
  },
};
export type StaffCommand = keyof typeof staffCommands;
