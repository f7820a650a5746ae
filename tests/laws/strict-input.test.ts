import { getTableName } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import {
  entityFields,
  fieldsOf,
  formsOf,
  masterOf,
  rowNameOf,
  wireFields,
} from "#tests/support/bodies.ts";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { each } from "#tests/support/compare.ts";
import {
  calls,
  companyPages,
  dataPath,
  isOfStaff,
  openCalls,
  signedInPages,
} from "#tests/support/manifest.ts";
import { dump, type Twins, twins } from "#tests/support/twins.ts";
import { type World, world } from "#tests/support/world.ts";
import { resources } from "#worker/domain/index.ts";

let w: World;
let t: Twins;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  w = await world();
  t = await twins(w);
  admin = await signedIn(w, t.own.company, "admin");
  staff = await superAdmin(w);
});

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Columns that only the server writes, and names people try. */
const columns = [
  "companyId",
  "id",
  "createdBy",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "archivedAt",
  "quantity",
  "userType",
  "isAdmin",
  "serviceType",
  "version2",
  "rating",
];
const entities = Object.keys(resources).map((entity) => [entity] as const);
const idOf = (entity: string) => String(t.own.rows[rowNameOf(entity)]!.id);
type Problem = { success: boolean; message: string; errors?: Record<string, string[]> };

/** Nothing of the company moved while `work` ran. */
async function writesNothing(work: () => Promise<void>) {
  const before = await dump(t.own);
  await work();
  expect(await dump(t.own)).toEqual(before);
}

describe.each(entities)("the input of %s", (entity) => {
  const post = (fields: object | string) =>
    admin.api(`/api/${entity}`, { method: "POST", body: fields as Record<string, unknown> });
  const put = (fields: object | string) =>
    admin.api(`/api/${entity}/${idOf(entity)}`, {
      method: "PUT",
      body: fields as Record<string, unknown>,
    });
  const valid = () => wireFields(entity, t.own.rows);

  test("refuses a name it does not know, by that name", async () => {
    await writesNothing(async () => {
      for (const send of [post, put])
        for (const name of ["no_such_field", "noSuchField", "constructor", "toString"]) {
          const answer = await send({ ...valid(), [name]: "x" });
          const { errors } = (await answer.json()) as Problem;
          expect([name, answer.status, Object.keys(errors ?? {})]).toEqual([
            name,
            422,
            [snake(name)],
          ]);
        }
      const polluted = await post(
        `${JSON.stringify(valid()).slice(0, -1)},"__proto__":{"companyId":"x"}}`,
      );
      expect(polluted.status).toBe(422);
    });
  });

  test("never takes what is the server's", async () => {
    const known = new Set(fieldsOf(entity));
    const forbidden = columns.filter((name) => !known.has(name));
    await writesNothing(async () => {
      for (const name of forbidden)
        for (const send of [post, put]) {
          const answer = await send({ ...valid(), [snake(name)]: t.near.company.id });
          expect([name, answer.status]).toEqual([name, 422]);
        }
    });
  });

  test("never takes it from a page's form either", async () => {
    const page = companyPages.find((page) => page.hasAction && masterOf(page) === entity);
    if (!page) return;
    await writesNothing(async () => {
      for (const name of [
        ...columns.filter((name) => name !== "id" && !fieldsOf(entity).includes(name)),
        "no_such_field",
      ])
        for (const fields of formsOf(page, t.own.rows).filter(
          ({ intent }) => intent === "create" || intent === "update",
        )) {
          const answer = await admin.page(dataPath(page.path), {
            method: "POST",
            body: new URLSearchParams({ ...fields, [name]: "1" }),
          });
          expect([name, fields.intent, answer.status]).toEqual([name, fields.intent, 422]);
        }
    });
  });

  test("says what is wrong with any value, and breaks on none", async () => {
    const values = [
      null,
      true,
      1,
      -1,
      1e308,
      0.5,
      "",
      " ",
      "x".repeat(10_000),
      "\u0000",
      "\ud800",
      "💥",
      [],
      [[]],
      {},
      { a: 1 },
      "<script>",
      "1e99",
      "NaN",
      "2026-02-30",
    ];
    const cases = Object.keys(valid()).flatMap((field) =>
      values.map((value) => ({ field, value })),
    );
    const broken = await each(cases, async ({ field, value }) => {
      const answer = await put({ ...valid(), [field]: value });
      const { status } = answer;
      const longText = typeof value === "string" && value.length === 10_000 && status !== 422;
      return [200, 404, 409, 422].includes(status) && !longText
        ? []
        : [`${field} = ${JSON.stringify(value)?.slice(0, 40)}: ${status}`];
    });
    expect(broken.flat()).toEqual([]);
  });

  test("is a JSON object, of a bearable size", async () => {
    await writesNothing(async () => {
      for (const body of [
        "",
        "[]",
        "null",
        '"text"',
        "1",
        "{",
        `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
        "a=b",
      ])
        expect([body.slice(0, 20), (await post(body)).status]).toEqual([body.slice(0, 20), 422]);
      expect((await post(JSON.stringify({ name: "x".repeat(2 * 1024 * 1024) }))).status).toBe(413);
    });
  });

  test("is checked again when a version is stale or no number", async () => {
    await writesNothing(async () => {
      expect((await put({ ...valid(), version: 999_999 })).status).toBe(409);
      for (const version of ["abc", -1, {}, [1, 2]])
        expect([409, 422]).toContain((await put({ ...valid(), version })).status);
    });
  });

  test("saved by many at once from one version, is saved once", async () => {
    const made = await post(valid());
    const { data } = (await made.json()) as { data: { id: string } };
    const save = () =>
      admin.api(`/api/${entity}/${data.id}`, { method: "PUT", body: { ...valid(), version: 1 } });
    const statuses = (await Promise.all(Array.from({ length: 8 }, save))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toEqual([200]);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
  });

  test("points only at what is there and in use", async () => {
    for (const [field, { table }] of Object.entries(resources[entity]!.references ?? {})) {
      const name = getTableName(table);
      const isArchived = "archivedAt" in table;
      if (!isArchived && !("status" in table)) continue;
      const [column, away] = isArchived ? ["archived_at", 1] : ["status", "suspended"];
      const { id, [column]: before } = t.own.rows[name]!;
      const mark = (value: string | number | null) =>
        t.own.db
          .prepare(`update "${name}" set ${column} = ? where company_id = ? and id = ?`)
          .bind(value, t.own.company.id, id)
          .run();
      await mark(away);
      try {
        expect([field, (await post({ ...valid(), [snake(field)]: id })).status]).toEqual([
          field,
          422,
        ]);
      } finally {
        await mark(before ?? null);
      }
      expect([field, (await post({ ...valid(), [snake(field)]: "nothing" })).status]).toEqual([
        field,
        expect.toSatisfy((s) => s === 404 || s === 422),
      ]);
    }
  });

  test("keeps what it was given", async () => {
    const fields = entityFields(entity, t.own.rows);
    const answer = await post(wireFields(entity, t.own.rows));
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    const row = (await (await admin.api(`/api/${entity}/${data.id}`)).json()) as {
      data: Record<string, unknown>;
    };
    expect(row.data).toMatchObject({
      id: data.id,
      version: 1,
      created_by: t.own.company.users.admin.id,
    });
    expect(Object.keys(fields).length).toBeGreaterThan(0);
    expect(row.data).not.toHaveProperty("company_id");
  });
});

/** A lone surrogate cannot be in an address. */
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/gu, "\ufffd");
const searches = [
  "x".repeat(10_000),
  "💥".repeat(200),
  "*",
  '"',
  "'",
  "''\"\"",
  "NEAR(",
  "NEAR(a b, 3)",
  "a AND",
  "OR",
  "NOT x",
  "(",
  ")))",
  "name:x",
  "company:c1",
  "-a",
  "^a",
  "a*b*",
  "%",
  "_",
  "\\",
  "\u0000",
  "\ud800",
  "؟",
  "é",
  "  ",
  "; drop table assets",
  "{",
  "a\nb",
];
const oddities = [
  "?sort=__proto__",
  "?sort=constructor&dir=sideways",
  "?size=1000000000",
  "?size=-1",
  "?size=abc",
  "?after=garbage",
  "?before=garbage",
  `?after=${btoa("[null,{},1e99]")}`,
  `?after=${"A".repeat(5000)}`,
  "?state=zzz",
  "?state=__proto__",
  "?page=99999999",
  "?q=a&q=b",
  "?=&=&=",
];

describe("searching and paging", () => {
  const lists = calls.filter(
    ({ method, path, params }) => method === "GET" && !params.length && !openCalls.has(path),
  );
  test.each(lists.map((list) => [list.path, list] as const))(
    "%s takes any words",
    async (path, list) => {
      const client = isOfStaff(list) ? staff : admin;
      const queries = [
        ...searches.map((q) => `?q=${encodeURIComponent(wellFormed(q))}`),
        "?q=%ff%fe",
        "?q=%",
        ...oddities,
      ];
      const answers = await each(queries, async (query) => ({
        query: query.slice(0, 60),
        status: (await client.api(`${path}${query}`)).status,
      }));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    },
  );

  const screens = signedInPages.filter(
    ({ params, isScreen, hasLoader }) => !params.length && isScreen && hasLoader,
  );
  test.each(screens.map((page) => [page.path, page] as const))(
    "%s takes any words",
    async (path, page) => {
      const client = companyPages.includes(page) ? admin : staff;
      const queries = [
        ...searches.map((q) => `?q=${encodeURIComponent(wellFormed(q))}`),
        ...oddities,
      ];
      const answers = await each(queries, async (query) => ({
        query: query.slice(0, 60),
        status: (await client.page(`${dataPath(path)}${query}`)).status,
      }));
      expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([]);
    },
  );

  test("an id that is none is not found", async () => {
    const ids = ["%00", "..", "x".repeat(3000), "'", "1", "%F0%9F%92%A5", "null", "__proto__", "*"];
    for (const [entity] of entities)
      for (const id of ids) {
        const { status } = await admin.api(`/api/${entity}/${id}`);
        expect([entity, id.slice(0, 20), status]).toEqual([
          entity,
          id.slice(0, 20),
          id === ".." ? expect.any(Number) : 404,
        ]);
      }
  });
});
