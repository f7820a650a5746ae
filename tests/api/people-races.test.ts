import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
// A refusal names what uses a record, as its entity calls it.
import "#worker/domain/index.ts";
import { departments } from "#worker/domain/masters/departments.ts";
import { teams } from "#worker/domain/people/teams.ts";
import type { Session } from "#worker/session.ts";

/* Who is beyond reach stays so when a Location or a team comes to them between the question and the change. */

let w: World;
let company: Company;
let db: D1Database;
let strong: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "races", 2, 0);
  db = w.env.TENANT_DB_0;
  strong = (await newPerson(w, company, { permissions: ["approve-asset"] })).id;
});
const stamps = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });

/** Reads of each of these commands, before the batch that writes. */
const READS = 2;

/** A colleague without the right, whose command finds that something has come between when it writes. */
function colleague(between: () => Promise<void>): Session {
  let batches = 0;
  const door = {
    ...db,
    batch: async (statements: D1PreparedStatement[]) => {
      if (batches++ === READS) await between();
      return db.batch(statements);
    },
  } as D1Database;
  const stamp = {
    actorKind: "user",
    actorId: null,
    actorName: "Weak",
    via: "api",
    ip: null,
    userAgent: null,
    requestId: newId(),
  } as const;
  const authorize = () => new CompanyDb(door, company.id, stamp);
  return {
    type: "User",
    actor: { userId: "weak" },
    holds: () => false,
    can: () => true,
    authorize,
  } as unknown as Session;
}

test("a Location is not merged under somebody stronger who was limited to it meanwhile", async () => {
  const [from, into] = [newId(), newId()];
  for (const id of [from, into])
    await insert(db, "departments", { ...stamps(), id, name: `Ward ${id}` });
  const limit = () =>
    insert(db, "user_scopes", { ...stamps(), user_id: strong, department_id: from });
  await expect(departments.merge(colleague(limit), from, { into })).rejects.toMatchObject({
    status: 409,
  });
  const scope = await db
    .prepare("select department_id from user_scopes where company_id = ? and user_id = ?")
    .bind(company.id, strong)
    .all();
  expect(scope.results).toEqual([{ department_id: from }]);
});

test.each(["archive", "remove"] as const)(
  "a team is not touched under somebody stronger who joined meanwhile: %s",
  async (verb) => {
    const team = newId();
    await insert(db, "teams", { ...stamps(), id: team, name: `Team ${team}` });
    const join = () => insert(db, "team_members", { ...stamps(), team_id: team, user_id: strong });
    const by = colleague(join);
    await expect(
      verb === "archive" ? teams.archive(by, team, true) : teams.remove(by, team),
    ).rejects.toMatchObject({ status: 409 });
    const row = await db
      .prepare("select archived_at, deleted_at from teams where company_id = ? and id = ?")
      .bind(company.id, team)
      .first();
    expect(row).toEqual({ archived_at: null, deleted_at: null });
  },
);
