import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type Bench, bench, stockOf } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let b: Bench;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  b = await bench(w, w.companies.acme, [{ quantity: 3, rate: 40_00 }]);
});

const battery = (serial: string | null = "B-2", more: object = {}) => ({
  name: "Battery",
  kind: "battery",
  serial_no: serial,
  stock_item_id: b.items[0],
  replace_every_months: 24,
  ...more,
});
const add = async (serial: string | null = "B-1", more: object = {}) => {
  const body = { ...battery(serial, more), asset_id: b.asset };
  return (await admin.call("POST", "/api/accessories", body)).data.id;
};
const replace = (id: string, body: object = battery()) =>
  admin.call<{ id: string; report_id: string | null }>("POST", `/api/accessories/${id}/replace`, {
    condition: "new",
    ...body,
  });
const read = async (id: string) => (await admin.call("GET", `/api/accessories/${id}`)).data;
const stock = () => stockOf(w, w.companies.acme, b.items[0]!);

test("the fitting spare is taken from stock through a report, the old one archived, all in one", async () => {
  const old = await add();
  const more = { installed_on: "2026-03-01", from_stock: true, reason: "Holds no charge" };
  const { status, message, data } = await replace(old, battery("B-2", more));
  expect([status, message]).toEqual([201, "Accessory replaced"]);
  expect(await read(old)).toMatchObject({ serial_no: "B-1", archived_at: expect.any(String) });
  expect(await read(data.id)).toMatchObject({
    asset_id: b.asset,
    serial_no: "B-2",
    condition: "new",
    installed_on: "2026-03-01",
    stock_item_id: b.items[0],
    archived_at: null,
  });
  expect(await stock()).toEqual({ quantity: 2, ledger: 2 });
  const report = await admin.call("GET", `/api/service-report/${data.report_id}`);
  expect(report.data).toMatchObject({
    asset_id: b.asset,
    service_type: "other",
    date: "2026-03-01",
    total_cost: "40.00",
    remark: "Holds no charge",
    action_taken: "Replaced accessory Battery B-1 by B-2",
    inhouse_items: [expect.objectContaining({ store_item_id: b.items[0], qty: 1 })],
  });
  const history = await admin.text(`/asset/detail/${b.asset}?tab=history`);
  expect(history).toContain("replaced accessory");
  expect(history).toContain("added service report");
  expect(await replace(old)).toMatchObject({
    status: 409,
    message: "This accessory is archived. Restore it first.",
  });
});

test("without stock nothing but the accessories changes; a shortage changes nothing", async () => {
  const before = await stock();
  const plain = await replace(await add(), battery("B-3"));
  expect([plain.status, plain.data.report_id, await stock()]).toEqual([201, null, before]);
  const leads = { qty: 5, name: "Leads" };
  const many = await add(null, leads);
  expect(await replace(many, battery(null, { ...leads, from_stock: true }))).toMatchObject({
    status: 409,
    message: expect.stringMatching(/^Only 2 of /),
  });
  expect(await read(many)).toMatchObject({ archived_at: null });
  expect(await stock()).toEqual(before);
});

test("two people at once replace it once", async () => {
  const id = await add();
  const answers = await Promise.all([replace(id), replace(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test("what is wrong is refused by name", async () => {
  const old = await add();
  const errorsOf = async (more: object) => (await replace(old, battery("B-2", more))).errors;
  expect(await errorsOf({ qty: 2 })).toEqual({
    qty: ["An accessory with a serial number counts as one"],
  });
  expect(await errorsOf({ stock_item_id: null, from_stock: true })).toEqual({
    stock_item_id: ["Choose the spare to take from stock"],
  });
  expect(await errorsOf({ installed_on: "2199-01-01" })).toEqual({
    installed_on: ["It cannot be installed in the future"],
  });
  expect((await replace(old, battery("B-2", { version: 9 }))).status).toBe(409);
  await rowsOf(w, w.companies.acme).set("assets", b.asset, { lifecycle: "disposed" });
  expect((await replace(old)).message).toBe("This asset is disposed");
});
