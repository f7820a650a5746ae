import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, signedIn } from "#tests/support/client.ts";
import { planned } from "#tests/support/due.ts";
import { bench, freshTicket, reportForm } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import {
  addCompany,
  type Company,
  companyToday,
  migrate,
  type World,
  world,
} from "#tests/support/world.ts";

let w: World;
let company: Company;
let admin: Client;
let shard: Rows;
const today = companyToday();
beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "plans", 2, 0);
  admin = await signedIn(w, company, "admin");
  shard = rowsOf(w, company);
});

type Due = { id: string; due_on: string; status: string; kind: string; schedule_id: string };
const duesOf = (asset: string) =>
  shard.all<Due>(
    "select * from due_occurrences where company_id = ? and asset_id = ? order by due_on",
    asset,
  );
const report = (asset: string, date: string, more: Record<string, string> = {}) =>
  admin.call(
    "POST",
    `/api/service-report/create/${asset}`,
    reportForm({ service_ticket: freshTicket(), date, ...more }),
  );
const dates = async (asset: string) => {
  const { next_pm_on, next_cal_on } = await shard.get("assets", asset);
  return [next_pm_on, next_cal_on];
};
const monthly = async (from = "2026-01-10") => {
  const { asset, category } = await bench(w, company, []);
  const schedule = await planned(shard, {
    ...{ assetId: asset, from, until: addMonths(from, 5), every: [1, "month"] as const },
    ...{ before: 5, after: 5 },
  });
  return { asset, category, schedule };
};

test("a PM fulfils the open one in whose window it falls; one that is late stays overdue until it is chosen", async () => {
  const { asset } = await monthly();
  const february = await report(asset, "2026-02-12");
  expect(february.data.next_pm_on).toBe("2026-01-10");
  const [january, done] = await duesOf(asset);
  expect(done).toMatchObject({
    ...{ due_on: "2026-02-10", status: "done", done_on: "2026-02-12", on_time: 1, attempts: 1 },
    service_report_id: february.data.id,
  });
  await report(asset, "2026-02-20");
  expect((await duesOf(asset))[0]!.status).toBe("scheduled");
  const late = await report(asset, "2026-02-21", { due_occurrence_id: january!.id });
  expect(late.status).toBe(201);
  expect((await duesOf(asset))[0]).toMatchObject({ status: "done", on_time: 0 });
  expect((await dates(asset))[0]).toBe("2026-03-10");
  const read = await admin.call("GET", `/api/service-report/${late.data.id}`);
  expect(read.data.due_occurrence).toMatchObject({
    id: january!.id,
    due_on: "2026-01-10",
    on_time: false,
  });
  const events = await shard.all<{ status: string; note: string }>(
    "select status, note from occurrence_events where company_id = ? and occurrence_id = ?",
    january!.id,
  );
  expect(events).toEqual([{ status: "done", note: late.data.service_ticket }]);
  // An earlier one is not let go of while a later one is done.
  await report(asset, "2026-03-10");
  const refused = await admin.call("POST", `/api/service-report/cancel/${late.data.id}`, {
    reason: "Wrong",
  });
  expect(refused).toMatchObject({
    status: 409,
    message: "A later PM of this schedule is done. Change or cancel that report first.",
  });
});

test("of two reports for one occurrence at once one does it; the other is unscheduled, or refused where it had chosen it", async () => {
  const { asset } = await monthly();
  const both = await Promise.all([report(asset, "2026-01-10"), report(asset, "2026-01-11")]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  const [first, second] = await duesOf(asset);
  expect(first!.status).toBe("done");
  expect(
    await shard.count("service_reports", "asset_id = ? and due_occurrence_id is null", asset),
  ).toBe(1);

  const chosen = { due_occurrence_id: second!.id };
  const race = await Promise.all([
    report(asset, "2026-02-10", chosen),
    report(asset, "2026-02-11", chosen),
  ]);
  const won = race.find(({ status }) => status === 201)!;
  const lost = race.find(({ status }) => status !== 201)!;
  expect(lost).toMatchObject({
    status: 409,
    message: `This PM was done meanwhile by ${won.data.service_ticket}`,
  });
  const other = await bench(w, company, []);
  expect((await report(other.asset, "2026-02-10", chosen)).status).toBe(409);
  expect(
    (
      await report(asset, "2026-03-10", {
        due_occurrence_id: (await duesOf(asset))[2]!.id,
        service_type: "other",
      })
    ).message,
  ).toBe("A PM is done by a report of the type PM");
});

test("a report does a planned service of another kind when it is chosen, and lets go of it when it is cancelled", async () => {
  const { asset } = await bench(w, company, []);
  await planned(shard, {
    assetId: asset,
    kind: "electrical_safety",
    from: "2026-01-10",
    until: "2026-01-10",
  });
  const [due] = await duesOf(asset);
  expect((await report(asset, "2026-01-10")).data.next_pm_on).toBeNull();
  expect((await duesOf(asset))[0]!.status).toBe("scheduled");
  const made = await report(asset, "2026-01-10", {
    service_type: "other",
    due_occurrence_id: due!.id,
  });
  expect((await duesOf(asset))[0]!.status).toBe("done");
  await admin.call("POST", `/api/service-report/cancel/${made.data.id}`, { reason: "Wrong" });
  expect((await duesOf(asset))[0]).toMatchObject({
    status: "scheduled",
    service_report_id: null,
    done_on: null,
  });
  await planned(shard, {
    assetId: asset,
    kind: "calibration",
    from: "2026-03-10",
    until: "2026-03-10",
  });
  const calibration = (await duesOf(asset)).find(({ kind }) => kind === "calibration")!;
  expect((await report(asset, "2026-03-10", { due_occurrence_id: calibration.id })).status).toBe(
    409,
  );
});

async function added(more: Record<string, unknown> = {}) {
  const { department, category } = await bench(w, company, []);
  const { data } = await admin.call("POST", "/api/assets", {
    ...{ name: "Pump", category_id: category, department_id: department },
    ...{
      pm_required: true,
      cal_required: true,
      pm_months: 6,
      next_pm_on: "2026-03-31",
      next_cal_on: "2026-05-01",
    },
    ...more,
  });
  return { id: data.id as string, department, category };
}
const edit = async (id: string, more: Record<string, unknown>) => {
  const { name, asset_code, category_id, version, ...asset } = (
    await admin.call("GET", `/api/assets/${id}`)
  ).data;
  const { pm_required, cal_required, pm_months, next_pm_on, next_cal_on } = asset;
  return admin.call("PUT", `/api/assets/${id}`, {
    ...{
      name,
      asset_code,
      category_id,
      version,
      pm_required,
      cal_required,
      pm_months,
      next_pm_on,
      next_cal_on,
    },
    ...more,
  });
};

test("the dates of a device are its plan: the form begins, moves and ends it", async () => {
  const { id } = await added();
  expect(await dates(id)).toEqual(["2026-03-31", "2026-05-01"]);
  expect((await duesOf(id)).map(({ kind, due_on }) => [kind, due_on])).toEqual([
    ["pm", "2026-03-31"],
    ["calibration", "2026-05-01"],
  ]);
  expect((await edit(id, { next_pm_on: "2026-04-15" })).status).toBe(200);
  expect(await dates(id)).toEqual(["2026-04-15", "2026-05-01"]);
  expect(await shard.count("schedules", "asset_id = ?", id)).toBe(2);
  expect((await report(id, "2026-04-10")).data.next_pm_on).toBe("2026-10-10");
  expect((await edit(id, { next_pm_on: "2026-09-01" })).status).toBe(200);
  expect(await dates(id)).toEqual(["2026-09-01", "2026-05-01"]);
  expect((await edit(id, { pm_required: false })).status).toBe(200);
  expect(await dates(id)).toEqual([null, "2026-05-01"]);
  expect(await shard.count("schedules", "asset_id = ? and kind = 'pm' and is_active = 1", id)).toBe(
    0,
  );
  expect(
    (await duesOf(id)).filter(({ kind }) => kind === "pm").map(({ status }) => status),
  ).toEqual(["done"]);
});

test("where other schedules give a date, the form shows it and does not change it", async () => {
  const { id } = await added({ next_pm_on: null });
  await planned(shard, { assetId: id, from: "2026-02-10", until: "2026-02-10" });
  expect(await dates(id)).toEqual(["2026-02-10", "2026-05-01"]);
  const refused = await edit(id, { next_pm_on: "2026-03-01" });
  expect(refused.status).toBe(422);
  expect(refused.errors).toEqual({
    next_pm_on: ["Next PM follows from its schedules. Change it there."],
  });
  expect((await edit(id, { next_pm_on: null, name: "Pump 2" })).status).toBe(200);
  expect(await dates(id)).toEqual(["2026-02-10", "2026-05-01"]);
  const bulk = await admin.call("POST", "/api/assets/bulk", {
    ...{ ids: [id], bulk_id: newId(), next_pm_on: "2026-03-01" },
  });
  expect(bulk.data).toMatchObject({
    changed: 0,
    failed: [{ id, reason: "Next PM follows from its schedules. Change it there." }],
  });
  const page = await admin.text(`/asset/update/${id}`);
  expect(page).toContain(`/asset/detail/${id}?tab=schedule`);
  expect(page).not.toContain('name="nextPmOn"');
  expect(page).toContain('name="nextCalOn"');
});

test("the interval and the dates of a device's own plan stay with the device; window, team, minutes and the rest are its schedule's", async () => {
  const { id } = await added({ next_pm_on: addMonths(today, 5) });
  const due = (await duesOf(id)).find(({ kind }) => kind === "pm")!;
  const path = `/api/schedules/${due.schedule_id}`;
  const before = await shard.get<Record<string, never>>("schedules", due.schedule_id);
  const form = {
    ...pick(before, ["kind", "title", "interval_count", "interval_unit", "mode", "anchor_on"]),
    ...pick(before, ["ends_on", "source", "version"]),
  };
  for (const [name, other] of Object.entries({
    ...{ interval_count: 1, interval_unit: "year", mode: "fixed", anchor_on: today },
    ends_on: addMonths(today, 9),
  })) {
    const refused = await admin.call<null>("PUT", path, { ...form, [name]: other });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, [name]]);
  }
  const team = await shard.add("teams", { name: "Imaging" });
  const more = {
    ...{ window_before_days: 3, window_after_days: 4, lead_days: 9, minutes: 25, team_id: team },
    needs_signature: true,
  };
  expect((await admin.call("PUT", path, { ...form, ...more })).message).toBe("Schedule saved");
  const kept = { window_before_days: 3, window_after_days: 4, lead_days: 9, minutes: 25 };
  expect(await shard.get("schedules", due.schedule_id)).toMatchObject({
    ...{ ...kept, team_id: team, needs_signature: 1, is_plan: 1, is_active: 1, next_on: null },
    anchor_on: due.due_on,
  });
  const now = (await duesOf(id)).filter(({ kind }) => kind === "pm");
  expect(now).toMatchObject([
    {
      ...{ id: due.id, status: "scheduled", due_on: due.due_on },
      ...{ opens_on: addDays(due.due_on, -3), closes_on: addDays(due.due_on, 4) },
      assigned_team_id: team,
    },
  ]);
  // A date that is set anew in the device's form keeps them.
  await edit(id, { next_pm_on: addMonths(today, 7) });
  const next = (await duesOf(id)).find(
    ({ kind, status }) => kind === "pm" && status !== "cancelled",
  );
  expect(await shard.get("schedules", next!.schedule_id)).toMatchObject({ ...kept, team_id: team });
  const page = await admin.text(`/schedule/edit/${next!.schedule_id}`);
  expect(page).toContain(`/asset/update/${id}#plan`);
});

test("condemning ends what is planned, with who and why; back on standby a plan is set anew", async () => {
  const { id } = await added();
  const reason = { condemn_reason: "obsolete", reason: "Counted on the ward" };
  expect((await admin.call("POST", `/api/assets/${id}/condemn`, reason)).status).toBe(200);
  expect(await dates(id)).toEqual([null, null]);
  expect(await duesOf(id)).toMatchObject([
    { status: "cancelled", cancel_reason: "Asset condemned", cancelled_by: company.users.admin.id },
    { status: "cancelled", cancel_reason: "Asset condemned" },
  ]);
  expect(await shard.count("occurrence_events", "asset_id = ? and status = 'cancelled'", id)).toBe(
    2,
  );
  expect(
    await shard.count(
      "schedules",
      "asset_id = ? and is_active = 0 and ended_by = ?",
      id,
      company.users.admin.id,
    ),
  ).toBe(2);
  await admin.call("POST", `/api/assets/${id}/reinstate`, { reason: "Counted on the ward" });
  expect(await dates(id)).toEqual([null, null]);
  expect((await edit(id, { next_pm_on: "2026-09-01" })).status).toBe(200);
  expect(await dates(id)).toEqual(["2026-09-01", null]);
});

test("a device entered by mistake goes with its plan; one whose PM was done stays", async () => {
  const { id } = await added();
  expect((await admin.call("DELETE", `/api/assets/${id}`)).status).toBe(200);
  expect(await shard.count("schedules", "asset_id = ?", id)).toBe(0);
  const used = await added();
  await planned(shard, {
    assetId: used.id,
    kind: "radiation_qa",
    from: "2026-02-10",
    until: "2026-02-10",
  });
  expect((await admin.call("DELETE", `/api/assets/${used.id}`)).message).toContain(
    "Used by 1 schedule",
  );
});

test("an accessory that is replaced every so many months is planned for it, until it is archived", async () => {
  const { asset } = await bench(w, company, []);
  const fields = { asset_id: asset, name: "Battery", kind: "battery", installed_on: "2026-01-31" };
  const made = await admin.call("POST", "/api/accessories", {
    ...fields,
    replace_every_months: 13,
  });
  expect(made.status).toBe(201);
  const open = async () =>
    (await duesOf(asset))
      .filter(({ status }) => status === "scheduled")
      .map(({ due_on }) => due_on);
  expect(await open()).toEqual(["2027-02-28"]);
  const { version } = await shard.get<{ version: number }>("asset_accessories", made.data.id);
  const changed = await admin.call("PUT", `/api/accessories/${made.data.id}`, {
    ...{ ...fields, replace_every_months: 6, version },
  });
  expect(changed.status).toBe(200);
  expect(await open()).toEqual(["2026-07-31"]);
  const named = await admin.call("PUT", `/api/accessories/${made.data.id}`, {
    ...{ ...fields, name: "Battery pack", replace_every_months: 6, version: Number(version) + 1 },
  });
  expect(named.status).toBe(200);
  expect(await open()).toEqual(["2026-07-31"]);
  expect(
    await shard.count("schedules", "asset_id = ? and title = 'Replace Battery pack'", asset),
  ).toBe(1);
  const [due] = (await duesOf(asset)).filter(({ status }) => status === "scheduled");
  await report(asset, "2026-07-01", { service_type: "other", due_occurrence_id: due!.id });
  expect(await open()).toEqual(["2027-01-01"]);
  await admin.call("POST", `/api/accessories/${made.data.id}/archive`, {});
  expect(await open()).toEqual([]);
  await admin.call("POST", `/api/accessories/${made.data.id}/restore`, {});
  expect(await open()).toEqual(["2026-07-31"]);
});

test("devices that had dates before there were plans keep them, each with its plan and open occurrence", async () => {
  const server = new Miniflare(
    convertV4MiniflareOptions({
      ...{ modules: true, script: "export default { fetch: () => new Response() }" },
      ...{ compatibilityDate: "2026-08-01", d1Databases: { old: "old" } },
    }) as never,
  );
  onTestFinished(() => server.dispose());
  const db = (await server.getD1Database("old")) as unknown as D1Database;
  const folder = "migrations/tenant";
  await migrate(db, folder, "", "0039");
  const stamps = { created_at: 1, updated_at: 1, company_id: "c1" };
  const add = (table: string, row: Record<string, unknown>) => {
    const all = { ...stamps, ...row };
    const names = Object.keys(all);
    return db
      .prepare(
        `insert into ${table} (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`,
      )
      .bind(...Object.values(all))
      .run();
  };
  await add("departments", { id: "d", name: "ICU" });
  await add("categories", { id: "k", name: "Pumps", default_pm_months: 6 });
  await add("company_settings", { id: "pm_window_after", value_json: "7" });
  for (let n = 0; n < 60; n++)
    await add("assets", {
      ...{
        id: newId(),
        asset_code: `A-${n}`,
        name: "Pump",
        qr_token: `t${n}`,
        category_id: "k",
        department_id: "d",
      },
      ...{
        lifecycle: n % 7 ? "in_service" : "condemned",
        last_pm_on: "2025-07-01",
        deleted_at: n % 11 ? null : 5,
      },
      ...{
        next_pm_on: n % 7 && n % 3 ? addMonths("2026-01-31", n) : null,
        pm_months: n % 5 ? null : 3,
      },
      ...{ next_cal_on: n % 7 && n % 2 ? addMonths("2026-02-28", n) : null },
    });
  const known = async () =>
    (
      await db
        .prepare(
          "select id, last_pm_on, next_pm_on, last_cal_on, next_cal_on from assets order by id",
        )
        .all()
    ).results;
  const before = await known();
  await migrate(db, folder, "0039");
  expect(await known()).toEqual(before);
  const wrong = await db
    .prepare(
      `select a.id from assets a where a.deleted_at is null and (
        a.next_pm_on is not (select min(plan_on) from due_occurrences o where o.company_id = a.company_id and o.asset_id = a.id and o.kind = 'pm' and o.status = 'scheduled')
        or a.next_cal_on is not (select min(plan_on) from due_occurrences o where o.company_id = a.company_id and o.asset_id = a.id and o.kind = 'calibration' and o.status = 'scheduled'))`,
    )
    .all();
  expect(wrong.results).toEqual([]);
  const plans = await db
    .prepare(
      "select s.interval_count, s.ends_on, s.kind, o.due_on, o.opens_on, o.closes_on, s.id, o.id as due from schedules s join due_occurrences o on o.schedule_id = s.id where s.is_plan = 1 and s.mode = 'floating'",
    )
    .all<Record<string, string | number>>();
  expect(plans.results.length).toBe(
    before.filter((row) => row.next_pm_on).length +
      before.filter((row) => row.next_cal_on).length -
      (await db
        .prepare(
          "select count((next_pm_on)) + count(next_cal_on) as n from assets where deleted_at is not null",
        )
        .first<number>("n"))!,
  );
  expect(
    new Set(plans.results.filter(({ kind }) => kind === "pm").map((row) => row.interval_count)),
  ).toEqual(new Set([3, 6]));
  for (const { id, due, opens_on, closes_on, due_on } of plans.results) {
    expect(String(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(String(due)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect((Date.parse(String(due_on)) - Date.parse(String(opens_on))) / 86_400_000).toBe(15);
    expect((Date.parse(String(closes_on)) - Date.parse(String(due_on))) / 86_400_000).toBe(7);
  }
});

test("a plan whose service could not be done goes on from the day that it was due", async () => {
  const { id } = await added({ next_cal_on: null });
  const [open] = await duesOf(id);
  const missed = await admin.call("POST", `/api/due-occurrences/${open!.id}/could-not-be-done`, {
    exception: "in_use",
    reason: "Patient on it all day",
  });
  expect(missed.status).toBe(200);
  expect(await duesOf(id)).toMatchObject([
    { due_on: "2026-03-31", status: "missed" },
    { due_on: "2026-09-30", status: "scheduled" },
  ]);
  expect((await dates(id))[0]).toBe("2026-09-30");
});
