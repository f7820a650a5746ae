import { describe, expect, test } from "vitest";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import { minute, night, workDone } from "#tests/support/clock.ts";
import { freshTicket, reportForm } from "#tests/support/report.ts";
import {
  idOf,
  make,
  miscounted,
  remove,
  sampledOf,
  type Trial,
  trialOf,
  whole,
} from "#tests/support/samples.ts";
import { companyToday, TIME_ZONE, world } from "#tests/support/world.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const w = await world();
const living = ({ rows }: Trial, table: string) => rows.count(table, "deleted_at is null");

/** Writes a report on a device. */
async function report({ admin }: Trial, assetId: string) {
  const body = reportForm({ service_ticket: freshTicket(), date: companyToday() });
  const answer = await admin.api(`/api/service-report/create/${assetId}`, { method: "POST", body });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
}

describe("what the company's own records use", () => {
  test("stays with what it needs, is named, and is the company's own", async () => {
    const one = await sampledOf(w, 0);
    const codes = ["SAMPLE-01", "SAMPLE-02"];
    for (const code of codes)
      await report(one, await idOf(one, "assets", `asset_code = '${code}'`));
    const { data, warnings, status } = await remove(one);
    expect(status).toBe(200);
    expect(warnings).toEqual([
      "2 assets are used by your own service reports and stay. They are yours now.",
      "1 vendor is used by your own assets and stays. It is yours now.",
      "1 category is used by your own assets and stays. It is yours now.",
      "1 location is used by your own assets and stays. It is yours now.",
    ]);
    expect(data).toEqual({ removed: 19, kept: warnings });
    expect(await living(one, "assets")).toBe(2);
    expect(await one.rows.count("assets")).toBe(2);
    expect(await one.rows.count("service_reports")).toBe(2);
    expect(await one.rows.count("sample_rows")).toBe(0);
    expect(await miscounted(one)).toEqual([]);
    // They are samples no more: nothing of them goes later.
    expect(await remove(one)).toMatchObject({
      ...{ status: 200, message: "There is no sample data", data: { removed: 0, kept: [] } },
    });
    expect(await living(one, "assets")).toBe(2);
    expect((await make(one)).status).toBe(409);
  });

  test("may be a transfer, a schedule, or a movement of stock", async () => {
    const one = await sampledOf(w, 2);
    const { rows, admin } = one;
    const [monitor, pump] = [
      await idOf(one, "assets", "asset_code = 'SAMPLE-03'"),
      await idOf(one, "assets", "asset_code = 'SAMPLE-07'"),
    ];
    const ward = await rows.add("departments", { name: "Own ward" });
    const transfer = await admin.call("POST", "/api/asset-transfers", {
      ...{ kind: "permanent", to_department_id: ward, reason: "Needed there" },
      lines: [{ asset_id: monitor, condition_out: "good" }],
    });
    expect([transfer.status, transfer.errors]).toEqual([201, undefined]);
    const schedule = await admin.call("POST", "/api/schedules", {
      ...{ kind: "electrical_safety", interval_count: 12, interval_unit: "month", mode: "fixed" },
      ...{ source: "oem", anchor_on: addDays(companyToday(), 30), asset_ids: [pump] },
    });
    expect([schedule.status, schedule.errors]).toEqual([201, undefined]);
    const item = await idOf(one, "stock_items", "part_no = 'ECG-5L'");
    const received = await admin.call("POST", `/api/stocks/${item}/receive`, { qty: 2 });
    expect(received.errors).toBeUndefined();
    const { warnings } = await remove(one);
    expect(warnings?.slice(0, 4)).toEqual([
      "1 stock item is used by your own movements and stays. It is yours now.",
      "1 store is used by your own stock items and stays. It is yours now.",
      "1 asset is used by your own transfers and stays. It is yours now.",
      "1 asset is used by your own schedules and stays. It is yours now.",
    ]);
    expect([await living(one, "assets"), await living(one, "stock_items")]).toEqual([2, 1]);
    expect([await living(one, "machines"), await living(one, "consumers")]).toEqual([0, 0]);
    expect(await rows.value("select quantity from stock_items where company_id = ?1")).toBe(8);
    expect(await miscounted(one)).toEqual([]);
  });

  test("is a call that an own one repeats, with its device", async () => {
    const one = await sampledOf(w, 0);
    const { rows, admin } = one;
    const [sample] = await rows.all<{ id: string; asset_id: string }>(
      "select id, asset_id from breakdowns where company_id = ?",
    );
    const own = await admin.call("POST", "/api/service-calls", {
      ...{ asset_id: sample!.asset_id, problem: "The same once more", equipment_down: "no" },
    });
    expect([own.status, own.errors]).toEqual([201, undefined]);
    const said = await admin.call("POST", `/api/service-calls/${own.data.id}/duplicate`, {
      ...{ duplicate_of_id: sample!.id, reason: "Reported twice" },
    });
    expect([said.status, said.message]).toEqual([200, expect.any(String)]);
    const { warnings } = await remove(one);
    expect(warnings).toContain(
      "1 service call is used by your own service calls and stays. It is yours now.",
    );
    expect(await rows.count("breakdowns")).toBe(2);
    expect(await living(one, "assets")).toBe(1);
    expect(await miscounted(one)).toEqual([]);
  });

  test("is what was made with it: a machine of its model", async () => {
    const one = await sampledOf(w, 1);
    const { rows, admin } = one;
    const modelId = await idOf(one, "machine_models");
    const consumer = await admin.call<{ id: string }>("POST", "/api/consumers", { name: "Own" });
    const machine = await admin.call("POST", "/api/machines", {
      ...{ name: "Own pump", owner: "consumer", consumer_id: consumer.data.id },
      ...{ machine_model_id: modelId, serial_no: "OWN-1" },
    });
    expect([machine.status, machine.errors]).toEqual([201, undefined]);
    const { warnings } = await remove(one);
    expect(warnings).toEqual([
      "1 machine model is used by your own machines and stays. It is yours now.",
      "1 procedure is used by your own machine models and stays. It is yours now.",
    ]);
    expect([await living(one, "machines"), await rows.count("machine_events")]).toEqual([1, 1]);
    // A new making has other names beside those that stay; but a company with a device gets none.
    expect((await make(one)).status).toBe(409);
  });
});

test("two removals at once, and one whose answer was lost, end the same", async () => {
  const one = await trialOf(w, 0);
  const before = await whole(one);
  await make(one);
  const both = await Promise.all([remove(one), remove(one)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both.map(({ data }) => data.removed).sort()).toEqual([0, 24]);
  expect(await whole(one)).toEqual(before);
  await make(one);
  const [first, again] = [await remove(one, "lost-answer-1"), await remove(one, "lost-answer-1")];
  expect([again.status, again.message, again.data]).toEqual([200, first.message, first.data]);
  expect(await whole(one)).toEqual(before);
});

test("a removal leaves nothing of what nights, mornings and people have done with it", async () => {
  const one = await trialOf(w, 2);
  const before = await whole(one);
  await make(one);
  const { rows, admin } = one;
  // Midday where the company is: its morning has come, at whatever hour this runs.
  const tomorrow = startOfDay(addDays(companyToday(), 1), TIME_ZONE) + 12 * 3_600_000;
  await night(w, tomorrow);
  await minute(w, tomorrow);
  await workDone(w);
  expect(await rows.count("statistics")).toBeGreaterThan(0);
  expect(await rows.count("due_closings")).toBeGreaterThan(0);
  const callId = (await rows.value<string>("select id from breakdowns where company_id = ?1"))!;
  const acknowledged = await admin.call("POST", `/api/service-calls/${callId}/acknowledge`, {});
  expect(acknowledged.status).toBe(200);
  expect((await remove(one)).warnings).toBeUndefined();
  // What the dashboard shows was counted anew, as a morning without them counts it.
  const figures = async () => ({
    counters: await rows.all(
      "select id, value from counters where company_id = ? and id like 'figures.%' and id <> 'figures.at' order by id",
    ),
    rows: await rows.all(
      `select id, department_id, json_remove(figures, '$.all."figures.at"') as figures from statistics where company_id = ? and id like 'morning:%' order by id`,
    ),
  });
  const counted = await figures();
  expect(counted.rows.length).toBeGreaterThan(0);
  await countFigures(openForJob(rows.db, one.company.id), companyToday(), TIME_ZONE);
  expect(await figures()).toEqual(counted);
  await rows.run("delete from counters where company_id = ? and id like 'figures.%'");
  await rows.run("delete from statistics where company_id = ? and id like 'morning:%'");
  const after = await whole(one);
  const told = ["notifications", "outbox", "company_jobs", "due_months"];
  for (const table of told) before[table] = after[table] = [];
  expect(after).toEqual(before);
  expect(
    await rows.count("due_months", "exists (select 1 from json_each(counts) where value <> 0)"),
  ).toBe(0);
  expect(await miscounted(one)).toEqual([]);
}, 180_000);
