import { beforeAll, expect, test } from "vitest";
import { type Client, d1Of, signedIn } from "#tests/support/client.ts";
import { type Bench, bench, shardOf, stockOf } from "#tests/support/report.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let b: Bench;
const acme = () => w.companies.acme;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, acme(), "admin");
  b = await bench(w, acme(), [{ quantity: 3, rate: 40_00 }]);
});

const made = async (more: Record<string, unknown> = {}) => {
  const body = {
    asset_id: b.asset,
    name: "Battery",
    kind: "battery",
    serial_no: "B-1",
    stock_item_id: b.items[0],
    replace_every_months: 24,
    ...more,
  };
  const answer = await admin.api("/api/accessories", { method: "POST", body });
  return ((await answer.json()) as { data: { id: string } }).data.id;
};
const fresh = () => ({
  name: "Battery",
  kind: "battery",
  serial_no: "B-2",
  condition: "new",
  stock_item_id: b.items[0],
  replace_every_months: 24,
});
async function replace(id: string, body: Record<string, unknown>, client = admin) {
  const answer = await client.api(`/api/accessories/${id}/replace`, { method: "POST", body });
  const told = (await answer.json()) as {
    message: string;
    data: { id: string; report_id: string | null };
    errors?: unknown;
  };
  return { status: answer.status, trips: d1Of(answer).trips, ...told };
}
const find = async (id: string) =>
  ((await (await admin.api(`/api/accessories/${id}`)).json()) as { data: Record<string, unknown> })
    .data;
const stock = () => stockOf(w, acme(), b.items[0]!);

test("the fitting spare is taken from stock through a report, the old one archived, all in one", async () => {
  const old = await made();
  const done = await replace(old, {
    ...fresh(),
    installed_on: "2026-03-01",
    from_stock: true,
    reason: "Holds no charge",
  });
  expect([done.status, done.trips, done.message]).toEqual([201, 3, "Accessory replaced"]);
  expect(await find(old)).toMatchObject({ serial_no: "B-1", archived_at: expect.any(String) });
  expect(await find(done.data.id)).toMatchObject({
    ...{
      asset_id: b.asset,
      serial_no: "B-2",
      condition: "new",
      installed_on: "2026-03-01",
      stock_item_id: b.items[0],
      archived_at: null,
    },
  });
  expect(await stock()).toEqual({ quantity: 2, ledger: 2 });
  const report = (await (await admin.api(`/api/service-report/${done.data.report_id}`)).json()) as {
    data: Record<string, unknown>;
  };
  expect(report.data).toMatchObject({
    ...{
      asset_id: b.asset,
      service_type: "other",
      date: "2026-03-01",
      total_cost: "40.00",
      remark: "Holds no charge",
    },
    ...{
      action_taken: "Replaced accessory Battery B-1 by B-2",
      inhouse_items: [expect.objectContaining({ store_item_id: b.items[0], qty: 1 })],
    },
  });
  const history = (
    await (await admin.page(`/asset/detail/${b.asset}?tab=history`)).text()
  ).replaceAll("<!-- -->", "");
  expect([
    history.includes("replaced accessory"),
    history.includes("saved service report"),
  ]).toEqual([true, true]);
  const again = await replace(old, fresh());
  expect([again.status, again.message]).toEqual([
    409,
    "This accessory is archived. Restore it first.",
  ]);
});

test("without stock nothing but the accessories changes; a shortage changes nothing", async () => {
  const before = await stock();
  const plain = await replace(await made(), { ...fresh(), serial_no: "B-3" });
  expect([plain.status, plain.data.report_id, await stock()]).toEqual([201, null, before]);
  const many = await made({ serial_no: null, qty: 5, name: "Leads" });
  const short = await replace(many, {
    ...fresh(),
    serial_no: null,
    name: "Leads",
    qty: 5,
    from_stock: true,
  });
  expect([short.status, short.message]).toEqual([409, expect.stringMatching(/^Only 2 of /)]);
  expect(await find(many)).toMatchObject({ archived_at: null });
  expect(await stock()).toEqual(before);
});

test("two people at once replace it once, a repeated request once", async () => {
  const one = await made();
  const both = await Promise.all([replace(one, fresh()), replace(one, fresh())]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const two = await made();
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const send = async () =>
    (await (
      await admin.api(`/api/accessories/${two}/replace`, { method: "POST", body: fresh(), headers })
    ).json()) as {
      data: { id: string };
    };
  expect((await send()).data.id).toBe((await send()).data.id);
});

test("what is wrong is refused by name; strangers and viewers change nothing", async () => {
  const old = await made();
  expect((await replace(old, { ...fresh(), qty: 2 })).errors).toEqual({
    qty: ["An accessory with a serial number counts as one"],
  });
  expect(
    (await replace(old, { ...fresh(), stock_item_id: null, from_stock: true })).errors,
  ).toEqual({
    stock_item_id: ["Choose the spare to take from stock"],
  });
  expect((await replace(old, { ...fresh(), installed_on: "2199-01-01" })).errors).toEqual({
    installed_on: ["It cannot be installed in the future"],
  });
  expect((await replace(old, { ...fresh(), asset_id: b.asset })).status).toBe(422);
  expect((await replace(old, { ...fresh(), version: 9 })).status).toBe(409);
  expect((await replace(old, fresh(), await signedIn(w, w.companies.globex, "admin"))).status).toBe(
    404,
  );
  expect((await replace(old, fresh(), await signedIn(w, acme(), "viewer"))).status).toBe(403);
  await shardOf(w, acme())
    .prepare("update assets set lifecycle = 'disposed' where company_id = ? and id = ?")
    .bind(acme().id, b.asset)
    .run();
  expect((await replace(old, fresh())).message).toBe("This asset is disposed");
});
