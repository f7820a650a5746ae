import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths, dayIn } from "#app/shared/company-time.ts";
import { datesBetween, HORIZON_DAYS, type IntervalUnit } from "#app/shared/due-series.ts";
import { newId } from "#drizzle/columns.ts";
import { minute } from "#tests/support/clock.ts";
import { bench } from "#tests/support/report.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";
import { generate } from "#worker/domain/due/generate.ts";
import type { NewSchedule } from "#worker/domain/due/occurrences-of.ts";
import { endSchedule, replaceFuture, startSchedule } from "#worker/domain/due/series.ts";

let w: World;
let company: Company;
let shard: Rows;
const none = { settings: {}, country: "IN" };

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "duedates", 2, 0);
  shard = rowsOf(w, company);
});

type Row = { id: string; due_on: string; status: string; opens_on: string; closes_on: string };
const occurrences = (schedule: string) =>
  shard.all<Row>(
    "select * from due_occurrences where company_id = ? and schedule_id = ? order by due_on",
    schedule,
  );
const dates = async (schedule: string) => (await occurrences(schedule)).map(({ due_on }) => due_on);
const commit = (writes: Parameters<ReturnType<typeof companyDb>["commit"]>[0]["writes"]) =>
  companyDb(shard).commit({
    writes,
    activity: { action: "test.schedule", kind: "schedule", id: newId(), label: "Test" },
    answer: { status: 200, message: "", data: null },
  });
const scheduleOf = (
  asset: string,
  more: Partial<NewSchedule> = {},
): NewSchedule & { anchorOn: string } => ({
  ...{ id: newId(), assetId: asset, kind: "pm", title: "PM", source: "oem", mode: "fixed" },
  ...{ intervalUnit: "month", intervalCount: 3, anchorOn: "2026-01-31" },
  ...more,
});
async function begun(more: Partial<NewSchedule> = {}, today = "2026-01-31") {
  const { asset } = await bench(w, company, []);
  const schedule = scheduleOf(asset, more);
  await commit(startSchedule(companyDb(shard), schedule, today, none));
  return schedule as typeof schedule & { endsOn?: string | null };
}
const all = async (today: string) => {
  for (let isMore = true; isMore; ) ({ isMore } = await generate(companyDb(shard), today, none));
};

test("a series has every date up to the horizon, on the last day of shorter months, once, whoever makes it and how often", async () => {
  const anchor = fc.constantFrom(
    "2026-01-31",
    "2024-02-29",
    "2025-12-30",
    "2026-03-29",
    "2026-10-25",
  );
  const unit = fc.constantFrom<IntervalUnit>("day", "week", "month", "year");
  await fc.assert(
    fc.asyncProperty(
      anchor,
      unit,
      fc.integer({ min: 1, max: 14 }),
      fc.option(fc.integer({ min: 0, max: 500 }), { nil: null }),
      fc.integer({ min: 0, max: 900 }),
      async (anchorOn, intervalUnit, intervalCount, lasts, later) => {
        const today = "2026-03-01";
        const endsOn = lasts === null ? null : addDays(anchorOn, lasts);
        const series = { anchorOn, intervalUnit, intervalCount, endsOn };
        const schedule = await begun(series, today);
        const oldest = addDays(today, -HORIZON_DAYS - 1);
        const expected = (on: string) =>
          datesBetween(series, oldest, addDays(on, HORIZON_DAYS)).map((one) => one);
        expect(await dates(schedule.id)).toEqual(expected(today).slice(0, 60));
        await Promise.all([all(today), all(today), all(today)]);
        expect(await dates(schedule.id)).toEqual(expected(today));
        // The clock stood still for months.
        const after = addDays(today, later);
        await Promise.all([all(after), all(today)]);
        await all(after);
        expect(await dates(schedule.id)).toEqual(expected(after));
        for (const { due_on, opens_on, closes_on } of await occurrences(schedule.id))
          expect([opens_on, closes_on]).toEqual([addDays(due_on, -15), addDays(due_on, 15)]);
        await shard.set("schedules", schedule.id, { next_on: null });
      },
    ),
    { numRuns: 25 },
  );
});

test("the clock makes the dates of each company by its own day; a suspended one waits", async () => {
  const at = Date.parse("2027-06-01T11:00:00Z");
  for (const zone of ["Pacific/Kiritimati", "Asia/Kolkata", "America/Los_Angeles"]) {
    const { id } = await begun(
      { intervalUnit: "day", intervalCount: 1, anchorOn: "2027-05-01" },
      "2026-08-01",
    );
    await shard.setProfile({ time_zone: zone, status: "suspended" });
    await minute(w, at);
    const before = await dates(id);
    expect(before.at(-1)! < "2028-01-01").toBe(true);
    await shard.setProfile({ status: "active" });
    await minute(w, at);
    await minute(w, at);
    const made = await dates(id);
    const horizon = addDays(dayIn(zone, at), HORIZON_DAYS);
    expect(made).toEqual(
      datesBetween(
        { anchorOn: "2027-05-01", intervalUnit: "day", intervalCount: 1 },
        "2027-04-30",
        made.at(-1)!,
      ),
    );
    // A company that is ahead of Greenwich has its last day a day later.
    expect([horizon, addDays(horizon, -1), addDays(horizon, -2)]).toContain(made.at(-1));
    await shard.set("schedules", id, { is_active: 0, next_on: null });
  }
});

test("an edit replaces what is planned, and neither revives nor loses what was done or missed", async () => {
  const today = "2026-06-10";
  const schedule = await begun({ intervalCount: 1, anchorOn: "2026-03-15" }, today);
  const rows = await occurrences(schedule.id);
  const on = (due: string) => rows.find(({ due_on }) => due_on === due)!.id;
  await shard.set("due_occurrences", on("2026-03-15"), { status: "missed", exception: "in_use" });
  await shard.set("due_occurrences", on("2026-07-15"), {
    status: "done",
    done_on: "2026-07-01",
    on_time: 1,
  });
  await shard.set("due_occurrences", on("2026-08-15"), {
    status: "deferred",
    defer_to: "2026-08-20",
  });
  const edited = {
    ...schedule,
    intervalUnit: "week" as const,
    intervalCount: 2,
    anchorOn: "2026-06-08",
  };
  await shard.set("schedules", schedule.id, {
    interval_unit: "week",
    interval_count: 2,
    anchor_on: "2026-06-08",
  });
  await commit(replaceFuture(companyDb(shard), edited, today, "Interval changed", none));
  await all(today);
  const found = new Map((await occurrences(schedule.id)).map((row) => [row.due_on, row]));
  const status = (due: string) => found.get(due)?.status;
  expect(status("2026-03-15")).toBe("missed");
  expect(status("2026-04-15")).toBe("scheduled");
  expect(found.get("2026-06-15")).toMatchObject({
    status: "cancelled",
    cancel_reason: "Interval changed",
    cancelled_by: company.users.admin.id,
  });
  expect(status("2026-07-15")).toBe("done");
  expect(status("2026-08-15")).toBe("deferred");
  expect(status("2026-09-15")).toBeUndefined();
  const planned = datesBetween(edited, addDays(today, -1), addDays(today, HORIZON_DAYS));
  for (const due of planned) expect(status(due)).toBe("scheduled");
  expect(found.size).toBe(planned.length + 6);
  // Back again: what the first edit cancelled is open again.
  await shard.set("schedules", schedule.id, {
    interval_unit: "month",
    interval_count: 1,
    anchor_on: "2026-03-15",
  });
  await commit(replaceFuture(companyDb(shard), schedule as never, today, "Changed back", none));
  await all(today);
  const back = new Map((await occurrences(schedule.id)).map((row) => [row.due_on, row.status]));
  expect(back.get("2026-06-15")).toBe("scheduled");
  expect(back.get("2026-07-15")).toBe("done");
  expect(back.get("2026-09-15")).toBe("scheduled");
  const events = await shard.count(
    "occurrence_events",
    "asset_id = ? and status = 'cancelled'",
    schedule.assetId,
  );
  expect(events).toBeGreaterThan(0);

  await commit(endSchedule(companyDb(shard), schedule.id, today, "Sold"));
  const ended = await occurrences(schedule.id);
  expect(new Set(ended.map((row) => row.status))).toEqual(new Set(["missed", "done", "cancelled"]));
  expect(await shard.get("schedules", schedule.id)).toMatchObject({
    is_active: 0,
    next_on: null,
    ends_on: today,
    end_reason: "Sold",
  });
  expect((await shard.get("assets", schedule.assetId)).next_pm_on).toBeNull();
});

test("an edit of the window alone opens nothing that was done or missed on days to come", async () => {
  const today = "2026-06-10";
  const schedule = await begun({ intervalCount: 1, anchorOn: "2026-06-15" }, today);
  const before = await occurrences(schedule.id);
  const on = (due: string) => before.find(({ due_on }) => due_on === due)!.id;
  await shard.set("due_occurrences", on("2026-08-15"), { status: "missed", exception: "in_use" });
  await shard.set("due_occurrences", on("2026-09-15"), { status: "done", done_on: "2026-09-01" });
  const edited = { ...schedule, windowAfterDays: 5 };
  await commit(replaceFuture(companyDb(shard), edited, today, "Another window", none));
  const after = await occurrences(schedule.id);
  expect(after.map(({ due_on, status }) => [due_on, status])).toEqual(
    before.map(({ due_on }) => [
      due_on,
      due_on === "2026-08-15" ? "missed" : due_on === "2026-09-15" ? "done" : "scheduled",
    ]),
  );
  expect(after.at(-1)!.closes_on).toBe(addDays(after.at(-1)!.due_on, 5));
});

test("the dates of a device are the first open ones of each kind, whoever writes an occurrence", async () => {
  const { assetId, id } = await begun({ anchorOn: addMonths("2026-06-10", 1) }, "2026-06-10");
  const next = async () => (await shard.get("assets", assetId)).next_pm_on;
  expect(await next()).toBe("2026-07-10");
  const [first, second] = await occurrences(id);
  await shard.set("due_occurrences", first!.id, { status: "deferred", defer_to: "2026-12-01" });
  expect(await next()).toBe(second!.due_on);
  await shard.set("due_occurrences", second!.id, { status: "missed" });
  expect(await next()).toBe("2026-12-01");
  await shard.run(
    "update schedules set hold_from = '2026-01-01', hold_until = '2027-01-01', hold_reason = 'In store' where company_id = ? and id = ?",
    id,
  );
  expect(await next()).toBe("2026-12-01");
});

test("dates of many schedules are made in parts, all of them", async () => {
  const { asset } = await bench(w, company, []);
  const today = "2026-06-10";
  const many = Array.from({ length: 400 }, () => ({
    ...{
      id: newId(),
      asset_id: asset,
      kind: "pm",
      title: "PM",
      interval_unit: "month",
      interval_count: 1,
    },
    ...{
      mode: "fixed",
      anchor_on: "2026-06-01",
      next_on: "2026-06-01",
      source: "oem",
      is_active: 1,
    },
  }));
  await shard.add("schedules", ...many);
  let made = 0;
  for (let isMore = true; isMore; ) {
    const part = await generate(companyDb(shard), today, none);
    made += part.dates;
    isMore = part.isMore;
  }
  expect(made).toBeGreaterThanOrEqual(400 * 14);
});

test("an edit of a floating series keeps its one open date, unless it begins anew", async () => {
  const today = "2026-06-10";
  const schedule = await begun({ mode: "floating", anchorOn: "2026-05-15" }, today);
  const openOf = async () =>
    (await occurrences(schedule.id))
      .filter(({ status }) => ["scheduled", "deferred"].includes(status))
      .map(({ due_on }) => due_on);
  const [first] = await occurrences(schedule.id);
  await shard.set("due_occurrences", first!.id, { status: "done", done_on: "2026-05-16" });
  const next = { ...first, id: newId(), due_on: "2026-11-16", status: "scheduled" };
  const { plan_on: _planOn, ...made } = next as Record<string, unknown>;
  await shard.add("due_occurrences", { ...made, opens_on: "2026-11-01", closes_on: "2026-12-01" });
  const edit = (more: object) =>
    replaceFuture(companyDb(shard), { ...schedule, ...more } as never, today, "Edited", none);
  await commit(edit({ windowBeforeDays: 3, windowAfterDays: 4 }));
  expect(await openOf()).toEqual(["2026-11-16"]);
  expect((await occurrences(schedule.id)).at(-1)).toMatchObject({
    opens_on: "2026-11-13",
    closes_on: "2026-11-20",
  });
  await commit(edit({ anchorOn: "2026-12-24" }));
  expect(await openOf()).toEqual(["2026-12-24"]);

  // A fixed series that becomes a floating one keeps the first of its dates.
  const fixed = await begun({ anchorOn: "2026-06-20", intervalCount: 1 }, today);
  await commit(
    replaceFuture(companyDb(shard), { ...fixed, mode: "floating" } as never, today, "Edited", none),
  );
  const left = (await occurrences(fixed.id)).filter(({ status }) => status === "scheduled");
  expect(left.map(({ due_on }) => due_on)).toEqual(["2026-06-20"]);
});
