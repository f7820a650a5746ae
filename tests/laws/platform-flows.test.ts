import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { afterAll, describe, expect, test } from "vitest";
import { signedIn, superAdmin } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { at } from "#tests/support/manifest.ts";
import { grantStaff, peopleOf } from "#tests/support/people.ts";
import { colleague } from "#tests/support/person.ts";
import { platformCases, platformMoves, standOnPlatform } from "#tests/support/platform-flows.ts";
import { dumpOnPlatform } from "#tests/support/platform-twins.ts";
import { camel, snake } from "#tests/support/schema.ts";
import { fill } from "#tests/support/twins.ts";
import { addCompany, openWorld } from "#tests/support/world.ts";
import { platformFlows } from "#worker/domain/index.ts";
import { type PlatformPermission, platformPermissions, vocabulary } from "#worker/permissions.ts";

// Its own: an order is paid at a gateway only while the settings of the platform say so.
const w = await openWorld();
afterAll(() => w.server.close());
const twin = await fill(w, await addCompany(w.env, "buyers", 2, 0));
const neighbour = await fill(w, await addCompany(w.env, "buyerstoo", 2, 0));
const admin = await signedIn(w, twin.company, "admin");
const otherAdmin = await signedIn(w, neighbour.company, "admin");
const people = await peopleOf(w, twin);
const staff = await superAdmin(w);
const db = w.env.CONTROL_DB;

type Move = (typeof platformMoves)[number];
type Refusal = { message: string; data?: { newer?: object } };
const tableOf = ({ flow }: Move) => getTableName(platformFlows[flow]!.table);
const idOf = (move: Move, of = twin) => String(of.rows[tableOf(move)]!.id);
const send = (
  move: Move,
  by = move.isOfStaff ? staff : admin,
  more: object = {},
  id = idOf(move),
) =>
  by.api(at(move.path, id), {
    method: "POST",
    body: { ...platformCases[move.flow]!.forms[move.move]!(), ...more },
  });
const inState = (move: Move, state: string) =>
  db.batch([
    ...Object.keys(platformCases)
      .filter((flow) => flow !== move.flow && flow in platformFlows)
      .flatMap((flow) => standOnPlatform(twin, flow, platformCases[flow]!.rests)),
    ...standOnPlatform(twin, move.flow, state, move.move),
  ]);
const rowOf = async (move: Move) =>
  (await db
    .prepare(`select * from ${tableOf(move)} where id = ?`)
    .bind(idOf(move))
    .first<Record<string, unknown>>())!;
/** How many rows a record has in the platform's log, as its company's, and among its events. */
async function written(move: Move) {
  const { events, name } = platformFlows[move.flow]!;
  const count = (sql: string, ...values: string[]) =>
    db
      .prepare(`select count(*) as n from ${sql}`)
      .bind(...values)
      .first<number>("n");
  return {
    log: await count(
      "platform_activity_log where entity_id = ? and entity_kind = ? and company_id = ?",
      ...[idOf(move), name, twin.company.id],
    ),
    events: events
      ? await count(
          `${getTableName(events.table)} where ${snake(events.of)} = ? and company_id = ?`,
          ...[idOf(move), twin.company.id],
        )
      : 0,
  };
}
/** Expects that nothing of either company changes while `work` runs. */
async function refused(work: () => Promise<unknown>) {
  const look = () =>
    Promise.all([twin, neighbour].map(({ company }) => dumpOnPlatform(w, company)));
  const before = await look();
  await work();
  expect(await look()).toEqual(before);
}

test("every machine is registered with rows for these laws, and is whole", () => {
  expect(Object.keys(platformCases).sort()).toEqual(Object.keys(platformFlows).sort());
  for (const [key, { rules, table, column, inputs, works }] of Object.entries(platformFlows)) {
    const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
    expect(Object.keys(platformCases[key]!.forms).sort()).toEqual(Object.keys(inputs).sort());
    const states = Object.keys(rules.states);
    if (column) expect([...columns[column]!.enumValues!].sort()).toEqual([...states].sort());
    for (const [move, { from, to, by }] of Object.entries(rules.moves)) {
      expect(states, move).toEqual(expect.arrayContaining([...from, ...[to ?? []].flat()]));
      const known = [...platformPermissions, ...vocabulary.keys()] as string[];
      if (by) expect(known, move).toContain(by);
    }
    for (const [move, { stamp }] of Object.entries(works))
      expect(stamp === undefined || `${stamp}At` in columns, move).toBe(true);
  }
});

describe.each(platformMoves.map((move) => [`${move.flow}: ${move.move}`, move] as const))(
  "%s",
  (_, move) => {
    const { rule, isOfStaff } = move;
    const { rules, events } = platformFlows[move.flow]!;
    const [start = ""] = rule.from;

    test("from each state it starts from, it writes one row of the log and one event", async () => {
      for (const state of rule.from) {
        await inState(move, state);
        const [row, before] = [await rowOf(move), await written(move)];
        await expectAnswer(send(move), 200);
        const after = await rowOf(move);
        expect(after.version, state).toBe(Number(row.version) + 1);
        expect(await written(move), state).toEqual({
          log: before.log! + 1,
          events: before.events! + (events ? 1 : 0),
        });
        const to = rule.to === undefined ? [state] : [rule.to].flat();
        expect(to).toContain(rules.stateOf(camel(after) as never));
      }
    });

    test("from any other state it is refused, and writes nothing", async () => {
      for (const state of Object.keys(rules.states).filter((one) => !rule.from.includes(one))) {
        await inState(move, state);
        await refused(async () => {
          const answer = await send(move);
          const { message } = (await answer.json()) as Refusal;
          expect([answer.status, message.length > 0], state).toEqual([409, true]);
        });
      }
    });

    test("nobody else makes it: not without the permission, not of another company, not at the other host", async () => {
      await inState(move, start);
      await refused(async () => {
        if (rule.reason === "required")
          expect((await send(move, undefined, { reason: "" })).status).toBe(422);
        expect((await send(move, undefined, { unknown: "field" })).status).toBe(422);
        if (isOfStaff) {
          const others = platformPermissions.filter((one) => one !== rule.by);
          await grantStaff(w, people.staff, others as PlatformPermission[]);
          expect((await send(move, people.staff.client)).status).toBe(403);
          expect([401, 403, 404]).toContain((await send(move, admin)).status);
        } else {
          const held = [...vocabulary.keys()].filter((one) => one !== rule.by);
          const weaker = await colleague(w, twin.company, ...held);
          expect((await send(move, weaker.client)).status).toBe(403);
          if (rule.isAdminOnly) {
            const user = await colleague(w, twin.company, rule.by!);
            expect((await send(move, user.client)).status).toBe(403);
          }
          expect((await send(move, otherAdmin)).status).toBe(404);
          expect([401, 403, 404]).toContain((await send(move, staff)).status);
        }
        expect(
          (await send(move, undefined, {}, "01900000-0000-7000-8000-000000000000")).status,
        ).toBe(404);
      });
    });

    test("of two people at once one makes it", async () => {
      await inState(move, start);
      const { version } = await rowOf(move);
      const before = await written(move);
      expect((await send(move, undefined, { version: Number(version) - 1 })).status).toBe(409);
      const answers = await Promise.all([1, 2].map(() => send(move, undefined, { version })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await written(move)).log).toBe(before.log! + 1);
    });
  },
);
