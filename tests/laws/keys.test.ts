import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, test } from "vitest";
import { assets } from "#drizzle/tenant/index.ts";
import { bodyOfCall, idFor, sendCall } from "#tests/support/call-bodies.ts";
import { ask, type Client, d1Of, upTo } from "#tests/support/client.ts";
import { keyIn } from "#tests/support/keys.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  companyCalls,
  companyPages,
  dataOf,
  NOBODY,
  named,
} from "#tests/support/manifest.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { settle } from "#tests/support/settle.ts";
import { kept } from "#tests/support/twins.ts";
import { bodyShape } from "#worker/api/shapes.ts";
import { closedToKeys, narrowedToKey } from "#worker/auth/key-tables.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { isOpenToKeys, keyPermissions } from "#worker/key-permissions.ts";
import { vocabulary } from "#worker/permissions.ts";

const { w, t } = await lawWorld();
const { company, rows } = t.own;
/** A key counts and notes its own use. */
const USE = ["api_keys", "api_uses"];

/** The path of a call as it is declared. */
const isOpen = ({ path, ...call }: Call) =>
  isOpenToKeys({ ...call, path: path.replace(/^\/api/, "") });
const send = (client: Client, call: Call) =>
  sendCall(client, call, idFor(call, rows), bodyOfCall(call, rows));
/** Keys use up their minute; each call of these tests has a whole one. */
const freshMinute = () => rowsOf(w, company).run("delete from api_uses where company_id = ?1");

test("what a key may hold is part of the vocabulary, and nothing that a person decides", () => {
  expect(keyPermissions.filter((name) => !vocabulary.has(name))).toEqual([]);
  expect(keyPermissions).toEqual([...new Set(keyPermissions)]);
  expect(
    keyPermissions.filter((name) =>
      /^(approve|accept|check|issue|void|grant|export)-|-(user|settings|signature|support-ticket|concession)$/.test(
        name,
      ),
    ),
  ).toEqual([]);
});

test("no call that is open to keys asks for a password", () => {
  const asking = companyCalls
    .filter(isOpen)
    .filter((call) => JSON.stringify(bodyShape(call)).includes("assword"));
  expect(asking.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test("a key without permissions makes no call, and one of another company none here", async () => {
  const { client } = await keyIn(w, company, { permissions: [] });
  const foreign = await keyIn(w, t.near.company);
  const odd: string[] = [];
  await writesNothing(t.own, async () => {
    for (const call of companyCalls) {
      await freshMinute();
      const { status } = await send(client, call);
      const denied = call.denied ?? 403;
      if (status !== 403 && status !== denied) odd.push(`${call.method} ${call.path}: ${status}`);
    }
    for (const call of companyCalls.filter(isOpen).slice(0, 20)) {
      const answer = await ask(w, company.host, at(call.path, NOBODY), {
        method: call.method,
        headers: { authorization: `Bearer ${foreign.token}` },
      });
      if (answer.status !== 401) odd.push(`${call.path}, of another company: ${answer.status}`);
    }
  }, [...USE, "login_log"]);
  expect(odd).toEqual([]);
});

describe("a key with every permission makes the calls that are open to keys and no other, and writes no table that is closed to it", () => {
  const but = kept
    .map(getTableName)
    .filter((name) => !closedToKeys.has(name) || USE.includes(name));
  let client: Client;
  beforeAll(async () => {
    ({ client } = await keyIn(w, company));
  });

  test.each(named(companyCalls))("%s", async (_, call: Call) => {
    await settle(t.own, call);
    await freshMinute();
    await writesNothing(
      t.own,
      async () => {
        const answer = await send(client, call);
        const { status } = answer;
        if (isOpen(call))
          expect(status).toSatisfy((one: number) => one !== 401 && one !== 403 && one < 500);
        else expect([403, call.denied]).toContain(status);
        if (call.method === "GET") expect(d1Of(answer).trips).toEqual(upTo(4));
      },
      but,
    );
  });
});

test("the database of a key refuses each table that is closed to it, whichever call came by", async () => {
  const db = new CompanyDb(
    w.env[company.shard as "TENANT_DB_0"],
    company.id,
    {
      ...{ actorKind: "api_key", actorId: null, actorName: "Key", via: "api", ip: null },
      ...{ userAgent: null, requestId: "law" },
    },
    null,
    narrowedToKey,
  );
  const writing = async (table: SQLiteTable) =>
    db.read(db.removing(table as never, sql`"id" = ${NOBODY}`));
  const closed = kept.filter((table) => closedToKeys.has(getTableName(table)));
  expect(closed.length).toBe(closedToKeys.size);
  for (const table of closed)
    await expect(writing(table), getTableName(table)).rejects.toMatchObject({ status: 403 });
  await writing(assets);
});

test("a key opens no page, neither as a cookie nor as a Bearer", async () => {
  const { token } = await keyIn(w, company);
  const odd: string[] = [];
  for (const page of companyPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)) {
    const path = dataOf(page, at(page.path, NOBODY));
    for (const headers of [{ cookie: `sid=${token}` }, { authorization: `Bearer ${token}` }]) {
      const answer = await ask(w, company.host, path, { headers: headers as never });
      const isClosed = [202, 302, 401].includes(answer.status);
      if (!isClosed) odd.push(`${path}: ${answer.status}`);
      await answer.arrayBuffer();
    }
  }
  expect(odd).toEqual([]);
});
