import { beforeAll, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { insert, type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let store: string;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  store = await made(admin, "/api/stores", { name: `Store ${Date.now()}` });
});

type Body = {
  success: boolean;
  message: string;
  data: Record<string, unknown>;
  errors?: Record<string, string[]>;
};
const bodyOf = async (response: Response) => (await response.json()) as Body;
const post = (client: Client, path: string, body: Record<string, unknown>) =>
  client.api(path, { method: "POST", body });
async function made(client: Client, path: string, body: Record<string, unknown>): Promise<string> {
  const response = await post(client, path, body);
  const answer = await bodyOf(response);
  expect([response.status, answer.message]).toEqual([201, expect.stringContaining("added")]);
  return answer.data.id as string;
}
const item = (more: Record<string, unknown> = {}) =>
  made(admin, "/api/stocks", {
    store_id: store,
    name: `Part ${Math.random()}`,
    rate: "12.50",
    ...more,
  });
const found = async (id: string) => (await bodyOf(await admin.api(`/api/stocks/${id}`))).data;
type Entry = { kind: string; qty: number; seq: number; balance_after: number; unit_cost: string };
const ledger = async (id: string) =>
  ((await (await admin.api(`/api/stocks/${id}/ledger?size=100`)).json()) as { data: Entry[] }).data;
const offered = async (client: Client, query = "") =>
  (
    (await (await client.api(`/api/store-item/get${query}`)).json()) as {
      data: { id: string; name: string; rate: string; quantity: number }[];
    }
  ).data;

test("an item begins with its opening quantity in the ledger, and its quantity is never typed later", async () => {
  const id = await item({ opening_quantity: 4, min_qty: 2 });
  expect(await found(id)).toMatchObject({
    quantity: 4,
    rate: "12.50",
    min_qty: 2,
    unit: "pcs",
    kind: "spare",
  });
  expect(await ledger(id)).toMatchObject([
    { kind: "opening", qty: 4, seq: 1, balance_after: 4, unit_cost: "12.50" },
  ]);
  const put = (body: Record<string, unknown>) =>
    admin.api(`/api/stocks/${id}`, {
      method: "PUT",
      body: { store_id: store, name: `P ${id}`, ...body },
    });
  expect((await put({ opening_quantity: 9 })).status).toBe(422);
  const typed = await put({ quantity: 9 });
  expect([typed.status, (await bodyOf(typed)).errors]).toMatchObject([
    422,
    { quantity: [expect.stringContaining("not a field")] },
  ]);
  expect((await put({ rate: "20.00" })).status).toBe(200);
  expect(await found(id)).toMatchObject({ quantity: 4, rate: "20.00" });
});

test("receive, issue and adjust move the quantity, each with its permission and its words", async () => {
  const id = await item({ opening_quantity: 1 });
  const received = await post(admin, `/api/stocks/${id}/receive`, { qty: 5, unit_cost: "9.90" });
  expect([received.status, d1Of(received).trips]).toEqual([200, 3]);
  expect((await post(admin, `/api/stocks/${id}/issue`, { qty: 2 })).status).toBe(422);
  expect((await post(admin, `/api/stocks/${id}/issue`, { qty: 2, reason: "Ward 3" })).status).toBe(
    200,
  );
  expect(
    (
      await post(admin, `/api/stocks/${id}/adjust`, {
        direction: "minus",
        qty: 1,
        reason: "Broken",
      })
    ).status,
  ).toBe(200);
  const short = await post(admin, `/api/stocks/${id}/issue`, { qty: 4, reason: "Ward 3" });
  expect([short.status, (await bodyOf(short)).message]).toEqual([
    409,
    expect.stringMatching(/^Only 3 of Part .* in stock$/),
  ]);
  for (const qty of [0, -1, 1.5, "x"])
    expect((await post(admin, `/api/stocks/${id}/receive`, { qty })).status).toBe(422);
  expect(await ledger(id)).toMatchObject([
    { kind: "adjust_minus", balance_after: 3 },
    { kind: "issue", balance_after: 4 },
    { kind: "receipt", balance_after: 6, unit_cost: "9.90" },
    { kind: "opening", balance_after: 1 },
  ]);
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  expect((await post(engineer, `/api/stocks/${id}/receive`, { qty: 1 })).status).toBe(403);
  expect(
    (await post(engineer, `/api/stocks/${id}/adjust`, { direction: "plus", qty: 1, reason: "x" }))
      .status,
  ).toBe(403);
  const other = await signedIn(w, w.companies.globex, "admin");
  for (const [path, body] of [
    ["receive", { qty: 1 }],
    ["issue", { qty: 1, reason: "x" }],
  ] as const)
    expect((await post(other, `/api/stocks/${id}/${path}`, body)).status).toBe(404);
  expect((await other.api(`/api/stocks/${id}/ledger`)).status).toBe(404);
  expect((await found(id)).quantity).toBe(3);
});

test("sixty at once: the ledger adds up and nothing goes below zero", async () => {
  const id = await item({ opening_quantity: 10, min_qty: 3 });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0
        ? post(admin, `/api/stocks/${id}/receive`, { qty: 1 })
        : post(admin, `/api/stocks/${id}/issue`, { qty: 1, reason: `Ward ${at}` }),
    ),
  );
  const took = answers.filter((answer, at) => at % 3 !== 0 && answer.status === 200).length;
  expect(
    answers.every((answer, at) => answer.status === 200 || (at % 3 !== 0 && answer.status === 409)),
  ).toBe(true);
  const quantity = Number((await found(id)).quantity);
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
  const [there, none, off] = [
    await item({ opening_quantity: 2 }),
    await item(),
    await item({ opening_quantity: 3, is_active: false }),
  ];
  const engineer = await signedIn(w, w.companies.acme, "engineer");
  const active = await offered(engineer, "?active=true");
  expect(active.find((one) => one.id === there)).toEqual({
    id: there,
    name: expect.any(String),
    rate: "12.50",
    quantity: 2,
    unit: "pcs",
    is_active: true,
  });
  expect(active.some((one) => one.id === none || one.id === off)).toBe(false);
  const all = await offered(engineer);
  expect([there, none, off].every((id) => all.some((one) => one.id === id))).toBe(true);
  const { host } = w.companies.acme;
  expect((await w.server.fetch(`http://${host}/api/store-item/get`)).status).toBe(401);
  const foreign = await offered(await signedIn(w, w.companies.globex, "admin"));
  expect(foreign.some((one) => one.id === there)).toBe(false);
});

test("the number of low items follows every change", async () => {
  const globex = await signedIn(w, w.companies.globex, "admin");
  const db = w.env.TENANT_DB_1;
  const low = async () =>
    (await db
      .prepare("select value from counters where company_id = ? and id = 'stock.low'")
      .bind(w.companies.globex.id)
      .first<number>("value")) ?? 0;
  const own = await made(globex, "/api/stores", { name: "Low" });
  const id = await made(globex, "/api/stocks", {
    store_id: own,
    name: "Fuse",
    rate: "1",
    opening_quantity: 5,
    min_qty: 3,
  });
  const before = await low();
  await post(globex, `/api/stocks/${id}/issue`, { qty: 2, reason: "x" });
  expect(await low()).toBe(before + 1);
  await globex.api(`/api/stocks/${id}`, {
    method: "PUT",
    body: { store_id: own, name: "Fuse", min_qty: 2 },
  });
  expect(await low()).toBe(before);
  await globex.api(`/api/stocks/${id}`, {
    method: "PUT",
    body: { store_id: own, name: "Fuse", min_qty: 4, is_active: "0" },
  });
  expect(await low()).toBe(before);
  await globex.api(`/api/stocks/${id}`, {
    method: "PUT",
    body: { store_id: own, name: "Fuse", min_qty: 4 },
  });
  expect(await low()).toBe(before + 1);
  await post(globex, `/api/stocks/${id}/receive`, { qty: 9 });
  expect(await low()).toBe(before);
});

test("items are found by the beginnings of words, whatever is typed", async () => {
  const id = await item({ name: "Oxygen sensor O2-77", part_no: "SN-9981/A" });
  const names = async (q: string) => {
    const answer = await admin.api(`/api/stocks?q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: { id: string }[] }).data.some((row) => row.id === id);
  };
  for (const q of ["oxy sens", "SN-9981", "sn9981", "o2"])
    expect([q, await names(q)]).toEqual([q, true]);
  for (const q of ['"', "NEAR(", "x*", "AND OR", "x".repeat(10_000), "🫀"])
    expect(await names(q)).toBe(false);
});

test("an item has a picture, which its company alone sees", async () => {
  const id = await item();
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const send = (client: Client, fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return client.page(`/stocks/ledger/${id}.data`, { method: "POST", body: form });
  };
  const file = (name: string) => new File([png], name, { type: "image/png" });
  const shown = async () => (await found(id)).image_media_id as string | null;
  expect((await send(admin, { intent: "picture", picture: file("fuse.png") })).status).toBe(200);
  const first = (await shown())!;
  expect((await admin.page(`/media/${first}`)).headers.get("content-type")).toBe("image/png");
  const other = await signedIn(w, w.companies.globex, "admin");
  expect((await other.page(`/media/${first}`)).status).toBe(404);
  expect((await send(other, { intent: "picture", picture: file("fuse.png") })).status).toBe(404);
  expect(
    (await send(await signedIn(w, w.companies.acme, "viewer"), { intent: "remove-picture" }))
      .status,
  ).toBe(403);
  expect((await send(admin, { intent: "picture", picture: file("fuse.txt") })).status).toBe(422);
  expect((await send(admin, { intent: "picture", picture: file("new.png") })).status).toBe(200);
  expect(await shown()).not.toBe(first);
  expect((await admin.page(`/media/${first}`)).status).toBe(404);
  expect((await send(admin, { intent: "remove-picture" })).status).toBe(200);
  expect(await shown()).toBeNull();
});

test("lists and ledgers leave as files, with what they are filtered by", async () => {
  const name = `Export ${Date.now()}`;
  const id = await item({ name: `=${name}`, opening_quantity: 2, rate: "3.50" });
  await post(admin, `/api/stocks/${id}/issue`, { qty: 1, party: "Ward 3", reason: "Night" });
  const text = async (path: string) => (await admin.page(path)).text();
  const [head, row] = (await text(`/stocks/export.csv?q=${encodeURIComponent(name)}`)).split(
    "\r\n",
  );
  expect(head).toContain("Item,Part no,Kind,Store,Quantity,Unit");
  expect(row).toContain(`'=${name},`);
  expect(row).toContain(",1,pcs,,,,3.50,3.50,");
  const lines = (await text(`/stocks/ledger/${id}/movements.csv`)).trim().split("\r\n");
  expect(
    lines.slice(1).map((line) =>
      line
        .split(",")
        .filter((_, at) => at !== 1)
        .join(),
    ),
  ).toEqual([
    expect.stringMatching(/^1,opening,2,2,3.50,/),
    expect.stringMatching(/^2,issue,1,1,3.50,,,,Ward 3,,Night,/),
  ]);
  expect(
    (await text(`/stocks/ledger/${id}/movements.csv?kind=issue`)).trim().split("\r\n"),
  ).toHaveLength(2);
  const viewer = await signedIn(w, w.companies.acme, "viewer");
  expect((await viewer.page("/stocks/export.csv")).status).toBe(403);
});

test("machine types are chosen from the catalogue and kept by name", async () => {
  const type = {
    id: `type-${Date.now()}`,
    name: `Pump ${Date.now()}`,
    created_at: 1,
    updated_at: 1,
  };
  await insert(w.env.CONTROL_DB, "machine_types", type);
  await w.env.CONTROL_DB.prepare(
    "insert into catalogue_versions (name, version) values ('catalogue', 1) on conflict (name) do update set version = version + 1",
  ).run();
  const wrong = await post(admin, "/api/stocks", {
    store_id: store,
    name: "Seal",
    machine_type_ids: ["nothing"],
  });
  expect(wrong.status).toBe(422);
  await expect
    .poll(
      async () =>
        (
          await post(admin, "/api/stocks", {
            store_id: store,
            name: `Seal ${type.id}`,
            machine_type_ids: [type.id],
          })
        ).status,
      { timeout: 8000 },
    )
    .toBe(201);
  const list = (await bodyOf(
    await admin.api(`/api/stocks?q=Seal ${encodeURIComponent(type.id)}`),
  )) as unknown as {
    data: { id: string }[];
  };
  expect(await found(list.data[0]!.id)).toMatchObject({ machine_type_ids: [type.id] });
});
