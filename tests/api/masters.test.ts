import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { addCompany, insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
});

type Fields = Record<string, unknown>;
type Body = { message: string; data: { id: string } & Fields; errors?: Record<string, string[]> };
const send = async (method: string, path: string, body?: Fields, client = admin) => {
  const response = await client.api(path, { method, body });
  return { response, status: response.status, ...((await response.json()) as Body) };
};
const add = async (path: string, body: Fields) =>
  (await send("POST", `/api/${path}`, body)).data.id;
const list = async (path: string, query = "") =>
  ((await (await admin.api(`/api/${path}${query}`)).json()) as { data: Fields[] }).data;
let nth = 0;
const name = () => `Record ${++nth} ${Date.now()}`;

describe.each([
  ["categories", {}, "Category"],
  ["departments", {}, "Location"],
  ["vendors", { phone: "1", is_supplier: true }, "Vendor"],
  ["stores", {}, "Store"],
] as const)("%s", (path, more, label) => {
  test("are added, found, changed, archived and deleted", async () => {
    const called = name();
    const made = await send("POST", `/api/${path}`, { name: called, ...more });
    expect([made.status, made.message, d1Of(made.response).trips <= 3]).toEqual([
      201,
      `${label} added`,
      true,
    ]);
    const { id } = made.data;
    expect((await list(path, `?q=${encodeURIComponent(called)}`)).map((row) => row.id)).toEqual([
      id,
    ]);
    expect(
      (await send("POST", `/api/${path}`, { name: called.toUpperCase(), ...more })).errors,
    ).toEqual({
      name: ["Name is already used"],
    });
    expect((await send("POST", `/api/${path}`, { ...more })).errors).toMatchObject({
      name: ["Name is required"],
    });
    const strange = await send("POST", `/api/${path}`, { name: name(), company_id: "x", ...more });
    expect([strange.status, strange.errors]).toEqual([
      422,
      { company_id: ["company_id is not a field of this form"] },
    ]);
    const changed = await send("PUT", `/api/${path}/${id}`, {
      name: `${called} B`,
      version: 1,
      ...more,
    });
    expect([changed.status, changed.message]).toEqual([200, `${label} saved`]);
    const late = await send("PUT", `/api/${path}/${id}`, {
      name: `${called} C`,
      version: 1,
      ...more,
    });
    expect([late.status, late.message, late.data]).toMatchObject([
      409,
      "Someone else changed this record",
      { name: `${called} B` },
    ]);
    const form = (intent: string) =>
      admin.page(`/${path}`, { method: "POST", body: new URLSearchParams({ intent, id }) });
    expect((await form("archive")).status).toBe(302);
    expect((await list(path, `?q=${encodeURIComponent(called)}`)).length).toBe(0);
    expect((await list(path, `?state=archived&q=${encodeURIComponent(called)}`)).length).toBe(1);
    expect((await form("restore")).status).toBe(302);
    expect((await send("DELETE", `/api/${path}/${id}`)).message).toBe(`${label} deleted`);
    expect((await send("GET", `/api/${path}/${id}`)).status).toBe(404);
    expect((await list(path, `?state=all&q=${encodeURIComponent(called)}`)).length).toBe(0);
    expect((await send("POST", `/api/${path}`, { name: called, ...more })).status).toBe(201);
  });

  test("a page costs two round trips, also with a dialog open", async () => {
    const id = await add(path, { name: name(), ...more });
    for (const query of ["", "?new=1", `?edit=${id}`, `?delete=${id}`, "?q=rec&state=all"]) {
      const page = await admin.page(`/${path}${query}`);
      expect([query, page.status, d1Of(page).trips]).toEqual([query, 200, 2]);
    }
    expect(await (await admin.page(`/${path}?edit=${id}`)).text()).toContain("<dialog open");
  });

  test("a viewer sees no form and is refused one", async () => {
    const viewer = await signedIn(w, w.companies.acme, "viewer");
    expect(await (await viewer.page(`/${path}?new=1`)).text()).not.toContain("<dialog open");
    expect(await (await viewer.page(`/${path}`)).text()).not.toContain("?new=1");
    expect(
      (
        await viewer.page(`/${path}`, {
          method: "POST",
          body: new URLSearchParams({ intent: "create", name: name() }),
        })
      ).status,
    ).toBe(403);
  });
});

test("what is used says by how many, and stays", async () => {
  const store = await add("stores", { name: name() });
  for (let i = 0; i < 3; i++) await add("stocks", { store_id: store, name: name() });
  const refused = await send("DELETE", `/api/stores/${store}`);
  expect([refused.status, refused.message]).toEqual([
    409,
    "Used by 3 stock items. Archive it or move them first.",
  ]);
  const department = await add("departments", { name: name() });
  await add("stores", { name: name(), department_id: department });
  expect((await send("DELETE", `/api/departments/${department}`)).message).toBe(
    "Used by 1 store. Archive it or move them first.",
  );
});

test("a store is archived at zero quantity only, and nothing new goes into an archived one", async () => {
  const store = await add("stores", { name: name() });
  const item = await add("stocks", { store_id: store, name: name(), opening_quantity: 2 });
  const archive = () =>
    admin.page("/stores", {
      method: "POST",
      body: new URLSearchParams({ intent: "archive", id: store }),
    });
  expect((await archive()).status).toBe(409);
  await send("POST", `/api/stocks/${item}/issue`, { qty: 2, reason: "Emptied" });
  expect((await archive()).status).toBe(302);
  const late = await send("POST", "/api/stocks", { store_id: store, name: name() });
  expect([late.status, late.errors]).toEqual([
    422,
    { store_id: ["Store is archived or was deleted"] },
  ]);
});

test("exactly one store is the default", async () => {
  const globex = await signedIn(w, w.companies.globex, "admin");
  const made = async (more: Fields) =>
    (await send("POST", "/api/stores", { name: name(), ...more }, globex)).data.id;
  const defaults = async () => {
    const { data } = (await (await globex.api("/api/stores?state=all&size=100")).json()) as {
      data: Fields[];
    };
    return data.filter((row) => row.is_default).map((row) => row.id);
  };
  const first = await made({});
  expect((await defaults()).length).toBe(1);
  const second = await made({ is_default: true });
  expect(await defaults()).toEqual([second]);
  await Promise.all([made({ is_default: true }), made({ is_default: "1" })]);
  expect((await defaults()).length).toBe(1);
  const [now] = (await defaults()) as [string];
  await send("DELETE", `/api/stores/${now}`, undefined, globex);
  expect((await defaults()).length).toBe(1);
  expect(await defaults()).not.toEqual([now]);
  void first;
});

test("tax ids of a vendor, one a line", async () => {
  const form = (taxIds: string) =>
    admin.page("/vendors?new=1", {
      method: "POST",
      body: new URLSearchParams({
        intent: "create",
        name: name(),
        phone: "1",
        isSupplier: "1",
        taxIds,
      }),
    });
  expect((await form("GSTIN: 33ABCDE1234F1Z5\nPAN: ABCDE1234F")).status).toBe(302);
  const refused = await form("33ABCDE1234F1Z5");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("Write one tax id a line"),
  ]);
});

test("pickers offer what is active, to those who may look", async () => {
  const called = `Pick ${Date.now()}`;
  const id = await add("vendors", { name: called, phone: "1", is_service: true });
  const choices = async (client: Client, of: string, q = called) =>
    client.page(`/choices?list=${of}&q=${encodeURIComponent(q)}`);
  expect(await (await choices(admin, "vendors")).json()).toEqual([{ value: id, label: called }]);
  const viewer = await signedIn(w, w.companies.acme, "viewer");
  expect((await choices(viewer, "keepers", "")).status).toBe(403);
  expect((await choices(viewer, "nothing", "")).status).toBe(404);
  expect((await choices(viewer, "vendors")).status).toBe(200);
});

test("lists of 10,000 stock items read at most 150 rows a page", async () => {
  const company = await addCompany(w.env, "hazel", 2, 2);
  const db = w.env[company.shard as "TENANT_DB_2"];
  const owner = await signedIn(w, company, "admin");
  const now = Date.now();
  const own = { company_id: company.id, created_at: now, updated_at: now };
  const store = newId();
  await insert(db, "stores", { ...own, id: store, name: "Big store", is_default: 1 });
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    newId(now + at),
    `Part ${String(at).padStart(5, "0")}`,
    at % 10 === 0 ? 0 : at % 50,
    at % 7 === 0 ? 5 : null,
    at % 97 === 0 ? "tool" : "spare",
  ]);
  for (let from = 0; from < rows.length; from += 2500)
    await db
      .prepare(
        `insert into stock_items (company_id, id, created_at, updated_at, store_id, name, quantity, min_qty, kind, rate_minor)
         select ?1, value ->> 0, ?2, ?2, ?3, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 100 from json_each(?4)`,
      )
      .bind(company.id, now, store, JSON.stringify(rows.slice(from, from + 2500)))
      .run();
  for (const query of [
    "",
    "level=low",
    "level=out",
    "kind=tool",
    `store=${store}`,
    "active=no",
    "state=archived",
    "state=all",
    "dir=desc",
    "level=low&dir=desc",
  ]) {
    const page = await owner.page(`/stocks?${query}`);
    const { trips, read } = d1Of(page);
    expect([query, page.status, trips, read <= 150 ? "few" : read]).toEqual([query, 200, 2, "few"]);
    const html = await page.text();
    const after = /after=([\w-]+)/.exec(html)?.[1];
    if (after)
      expect([
        query,
        d1Of(await owner.page(`/stocks?${query}&after=${after}`)).read <= 150,
      ]).toEqual([query, true]);
  }
});
