import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { newPerson } from "#tests/support/person.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
// A refusal names what uses a record, as its entity calls it.
import "#worker/domain/index.ts";
import { departments } from "#worker/domain/masters/departments.ts";
import { teams } from "#worker/domain/people/teams.ts";
import type { Session } from "#worker/session.ts";

/* Who is beyond reach stays so when a Location or a team comes to them between the question and the change. */

let w: World;
let company: Company;
let shard: Rows;
let strong: string;
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "races", 2, 0);
  shard = rowsOf(w, company);
  strong = (await newPerson(w, company, { permissions: ["approve-asset"] })).id;
});

/** Reads of each of these commands, before the batch that writes. */
const READS = 2;

/** A colleague without the right, whose command finds that something has come between when it writes. */
function colleague(between: () => Promise<unknown>): Session {
  let batches = 0;
  const door = {
    ...shard.db,
    batch: async (statements: D1PreparedStatement[]) => {
      if (batches++ === READS) await between();
      return shard.db.batch(statements);
    },
  } as D1Database;
  return {
    type: "User",
    actor: { userId: "weak" },
    holds: () => false,
    can: () => true,
    authorize: () => companyDb(shard, door),
  } as unknown as Session;
}

test("a Location is not merged under somebody stronger who was limited to it meanwhile", async () => {
  const newWard = () => shard.add("departments", { name: `Ward ${newId()}` });
  const [from, into] = [await newWard(), await newWard()];
  const limit = () => shard.add("user_scopes", { user_id: strong, department_id: from });
  await expect(departments.merge(colleague(limit), from, { into })).rejects.toMatchObject({
    status: 409,
  });
  const scope = "select department_id from user_scopes where company_id = ? and user_id = ?";
  expect(await shard.all(scope, strong)).toEqual([{ department_id: from }]);
});

test.each(["archive", "remove"] as const)(
  "a team is not touched under somebody stronger who joined meanwhile: %s",
  async (verb) => {
    const team = await shard.add("teams", { name: `Team ${newId()}` });
    const join = () => shard.add("team_members", { team_id: team, user_id: strong });
    const by = colleague(join);
    await expect(
      verb === "archive" ? teams.archive(by, team, true) : teams.remove(by, team),
    ).rejects.toMatchObject({ status: 409 });
    expect(await shard.get("teams", team)).toMatchObject({ archived_at: null, deleted_at: null });
  },
);
