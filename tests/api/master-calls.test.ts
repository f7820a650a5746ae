import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { fresh } from "#tests/support/bodies.ts";
import { type Client, d1Of, signedIn, superAdmin } from "#tests/support/client.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let viewer: Client;
let db: D1Database;
let company: string;
beforeAll(async () => {
  w = await world();
  const made = await addCompany(w.env, "medlar", 2, 1);
  company = made.id;
  db = w.env.TENANT_DB_1;
  admin = await signedIn(w, made, "admin");
  viewer = await signedIn(w, made, "viewer");
});

type Told = {
  message: string;
  data: { id: string; moved: number; left: number };
  errors?: Record<string, string[]>;
};
const call = async (
  method: string,
  path: string,
  body: object = {},
  headers = {},
  client = admin,
) => {
  const response = await client.api(path, { method, body: { ...body }, headers });
  return { status: response.status, d1: d1Of(response), ...((await response.json()) as Told) };
};
const add = async (path: string, more: object = {}) => {
  const made = await call("POST", `/api/${path}`, { name: fresh(), ...more });
  expect([path, made.status, made.errors]).toEqual([path, 201, undefined]);
  return made.data.id;
};
const stateOf = async (path: string, id: string, client = admin) =>
  (
    (await (await client.api(`/api/${path}/${id}`)).json()) as {
      data: { archived_at: string | null };
    }
  ).data.archived_at !== null;

const masters: Record<string, () => Promise<string>> = {
  categories: () => add("categories"),
  "sub-categories": async () => add("sub-categories", { category_id: await add("categories") }),
  departments: () => add("departments"),
  locations: () => add("locations", { level: "site" }),
  vendors: () => add("vendors", { phone: "1", is_supplier: true }),
  stores: () => add("stores"),
  stocks: async () => add("stocks", { store_id: await add("stores") }),
  teams: () => add("teams"),
};

describe.each(Object.entries(masters))("%s", (path, make) => {
  test("are archived and restored, by who may edit them", async () => {
    const id = await make();
    const refused = await call("POST", `/api/${path}/${id}/archive`, {}, {}, viewer);
    expect([refused.status, await stateOf(path, id)]).toEqual([403, false]);
    const archived = await call(
      "POST",
      `/api/${path}/${id}/archive`,
      {},
      { "idempotency-key": `archive-${id}` },
    );
    expect([archived.status, archived.d1.trips <= 3, await stateOf(path, id)]).toEqual([
      200,
      true,
      true,
    ]);
    const again = await call(
      "POST",
      `/api/${path}/${id}/archive`,
      {},
      { "idempotency-key": `archive-${id}` },
    );
    expect([again.status, again.message]).toEqual([200, archived.message]);
    const logged = await db
      .prepare(
        "select count(*) as n from activity_log where company_id = ? and entity_id = ? and action like 'archive.%'",
      )
      .bind(company, id)
      .first<{ n: number }>();
    expect(logged).toEqual({ n: 1 });
    const listed = (await (await admin.api(`/api/${path}`)).json()) as { data: { id: string }[] };
    expect(listed.data.map((row) => row.id)).not.toContain(id);
    expect([
      (await call("POST", `/api/${path}/${id}/restore`)).status,
      await stateOf(path, id),
    ]).toEqual([200, false]);
    expect((await call("POST", `/api/${path}/${newId()}/archive`)).status).toBe(404);
  });
});

describe.each(["categories", "sub-categories", "departments", "vendors", "teams"])("%s", (path) => {
  test("are merged, and what is wrong with the target is said at its field", async () => {
    const [source, target, archived] = [
      await masters[path]!(),
      await masters[path]!(),
      await masters[path]!(),
    ];
    await call("POST", `/api/${path}/${archived}/archive`);
    const into = (id: string) => call("POST", `/api/${path}/${source}/merge`, { into: id });
    expect(Object.keys((await into(source)).errors ?? {})).toEqual(["into"]);
    expect(Object.keys((await into(archived)).errors ?? {})).toEqual(["into"]);
    expect((await into(newId())).status).toBe(404);
    expect((await call("POST", `/api/${path}/${source}/merge`, {})).errors).toEqual({
      into: ["Choose what to merge it into"],
    });
    expect(
      (await call("POST", `/api/${path}/${source}/merge`, { into: target, force: true })).status,
    ).toBe(422);
    const merged = await into(target);
    expect([merged.status, merged.data]).toEqual([
      200,
      { id: source, into: target, moved: 0, left: 0 },
    ]);
    expect(await stateOf(path, source)).toBe(true);
  });
});

test("assets and people end otherwise: they have no such call", async () => {
  for (const path of ["assets", "users"])
    expect((await call("POST", `/api/${path}/${newId()}/archive`)).status).toBe(404);
});

test("a store with a quantity is not archived", async () => {
  const store = await add("stores");
  await add("stocks", { store_id: store, opening_quantity: 4 });
  const refused = await call("POST", `/api/stores/${store}/archive`);
  expect([refused.status, refused.message]).toEqual([
    409,
    "1 stock items in it still have a quantity. Bring them to zero first.",
  ]);
});

test("the platform's masters as well; the system role stays", async () => {
  const staff = await superAdmin(w);
  const tell = (path: string) => call("POST", path, {}, {}, staff);
  for (const path of ["machine-types", "roles"]) {
    const { data } = await call("POST", `/api/${path}`, { name: fresh() }, {}, staff);
    expect([
      (await tell(`/api/${path}/${data.id}/archive`)).status,
      await stateOf(path, data.id, staff),
    ]).toEqual([200, true]);
    expect([
      (await tell(`/api/${path}/${data.id}/restore`)).status,
      await stateOf(path, data.id, staff),
    ]).toEqual([200, false]);
  }
  expect((await tell("/api/roles/role-super/archive")).status).toBe(409);
  expect((await call("POST", "/api/roles/role-super/archive")).status).toBe(401);
});

test("a merge of more than one step goes on until nothing is left", async () => {
  const [source, target] = [await masters.departments!(), await masters.departments!()];
  const at = Date.now();
  await insert(
    db,
    "users",
    ...Array.from({ length: 230 }, (_, n) => ({
      company_id: company,
      id: newId(),
      email: `crowd${n}@medlar.test`,
      name: `Crowd ${n}`,
      type: "user",
      service_type: 2,
      status: "active",
      department_id: source,
      created_at: at,
      updated_at: at,
    })),
  );
  const first = await call("POST", `/api/departments/${source}/merge`, { into: target });
  expect(first.data).toMatchObject({ moved: 200, left: 1 });
  const second = await call("POST", `/api/departments/${source}/merge`, { into: target });
  expect(second.data).toMatchObject({ moved: 30, left: 0 });
});
