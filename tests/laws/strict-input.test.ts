import { getTableName } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import {
  entityFields,
  fieldsOf,
  formsOf,
  masterOf,
  rowNameOf,
  wireFields,
} from "#tests/support/bodies.ts";
import { each } from "#tests/support/compare.ts";
import { lawWorld, writesNothing } from "#tests/support/laws.ts";
import {
  calls,
  companyPages,
  dataPath,
  isOfStaff,
  named,
  openCalls,
  signedInPages,
} from "#tests/support/manifest.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { snake } from "#tests/support/schema.ts";
import { resources } from "#worker/domain/index.ts";

const { w, t, admin, staff } = await lawWorld();

/** Columns that only the server writes, and names people try. */
const servers = [
  ...["companyId", "id", "createdBy", "createdAt", "updatedAt", "deletedAt", "archivedAt"],
  ...["quantity", "userType", "isAdmin", "version2", "constructor", "toString"],
];
/** Those, and what belongs to other entities. */
const foreignTo = (entity: string) =>
  [...servers, "serviceType", "rating"].filter((name) => !fieldsOf(entity).includes(name));
const entities = Object.keys(resources).map((entity) => [entity] as const);
const idOf = (entity: string) => String(t.own.rows[rowNameOf(entity)]!.id);

describe.each(entities)("the input of %s", (entity) => {
  const post = (fields: object | string) =>
    admin.api(`/api/${entity}`, { method: "POST", body: fields as Record<string, unknown> });
  const put = (fields: object | string) =>
    admin.api(`/api/${entity}/${idOf(entity)}`, {
      method: "PUT",
      body: fields as Record<string, unknown>,
    });
  const valid = () => wireFields(entity, t.own.rows);

  test("never takes what is the server's, nor a prototype", async () => {
    await writesNothing(t.own, async () => {
      for (const name of foreignTo(entity))
        for (const send of [post, put]) {
          const answer = await send({ ...valid(), [snake(name)]: t.near.company.id });
          expect(answer.status, name).toBe(422);
        }
      const polluted = `${JSON.stringify(valid()).slice(0, -1)},"__proto__":{"companyId":"x"}}`;
      expect((await post(polluted)).status).toBe(422);
    });
  });

  test("never takes it from a page's form either", async () => {
    const page = companyPages.find((page) => page.hasAction && masterOf(page) === entity);
    if (!page) return;
    await writesNothing(t.own, async () => {
      for (const name of [...foreignTo(entity), "no_such_field"].filter((name) => name !== "id"))
        for (const fields of formsOf(page, t.own.rows).filter(
          ({ intent }) => intent === "create" || intent === "update",
        )) {
          const answer = await admin.page(dataPath(page.path), {
            method: "POST",
            body: new URLSearchParams({ ...fields, [name]: "1" }),
          });
          expect(answer.status, `${name} ${fields.intent}`).toBe(422);
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
    await writesNothing(t.own, async () => {
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
        expect((await post(body)).status, body.slice(0, 20)).toBe(422);
      expect((await post(JSON.stringify({ name: "x".repeat(2 * 1024 * 1024) }))).status).toBe(413);
    });
  });

  test("is checked again when a version is stale or no number", async () => {
    await writesNothing(t.own, async () => {
      expect((await put({ ...valid(), version: 999_999 })).status).toBe(409);
      for (const version of ["abc", -1, {}, [1, 2]])
        expect([409, 422]).toContain((await put({ ...valid(), version })).status);
    });
  });

  test("saved by many at once from one version, is saved once", async () => {
    const fields = valid();
    const { data } = await admin.call("POST", `/api/${entity}`, fields);
    const save = () =>
      admin.api(`/api/${entity}/${data.id}`, { method: "PUT", body: { ...fields, version: 1 } });
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
        rowsOf(w, t.own.company).set(name, String(id), { [column]: value });
      await mark(away);
      try {
        expect((await post({ ...valid(), [snake(field)]: id })).status, field).toBe(422);
      } finally {
        await mark(before ?? null);
      }
      expect((await post({ ...valid(), [snake(field)]: "nothing" })).status, field).toSatisfy(
        (s) => s === 404 || s === 422,
      );
    }
  });

  test("keeps what it was given", async () => {
    const fields = entityFields(entity, t.own.rows);
    const { data, status } = await admin.call("POST", `/api/${entity}`, valid());
    expect(status).toBe(201);
    const row = await admin.call("GET", `/api/${entity}/${data.id}`);
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
  /** The queries that are not answered with 200, or with 202 for a screen. */
  const unanswered = async (ask: (query: string) => Promise<Response>) => {
    const queries = [
      ...searches.map((q) => `?q=${encodeURIComponent(wellFormed(q))}`),
      ...oddities,
    ];
    const answers = await each(queries, async (query) => {
      const { status } = await ask(query);
      return status === 200 || status === 202 ? [] : `${query.slice(0, 60)}: ${status}`;
    });
    return answers.flat();
  };
  test.each(named(lists))("%s takes any words", async (_, list) => {
    const { api } = isOfStaff(list) ? staff : admin;
    expect(await unanswered((query) => api(list.path + query))).toEqual([]);
    for (const query of ["?q=%ff%fe", "?q=%"])
      expect((await api(list.path + query)).status, query).toBe(200);
  });

  const screens = signedInPages.filter(
    ({ params, isScreen, hasLoader }) => !params.length && isScreen && hasLoader,
  );
  test.each(named(screens))("%s takes any words", async (_, screen) => {
    const { page } = companyPages.includes(screen) ? admin : staff;
    expect(await unanswered((query) => page(dataPath(screen.path) + query))).toEqual([]);
  });

  test("an id that is none is not found", async () => {
    const ids = ["%00", "..", "x".repeat(3000), "'", "1", "%F0%9F%92%A5", "null", "__proto__", "*"];
    for (const [entity] of entities)
      for (const id of ids) {
        const { status } = await admin.api(`/api/${entity}/${id}`);
        if (id !== "..") expect(status, `${entity} ${id.slice(0, 20)}`).toBe(404);
      }
  });
});
