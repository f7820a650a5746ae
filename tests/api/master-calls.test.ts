import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { fresh } from "#tests/support/bodies.ts";
import { type Client, signedIn, superAdmin } from "#tests/support/client.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "medlar", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
});

const post = (path: string, body: object = {}) =>
  admin.call<{ id: string; moved: number; left: number }>("POST", `/api/${path}`, body);
const add = async (path: string, more: object = {}) => {
  const { status, data } = await post(path, { name: fresh(), ...more });
  expect([path, status]).toEqual([path, 201]);
  return data.id;
};
const isArchived = async (path: string, id: string, client = admin) =>
  (await client.call("GET", `/api/${path}/${id}`)).data.archived_at !== null;

const masters: Record<string, () => Promise<string>> = {
  categories: () => add("categories"),
  "sub-categories": async () => add("sub-categories", { category_id: await add("categories") }),
  departments: () => add("departments"),
  locations: () => add("locations", { level: "site" }),
  vendors: () => add("vendors", { phone: "4321", is_supplier: true }),
  stores: () => add("stores"),
  stocks: async () => add("stocks", { store_id: await add("stores") }),
  teams: () => add("teams"),
};

test.each(Object.entries(masters))("%s are archived and restored", async (path, make) => {
  const id = await make();
  expect((await post(`${path}/${id}/archive`)).status).toBe(200);
  expect(await isArchived(path, id)).toBe(true);
  const logged = "entity_id = ? and action like 'archive.%'";
  expect(await shard.count("activity_log", logged, id)).toBe(1);
  const listed = (await admin.call<{ id: string }[]>("GET", `/api/${path}`)).data;
  expect(listed.map((row) => row.id)).not.toContain(id);
  expect((await post(`${path}/${id}/restore`)).status).toBe(200);
  expect(await isArchived(path, id)).toBe(false);
});

test.each(["categories", "sub-categories", "departments", "vendors", "teams"])(
  "%s are merged, and what is wrong with the target is said at its field",
  async (path) => {
    const make = masters[path]!;
    const [source, target, archived] = [await make(), await make(), await make()];
    await post(`${path}/${archived}/archive`);
    const merge = (body: object) => post(`${path}/${source}/merge`, body);
    for (const into of [source, archived])
      expect(Object.keys((await merge({ into })).errors ?? {})).toEqual(["into"]);
    expect((await merge({ into: newId() })).status).toBe(404);
    expect((await merge({})).errors).toEqual({ into: ["Choose what to merge it into"] });
    const { status, data } = await merge({ into: target });
    expect([status, data]).toEqual([200, { id: source, into: target, moved: 0, left: 0 }]);
    expect(await isArchived(path, source)).toBe(true);
  },
);

test("assets and people end otherwise: they have no such call", async () => {
  for (const path of ["assets", "users"])
    expect((await post(`${path}/${newId()}/archive`)).status).toBe(404);
});

test("a store with a quantity is not archived", async () => {
  const store = await add("stores");
  await add("stocks", { store_id: store, opening_quantity: 4 });
  expect(await post(`stores/${store}/archive`)).toMatchObject({
    status: 409,
    message: "1 stock items in it still have a quantity. Bring them to zero first.",
  });
});

describe("the platform's masters as well", () => {
  test.each(["machine-types", "roles"])("%s are archived and restored", async (path) => {
    const staff = await superAdmin(w);
    const { id } = (await staff.call("POST", `/api/${path}`, { name: fresh() })).data;
    for (const verb of ["archive", "restore"]) {
      expect((await staff.call("POST", `/api/${path}/${id}/${verb}`, {})).status).toBe(200);
      expect(await isArchived(path, id, staff)).toBe(verb === "archive");
    }
  });

  test("the system role stays", async () => {
    const staff = await superAdmin(w);
    expect((await staff.call("POST", "/api/roles/role-super/archive", {})).status).toBe(409);
  });
});

test("a merge of more than one step goes on until nothing is left", async () => {
  const [source, target] = [await masters.departments!(), await masters.departments!()];
  const people = Array.from({ length: 230 }, (_, n) => ({
    email: `crowd${n}@medlar.test`,
    name: `Crowd ${n}`,
    type: "user",
    service_type: 2,
    status: "active",
    department_id: source,
  }));
  await shard.add("users", ...people);
  const merge = async () => (await post(`departments/${source}/merge`, { into: target })).data;
  expect(await merge()).toMatchObject({ moved: 200, left: 1 });
  expect(await merge()).toMatchObject({ moved: 30, left: 0 });
});
