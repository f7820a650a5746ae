import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { expectDaysKept, planned } from "#tests/support/due.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let places: { categoryId: string; departmentId: string };
let elsewhere: string;
const today = dayIn("Asia/Kolkata");
const soon = addDays(today, 2);

type Due = { id: string; plan_on: string; standing: string; asset_id: string; version: number };
type Refused = {
  message: string;
  errors?: Record<string, string[]>;
  data?: { changedBy?: object };
};

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "falling", 2, 0);
  shard = rowsOf(w, company);
  places = await mastersFor(w, company, "Falling");
  elsewhere = (await mastersFor(w, company, "Elsewhere")).departmentId;
  admin = await signedIn(w, company, "admin");
});

const device = async (more: object = {}) => {
  const id = newId();
  await shard.add("assets", {
    ...{ id, asset_code: `D-${id.slice(-8)}`, name: "Ventilator", qr_token: newId() },
    ...{ category_id: places.categoryId, department_id: places.departmentId },
    ...{ lifecycle: "in_service", ...more },
  });
  await shard.add("asset_details", { id });
  return id;
};
/** One occurrence of a device on a day. */
const due = async (assetId: string, on: string, more: object = {}) => {
  const scheduleId = await planned(shard, { assetId, from: on, until: on, ...more });
  return String(
    await shard.value<string>(
      "select id from due_occurrences where company_id = ? and schedule_id = ?",
      scheduleId,
    ),
  );
};
const move = (id: string, word: string, body: object, by = admin) =>
  by.call<{ id: string }>("POST", `/api/due-occurrences/${id}/${word}`, body) as Promise<
    { status: number; message: string } & Refused
  >;
const listed = async (query: string, by = admin) =>
  (await by.call<Due[]>("GET", `/api/due-occurrences?${query}`)).data;

describe("a planned service", () => {
  test("is deferred to a day from today on, with its event and its window as it was", async () => {
    const asset = await device();
    const id = await due(asset, addDays(today, -20), { before: 5, after: 5 });
    const past = await move(id, "defer", { defer_to: addDays(today, -1), reason: "In use" });
    expect([past.status, Object.keys(past.errors ?? {})]).toEqual([422, ["defer_to"]]);
    const done = await move(id, "defer", { defer_to: soon, exception: "in_use", reason: "In use" });
    expect(done.message).toMatch(/^Deferred to .*, outside its window: it counts as late$/);
    const row = await shard.get("due_occurrences", id);
    expect(row).toMatchObject({
      ...{ status: "deferred", defer_to: soon, plan_on: soon, deferrals: 1, exception: "in_use" },
      closes_on: addDays(today, -15),
    });
    const event = await shard.first(
      "select * from occurrence_events where company_id = ? and occurrence_id = ?",
      id,
    );
    expect(event).toMatchObject({
      ...{ status: "deferred", from_on: addDays(today, -20), to_on: soon, exception: "in_use" },
      ...{ asset_id: asset, note: "In use" },
    });
    const again = await move(id, "defer", { defer_to: soon, reason: "In use" });
    expect(again.errors?.defer_to).toEqual(["It is planned for this day already"]);
  });

  test("moves the next date of its device with it, of the device's own plan and of other schedules alike", async () => {
    const asset = await device({ next_pm_on: today });
    const id = await due(asset, today, { schedule: { is_plan: 1 } });
    await move(id, "defer", { defer_to: soon, reason: "In use" });
    expect((await shard.get("assets", asset)).next_pm_on).toBe(soon);
    const other = await device({ next_pm_on: today });
    await move(await due(other, today), "defer", { defer_to: soon, reason: "In use" });
    expect((await shard.get("assets", other)).next_pm_on).toBe(soon);
  });

  test("counts an attempt and is closed when it could not be done", async () => {
    const id = await due(await device(), today);
    const without = await move(id, "could-not-be-done", { reason: "Gone" });
    expect(without.status).toBe(422);
    await move(id, "could-not-be-done", { exception: "not_located", reason: "Not on the ward" });
    expect(await shard.get("due_occurrences", id)).toMatchObject({
      ...{ status: "missed", attempts: 1, exception: "not_located", reason: "Not on the ward" },
    });
    expect((await move(id, "defer", { defer_to: soon, reason: "x" })).status).toBe(409);
  });

  test("is deferred by one of two who move it at once; the other is told by whom", async () => {
    const id = await due(await device(), today);
    const answers = await Promise.all(
      [soon, addDays(today, 3)].map((on) =>
        move(id, "defer", { defer_to: on, reason: "In use", version: 1 }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(lost.data?.changedBy).toBeTruthy();
  });

  test("is the person's own who starts it, unless somebody has it", async () => {
    const id = await due(await device(), today);
    await move(id, "start", {});
    expect(await shard.get("due_occurrences", id)).toMatchObject({
      ...{ status: "in_progress", assigned_user_id: company.users.admin.id },
    });
    const colleague = company.users.engineer.id;
    await move(id, "assign", { assigned_user_id: colleague });
    expect((await shard.get("due_occurrences", id)).assigned_user_id).toBe(colleague);
  });
});

describe("the list", () => {
  test("stands as the calendar says, by the day, and each filter keeps its own", async () => {
    const asset = await device({ criticality: "life_support" });
    const late = await due(asset, addDays(today, -3), { kind: "calibration" });
    const near = await due(asset, addDays(today, 5), { kind: "pm" });
    const far = await due(asset, addDays(today, 60), { kind: "pm" });
    const held = await due(asset, addDays(today, 1), {
      kind: "radiation_qa",
      schedule: { hold_from: today, hold_until: addDays(today, 9), hold_reason: "Ward closed" },
    });
    const of = async (query: string) =>
      (await listed(`asset=${asset}&${query}`)).map(({ id, standing }) => [id, standing]);
    expect(await of("")).toEqual([
      [late, "overdue"],
      [held, "held"],
      [near, "in_window"],
      [far, "planned"],
    ]);
    expect(await of("kind=calibration")).toEqual([[late, "overdue"]]);
    for (const [id, standing] of await of(""))
      expect(await of(`status=${standing}`)).toEqual([[id, standing]]);
    expect(await of(`from=${today}&to=${addDays(today, 10)}`)).toEqual([
      [held, "held"],
      [near, "in_window"],
    ]);
    expect(await of("criticality=low")).toEqual([]);
    expect(await of("person=none")).toHaveLength(4);
    expect(await of(`department=${elsewhere}`)).toEqual([]);
    expect(await of(`department=${places.departmentId}`)).toHaveLength(4);
  });

  test("shows a person of one Location that Location alone, the calendar too", async () => {
    const day = addDays(today, 40);
    const here = await device({ name: "Seen here" });
    const there = await device({ name: "Hidden there", department_id: elsewhere });
    const [own] = [await due(here, day), await due(there, day)];
    await shard.add("user_scopes", {
      user_id: company.users.engineer.id,
      department_id: places.departmentId,
    });
    const limited = await signedIn(w, company, "engineer");
    const rows = await listed(`from=${day}&to=${day}`, limited);
    expect(rows.map(({ id }) => id)).toEqual([own]);
    const html = await (await limited.page(`/due-service-calendar?date=${day}`)).text();
    expect(html).toContain("Seen here");
    expect(html).not.toContain("Hidden there");
  });
});

test("dates of devices that are kept elsewhere follow filters and Locations, and the agenda lists the kind it is asked for", async () => {
  // A month shows one date of each kind on a day: two days of one month.
  const isLastOfMonth = addDays(today, 11).endsWith("-01");
  const on = addDays(today, isLastOfMonth ? 11 : 10);
  await device({ name: "Warranty here", warranty_end_on: on });
  const next = addDays(on, 1);
  await device({ name: "Warranty there", warranty_end_on: next, department_id: elsewhere });
  const page = async (query: string, by = admin) =>
    (await by.page(`/due-service-calendar?date=${on}&${query}`)).text();
  for (const query of ["view=month", "view=agenda&kind=warranty_end", "kind=warranty_end"]) {
    const all = await page(query);
    expect(all).toContain("Warranty here");
    expect(all).toContain("Warranty there");
    const one = await page(`${query}&department=${places.departmentId}`);
    expect(one).toContain("Warranty here");
    expect(one).not.toContain("Warranty there");
    const limited = await page(query, await signedIn(w, company, "engineer"));
    expect(limited).toContain("Warranty here");
    expect(limited).not.toContain("Warranty there");
  }
  const none = await page("view=agenda&kind=contract_end");
  expect(none).toContain("None on these days.");
  expect(none).not.toContain("Nothing to show here");
});

test("a month counts each day, shows three entries of it, and says how full it is", async () => {
  const day = `${addDays(`${today.slice(0, 7)}-01`, 100).slice(0, 7)}-11`;
  for (let n = 0; n < 5; n++)
    await due(await device({ name: `Monitor ${n}` }), day, { schedule: { minutes: 120 } });
  const html = await (await admin.page(`/due-service-calendar?date=${day}`)).text();
  const cell = html.slice(html.indexOf(`data-day="${day}"`)).split("data-day=")[1]!;
  expect(cell.match(/class="ent /g)).toHaveLength(3);
  expect(cell).toContain("+ 2 more");
  expect(cell).toContain("10 of 8 h");
  const year = await (await admin.page(`/due-service-calendar?view=year&date=${day}`)).text();
  expect(year).toContain("5 planned services, 5 planned");
});

test.each(["month", "week"])(
  "a %s shows what is on hold as such, and only on the days of the hold",
  async (view) => {
    const day = `${addDays(`${today.slice(0, 7)}-01`, 140).slice(0, 7)}-16`;
    const asset = await device({ name: `Held ${view}` });
    const schedule = { hold_from: day, hold_until: day, hold_reason: "Ward closed" };
    const held = await due(asset, day, { schedule });
    const free = await due(asset, addDays(day, 1), {
      kind: "calibration",
      schedule: { ...schedule, hold_until: addDays(day, 1), hold_from: addDays(day, 1) },
    });
    const other = await due(await device(), addDays(day, 1), { schedule });
    const html = await admin.text(`/due-service-calendar?view=${view}&date=${day}`);
    const looks = (id: string) => new RegExp(`class="ent (\\w+)"[^>]*on=${id}"`).exec(html)?.[1];
    expect([held, free, other].map(looks)).toEqual(["held", "held", "plan"]);
  },
);

test("the days are kept as the occurrences say, also where a schedule takes longer or goes", async () => {
  const asset = await device();
  const scheduleId = await planned(shard, {
    assetId: asset,
    from: soon,
    until: addDays(soon, 200),
    every: [30, "day"],
  });
  await expectDaysKept(shard);
  await shard.set("schedules", scheduleId, { minutes: 95 });
  await expectDaysKept(shard);
  await shard.run(
    "update due_occurrences set defer_to = ?3, status = 'deferred' where company_id = ?1 and schedule_id = ?2 and due_on = ?4",
    scheduleId,
    addDays(soon, 9),
    soon,
  );
  await shard.run(
    "update due_occurrences set status = 'cancelled' where company_id = ?1 and schedule_id = ?2 and due_on > ?3",
    scheduleId,
    addDays(soon, 100),
  );
  await expectDaysKept(shard);
  await shard.set("schedules", scheduleId, { minutes: null });
  await shard.run(
    "delete from due_occurrences where company_id = ?1 and schedule_id = ?2 and due_on > ?3",
    scheduleId,
    addDays(soon, 40),
  );
  await expectDaysKept(shard);
});
