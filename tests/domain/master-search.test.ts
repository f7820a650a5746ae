import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

const MANY = 5000;
let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
const ids: Record<string, string[]> = {};

const migrate = () =>
  shard.db.batch(
    readFileSync("migrations/tenant/0016_search_masters.sql", "utf8")
      .split("--> statement-breakpoint")
      .map((statement) => shard.db.prepare(statement)),
  );

/** Many rows past the app, which the migration then makes findable as it does those of a company that was there before. */
async function crowd(table: string, more: Record<string, string> = {}) {
  // All made before what the tests add.
  const at = Date.now() - MANY;
  const rows = Array.from({ length: MANY }, (_, n) => ({
    id: newId(at + n),
    name: `Ward ${n} north`,
    ...more,
  }));
  ids[table] = rows.map(({ id }) => id);
  await shard.add(table, ...rows);
}

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "banyan", 2, 0);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  await crowd("categories");
  await crowd("departments", { head_name: "Asha Rao" });
  await crowd("sub_categories", { category_id: ids.categories![0]! });
  await migrate();
});

type Named = { id: string; name: string };
const listed = async (path: string) => {
  const { data, trips, read } = await admin.call<Named[]>("GET", path);
  return { names: data.map(({ name }) => name), ids: data.map(({ id }) => id), trips, read };
};
const chosen = async (path: string, client = admin) => {
  const answer = await client.page(path);
  const choices = (await answer.json()) as { value: string; label: string }[];
  return { choices, read: d1Of(answer).read };
};
const add = async (path: string, body: object) =>
  (await admin.call("POST", `/api/${path}`, body)).data.id;
const put = (path: string, body: object) => admin.call("PUT", `/api/${path}`, body);

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
    // What no word begins with is looked for inside the words of the first 2,000.
    const most = q === "nowhere" ? 2_300 : 300;
    const inList = await listed(`/api/${path}?q=${encodeURIComponent(q)}`);
    expect([q, inList.names.length, inList.read <= most ? "few" : inList.read]).toEqual([
      q,
      count,
      "few",
    ]);
    const offered = await chosen(`/choices?list=${choices}&q=${encodeURIComponent(q)}`);
    expect([q, offered.choices.length, offered.read <= most ? "few" : offered.read]).toEqual([
      q,
      Math.min(20, count),
      "few",
    ]);
  }
});

test.each(["categories", "departments"])(
  "of %s what is archived is found among the archived alone, and what is deleted nowhere",
  async (path) => {
    const id = await add(path, { name: "Wallaby ward" });
    const find = async (state = "") =>
      (await listed(`/api/${path}?q=wallaby${state && `&state=${state}`}`)).ids;
    expect(await find()).toEqual([id]);
    await admin.call("POST", `/api/${path}/${id}/archive`);
    expect([await find(), await find("archived")]).toEqual([[], [id]]);
    expect((await admin.call("DELETE", `/api/${path}/${id}`)).status).toBe(200);
    expect(await find("all")).toEqual([]);
  },
);

test("a sub-category is found within its category alone, also after it moved and after a merge", async () => {
  const [from, to] = [ids.categories![1]!, ids.categories![2]!];
  const within = async (category: string) =>
    (await listed(`/api/sub-categories?q=special&category=${category}`)).names;
  const name = "Ward special";
  const id = await add("sub-categories", { name, category_id: from });
  expect(await within(from)).toEqual([name]);
  const offered = await chosen(`/choices?list=sub-categories&of=${from}&q=special`);
  expect(offered.choices).toEqual([{ value: id, label: name }]);
  await put(`sub-categories/${id}`, { name, category_id: to });
  expect([await within(from), await within(to)]).toEqual([[], [name]]);
  await add("sub-categories", { name: "Special second", category_id: to });
  const merged = await admin.call("POST", `/api/categories/${to}/merge`, { into: from });
  expect(merged.status).toBe(200);
  expect([await within(from), await within(to)]).toEqual([["Special second", name], []]);
});

test("a place is found by its name, its code and the names of its path, also after those change", async () => {
  const addPlace = (name: string, level: string, parent_id: string | null, code = "") =>
    add("locations", { name, level, parent_id, code });
  const site = await addPlace("Hilltop", "site", null);
  const other = await addPlace("Valley", "site", null);
  const building = await addPlace("Maple block", "building", site, "MB/7");
  const floor = await addPlace("Second floor", "floor", building);
  const find = async (q: string) =>
    (await listed(`/api/locations?q=${encodeURIComponent(q)}`)).ids.sort();
  expect(await find("mb7")).toEqual([building]);
  expect(await find("hilltop")).toEqual([site, building, floor].sort());
  expect(await find("second maple hill")).toEqual([floor]);
  const cedar = { name: "Cedar block", level: "building", code: "MB/7" };
  await put(`locations/${building}`, { ...cedar, parent_id: site });
  expect([await find("maple"), await find("cedar floor")]).toEqual([[], [floor]]);
  await put(`locations/${building}`, { ...cedar, parent_id: other });
  expect([await find("hilltop"), await find("valley")]).toEqual([
    [site],
    [other, building, floor].sort(),
  ]);
  expect((await admin.call("DELETE", `/api/locations/${floor}`)).status).toBe(200);
  expect(await find("valley second")).toEqual([]);
  await migrate();
  expect([await find("valley"), await find("second")]).toEqual([[other, building].sort(), []]);
});

test("a person limited to some Locations finds theirs among them all", async () => {
  const { id, client } = await colleague(w, company, "view-asset", "view-category");
  const department_id = ids.departments!.at(-1)!;
  await shard.add("user_scopes", { user_id: id, department_id });
  const { choices } = await chosen("/choices?list=locations&q=ward", client);
  expect(choices.map(({ value }) => value)).toEqual([department_id]);
  // How many assets a category has in all is not theirs to know, and none is not true.
  expect(await client.text("/categories")).toContain(">Show</a>");
});
