import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of, signedIn } from "#tests/support/client.ts";
import { newPerson } from "#tests/support/person.ts";
import { addCompany, type Company, insert, type World, world } from "#tests/support/world.ts";

const MANY = 5000;
let w: World;
let company: Company;
let admin: Client;
let db: D1Database;
const ids: Record<string, string[]> = {};

const migration = () =>
  readFileSync("migrations/tenant/0016_search_masters.sql", "utf8").split(
    "--> statement-breakpoint",
  );

/** Many rows past the app, which the migration then makes findable as it does those of a company that was there before. */
async function crowd(table: string, more: Record<string, string> = {}) {
  const at = Date.now();
  ids[table] = Array.from({ length: MANY }, (_, n) => newId(at + n));
  const keys = Object.keys(more);
  for (let start = 0; start < MANY; start += 1000)
    await db
      .prepare(
        `insert into ${table} (company_id, id, created_at, updated_at, name ${keys.map((key) => `, ${key}`).join("")})
         select ?1, value ->> 0, ?3, ?3, value ->> 1 ${keys.map((_, n) => `, ?${n + 4}`).join("")} from json_each(?2)`,
      )
      .bind(
        company.id,
        JSON.stringify(
          ids[table]!.slice(start, start + 1000).map((id, n) => [id, `Ward ${start + n} north`]),
        ),
        at,
        ...Object.values(more),
      )
      .run();
}

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "banyan", 2, 0);
  db = w.env[company.shard as "TENANT_DB_0"];
  admin = await signedIn(w, company, "admin");
  await crowd("categories");
  await crowd("departments", { head_name: "Asha Rao" });
  await crowd("sub_categories", { category_id: ids.categories![0]! });
  await db.batch(migration().map((statement) => db.prepare(statement)));
});

const listed = async (path: string, client = admin) => {
  const answer = await client.api(path);
  const { data } = (await answer.json()) as { data: { id: string; name: string }[] };
  return { names: data.map(({ name }) => name), ids: data.map(({ id }) => id), d1: d1Of(answer) };
};
const chosen = async (path: string, client = admin) => {
  const answer = await client.page(path);
  return { found: (await answer.json()) as { value: string; label: string }[], d1: d1Of(answer) };
};
const send = async (method: string, path: string, body: Record<string, unknown>) => {
  const answer = await admin.api(path, { method, body });
  return {
    status: answer.status,
    ...((await answer.json()) as { message: string; data: { id: string } }),
  };
};

test.each([
  ["categories", "categories"],
  ["sub-categories", "sub-categories"],
  ["departments", "locations"],
])("%s are found among 5,000 by the words they begin with, by few rows", async (path, choices) => {
  for (const [q, count] of [
    ["ward 4321", 1],
    ["north", 25],
    ["NORTH wa", 25],
    ["nowhere", 0],
    ["'\"*-", 0],
  ] as const) {
    const { names, d1 } = await listed(`/api/${path}?q=${encodeURIComponent(q)}`);
    expect([q, names.length, d1.trips <= 2, d1.read <= 300 ? "" : d1.read]).toEqual([
      q,
      count,
      true,
      "",
    ]);
    const { found, d1: ofChoices } = await chosen(
      `/choices?list=${choices}&q=${encodeURIComponent(q)}`,
    );
    expect([q, found.length, ofChoices.read <= 300 ? "" : ofChoices.read]).toEqual([
      q,
      Math.min(20, count),
      "",
    ]);
  }
});

test("a changed name, code or head is found at once, and what is deleted no longer", async () => {
  for (const [path, more] of [
    ["categories", { code: "ZX-81" }],
    ["departments", { code: "ZX-81", head_name: "Quentin" }],
  ] as const) {
    const { data } = await send("POST", `/api/${path}`, { name: "Quokka ward", ...more });
    for (const q of ["quok", "zx-81", "zx81"])
      expect([q, (await listed(`/api/${path}?q=${q}`)).ids]).toEqual([q, [data.id]]);
    if (path === "departments")
      expect((await listed(`/api/${path}?q=quentin`)).ids).toEqual([data.id]);
    await send("PUT", `/api/${path}/${data.id}`, { name: "Wallaby ward" });
    expect((await listed(`/api/${path}?q=quok`)).ids).toEqual([]);
    expect((await listed(`/api/${path}?q=wallaby`)).ids).toEqual([data.id]);
    await send("POST", `/api/${path}/${data.id}/archive`, {});
    expect((await listed(`/api/${path}?q=wallaby`)).ids).toEqual([]);
    expect((await listed(`/api/${path}?q=wallaby&state=archived`)).ids).toEqual([data.id]);
    expect((await send("DELETE", `/api/${path}/${data.id}`, {})).status).toBe(200);
    expect((await listed(`/api/${path}?q=wallaby&state=all`)).ids).toEqual([]);
  }
});

test("a sub-category is found within its category alone, also after it moved and after a merge", async () => {
  const [from, to] = [ids.categories![1]!, ids.categories![2]!];
  const within = async (category: string) =>
    (await listed(`/api/sub-categories?q=ward&category=${category}`)).names;
  const { data } = await send("POST", "/api/sub-categories", {
    name: "Ward special",
    category_id: from,
  });
  expect(await within(from)).toEqual(["Ward special"]);
  expect((await chosen(`/choices?list=sub-categories&of=${from}&q=ward`)).found).toEqual([
    { value: data.id, label: "Ward special" },
  ]);
  await send("PUT", `/api/sub-categories/${data.id}`, { name: "Ward special", category_id: to });
  expect([await within(from), await within(to)]).toEqual([[], ["Ward special"]]);
  await send("POST", "/api/sub-categories", { name: "Ward second", category_id: to });
  expect((await send("POST", `/api/categories/${to}/merge`, { into: from })).status).toBe(200);
  expect([await within(from), await within(to)]).toEqual([["Ward second", "Ward special"], []]);
});

test("a place is found by its name, its code and the names of its path, also after those change", async () => {
  const add = async (name: string, level: string, parent: string | null, code = "") =>
    (await send("POST", "/api/locations", { name, level, parent_id: parent, code })).data.id;
  const site = await add("Hilltop", "site", null);
  const other = await add("Valley", "site", null);
  const building = await add("Maple block", "building", site, "MB/7");
  const floor = await add("Second floor", "floor", building);
  const find = async (q: string) =>
    new Set((await listed(`/api/locations?q=${encodeURIComponent(q)}`)).ids);
  expect(await find("mb7")).toEqual(new Set([building]));
  expect(await find("hilltop")).toEqual(new Set([site, building, floor]));
  expect(await find("second maple hill")).toEqual(new Set([floor]));
  await send("PUT", `/api/locations/${building}`, {
    name: "Cedar block",
    level: "building",
    parent_id: site,
    code: "MB/7",
  });
  expect([await find("maple"), await find("cedar floor")]).toEqual([new Set(), new Set([floor])]);
  await send("PUT", `/api/locations/${building}`, {
    name: "Cedar block",
    level: "building",
    parent_id: other,
    code: "MB/7",
  });
  expect([await find("hilltop"), await find("valley")]).toEqual([
    new Set([site]),
    new Set([other, building, floor]),
  ]);
  expect((await send("DELETE", `/api/locations/${floor}`, {})).status).toBe(200);
  expect(await find("valley second")).toEqual(new Set());
  await db.batch(migration().map((statement) => db.prepare(statement)));
  expect([await find("valley"), await find("second")]).toEqual([
    new Set([other, building]),
    new Set(),
  ]);
});

test("a person limited to some Locations finds theirs among them all", async () => {
  const person = await newPerson(w, company, { permissions: ["view-asset", "view-category"] });
  const mine = ids.departments!.at(-1)!;
  const stamps = { company_id: company.id, created_at: 1, updated_at: 1 };
  await insert(db, "user_scopes", {
    ...stamps,
    id: newId(),
    user_id: person.id,
    department_id: mine,
  });
  const limited = await clientOf(w, company.host, person.email);
  const { found } = await chosen("/choices?list=locations&q=ward", limited);
  expect(found.map(({ value }) => value)).toEqual([mine]);
  // How many assets a category has in all is not theirs to know, and none is not true.
  expect([
    (await limited.page("/categories")).status,
    (await (await limited.page("/categories")).text()).includes(">Show</a>"),
  ]).toEqual([200, true]);
});
