import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, clientOf, d1Of } from "#tests/support/client.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let engineer: Client;
let stranger: Client;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "viewsone", 2, 0);
  const other = await addCompany(w.env, "viewstwo", 2, 0);
  admin = await clientOf(w, company.host, company.users.admin.email);
  engineer = await clientOf(w, company.host, company.users.engineer.email);
  stranger = await clientOf(w, other.host, other.users.admin.email);
});

type View = {
  id: string;
  name: string;
  query: string;
  is_shared: boolean;
  is_mine: boolean;
  owner_name: string;
  version: number;
};
const views = async (by: Client, screen = "/all-assets") =>
  (
    (await (await by.api(`/api/saved-views?screen=${encodeURIComponent(screen)}`)).json()) as {
      data: View[];
    }
  ).data;
async function ask(by: Client, method: string, path: string, body: Record<string, unknown>) {
  const answer = await by.api(`/api/saved-views${path}`, { method, body });
  return {
    status: answer.status,
    trips: d1Of(answer).trips,
    body: (await answer.json()) as { data: { id: string }; errors?: Record<string, string[]> },
  };
}
const save = (by: Client, name: string, more: Record<string, unknown> = {}) =>
  ask(by, "POST", "", {
    screen: "/all-assets",
    name,
    query: "?pm=overdue&sort=pm&after=xyz&edit=1&q=",
    is_shared: false,
    ...more,
  });

test("a list is kept under a name without its place, renamed, shared and deleted by its owner alone", async () => {
  const made = await save(admin, "Overdue");
  expect([made.status, made.trips]).toEqual([201, 2]);
  const { id } = made.body.data;
  expect(await views(admin)).toMatchObject([
    {
      id,
      name: "Overdue",
      query: "pm=overdue&sort=pm",
      is_shared: false,
      is_mine: true,
      version: 1,
    },
  ]);
  expect(await views(engineer)).toEqual([]);
  expect((await ask(engineer, "PUT", `/${id}`, { name: "Mine", is_shared: true })).status).toBe(
    404,
  );
  expect(
    (await ask(admin, "PUT", `/${id}`, { name: "Late PM", is_shared: true, version: 1 })).status,
  ).toBe(200);
  expect(
    (await ask(admin, "PUT", `/${id}`, { name: "Later", is_shared: true, version: 1 })).status,
  ).toBe(409);
  expect(await views(engineer)).toMatchObject([
    { name: "Late PM", is_mine: false, owner_name: "admin of viewsone" },
  ]);
  expect(await views(stranger)).toEqual([]);
  expect((await ask(stranger, "DELETE", `/${id}`, {})).status).toBe(404);
  expect((await ask(engineer, "DELETE", `/${id}`, {})).status).toBe(404);
  expect((await ask(admin, "DELETE", `/${id}`, {})).status).toBe(200);
  expect(await views(engineer)).toEqual([]);
});

test("names are one's own and unique on a screen", async () => {
  expect((await save(admin, "Mine")).status).toBe(201);
  const twice = await save(admin, "mine");
  expect([twice.status, twice.body.errors]).toEqual([422, { name: ["Name is already used"] }]);
  expect((await save(engineer, "Mine")).status).toBe(201);
  expect((await save(admin, "Mine", { screen: "/stocks" })).status).toBe(201);
});

test("what is no view is refused", async () => {
  for (const screen of [
    "/nowhere",
    "/companies",
    "all-assets",
    "https://elsewhere.test/",
    "/asset/detail/:id",
  ])
    expect([screen, (await save(admin, "X", { screen })).status]).toEqual([screen, 404]);
  expect((await save(engineer, "X", { screen: "/users" })).status).toBe(404);
  expect((await save(admin, "x".repeat(61))).status).toBe(422);
  expect((await save(admin, "Long", { query: "a".repeat(2001) })).status).toBe(422);
  expect((await save(admin, "More", { user_id: newId() })).status).toBe(422);
});

test("fifty a list are enough", async () => {
  const statuses = [];
  for (let n = 0; n < 51; n++)
    statuses.push((await save(admin, `View ${n}`, { screen: "/vendors" })).status);
  expect(statuses).toEqual([...Array(50).fill(201), 409]);
});
