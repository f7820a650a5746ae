import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { asksOf } from "#app/shared/flows/rules.ts";
import { newId } from "#drizzle/columns.ts";
import type { Fields } from "#tests/support/bodies.ts";
import { bodyOfCall } from "#tests/support/call-bodies.ts";
import { type Client, clientOf, signedIn } from "#tests/support/client.ts";
import { allFlows, cases, moveCalls, stand } from "#tests/support/flows.ts";
import { at, calls } from "#tests/support/manifest.ts";
import { newPerson } from "#tests/support/person.ts";
import { settle } from "#tests/support/settle.ts";
import { statesDoc } from "#tests/support/states-doc.ts";
import { dump, fill, kept, type Twin } from "#tests/support/twins.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";
import { vocabulary } from "#worker/permissions.ts";

let w: World;
let twin: Twin;
let neighbour: Twin;
let admin: Client;
beforeAll(async () => {
  w = await world();
  twin = await fill(w, await addCompany(w.env, "flows", 2, 0));
  neighbour = await fill(w, await addCompany(w.env, "flowstoo", 2, 0));
  admin = await signedIn(w, twin.company, "admin");
});

type Move = (typeof moveCalls)[number];
type Refusal = { message: string; data?: { changedBy?: { name: string } } };

describe("a machine", () => {
  test.each(Object.keys(allFlows))("%s is whole", (key) => {
    const { rules, table, column, inputs, works } = allFlows[key]!;
    const columns = getTableColumns(table) as Record<string, SQLiteColumn>;
    const states = Object.keys(rules.states);
    expect(Object.keys(cases)).toContain(key);
    expect(Object.keys(cases[key]!.forms).sort()).toEqual(Object.keys(inputs).sort());
    if (column) expect([...columns[column]!.enumValues!].sort()).toEqual([...states].sort());
    for (const [move, rule] of Object.entries(rules.moves)) {
      const named = [...rule.from, ...(rule.to === undefined ? [] : [rule.to].flat())];
      expect([move, named.filter((state) => !states.includes(state))]).toEqual([move, []]);
      const people = Object.keys({ ...rule.orBy, ...rule.not });
      expect([move, people.filter((one) => !(one in columns))]).toEqual([move, []]);
    }
    const unknown = asksOf(rules).permissions.filter((one) => !vocabulary.has(one as never));
    expect(unknown).toEqual([]);
    for (const [move, { stamp }] of Object.entries(works))
      expect([move, stamp === undefined || `${stamp}At` in columns]).toEqual([move, true]);
  });

  test("is registered with rows for these laws", () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(allFlows).sort());
  });
});

const tableOf = (key: string) => cases[key]!.table;
const idOf = (key: string, of = twin) => String(of.rows[tableOf(key)]!.id);
const first = <R>(sql: string, ...values: unknown[]) =>
  twin.db
    .prepare(sql)
    .bind(twin.company.id, ...values)
    .first<R>();
const rowOf = (key: string) =>
  first<{ version: number }>(
    `select * from "${tableOf(key)}" where company_id = ? and id = ?`,
    idOf(key),
  ).then((row) => row as Record<string, unknown>);

/** How many rows of the log, and of the machine's events, a record has. */
async function written(key: string) {
  const { events, name } = allFlows[key]!;
  const log = await first<{ n: number }>(
    "select count(*) as n from activity_log where company_id = ? and entity_id = ? and entity_kind = ?",
    ...[idOf(key), name],
  );
  const of = events?.of.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const told = events
    ? await first<{ n: number }>(
        `select count(*) as n from "${getTableName(events.table)}" where company_id = ? and "${of}" = ?`,
        idOf(key),
      )
    : null;
  return { log: log!.n, events: told?.n ?? 0 };
}

/** Why a record was moved, by the newest entry of the log. */
const lastReason = async (key: string) => {
  const entry = await first<{ reason: string | null }>(
    "select reason from activity_log where company_id = ? and entity_id = ? order by id desc limit 1",
    idOf(key),
  );
  return entry!.reason;
};

const callOf = ({ call }: Move) => calls.find(({ method, path }) => `${method} ${path}` === call)!;
const send = (
  move: Move,
  by: Client,
  more: { without?: string; id?: string; headers?: Record<string, string> } = {},
) => {
  const call = callOf(move);
  const { [more.without ?? ""]: _, ...body } = bodyOfCall(call, twin.rows)!.fields as Fields;
  return by.api(at(call.path, more.id ?? idOf(move.flow)), {
    method: "POST",
    body,
    headers: more.headers ?? {},
  });
};
/** Everything else as it was made, and the machine's row in this state. */
async function inState(move: Move, state: string) {
  await settle(twin, callOf(move));
  await stand(twin, move.flow, state, move.move).run();
}
const stateOf = async (key: string) => {
  const row = await rowOf(key);
  const camel = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
  return allFlows[key]!.rules.stateOf(camel);
};
const someone = async (...permissions: string[]) =>
  clientOf(w, twin.company.host, (await newPerson(w, twin.company, { permissions })).email);

/** The tables that a refused move could have written. */
const others = (key: string) => {
  const { events } = allFlows[key]!;
  const looked = [tableOf(key), "activity_log", "counters", "assets", "notifications"];
  if (events) looked.push(getTableName(events.table));
  return kept.map(getTableName).filter((name) => !looked.includes(name));
};

describe.each(moveCalls.map((move) => [`${move.flow}: ${move.move}`, move] as const))(
  "%s",
  (_, move) => {
    const { flow: key, rule } = move;
    const { rules, events, works } = allFlows[key]!;
    const { stamp } = works[move.move]!;
    const [start] = rule.from;

    test("from each state it starts from, it writes one event and one row of the log", async () => {
      for (const state of rule.from) {
        await inState(move, state);
        const [row, before, since] = [await rowOf(key), await written(key), Date.now()];
        const answer = await send(move, admin);
        expect([state, answer.status, answer.status === 200 || (await answer.text())]).toEqual([
          state,
          200,
          true,
        ]);
        const [after, now] = [await rowOf(key), await written(key)];
        expect([state, after.version]).toEqual([state, Number(row.version) + 1]);
        if (stamp) expect(after[`${stamp}_at`]).toBeGreaterThanOrEqual(since);
        expect([state, now]).toEqual([
          state,
          { log: before.log + 1, events: before.events + (events ? 1 : 0) },
        ]);
        const to = rule.to === undefined ? [state] : [rule.to].flat();
        expect(to).toContain(await stateOf(key));
        const { reason = null } = bodyOfCall(callOf(move), twin.rows)!.fields;
        expect([state, await lastReason(key)]).toEqual([state, reason]);
      }
    });

    test("from any other state it is refused, and writes nothing", async () => {
      const elsewhere = Object.keys(rules.states).filter((state) => !rule.from.includes(state));
      for (const state of elsewhere) {
        await inState(move, state);
        const before = await dump(twin, others(key));
        const answer = await send(move, admin);
        const { message } = (await answer.json()) as Refusal;
        expect([state, answer.status, message.length > 0]).toEqual([state, 409, true]);
        expect([state, await dump(twin, others(key))]).toEqual([state, before]);
      }
    });

    test("it is refused without its reason, to a weaker colleague, and for another company's id", async () => {
      await inState(move, start!);
      const before = await dump(twin, others(key));
      if (rule.reason === "required") {
        const answer = await send(move, admin, { without: "reason" });
        const { errors } = (await answer.json()) as { errors: object };
        expect([answer.status, Object.keys(errors)]).toEqual([422, ["reason"]]);
      }
      const held = asksOf({ moves: { [move.move]: rule } }).permissions;
      const weaker = await someone(...[...vocabulary.keys()].filter((one) => !held.includes(one)));
      expect((await send(move, weaker)).status).toBe(403);
      if (rule.isAdminOnly)
        expect((await send(move, await someone("view-asset", rule.by!))).status).toBe(403);
      for (const lesser of Object.values<string | undefined>(rule.orBy ?? {}))
        expect([lesser, (await send(move, await someone(lesser!))).status]).toEqual([lesser, 403]);
      expect((await send(move, admin, { id: idOf(key, neighbour) })).status).toBe(404);
      expect(await dump(twin, others(key))).toEqual(before);
    });

    test("people who had a part in the record that excludes it may not make it", async () => {
      for (const column of Object.keys(rule.not ?? {})) {
        await inState(move, start!);
        const person = await newPerson(w, twin.company, { permissions: [rule.by!] });
        const name = column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        await twin.db
          .prepare(`update "${tableOf(key)}" set "${name}" = ? where company_id = ? and id = ?`)
          .bind(person.id, twin.company.id, idOf(key))
          .run();
        const by = await clientOf(w, twin.company.host, person.email);
        expect([column, (await send(move, by)).status]).toEqual([column, 403]);
      }
    });

    test("of two people at once one makes it, and the other is told who was first", async () => {
      const other = rule.isAdminOnly ? admin : await someone(rule.by!);
      const names = ["admin of flows", rule.isAdminOnly ? "admin of flows" : "Pat Person"];
      await inState(move, start!);
      const before = await written(key);
      const { version } = (await rowOf(key)) as { version: number };
      expect((await sendFrom(move, admin, version - 1)).status).toBe(409);
      const answers = await Promise.all([admin, other].map((by) => sendFrom(move, by, version)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const { data } = (await answers[1 - winner]!.json()) as Refusal;
      expect(data?.changedBy?.name).toBe(names[winner]);
      expect((await written(key)).log).toBe(before.log + 1);
    });

    test("a repeated key gives the first answer", async () => {
      await inState(move, start!);
      const headers = { "Idempotency-Key": newId() };
      const call = callOf(move);
      const { fields } = bodyOfCall(call, twin.rows)!;
      const sent = () =>
        admin.api(at(call.path, idOf(key)), { method: "POST", body: fields, headers });
      const [one, before] = [await sent(), await written(key)];
      const two = await sent();
      expect([one.status, await two.text()]).toEqual([200, await one.text()]);
      expect(await written(key)).toEqual(before);
    });
  },
);

/** A move as a page posts it: with the version of the record that was shown. */
function sendFrom(move: Move, by: Client, version: number) {
  const call = callOf(move);
  const { fields } = bodyOfCall(call, twin.rows)!;
  return by.api(at(call.path, idOf(move.flow)), { method: "POST", body: { ...fields, version } });
}

test("docs/states.md shows every machine; `-u` writes it anew", async () => {
  await expect(statesDoc()).toMatchFileSnapshot("../../docs/states.md");
});
