import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { asksOf } from "#app/shared/flows/rules.ts";
import { newId } from "#drizzle/columns.ts";
import { bodyOfCall } from "#tests/support/call-bodies.ts";
import { signAsItStands } from "#tests/support/certificate-rows.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { expectAnswer } from "#tests/support/expect-answer.ts";
import { allFlows, cases, eventTables, moveCalls, stand } from "#tests/support/flows.ts";
import { writesNothing } from "#tests/support/laws.ts";
import { at, calls } from "#tests/support/manifest.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { camel, snake } from "#tests/support/schema.ts";
import { settling } from "#tests/support/settle.ts";
import { statesDoc } from "#tests/support/states-doc.ts";
import { fill, kept } from "#tests/support/twins.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { Guest } from "#worker/auth/guest.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { limitedTables } from "#worker/db/scope.ts";
import { viewNeeds } from "#worker/domain/activity/viewer.ts";
import { flows } from "#worker/domain/index.ts";
import { vocabulary } from "#worker/permissions.ts";
import type { Company } from "#worker/session.ts";

const w = await world();
const twin = await fill(w, await addCompany(w.env, "flows", 2, 0));
const neighbour = await fill(w, await addCompany(w.env, "flowstoo", 2, 0));
const admin = await signedIn(w, twin.company, "admin");

type Columns = Record<string, SQLiteColumn>;
type Move = (typeof moveCalls)[number];
type Refusal = { message: string; data?: { changedBy?: { name: string } } };

describe("a machine", () => {
  test.each(Object.keys(allFlows))("%s is whole", (key) => {
    const { rules, table, column, inputs, works } = allFlows[key]!;
    const columns = getTableColumns(table) as Columns;
    const states = Object.keys(rules.states);
    expect(Object.keys(cases)).toContain(key);
    expect(Object.keys(cases[key]!.forms).sort()).toEqual(Object.keys(inputs).sort());
    if (column) expect([...columns[column]!.enumValues!].sort()).toEqual([...states].sort());
    for (const [move, rule] of Object.entries(rules.moves)) {
      const named = [...rule.from, ...(rule.to === undefined ? [] : [rule.to].flat())];
      expect(states, move).toEqual(expect.arrayContaining(named));
      const people = [...Object.keys({ ...rule.orBy, ...rule.not }), rule.byLink ?? []].flat();
      expect(Object.keys(columns), move).toEqual(expect.arrayContaining(people));
    }
    const unknown = asksOf(rules).permissions.filter((one) => !vocabulary.has(one as never));
    expect(unknown).toEqual([]);
    for (const [move, { stamp }] of Object.entries(works))
      expect(stamp === undefined || `${stamp}At` in columns, move).toBe(true);
    expect(Object.keys(viewNeeds), "who sees its entries in the log").toContain(
      allFlows[key]!.name,
    );
  });

  const hidden = Object.keys(allFlows).filter((key) => !cases[key]?.isForAll);
  test.each(hidden)("%s is hidden from people of other Locations", (key) => {
    const { table, events } = allFlows[key]!;
    for (const of of [table, ...(events ? [events.table] : [])])
      expect(limitedTables).toContain(getTableName(of));
  });

  test("keeps its events for ever", async () => {
    const triggers = await twin.db
      .prepare("select name from sqlite_master where type = 'trigger'")
      .all<{ name: string }>();
    const names = triggers.results.map(({ name }) => name);
    for (const table of eventTables)
      expect(names).toEqual(expect.arrayContaining([`${table}_no_update`, `${table}_no_delete`]));
  });

  test("is registered with rows for these laws", () => {
    expect(Object.keys(cases).sort()).toEqual(Object.keys(allFlows).sort());
  });
});

const tableOf = (key: string) => cases[key]!.table;
const idOf = (key: string, of = twin) => String(of.rows[tableOf(key)]!.id);
const shard = rowsOf(w, twin.company);
const rowOf = (key: string) => shard.get(tableOf(key), idOf(key));

/** How many rows of the log, and of the machine's events, a record has. */
async function written(key: string) {
  const { events, name } = allFlows[key]!;
  return {
    log: await shard.count("activity_log", "entity_id = ? and entity_kind = ?", idOf(key), name),
    events: events
      ? await shard.count(getTableName(events.table), `"${snake(events.of)}" = ?`, idOf(key))
      : 0,
  };
}

/** Why a record was moved, by the newest entry of the log. */
const lastReason = (key: string) =>
  shard.value<string | null>(
    "select reason from activity_log where company_id = ? and entity_id = ? order by id desc limit 1",
    idOf(key),
  );

const callOf = ({ call }: Move) => calls.find(({ method, path }) => `${method} ${path}` === call)!;
/** Somebody without an account, who holds a link to a record of a machine. */
const guestOf = (key: string) => ({
  name: "Nurse Rao",
  async move(link: string, move: string, sent: Record<string, unknown>) {
    const profile = (await shard.first<Record<string, never>>(
      "select * from company_profiles where company_id = ?",
    ))!;
    const company = { ...camel(profile), settings: {}, counts: {}, locale: "en-GB" };
    const stamp = { actorKind: "public", actorId: null, actorName: "Not signed in", via: "qr" };
    const db = new CompanyDb(shard.db, twin.company.id, {
      ...(stamp as { actorKind: "public"; actorId: null; actorName: string; via: "qr" }),
      ...{ ip: null, userAgent: null, requestId: newId() },
    });
    const visit = { env: w.env as unknown as Env, control: w.env.CONTROL_DB };
    const guest = new Guest(visit, db, company as unknown as Company, "Nurse Rao", link);
    return allFlows[key]!.move(guest, idOf(key), move, sent);
  },
});
const guests = Object.fromEntries(Object.keys(allFlows).map((key) => [key, guestOf(key)]));
const statusOf = (refusal: unknown) => (refusal as Response).status;
/** How many rows of the log, and of the machine's events, somebody without an account has left at a record. */
async function leftBy(key: string, name: string) {
  const { events } = allFlows[key]!;
  const left = (table: string, where: string, ...values: string[]) =>
    shard.count(
      table,
      `actor_id is null and ${where} = ? and ${values[0]} = ?`,
      idOf(key),
      values[1],
    );
  return {
    log: await left("activity_log", "entity_id", "actor_kind", "public"),
    events: events
      ? await left(getTableName(events.table), `"${snake(events.of)}"`, "actor_name", name)
      : 0,
  };
}

/** Sends a move. @param more another id, a field to leave out, or the version that a page would send */
const send = (
  move: Move,
  by: Client,
  more: { without?: string; id?: string; version?: unknown } = {},
) => {
  const call = callOf(move);
  const { [more.without ?? ""]: _, ...body } = bodyOfCall(call, twin.rows)!.fields;
  const version = "version" in more ? { version: more.version } : {};
  return by.api(at(call.path, more.id ?? idOf(move.flow)), {
    method: "POST",
    body: { ...body, ...version },
  });
};
/** Resets the twin's rows and puts the machine's row into this state, with these columns. */
async function inState(move: Move, state: string, columns: Record<string, string> = {}) {
  const set = Object.entries(columns).map(([column, value]) =>
    twin.db
      .prepare(`update ${tableOf(move.flow)} set ${column} = ? where company_id = ? and id = ?`)
      .bind(value, twin.company.id, idOf(move.flow)),
  );
  await twin.db.batch([
    ...settling(twin, callOf(move)),
    // Some are frozen in all states but the first, and others emptied on the way there.
    ...stand(twin, move.flow, cases[move.flow]!.first, move.move),
    ...set,
    ...stand(twin, move.flow, state, move.move),
    ...set,
  ]);
  if (move.flow === "certificate-reports") await signAsItStands(twin, move.move);
}
const stateOf = async (key: string) => allFlows[key]!.rules.stateOf(camel(await rowOf(key)));
const someone = async (...permissions: string[]) =>
  (await colleague(w, twin.company, ...permissions)).client;

/** Expects that nothing a refused move could have written changes. */
function refusedOf(key: string, work: () => Promise<unknown>) {
  const { events } = allFlows[key]!;
  const looked = [tableOf(key), "activity_log", "counters", "assets", "notifications"];
  if (events) looked.push(getTableName(events.table));
  const others = kept.map(getTableName).filter((name) => !looked.includes(name));
  return writesNothing(twin, work, others);
}

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
        await expectAnswer(send(move, admin), 200);
        const [after, now] = [await rowOf(key), await written(key)];
        expect(after.version, state).toEqual(Number(row.version) + 1);
        if (stamp) expect(after[`${snake(stamp)}_at`]).toBeGreaterThanOrEqual(since);
        expect(now, state).toEqual({
          log: before.log + 1,
          events: before.events + (events ? 1 : 0),
        });
        const to = rule.to === undefined ? [state] : [rule.to].flat();
        expect([...to, ...(cases[key]!.onward ?? [])]).toContain(await stateOf(key));
        const { reason = null } = bodyOfCall(callOf(move), twin.rows)!.fields;
        expect(await lastReason(key), state).toEqual(reason);
      }
    });

    test("from any other state it is refused, and writes nothing", async () => {
      const elsewhere = Object.keys(rules.states).filter((state) => !rule.from.includes(state));
      for (const state of elsewhere) {
        await inState(move, state);
        await refusedOf(key, async () => {
          const answer = await send(move, admin);
          const { message } = (await answer.json()) as Refusal;
          expect([answer.status, message.length > 0], state).toEqual([409, true]);
        });
      }
    });

    test("it is refused without its reason, to a weaker colleague, and for another company's id", async () => {
      await inState(move, start!);
      await refusedOf(key, async () => {
        if (rule.reason === "required") {
          const answer = await send(move, admin, { without: "reason" });
          const { errors } = (await answer.json()) as { errors: object };
          expect([answer.status, Object.keys(errors)]).toEqual([422, ["reason"]]);
        }
        const held = asksOf({ moves: { [move.move]: rule } }).permissions;
        const weaker = await someone(
          ...[...vocabulary.keys()].filter((one) => !held.includes(one)),
        );
        expect((await send(move, weaker)).status).toBe(403);
        if (rule.isAdminOnly)
          expect((await send(move, await someone("view-asset", rule.by!))).status).toBe(403);
        for (const lesser of Object.values<string | undefined>(rule.orBy ?? {}))
          expect((await send(move, await someone(lesser!))).status, lesser).toBe(403);
        expect((await send(move, admin, { id: idOf(key, neighbour) })).status).toBe(404);
      });
    });

    test("the person whom the record names makes it with the lesser right", async () => {
      const named = Object.entries<string | undefined>(rule.orBy ?? {});
      for (const [column, lesser] of named.filter(([column]) => !(column in (rule.not ?? {})))) {
        await inState(move, start!);
        const person = await colleague(w, twin.company, lesser!);
        await shard.set(tableOf(key), idOf(key), { [snake(column)]: person.id });
        await expectAnswer(send(move, person.client), 200);
      }
    });

    test("who holds the record's link makes it without an account, and nobody by another", async () => {
      const { name, move: made } = guests[key]!;
      const sent = () => cases[key]!.forms[move.move]!(twin.rows);
      for (const state of rule.byLink ? rule.from : []) {
        await inState(move, state);
        const column = snake(rule.byLink!);
        await shard.set(tableOf(key), idOf(key), { [column]: "of this link" });
        const [row, before] = [await rowOf(key), await leftBy(key, name)];
        await made("of this link", move.move, sent());
        expect((await rowOf(key)).version, state).toBe(Number(row.version) + 1);
        expect(await leftBy(key, name), state).toEqual({
          log: before.log + 1,
          events: before.events + (events ? 1 : 0),
        });
      }
      await inState(move, start!);
      if (rule.byLink)
        await shard.set(tableOf(key), idOf(key), { [snake(rule.byLink)]: "of this link" });
      await refusedOf(key, async () => {
        const status = await made("of another", move.move, sent()).catch(statusOf);
        expect(status).toBe(403);
      });
      const elsewhere = Object.keys(rules.states).find((state) => !rule.from.includes(state));
      if (!rule.byLink || !elsewhere) return;
      await inState(move, elsewhere);
      await shard.set(tableOf(key), idOf(key), { [snake(rule.byLink)]: "of this link" });
      await refusedOf(key, async () => {
        const refusal = await made("of this link", move.move, sent()).catch((no: Response) => no);
        const { data } = (await (refusal as Response).json()) as Refusal;
        expect([(refusal as Response).status, data]).toEqual([409, undefined]);
      });
    });

    test("people who had a part in the record that excludes it may not make it", async () => {
      for (const column of Object.keys(rule.not ?? {})) {
        const person = await colleague(w, twin.company, rule.by!);
        const { dataType } = (getTableColumns(allFlows[key]!.table) as Columns)[column]!;
        const named = dataType === "json" ? JSON.stringify([person.id]) : person.id;
        await inState(move, start!, { [snake(column)]: named });
        expect((await send(move, person.client)).status, column).toBe(403);
      }
    });

    test("of two people at once one makes it, and the other is told who was first", async () => {
      const isOne = rule.isAdminOnly || rule.by === null;
      const other = isOne ? admin : await someone(rule.by!);
      const names = ["admin of flows", isOne ? "admin of flows" : "Pat Person"];
      await inState(move, start!);
      const before = await written(key);
      const { version } = (await rowOf(key)) as { version: number };
      await expectAnswer(send(move, admin, { version: version - 1 }), 409);
      const answers = await Promise.all([admin, other].map((by) => send(move, by, { version })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const { data } = (await answers[1 - winner]!.json()) as Refusal;
      expect(data?.changedBy?.name).toBe(names[winner]);
      expect((await written(key)).log).toBe(before.log + 1);
    });
  },
);

test.each(Object.keys(flows))("a record of %s offers the moves that have a call", async (key) => {
  const { data } = await admin.call<{ moves: { move: string }[] }>(
    "GET",
    `/api/${key}/${idOf(key)}`,
  );
  const callable = moveCalls.filter((one) => one.flow === key).map(({ move }) => move);
  expect(data.moves.length).toBeGreaterThan(0);
  for (const { move } of data.moves) expect(callable).toContain(move);
});

test("docs/states.md shows every machine; `-u` writes it anew", async () => {
  await expect(statesDoc()).toMatchFileSnapshot("../../docs/states.md");
});
