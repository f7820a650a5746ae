import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { formsOf, formTarget } from "#tests/support/bodies.ts";
import { bodyOfCall, idFor, sendCall } from "#tests/support/call-bodies.ts";
import type { Client } from "#tests/support/client.ts";
import { insideOf } from "#tests/support/inside.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import {
  at,
  type Call,
  companyCalls,
  companyPages,
  dataOf,
  dataPath,
  NOBODY,
  named,
  type Page,
} from "#tests/support/manifest.ts";
import { dumpOnPlatform } from "#tests/support/platform-twins.ts";
import { settle } from "#tests/support/settle.ts";
import { kept } from "#tests/support/twins.ts";
import { closedInside } from "#worker/auth/inside.ts";
import { vocabulary } from "#worker/permissions.ts";

const { w, t, staff } = await lawWorld();
const { company, rows } = t.own;

/** Sign-out is the way out; what nobody needs to be for is no matter of staff. */
const asked = companyCalls.filter(({ path }) => path !== "/api/logout");
const writing = asked.filter(({ method }) => method !== "GET");
const send = (client: Client, call: Call) =>
  sendCall(client, call, idFor(call, rows), bodyOfCall(call, rows));
/** The line of an export is what staff leave in the log; telling first answers apart needs keys. */
const OF_EXPORTS = ["activity_log"];

const closed = closedInside.flatMap(({ tables }) => tables.map(getTableName));
const but = kept.map(getTableName).filter((name) => !closed.includes(name));

/** Forms that only their address opens to who came to read, what a company keeps with the platform, and the way out. */
const STAYS =
  /\/(?:create|edit|update|receive|renew|take|settings|calendar-feeds|support|supports|subscription|session)\b/;
/** The main part of a screen with a record of its own; empty where it does not open. */
async function mainOf(client: Client, { path }: Page): Promise<string> {
  const id = String(rows[formTarget[path] ?? "assets"]?.id);
  const answer = await client.page(at(path, id), { headers: { origin: "" } });
  const html = await answer.text();
  return (answer.status === 200 && /<main[\s\S]*<\/main>/.exec(html)?.[0]) || "";
}

const end = (id: string) => staff.call("POST", `/api/super-admin/access-grants/${id}/revoke`, {});

describe("staff who came to read", () => {
  let client: Client;
  beforeAll(async () => {
    const inside = await insideOf(w, staff, company, { hours: 4 });
    client = inside.client;
    return () => end(inside.id);
  });

  test.each(named(companyPages.filter(({ hasLoader, isScreen }) => hasLoader || isScreen)))(
    "%s opens or is refused",
    async (_, page: Page) => {
      const answer = await client.page(dataOf(page, at(page.path, NOBODY)), {
        headers: { origin: "" },
      });
      const text = await answer.text();
      expect(answer.status).toSatisfy((status: number) => status !== 401 && status < 500);
      expect(text, "and they are still inside").not.toMatch(/"\/login["?]/);
    },
  );

  test("no list and no record offers what writes", async () => {
    const odd: string[] = [];
    let seen = 0;
    for (const page of companyPages.filter(({ isScreen, path }) => isScreen && !STAYS.test(path))) {
      const main = await mainOf(client, page);
      if (main) seen++;
      if (/<form[^>]* method="post"/.test(main)) odd.push(`${page.path}: a form`);
      for (const [, to] of main.matchAll(/<a [^>]*href="([^"]*)"/g))
        if (/\/create\b|[?&;](?:new|edit|move)=/.test(to!)) odd.push(`${page.path}: ${to}`);
    }
    expect(odd).toEqual([]);
    expect(seen).toBeGreaterThan(60);
  });

  test("every call reads or is refused with 403, and nothing is written", async () => {
    const odd: string[] = [];
    await writesNothing(
      t.own,
      async () => {
        for (const call of asked) {
          const { status } = await send(client, call);
          const isRight = call.method === "GET" ? status < 500 && status !== 401 : status === 403;
          if (!isRight) odd.push(`${call.method} ${call.path}: ${status}`);
        }
      },
      OF_EXPORTS,
    );
    expect(odd).toEqual([]);
  });

  test("every form is refused with 403, and nothing is written", async () => {
    const odd: string[] = [];
    await writesNothing(t.own, async () => {
      for (const page of companyPages.filter(({ hasAction }) => hasAction))
        for (const fields of formsOf(page, rows, true)) {
          const path = at(page.path, NOBODY);
          const answer = await client.form(page.isScreen ? dataPath(path) : path, fields);
          if (answer.status !== 403)
            odd.push(`${page.path} ${fields.intent ?? ""}: ${answer.status}`);
        }
    });
    expect(odd).toEqual([]);
  });
});

describe("staff who may also write", () => {
  test("what they never do is declared once, by tables and permissions that are there", () => {
    expect(closed).toEqual([...new Set(closed)]);
    const permissions = closedInside.flatMap(({ permissions: names }) => names);
    expect(permissions.filter((name) => !vocabulary.has(name))).toEqual([]);
  });

  test("every call is carried out or refused, and none reaches what is closed to them", async () => {
    const { id, client } = await insideOf(w, staff, company, { hours: 4, isWrite: true });
    const odd: string[] = [];
    for (const call of writing) {
      await settle(t.own, call);
      const before = call.staysOpen ? await dumpOnPlatform(w, company) : null;
      await writesNothing(
        t.own,
        async () => {
          const { status } = await send(client, call);
          if (status >= 500 || status === 401) odd.push(`${call.method} ${call.path}: ${status}`);
        },
        but,
      );
      if (before) expect(await dumpOnPlatform(w, company), call.path).toEqual(before);
    }
    expect(odd).toEqual([]);
    const held = await client.call<unknown>("POST", "/api/verify-token", { token: client.token });
    const names = (held as unknown as { permission: { name: string }[] }).permission.map(
      ({ name }) => name,
    );
    expect(closedInside.flatMap(({ permissions }) => permissions)).not.toEqual(
      expect.arrayContaining(names),
    );
    await end(id);
  });
});
