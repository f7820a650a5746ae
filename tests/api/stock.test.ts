import { beforeAll, expect, test } from "vitest";
import { newCatalogueVersion } from "#tests/support/catalogue.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { fileOf, pngOf } from "#tests/support/pictures.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let store: string;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  store = await add("/api/stores", { name: `Store ${Date.now()}` });
});

const post = (path: string, body: object) => admin.call("POST", path, body);
async function add(path: string, body: object, client = admin): Promise<string> {
  const { status, message, data } = await client.call("POST", path, body);
  expect([status, message]).toEqual([201, expect.stringContaining("added")]);
  return data.id;
}
const item = (more: object = {}) =>
  add("/api/stocks", { store_id: store, name: `Part ${Math.random()}`, rate: "12.50", ...more });
const read = async (id: string) => (await admin.call("GET", `/api/stocks/${id}`)).data;
type Entry = { kind: string; qty: number; seq: number; balance_after: number; unit_cost: string };
const ledger = async (id: string) =>
  (await admin.call<Entry[]>("GET", `/api/stocks/${id}/ledger?size=100`)).data;

test("an item begins with its opening quantity in the ledger, and its quantity is never typed later", async () => {
  const id = await item({ opening_quantity: 4, min_qty: 2 });
  expect(await read(id)).toMatchObject({
    quantity: 4,
    rate: "12.50",
    min_qty: 2,
    unit: "pcs",
    kind: "spare",
  });
  expect(await ledger(id)).toMatchObject([
    { kind: "opening", qty: 4, seq: 1, balance_after: 4, unit_cost: "12.50" },
  ]);
  const put = (body: object) =>
    admin.call("PUT", `/api/stocks/${id}`, { store_id: store, name: `P ${id}`, ...body });
  expect((await put({ opening_quantity: 9 })).status).toBe(422);
  expect((await put({ quantity: 9 })).errors).toMatchObject({
    quantity: [expect.stringContaining("not a field")],
  });
  expect((await put({ rate: "20.00" })).status).toBe(200);
  expect(await read(id)).toMatchObject({ quantity: 4, rate: "20.00" });
});

test("receive, issue and adjust move the quantity, each with its words", async () => {
  const id = await item({ opening_quantity: 1 });
  const move = (verb: string, body: object) => post(`/api/stocks/${id}/${verb}`, body);
  expect((await move("receive", { qty: 5, unit_cost: "9.90" })).status).toBe(200);
  expect((await move("issue", { qty: 2 })).status).toBe(422);
  expect((await move("issue", { qty: 2, reason: "Ward 3" })).status).toBe(200);
  expect((await move("adjust", { direction: "minus", qty: 1, reason: "Broken" })).status).toBe(200);
  expect(await move("issue", { qty: 4, reason: "Ward 3" })).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Only 3 of Part .* in stock$/),
  });
  for (const qty of [0, -1, 1.5, "x"]) expect((await move("receive", { qty })).status).toBe(422);
  expect(await ledger(id)).toMatchObject([
    { kind: "adjust_minus", balance_after: 3 },
    { kind: "issue", balance_after: 4 },
    { kind: "receipt", balance_after: 6, unit_cost: "9.90" },
    { kind: "opening", balance_after: 1 },
  ]);
});

test("sixty at once: the ledger adds up and nothing goes below zero", async () => {
  const id = await item({ opening_quantity: 10, min_qty: 3 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0
        ? post(`/api/stocks/${id}/receive`, { qty: 1 })
        : post(`/api/stocks/${id}/issue`, { qty: 1, reason: `Ward ${at}` }),
    ),
  );
  const took = answers.filter((answer, at) => at % 3 !== 0 && answer.status === 200).length;
  expect(
    answers.every((answer, at) => answer.status === 200 || (at % 3 !== 0 && answer.status === 409)),
  ).toBe(true);
  const quantity = Number((await read(id)).quantity);
  expect(quantity).toBe(10 + 20 - took);
  expect(quantity).toBeGreaterThanOrEqual(0);
  const entries = (await ledger(id)).reverse();
  expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_, at) => at + 1));
  let balance = 0;
  for (const entry of entries) {
    balance += entry.kind === "issue" ? -entry.qty : entry.qty;
    expect(entry.balance_after).toBe(balance);
  }
  expect(balance).toBe(quantity);
});

test("store items as the report form asks for them", async () => {
  const [filled, empty, inactive] = [
    await item({ opening_quantity: 2 }),
    await item(),
    await item({ opening_quantity: 3, is_active: false }),
  ];
  const offered = async (query = "") => {
    const path = `/api/store-item/get${query}`;
    return (await admin.call<{ id: string }[]>("GET", path)).data;
  };
  const active = await offered("?active=true");
  expect(active.find(({ id }) => id === filled)).toEqual({
    id: filled,
    name: expect.any(String),
    rate: "12.50",
    quantity: 2,
    unit: "pcs",
    is_active: true,
  });
  expect(active.some(({ id }) => id === empty || id === inactive)).toBe(false);
  const all = (await offered()).map(({ id }) => id);
  expect(all).toEqual(expect.arrayContaining([filled, empty, inactive]));
});

test("the number of low items follows every change", async () => {
  const globex = await signedIn(w, w.companies.globex, "admin");
  const low = () => rowsOf(w, w.companies.globex).counter("stock.low");
  const store_id = await add("/api/stores", { name: "Low" }, globex);
  const fuse = { store_id, name: "Fuse" };
  const opening = { ...fuse, rate: "1", opening_quantity: 5, min_qty: 3 };
  const id = await add("/api/stocks", opening, globex);
  const put = (more: object) => globex.call("PUT", `/api/stocks/${id}`, { ...fuse, ...more });
  const before = await low();
  await globex.call("POST", `/api/stocks/${id}/issue`, { qty: 2, reason: "x" });
  expect(await low()).toBe(before + 1);
  await put({ min_qty: 2 });
  expect(await low()).toBe(before);
  await put({ min_qty: 4, is_active: "0" });
  expect(await low()).toBe(before);
  await put({ min_qty: 4 });
  expect(await low()).toBe(before + 1);
  await globex.call("POST", `/api/stocks/${id}/receive`, { qty: 9 });
  expect(await low()).toBe(before);
});

test("items are found by the beginnings of words, whatever is typed", async () => {
  const id = await item({ name: "Oxygen sensor O2-77", part_no: "SN-9981/A" });
  const isFoundBy = async (q: string) => {
    const path = `/api/stocks?q=${encodeURIComponent(q)}`;
    return (await admin.call<{ id: string }[]>("GET", path)).data.some((row) => row.id === id);
  };
  for (const q of ["oxy sens", "SN-9981", "sn9981", "o2"])
    expect([q, await isFoundBy(q)]).toEqual([q, true]);
  for (const q of ['"', "NEAR(", "x*", "AND OR"]) expect(await isFoundBy(q)).toBe(false);
});

test("an item has a picture", async () => {
  const id = await item();
  const send = async (intent: string, name?: string) => {
    const picture = name && fileOf(pngOf(2, 2), name, "image/png");
    const fields = { intent, ...(picture ? { picture } : {}) };
    return (await admin.form(`/stocks/ledger/${id}.data`, fields)).status;
  };
  const shown = async () => (await read(id)).image_media_id as string | null;
  expect(await send("picture", "fuse.png")).toBe(200);
  const first = (await shown())!;
  expect((await admin.page(`/media/${first}`)).headers.get("content-type")).toBe("image/png");
  expect(await send("picture", "fuse.txt")).toBe(422);
  expect(await send("picture", "new.png")).toBe(200);
  expect(await shown()).not.toBe(first);
  expect((await admin.page(`/media/${first}`)).status).toBe(404);
  expect(await send("remove-picture")).toBe(200);
  expect(await shown()).toBeNull();
});

test("a count is booked as what differs, and never over what moved meanwhile", async () => {
  const id = await item({ name: `Counted ${Date.now()}`, opening_quantity: 7 });
  const count = (body: object) =>
    post(`/api/stocks/${id}/adjust`, { reason: "Counted on the shelf", ...body });
  expect((await count({ counted: 4, booked: 7 })).message).toContain("3 pcs");
  const again = await count({ counted: 9, booked: 7 });
  expect([again.status, again.message]).toEqual([409, "4 pcs are booked by now. Count again."]);
  expect((await count({ counted: 4 })).status).toBe(422);
  expect((await count({})).errors).toEqual({ direction: ["Choose more or less"] });
  expect((await count({ counted: 0, booked: 4 })).status).toBe(200);
  expect((await admin.call("GET", `/api/stocks/${id}`)).data.quantity).toBe(0);
});

test("lists and ledgers leave as files, with what they are filtered by", async () => {
  const name = `Export ${Date.now()}`;
  const id = await item({ name: `=${name}`, opening_quantity: 2, rate: "3.50" });
  await post(`/api/stocks/${id}/issue`, { qty: 1, party: "Ward 3", reason: "Night" });
  const linesOf = async (path: string) => (await admin.text(path)).trim().split("\r\n");
  const [head, row] = await linesOf(`/stocks/export.csv?q=${encodeURIComponent(name)}`);
  expect(head).toContain("Part no,Item,Store,Kind,Quantity,Unit");
  expect(row).toContain(`,'=${name},`);
  expect(row).toContain(",1,pcs,,3.50,3.50,");
  const [, ...lines] = await linesOf(`/stocks/ledger/${id}/movements.csv`);
  const withoutTime = (line: string) => line.replace(/^(\d+),[^,]*,/, "$1,");
  expect(lines.map(withoutTime)).toEqual([
    expect.stringMatching(/^1,Opening,2,2,3.50,/),
    expect.stringMatching(/^2,Issued,1,1,3.50,,,,Ward 3,,Night,/),
  ]);
  expect(await linesOf(`/stocks/ledger/${id}/movements.csv?kind=issue`)).toHaveLength(2);
});

test("machine types are chosen from the catalogue and kept by name", async () => {
  const id = `type-${Date.now()}`;
  const type = { id, name: `Pump ${Date.now()}`, created_at: 1, updated_at: 1 };
  await insert(w.env.CONTROL_DB, "machine_types", type);
  await newCatalogueVersion(w);
  const save = async (name: string, typeId: string) => {
    const body = { store_id: store, name, machine_type_ids: [typeId] };
    return (await post("/api/stocks", body)).status;
  };
  expect(await save("Seal", "nothing")).toBe(422);
  await expect.poll(() => save(`Seal ${id}`, id), { timeout: 8000 }).toBe(201);
  const path = `/api/stocks?q=Seal ${encodeURIComponent(id)}`;
  const [seal] = (await admin.call<{ id: string }[]>("GET", path)).data;
  expect(await read(seal!.id)).toMatchObject({ machine_type_ids: [id] });
});
