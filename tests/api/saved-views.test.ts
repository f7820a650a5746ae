import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let engineer: Client;
let stranger: Client;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "viewsone", 2, 0);
  const other = await addCompany(w.env, "viewstwo", 2, 0);
  admin = await signedIn(w, company, "admin");
  engineer = await signedIn(w, company, "engineer");
  stranger = await signedIn(w, other, "admin");
});

const viewsOf = async (by: Client) =>
  (await by.call<object[]>("GET", "/api/saved-views?screen=%2Fall-assets")).data;
const save = (by: Client, name: string, more: object = {}) =>
  by.call("POST", "/api/saved-views", {
    screen: "/all-assets",
    name,
    query: "?pm=overdue&sort=pm&after=xyz&edit=1&q=",
    is_shared: false,
    ...more,
  });

test("a list is kept under a name without its place, renamed, shared and deleted by its owner alone", async () => {
  const { status, data } = await save(admin, "Overdue");
  expect(status).toBe(201);
  const query = "pm=overdue&sort=pm";
  const view = { id: data.id, name: "Overdue", query, is_shared: false, is_mine: true, version: 1 };
  expect(await viewsOf(admin)).toMatchObject([view]);
  expect(await viewsOf(engineer)).toEqual([]);
  const path = `/api/saved-views/${data.id}`;
  const put = async (by: Client, name: string) =>
    (await by.call("PUT", path, { name, is_shared: true, version: 1 })).status;
  expect(await put(engineer, "Mine")).toBe(404);
  expect(await put(admin, "Late PM")).toBe(200);
  expect(await put(admin, "Later")).toBe(409);
  expect(await viewsOf(engineer)).toMatchObject([
    { name: "Late PM", is_mine: false, owner_name: "admin of viewsone" },
  ]);
  expect(await viewsOf(stranger)).toEqual([]);
  expect((await engineer.call("DELETE", path)).status).toBe(404);
  expect((await admin.call("DELETE", path)).status).toBe(200);
  expect(await viewsOf(engineer)).toEqual([]);
});

test("names are one's own and unique on a screen", async () => {
  expect((await save(admin, "Mine")).status).toBe(201);
  expect((await save(admin, "mine")).errors).toEqual({ name: ["Name is already used"] });
  expect((await save(engineer, "Mine")).status).toBe(201);
  expect((await save(admin, "Mine", { screen: "/stocks" })).status).toBe(201);
});

test.each(["/nowhere", "/companies", "all-assets", "https://elsewhere.test/", "/asset/detail/:id"])(
  "%s is no screen with views",
  async (screen) => expect((await save(admin, "X", { screen })).status).toBe(404),
);

test("what is no view is refused", async () => {
  expect((await save(engineer, "X", { screen: "/users" })).status).toBe(404);
  expect((await save(admin, "x".repeat(61))).status).toBe(422);
  expect((await save(admin, "Long", { query: "a".repeat(2001) })).status).toBe(422);
});

test("fifty a list are enough", async () => {
  const statuses = [];
  for (let n = 0; n < 51; n++)
    statuses.push((await save(admin, `View ${n}`, { screen: "/vendors" })).status);
  expect(statuses).toEqual([...Array(50).fill(201), 409]);
});
