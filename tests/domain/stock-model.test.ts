import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { type MovementKind, movementKinds, stockIn } from "#drizzle/tenant/stores.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type Bench, bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let shard: Rows;
let admin: Client;
beforeAll(async () => {
  w = await world();
  shard = rowsOf(w, w.companies.acme);
  admin = await signedIn(w, w.companies.acme, "admin");
});

const post = (path: string, body: object) => admin.call("POST", path, body);
const add = async (path: string, body: object) => {
  const { status, errors, data } = await post(path, body);
  expect([path, status, errors]).toEqual([path, 201, undefined]);
  return data.id;
};

type Item = {
  id: string;
  store_id: string;
  quantity: number;
  rate_minor: number;
  version: number;
  archived_at: number | null;
  next_expiry_on: string | null;
  has_batches: number;
};
type Entry = {
  id: string;
  stock_item_id: string;
  kind: MovementKind;
  qty: number;
  seq: number;
  balance_after: number;
  pair_id: string | null;
};
type Batch = {
  id: string;
  stock_item_id: string;
  batch_no: string;
  expiry_on: string;
  quantity: number;
  moved: number;
};
const comes = new Set<MovementKind>(stockIn);
const kindsSeen = new Set<MovementKind>();
const inStores = "store_id in (select value from json_each(?))";

/** Everything that must hold of the items of these stores, at any moment. */
async function lawful(stores: string[]) {
  const storeIds = JSON.stringify(stores);
  const [items, entries, batches, counters] = await Promise.all([
    shard.all<Item>(
      `select * from stock_items where company_id = ? and ${inStores} and deleted_at is null`,
      storeIds,
    ),
    shard.all<Entry>(
      `select m.* from stock_movements m join stock_items i on i.company_id = m.company_id and i.id = m.stock_item_id
       where m.company_id = ? and ${inStores} order by m.stock_item_id, m.seq`,
      storeIds,
    ),
    shard.all<Batch>(
      `select b.*, coalesce((select sum(qty) from stock_batch_moves x where x.company_id = b.company_id and x.stock_batch_id = b.id), 0) as moved
       from stock_batches b join stock_items i on i.company_id = b.company_id and i.id = b.stock_item_id where b.company_id = ? and ${inStores}`,
      storeIds,
    ),
    shard.all<{ id: string; value: number }>(
      "select id, value from counters where company_id = ? and id like 'stock.%'",
    ),
  ]);
  const counter = new Map(counters.map(({ id, value }) => [id, value]));
  for (const item of items) {
    let balance = 0;
    for (const [at, entry] of entries
      .filter((entry) => entry.stock_item_id === item.id)
      .entries()) {
      kindsSeen.add(entry.kind);
      balance += comes.has(entry.kind) ? entry.qty : -entry.qty;
      expect([entry.seq, entry.balance_after, balance >= 0]).toEqual([at + 1, balance, true]);
    }
    expect(item.quantity).toBe(balance);
    const batchesOfItem = batches.filter((batch) => batch.stock_item_id === item.id);
    for (const batch of batchesOfItem)
      expect([batch.quantity, batch.quantity >= 0]).toEqual([batch.moved, true]);
    if (item.has_batches)
      expect(batchesOfItem.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(item.quantity);
    else expect(batchesOfItem).toEqual([]);
    const expiries = batchesOfItem
      .filter(({ quantity, expiry_on }) => quantity && expiry_on)
      .map(({ expiry_on }) => expiry_on);
    expect(item.next_expiry_on).toBe(expiries.sort()[0] ?? null);
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, pair_id, qty, kind } of entries.filter(({ kind }) =>
    kind.startsWith("transfer"),
  )) {
    const other = byId.get(pair_id!)!;
    expect([other.pair_id, other.qty, other.kind === kind]).toEqual([id, qty, false]);
  }
  for (const store of stores) {
    const inStore = items.filter(({ store_id, archived_at }) => store_id === store && !archived_at);
    const value = inStore.reduce((sum, { quantity, rate_minor }) => sum + quantity * rate_minor, 0);
    expect([
      counter.get(`stock.value:${store}`) ?? 0,
      counter.get(`stock.items:${store}`) ?? 0,
    ]).toEqual([value, inStore.length]);
  }
  const low =
    "quantity <= min_qty and is_active = 1 and archived_at is null and deleted_at is null";
  expect(counter.get("stock.low") ?? 0).toBe(await shard.count("stock_items", low));
  return { items, batches };
}

type Place = { stores: [string, string]; items: string[]; bench: Bench; reports: string[] };
const expiries = ["2027-01-31", "2027-06-30", "2028-12-31"];

async function place(): Promise<Place> {
  const tag = newId().slice(-8);
  const stores = [
    await add("/api/stores", { name: `North ${tag}` }),
    await add("/api/stores", { name: `South ${tag}` }),
  ] as [string, string];
  const items: string[] = [];
  for (const [at, name] of ["Fuse", "Lamp", "Reagent", "Electrode"].entries()) {
    const opening = { opening_batch_no: "A1", opening_expiry_on: expiries[0] };
    const batches = at >= 2 ? { has_batches: true, has_expiry: true, ...opening } : {};
    const more = { rate: `${at + 1}.50`, min_qty: 3, opening_quantity: 6, ...batches };
    items.push(await add("/api/stocks", { store_id: stores[0], name: `${name} ${tag}`, ...more }));
  }
  return { stores, items, bench: await bench(w, w.companies.acme, []), reports: [] };
}

const step = fc.record({
  what: fc.constantFrom(
    "receive",
    "issue",
    "plus",
    "minus",
    "scrap",
    "return",
    "transfer",
    "count",
    "report",
    "edit",
    "rate",
    "archive",
  ),
  item: fc.nat(7),
  qty: fc.integer({ min: 1, max: 5 }),
  n: fc.nat(2),
  named: fc.boolean(),
});
type Step = { what: string; item: number; qty: number; n: number; named: boolean };

/** Carries out one step through the doors people use; answers the status. */
async function act(
  p: Place,
  now: { items: Item[]; batches: Batch[] },
  { what, item: at, qty, n, named }: Step,
): Promise<number> {
  const item = now.items[at % now.items.length]!;
  const inStock = now.batches.filter(
    ({ stock_item_id, quantity }) => stock_item_id === item.id && quantity > 0,
  );
  const batch_id = item.has_batches && inStock.length ? inStock[n % inStock.length]!.id : undefined;
  const batch = item.has_batches && named && batch_id ? { batch_id } : {};
  const fresh = item.has_batches ? { batch_no: `B${n}`, expiry_on: expiries[n]! } : {};
  const other = p.stores.find((store) => store !== item.store_id)!;
  const send = async (path: string, body: object) => (await post(path, body)).status;
  const parts = [{ id: item.id, qty, cost: "1.00" }];
  const save = async (path: string, form: FormData) => {
    const { status, data } = await post(path, form);
    if (status === 201) p.reports.push(data.id);
    return status;
  };
  switch (what) {
    case "receive":
      return send(`/api/stocks/${item.id}/receive`, {
        qty,
        unit_cost: `${qty}.25`,
        use_as_rate: named,
        bill_no: "B-1",
        ...fresh,
      });
    case "plus":
    case "minus":
      return send(`/api/stocks/${item.id}/adjust`, {
        qty,
        direction: what,
        reason: "Found",
        ...(what === "plus" ? fresh : batch),
      });
    case "issue":
    case "scrap":
    case "return":
      return send(`/api/stocks/${item.id}/${what}`, { qty, reason: "Ward 4", ...batch });
    case "transfer":
      return send(`/api/stocks/${item.id}/transfer`, {
        qty,
        store_id: other,
        ...(batch_id ? { batch_id } : {}),
      });
    case "count": {
      const inStore = now.items.filter(
        ({ store_id, archived_at }) => store_id === item.store_id && !archived_at,
      );
      const lines = inStore.flatMap(({ id, version, quantity, has_batches }) =>
        has_batches
          ? now.batches
              .filter((batch) => batch.stock_item_id === id)
              .map(({ batch_no, expiry_on }) => ({
                id,
                version,
                counted: qty + n,
                batch_no,
                expiry_on,
              }))
          : [{ id, version, counted: named ? quantity : qty }],
      );
      return lines.length ? send(`/api/stores/${item.store_id}/count`, { lines }) : 200;
    }
    case "report":
      return save(
        `/api/service-report/create/${p.bench.asset}`,
        reportForm({ service_ticket: freshTicket() }, parts),
      );
    case "edit": {
      const report = p.reports[n % Math.max(1, p.reports.length)];
      if (!report) return 200;
      type Lines = { inhouse_items: { store_item_id: string; qty: number; cost: string }[] };
      const { data } = await admin.call<Lines>("GET", `/api/service-report/${report}`);
      const edits = data.inhouse_items.map(({ store_item_id, qty: old, cost }) => ({
        id: store_item_id,
        qty: old,
        cost,
        isNew: "0",
        isDeleted: named ? "1" : "0",
        isChangedQyt: named ? "0" : "1",
        newQyt: qty,
      }));
      const has = data.inhouse_items.some(({ store_item_id }) => store_item_id === item.id);
      const added = has ? [] : [{ ...parts[0]!, isNew: "1", isDeleted: "0" }];
      return save(`/api/service-report/update/${report}`, reportForm({}, [...edits, ...added]));
    }
    case "rate": {
      const { name, part_no, min_qty } = await shard.get("stock_items", item.id);
      const batches = Boolean(item.has_batches);
      const body = {
        store_id: item.store_id,
        name,
        part_no,
        min_qty,
        rate: `${qty}.0${n}`,
        has_batches: batches,
        has_expiry: batches,
      };
      return (await admin.call("PUT", `/api/stocks/${item.id}`, body)).status;
    }
    default: {
      const intent = item.archived_at ? "restore" : "archive";
      return (await admin.form("/stocks.data", { intent, id: item.id })).status;
    }
  }
}

/** Each kind once, one after the other. */
const each: Step[][] = [
  "receive",
  "issue",
  "plus",
  "minus",
  "scrap",
  "return",
  "transfer",
  "report",
  "edit",
].map((what) => [{ what, item: 0, qty: 1, n: 0, named: true }]);

test("all kinds of movement, several at once: never negative, and everything adds up", async () => {
  const waves = fc.array(fc.array(step, { minLength: 3, maxLength: 6 }), {
    minLength: 10,
    maxLength: 14,
  });
  await fc.assert(
    fc.asyncProperty(waves, async (all) => {
      const p = await place();
      let now = await lawful(p.stores);
      for (const wave of all) {
        const statuses = await Promise.all(wave.map((one) => act(p, now, one)));
        expect(
          statuses.filter((status) => ![200, 201, 202, 302, 409, 422].includes(status)),
        ).toEqual([]);
        now = await lawful(p.stores);
      }
    }),
    { numRuns: 4, seed: 20261122, examples: [[each]] },
  );
  expect([...kindsSeen].sort()).toEqual([...movementKinds].sort());
}, 240_000);

test("what goes out takes the batch that expires first, and what comes back returns to where it came from", async () => {
  const p = await place();
  const [, , reagent] = p.items as [string, string, string];
  const path = `/api/stocks/${reagent}`;
  const batches = async () =>
    (
      await shard.all<Batch>(
        "select * from stock_batches where company_id = ? and stock_item_id = ? and batch_no <> '' order by expiry_on",
        reagent,
      )
    ).map(({ batch_no, quantity }) => `${batch_no}:${quantity}`);
  expect((await post(`${path}/receive`, { qty: 1 })).status).toBe(422);
  await post(`${path}/receive`, { qty: 5, batch_no: "C3", expiry_on: "2028-01-01" });
  await post(`${path}/receive`, { qty: 4, batch_no: "B2", expiry_on: "2027-06-30" });
  expect(await batches()).toEqual(["A1:6", "B2:4", "C3:5"]);
  const part = { id: reagent, qty: 8, cost: "1.00" };
  const { data } = await post(
    `/api/service-report/create/${p.bench.asset}`,
    reportForm({ service_ticket: freshTicket() }, [part]),
  );
  expect(await batches()).toEqual(["A1:0", "B2:2", "C3:5"]);
  const less = { ...part, isNew: "0", isDeleted: "0", isChangedQyt: "1", newQyt: 5 };
  const change = await post(`/api/service-report/update/${data.id}`, reportForm({}, [less]));
  expect([change.status, await batches()]).toEqual([200, ["A1:1", "B2:4", "C3:5"]]);
  const batch_id = await shard.value<string>(
    "select id from stock_batches where company_id = ? and stock_item_id = ? and batch_no = 'c3'",
    reagent,
  );
  const issue = (qty: number) => post(`${path}/issue`, { qty, reason: "Lab", batch_id });
  expect(await issue(6)).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Only 5 of Reagent .*, batch C3 in stock$/),
  });
  expect((await issue(5)).status).toBe(200);
  expect(await batches()).toEqual(["A1:1", "B2:4", "C3:0"]);
  await lawful(p.stores);
});

test("a transfer finds the item by part number or name, or makes it, once for many at the same time", async () => {
  const p = await place();
  const [fuse] = p.items as [string];
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      post(`/api/stocks/${fuse}/transfer`, {
        qty: 1,
        store_id: p.stores[1],
        reason: "Night shift",
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    200, 200, 200, 200, 200, 200, 409, 409,
  ]);
  const { items } = await lawful(p.stores);
  expect(
    items.filter(({ store_id }) => store_id === p.stores[1]).map(({ quantity }) => quantity),
  ).toEqual([6]);
  const same = await post(`/api/stocks/${fuse}/transfer`, { qty: 1, store_id: p.stores[0] });
  expect([same.status, same.message]).toEqual([422, "Choose another store"]);
});

test("a count posts the differences; what moved meanwhile is asked again", async () => {
  const p = await place();
  const [fuse, lamp, reagent] = p.items as [string, string, string];
  const { items } = await lawful(p.stores);
  const version = (id: string) => items.find((item) => item.id === id)!.version;
  await post(`/api/stocks/${lamp}/issue`, { qty: 1, reason: "Ward" });
  const lines = [
    { id: fuse, version: version(fuse), counted: 4 },
    { id: lamp, version: version(lamp), counted: 6 },
    { id: reagent, version: version(reagent), counted: 7, batch_no: "a1", expiry_on: expiries[0] },
    { id: newId(), version: 1, counted: 1 },
  ];
  const counted = await post(`/api/stores/${p.stores[0]}/count`, { lines });
  expect(counted).toMatchObject({
    message: "2 counted, 2 different, 1 to count again",
    data: {
      counted: 2,
      different: 2,
      again: [{ id: lamp, quantity: 5, version: version(lamp) + 1 }],
      gone: [lines[3]!.id],
    },
  });
  const after = (await lawful(p.stores)).items;
  expect([fuse, lamp, reagent].map((id) => after.find((item) => item.id === id)!.quantity)).toEqual(
    [4, 5, 7],
  );
  const entry = await shard.first(
    "select kind, reason from stock_movements where company_id = ? and stock_item_id = ? order by seq desc limit 1",
    fuse,
  );
  expect(entry).toEqual({ kind: "adjust_minus", reason: "Stock count" });
});
