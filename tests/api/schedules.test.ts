import { beforeAll, describe, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let rows: Rows;
let engineer: Client;
let viewer: Client;
let ids: string[];
let stranger: string;
const today = companyToday();
beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, "scheduled", 2, 1);
  const other = await addCompany(w.env, "otherplans", 2, 1);
  rows = rowsOf(w, company);
  ids = (await manyAssets(w, company, 130)).rows.map(({ id }) => id);
  stranger = (await manyAssets(w, other, 1)).rows[0]!.id;
  await rows.run("update assets set lifecycle = 'in_service' where company_id = ?");
  engineer = await signedIn(w, company, "engineer");
  viewer = await signedIn(w, company, "viewer");
});

type Done = { changed: number; failed: { id: string; reason: string }[]; ids: string[] };
const form = {
  ...{ kind: "pm", interval_count: 6, interval_unit: "month", mode: "fixed", source: "oem" },
  anchor_on: addDays(today, 10),
};
const create = (asset_ids: string[], more: object = {}, by = engineer) =>
  by.call<Done>("POST", "/api/schedules", { ...form, ...more, asset_ids });
const one = async (assetId: string, more: object = {}) => {
  const { status, data } = await create([assetId], more);
  expect(status).toBe(201);
  return data.ids[0]!;
};
const datesOf = (id: string) =>
  rows.all<{ due_on: string; status: string; opens_on: string; closes_on: string }>(
    "select due_on, status, opens_on, closes_on from due_occurrences where company_id = ? and schedule_id = ? order by due_on",
    id,
  );
const openDates = async (id: string) =>
  (await datesOf(id)).filter(({ status }) => status === "scheduled").map(({ due_on }) => due_on);

describe("a schedule", () => {
  test("begins with its dates of 400 days, with their windows, and an entry in the device's log", async () => {
    const id = await one(ids[0]!, { window_before_days: 5, window_after_days: 7 });
    expect(await openDates(id)).toEqual(
      [0, 6, 12].map((months) => addMonths(form.anchor_on, months)),
    );
    const [first] = await datesOf(id);
    expect(first).toMatchObject({
      opens_on: addDays(form.anchor_on, -5),
      closes_on: addDays(form.anchor_on, 7),
    });
    const { data } = await viewer.call<{ id: string; title: string; next_on: string }[]>(
      "GET",
      `/api/assets/${ids[0]}/schedules`,
    );
    expect(data).toMatchObject([{ id, title: "PM", next_on: form.anchor_on }]);
    expect(
      await rows.count("activity_log", "entity_kind = 'schedule' and asset_id = ?", ids[0]),
    ).toBe(1);
  });

  test("needs its fields, a reason where it differs from the manufacturer's, and a first date of this year or later", async () => {
    const wrong = async (more: object) => Object.keys((await create([ids[1]!], more)).errors ?? {});
    expect(await wrong({ source: "alternative" })).toEqual(["source_reason"]);
    expect(await wrong({ interval_count: 0 })).toEqual(["interval_count"]);
    expect(await wrong({ interval_count: 121 })).toEqual(["interval_count"]);
    expect(await wrong({ anchor_on: addDays(today, -401) })).toEqual(["anchor_on"]);
    expect(await wrong({ ends_on: addDays(form.anchor_on, -1) })).toEqual(["ends_on"]);
    expect(await openDates((await create([ids[1]!])).data.ids[0]!)).not.toEqual([]);
  });

  test("is not begun by who may only look, nor at another company's device", async () => {
    expect((await create([ids[2]!], {}, viewer)).status).toBe(403);
    expect((await create([stranger])).status).toBe(404);
  });

  test("keeps what was touched when its interval changes, and replaces what is to come", async () => {
    const id = await one(ids[3]!);
    const [near] = await openDates(id);
    await rows.run(
      "update due_occurrences set status = 'done', done_on = due_on where company_id = ? and schedule_id = ? and due_on = ?",
      id,
      near!,
    );
    const version = Number((await rows.get("schedules", id)).version);
    const saved = await engineer.call("PUT", `/api/schedules/${id}`, {
      ...{ ...form, version },
      interval_count: 3,
    });
    expect(saved.status).toBe(200);
    const dates = await datesOf(id);
    expect(dates[0]).toMatchObject({ due_on: near, status: "done" });
    expect(await openDates(id)).toEqual(
      [3, 6, 9, 12].map((months) => addMonths(form.anchor_on, months)),
    );
    const stale = await engineer.call("PUT", `/api/schedules/${id}`, { ...form, version });
    expect(stale.status).toBe(409);
    const other = await engineer.call("PUT", `/api/schedules/${id}`, { ...form, kind: "other" });
    expect(other.status).toBe(422);
  });

  test("is held from a day until another with a reason and by whom, and ends its hold", async () => {
    const id = await one(ids[4]!);
    const move = (name: string, body: object) =>
      engineer.call("POST", `/api/schedules/${id}/${name}`, body);
    const hold = { hold_from: today, hold_until: addDays(today, 30) };
    expect((await move("hold", hold)).status).toBe(422);
    expect(
      (await move("hold", { ...hold, hold_until: addDays(today, -1), reason: "Ward" })).status,
    ).toBe(422);
    expect((await move("hold", { ...hold, reason: "Ward is being rebuilt" })).status).toBe(200);
    const held = await rows.get("schedules", id);
    expect(held).toMatchObject({ ...hold, hold_reason: "Ward is being rebuilt" });
    expect(held.held_by).not.toBeNull();
    expect(held.held_at).not.toBeNull();
    expect(await openDates(id)).toHaveLength(3);
    expect((await move("end-hold", {})).status).toBe(200);
    expect(await rows.get("schedules", id)).toMatchObject({ hold_from: null, held_by: null });
    expect((await move("end-hold", {})).status).toBe(409);
  });

  test("ends for good: what waits is cancelled with the reason", async () => {
    const id = await one(ids[5]!);
    const end = () =>
      engineer.call("POST", `/api/schedules/${id}/end`, { reason: "Its vendor services it" });
    expect((await end()).status).toBe(200);
    expect(await openDates(id)).toEqual([]);
    expect(
      await rows.count("due_occurrences", "schedule_id = ? and cancel_reason like 'Its%'", id),
    ).toBe(3);
    expect((await end()).status).toBe(409);
    expect((await engineer.call("PUT", `/api/schedules/${id}`, form)).status).toBe(409);
  });
});

describe("for many devices", () => {
  test("one batch of up to 100, and why some cannot have it", async () => {
    const some = ids.slice(20, 120);
    await rows.set("assets", some[0]!, { lifecycle: "condemned" });
    await one(some[1]!);
    const { status, data } = await create([...some.slice(0, 99), stranger], {
      leaves_planned: true,
    });
    expect(status).toBe(201);
    expect(data.changed).toBe(97);
    expect(data.failed).toMatchObject([
      { id: some[0], reason: "This asset is condemned" },
      { id: some[1], reason: "It has one: PM, every 6 months" },
      { id: stranger, reason: "This asset was not found" },
    ]);
    expect((await create(ids.slice(0, 101))).status).toBe(422);
    const again = await create(some.slice(2, 99), { leaves_planned: true });
    expect(again.data).toMatchObject({ changed: 0 });
    expect(again.data.failed).toHaveLength(97);
  });

  test("a second one of a kind is allowed and named", async () => {
    await one(ids[6]!);
    const { status, message } = await create([ids[6]!], { interval_count: 12 });
    expect([status, message]).toEqual([
      201,
      "Schedule added. It has another one: PM, every 6 months",
    ]);
  });
});

describe("levelling", () => {
  const level = (moves: { id: string; to: string }[]) =>
    engineer.call<Done>("POST", "/api/schedules/level", { moves });

  test("defers within the window alone, with its reason and an event, and names what cannot be", async () => {
    const from = addDays(today, 20);
    const scheduleId = await planned(rows, { assetId: ids[7]!, from, until: from });
    const id = (await rows.value<string>(
      "select id from due_occurrences where company_id = ? and schedule_id = ?",
      scheduleId,
    ))!;
    const outside = await level([{ id, to: addDays(from, 16) }]);
    expect(outside.data.failed).toMatchObject([{ reason: "The day is outside its window" }]);
    const past = await level([{ id, to: addDays(today, -1) }]);
    expect(past.data.failed).toMatchObject([{ reason: "The day has passed" }]);
    const to = addDays(from, 4);
    expect((await level([{ id, to }])).data).toMatchObject({ changed: 1, failed: [] });
    expect(await rows.get("due_occurrences", id)).toMatchObject({
      ...{ status: "deferred", defer_to: to, plan_on: to, reason: "Load levelled", deferrals: 1 },
    });
    expect(
      await rows.first(
        "select status, note, from_on, to_on from occurrence_events where company_id = ? and occurrence_id = ?",
        id,
      ),
    ).toEqual({ status: "deferred", note: "Load levelled", from_on: from, to_on: to });
    expect((await level([{ id, to }])).data).toMatchObject({ changed: 0, same: 1 });
    expect((await level([{ id: stranger, to }])).status).toBe(404);
  });
});
