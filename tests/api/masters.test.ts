import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let viewer: Client;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  viewer = await signedIn(w, w.companies.acme, "viewer");
});

const fresh = () => `R${newId().slice(-12)}`;
const add = async (path: string, more: object = {}, by = admin) =>
  (await by.call("POST", `/api/${path}`, { name: fresh(), ...more })).data.id;
type Row = { id: string; is_default: boolean };
const list = async (path: string, by = admin) =>
  (await by.call<Row[]>("GET", `/api/${path}`)).data.map(({ id }) => id);

describe.each([
  ["categories", {}, "Category"],
  ["departments", {}, "Location"],
  ["vendors", { phone: "4321", is_supplier: true }, "Vendor"],
  ["stores", {}, "Store"],
] as const)("%s", (path, more, label) => {
  test("are added, found, changed, archived and deleted", async () => {
    const name = fresh();
    const post = (body: object) => admin.call("POST", `/api/${path}`, { ...more, ...body });
    const put = (body: object) => admin.call("PUT", `/api/${path}/${id}`, { ...more, ...body });
    const added = await post({ name });
    expect([added.status, added.message]).toEqual([201, `${label} added`]);
    const { id } = added.data;
    expect(await list(`${path}?q=${name}`)).toEqual([id]);
    expect((await post({ name: name.toUpperCase() })).errors).toEqual({
      name: ["Name is already used"],
    });
    expect((await post({})).errors).toMatchObject({ name: ["Name is required"] });
    expect((await post({ name: fresh(), company_id: "x" })).errors).toEqual({
      company_id: ["company_id is not a field of this form"],
    });
    const changed = await put({ name: `${name} B`, version: 1 });
    expect([changed.status, changed.message]).toEqual([200, `${label} saved`]);
    expect(await put({ name: `${name} C`, version: 1 })).toMatchObject({
      status: 409,
      message: "Someone else changed this record",
      data: { name: `${name} B` },
    });
    const send = async (intent: string) => (await admin.form(`/${path}`, { intent, id })).status;
    expect(await send("archive")).toBe(302);
    expect(await list(`${path}?q=${name}`)).toEqual([]);
    expect(await list(`${path}?state=archived&q=${name}`)).toEqual([id]);
    expect(await send("restore")).toBe(302);
    expect((await admin.call("DELETE", `/api/${path}/${id}`)).message).toBe(`${label} deleted`);
    expect((await admin.call("GET", `/api/${path}/${id}`)).status).toBe(404);
    expect(await list(`${path}?state=all&q=${name}`)).toEqual([]);
    expect((await post({ name })).status).toBe(201);
  });

  test("a page costs two round trips, also with a dialog open", async () => {
    const id = await add(path, more);
    for (const query of ["", "?new=1", `?edit=${id}`, `?delete=${id}`]) {
      const page = await admin.page(`/${path}${query}`);
      expect([query, page.status, d1Of(page).trips]).toEqual([query, 200, upTo(2)]);
    }
    // What no word begins with is looked for inside the words.
    const search = await admin.page(`/${path}?q=zzqx&state=all`);
    expect([search.status, d1Of(search).trips]).toEqual([200, upTo(3)]);
    expect(await admin.text(`/${path}?edit=${id}`)).toContain("<dialog open");
  });

  test("a viewer sees no form", async () => {
    expect(await viewer.text(`/${path}?new=1`)).not.toContain("<dialog open");
    expect(await viewer.text(`/${path}`)).not.toContain("?new=1");
  });
});

test("what is used says by how many", async () => {
  const store_id = await add("stores");
  for (let i = 0; i < 3; i++) await add("stocks", { store_id });
  expect((await admin.call("DELETE", `/api/stores/${store_id}`)).message).toBe(
    "Used by 3 stock items. Archive it or move them first.",
  );
});

test("a store is archived at zero quantity only, and nothing new goes into an archived one", async () => {
  const store_id = await add("stores");
  const item = await add("stocks", { store_id, opening_quantity: 2 });
  const archive = () => admin.form("/stores", { intent: "archive", id: store_id });
  expect((await archive()).status).toBe(409);
  await admin.call("POST", `/api/stocks/${item}/issue`, { qty: 2, reason: "Emptied" });
  expect((await archive()).status).toBe(302);
  const late = await admin.call("POST", "/api/stocks", { store_id, name: fresh() });
  expect(late.errors).toEqual({ store_id: ["Store is archived or was deleted"] });
});

test("exactly one store is the default", async () => {
  const globex = await signedIn(w, w.companies.globex, "admin");
  const addStore = (more: object = {}) => add("stores", more, globex);
  const defaults = async () => {
    const { data } = await globex.call<Row[]>("GET", "/api/stores?state=all&size=100");
    return data.filter((row) => row.is_default).map(({ id }) => id);
  };
  await addStore();
  expect((await defaults()).length).toBe(1);
  const second = await addStore({ is_default: true });
  expect(await defaults()).toEqual([second]);
  await Promise.all([addStore({ is_default: true }), addStore({ is_default: "1" })]);
  const [current] = await defaults();
  expect((await defaults()).length).toBe(1);
  await globex.call("DELETE", `/api/stores/${current}`);
  expect(await defaults()).toEqual([expect.not.stringContaining(current!)]);
});

test("tax ids of a vendor, one a line", async () => {
  const vendor = { intent: "create", phone: "4321", isSupplier: "1" };
  const send = (taxIds: string) =>
    admin.form("/vendors?new=1", { ...vendor, name: fresh(), taxIds });
  expect((await send("GSTIN: 33ABCDE1234F1Z5\nPAN: ABCDE1234F")).status).toBe(302);
  const refused = await send("33ABCDE1234F1Z5");
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining("Write one tax id a line"),
  ]);
});

test("pickers offer what is active, to those who may look", async () => {
  const name = fresh();
  const id = await add("vendors", { name, phone: "4321", is_service: true });
  const choices = (client: Client, of: string) =>
    client.page(`/choices?list=${of}&q=${encodeURIComponent(name)}`);
  expect(await (await choices(admin, "vendors")).json()).toEqual([{ value: id, label: name }]);
  expect((await choices(viewer, "keepers")).status).toBe(403);
  expect((await choices(viewer, "nothing")).status).toBe(404);
  expect((await choices(viewer, "vendors")).status).toBe(200);
});

test("lists of 10,000 stock items read at most 150 rows a page", async () => {
  const company = await addCompany(w.env, "hazel", 2, 2);
  const shard = rowsOf(w, company);
  const owner = await signedIn(w, company, "admin");
  const store = await shard.add("stores", { name: "Big store", is_default: 1 });
  const now = Date.now();
  const items = Array.from({ length: 10_000 }, (_, at) => ({
    id: newId(now + at),
    store_id: store,
    name: `Part ${String(at).padStart(5, "0")}`,
    quantity: at % 10 === 0 ? 0 : at % 50,
    min_qty: at % 7 === 0 ? 5 : null,
    kind: at % 97 === 0 ? "tool" : "spare",
    rate_minor: 100,
  }));
  await shard.add("stock_items", ...items);
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
    expect([query, page.status, trips, read <= 150 ? "few" : read]).toEqual([
      query,
      200,
      upTo(2),
      "few",
    ]);
    const after = /after=([\w-]+)/.exec(await page.text())?.[1];
    const next = after ? d1Of(await owner.page(`/stocks?${query}&after=${after}`)).read : 0;
    expect([query, next <= 150 ? "few" : next]).toEqual([query, "few"]);
  }
});
