import { beforeAll, expect, test } from "vitest";
import { type Client, signedIn } from "#tests/support/client.ts";
import { type Bench, bench, freshTicket, reportForm, stockOf } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
let b: Bench;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
  b = await bench(w, w.companies.acme, [{ quantity: 10, rate: 12_50 }]);
});

async function save(fields: Record<string, string> = {}) {
  const parts = [{ id: b.items[0]!, qty: "2", cost: "12.50", total_cost: "25.00" }];
  const whole = { service_ticket: freshTicket(), service_cost: "100.00", ...fields };
  const path = `/api/service-report/create/${b.asset}`;
  const { status, data } = await admin.call("POST", path, reportForm(whole, parts));
  expect(status).toBe(201);
  return data;
}
const cancel = (id: string, body: object = { reason: "On the wrong asset" }) =>
  admin.call("POST", `/api/service-report/cancel/${id}`, body);
const stock = () => stockOf(w, w.companies.acme, b.items[0]!);
const caches = () =>
  shard.first(
    "select service_cost_minor, last_service_on, last_pm_on, failed_checks from assets where company_id = ? and id = ?",
    b.asset,
  );

test("a cancelled report gives its parts back, counts nowhere, and stays readable", async () => {
  await save({ date: "2026-01-10" });
  const before = [await caches(), await stock()];
  const { id, service_ticket } = await save({
    date: "2026-02-20",
    pm_lists: '[{"name":"Power","status":"no","remark":""}]',
  });
  expect(await caches()).toMatchObject({ last_pm_on: "2026-02-20", failed_checks: 1 });
  expect(await cancel(id)).toMatchObject({ status: 200, message: "Service report cancelled" });
  expect([await caches(), await stock()]).toEqual(before);

  expect((await admin.call("GET", `/api/service-report/${id}`)).data).toMatchObject({
    service_ticket,
    inhouse_items: [],
    total_cost: "100.00",
  });
  type Listed = { id: string; cancelled_at: string | null };
  const list = await admin.call<Listed[]>("GET", `/api/service-reports?asset=${b.asset}`);
  expect(list.data.find((row) => row.id === id)?.cancelled_at).toEqual(expect.any(String));
  expect(await admin.text(`/asset/detail/${b.asset}?tab=service-report`)).toContain("Cancelled");
  const print = await admin.text(`/asset/service-report/print/${id}`);
  expect(print).toMatch(/Cancelled \d[^<]*: On the wrong asset/);
  const rows =
    print
      .match(/Returned to stock with the cancellation[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/)?.[1]
      ?.match(/<td[^>]*>[^<]*/g) ?? [];
  expect(rows.map((cell) => cell.replace(/<[^>]*>/, "")).slice(1)).toEqual([
    expect.stringMatching(/^2 /),
    "12.50",
    "25.00",
  ]);
  expect(print).not.toContain("Used Part");
  const history = await admin.text(`/asset/detail/${b.asset}?tab=history`);
  expect(history).toContain("cancelled service report");
  expect(history).toContain("On the wrong asset");

  expect((await cancel(id)).message).toBe("This report is cancelled");
  const edit = await admin.call("POST", `/api/service-report/update/${id}`, reportForm({}));
  expect(edit.status).toBe(409);
});

test("two people at once give the parts back once", async () => {
  const before = await stock();
  const { id } = await save();
  const answers = await Promise.all([cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await stock()).toEqual(before);
});

test("it needs a reason, the version that was read, an open report and a kept asset", async () => {
  const { id } = await save();
  expect((await cancel(id, {})).errors).toEqual({ reason: ["Reason is required"] });
  expect((await cancel(id, { reason: "x", version: 7 })).status).toBe(409);
  await shard.set("service_reports", id, { locked_at: 1 });
  expect((await cancel(id)).message).toBe("This report is locked");
  await shard.set("service_reports", id, { locked_at: null });
  await shard.set("assets", b.asset, { lifecycle: "disposed" });
  expect((await cancel(id)).message).toBe("This asset is disposed");
  await shard.set("assets", b.asset, { lifecycle: "in_service" });
  expect((await cancel(id)).status).toBe(200);
});
