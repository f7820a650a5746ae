import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { type World, world } from "#tests/support/world.ts";

let w: World;
let admin: Client;
let shard: Rows;
beforeAll(async () => {
  w = await world();
  admin = await signedIn(w, w.companies.acme, "admin");
  shard = rowsOf(w, w.companies.acme);
});

type Saved = { id: string; asset_id: string; next_pm_on: string | null };
const create = (asset: string, date: string, service_type = "pm", more = {}) =>
  admin.call<Saved>(
    "POST",
    `/api/service-report/create/${asset}`,
    reportForm({ service_ticket: freshTicket(), date, service_type, ...more }),
  );
const change = (id: string, date: string, service_type: string) =>
  admin.call("POST", `/api/service-report/update/${id}`, reportForm({ date, service_type }));
const cancel = (id: string) =>
  admin.call("POST", `/api/service-report/cancel/${id}`, { reason: "On the wrong asset" });
/** Sets Next PM by hand, as a person does on the form of many devices. */
const plan = (asset: string, on: string | null) =>
  admin.call("POST", "/api/assets/bulk", {
    bulk_id: newId(),
    ids: [asset],
    ...(on === null ? { clear: ["next_pm_on"] } : { next_pm_on: on }),
  });
const dates = async (asset: string) => {
  const { last_pm_on, next_pm_on } = await shard.get("assets", asset);
  return [last_pm_on, next_pm_on];
};
/** A device whose category asks for PM every so many months, with a plan where a day is given. */
async function device(
  months: number | null,
  { next_pm_on = null, ...columns }: Record<string, unknown> = {},
) {
  const { asset, category } = await bench(w, w.companies.acme, []);
  await shard.set("categories", category, { default_pm_months: months });
  if (next_pm_on !== null) await plan(asset, String(next_pm_on));
  if (Object.keys(columns).length) await shard.set("assets", asset, columns);
  return { asset, category };
}

test("a PM report moves Next PM from its day, and says so", async () => {
  const { asset } = await device(6, { next_pm_on: "2026-01-01" });
  const saved = await create(asset, "2026-01-31");
  expect(saved).toMatchObject({
    message: "Service report created successfully. Next PM: 31 Jul 2026",
    data: { next_pm_on: "2026-07-31" },
  });
  expect(await dates(asset)).toEqual(["2026-01-31", "2026-07-31"]);
  expect(await change(saved.data.id, "2026-01-15", "pm")).toMatchObject({
    message: "Service report updated successfully. Next PM: 15 Jul 2026",
  });
  expect((await create(asset, "2026-02-01", "other")).data.next_pm_on).toBeNull();
  expect(await dates(asset)).toEqual(["2026-01-15", "2026-07-15"]);
  await cancel(saved.data.id);
  expect(await dates(asset)).toEqual([null, "2026-01-01"]);
});

test("a device's own interval comes first, then its sub-category's, then its category's; without one a fulfilled date goes", async () => {
  const { asset, category } = await device(12);
  const sub = await shard.add("sub_categories", {
    ...{ category_id: category, name: `Transport ${asset}`, default_pm_months: 3 },
  });
  await shard.set("assets", asset, { sub_category_id: sub });
  await create(asset, "2026-01-31");
  expect((await dates(asset))[1]).toBe("2026-04-30");
  await shard.set("assets", asset, { pm_months: 1 });
  await create(asset, "2026-04-20");
  expect((await dates(asset))[1]).toBe("2026-05-20");

  const unplanned = await device(null, { next_pm_on: "2026-01-01" });
  await create(unplanned.asset, "2026-01-15");
  expect((await dates(unplanned.asset))[1]).toBeNull();
  const later = await device(null, { next_pm_on: "2026-12-01" });
  await create(later.asset, "2026-01-15");
  expect((await dates(later.asset))[1]).toBe("2026-12-01");
  const notRequired = await device(6, { pm_required: 0, next_pm_on: "2026-01-01" });
  await create(notRequired.asset, "2026-01-15");
  expect((await dates(notRequired.asset))[1]).toBeNull();
});

test("a condemned device is planned for no PM", async () => {
  const { asset } = await device(6, { lifecycle: "condemned" });
  await create(asset, "2026-01-15");
  expect(await dates(asset)).toEqual(["2026-01-15", null]);
});

test("a report with three parts that moves Next PM writes at most 45 rows", async () => {
  const { asset, category, items } = await bench(w, w.companies.acme, [
    { quantity: 5 },
    { quantity: 5 },
    { quantity: 5 },
  ]);
  await shard.set("categories", category, { default_pm_months: 6 });
  await plan(asset, "2026-01-01");
  const parts = items.map((id) => ({ id, qty: 1, cost: "12.50" }));
  const form = reportForm({ service_ticket: freshTicket() }, parts);
  const { written } = await admin.call("POST", `/api/service-report/create/${asset}`, form);
  expect(written).toBeLessThanOrEqual(45);
});

test("what has gone by of a device is not read again by its reports, its plan and its end", async () => {
  const { asset } = await device(6, { next_pm_on: "2026-01-01" });
  const [plan] = await shard.all<{ id: string }>(
    "select id from schedules where company_id = ?1 and asset_id = ?2",
    asset,
  );
  const missed = Array.from({ length: 900 }, (_, at) => ({
    ...{ schedule_id: plan!.id, asset_id: asset, kind: "pm", status: "missed" },
    due_on: addDays("2025-12-01", -at),
  }));
  await shard.add("due_occurrences", ...missed);
  const saved = await create(asset, "2026-01-15");
  const moved = await change(saved.data.id, "2026-01-20", "pm");
  const cancelled = await cancel(saved.data.id);
  const planned = await admin.call("POST", "/api/assets/bulk", {
    ...{ bulk_id: newId(), ids: [asset], next_pm_on: "2026-03-01" },
  });
  const condemned = await admin.call("POST", `/api/assets/${asset}/condemn`, {
    ...{ condemn_reason: "obsolete", reason: "No parts any more" },
  });
  const all = { saved, moved, cancelled, planned, condemned };
  for (const [what, { status, read }] of Object.entries(all)) {
    expect(status, what).toBeLessThan(300);
    expect(read, what).toBeLessThan(200);
  }
});
