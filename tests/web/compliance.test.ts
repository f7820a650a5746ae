import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { d1Of, signedIn } from "#tests/support/client.ts";
import { deliver, minute } from "#tests/support/clock.ts";
import { cancelReport, devices, morningOf, onDay, reportOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { colleague } from "#tests/support/person.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";

let w: World;
let company: Company;
let rows: Rows;
let icu: Awaited<ReturnType<typeof devices>>;
let ward: Awaited<ReturnType<typeof devices>>;
const today = companyToday();
/** The month before the last one: over, and all its windows with it. */
const month = addMonths(`${today.slice(0, 7)}-01`, -3).slice(0, 7);
const due = `${month}-10`;
type Due = { id: string; asset_id: string; schedule_id: string };
const occurrenceOf = async (asset: string) =>
  (await rows.first<Due>(
    "select id, asset_id, schedule_id from due_occurrences where company_id = ? and asset_id = ?",
    asset,
  ))!;
const planOf = (assetId: string) =>
  planned(rows, { assetId, from: due, until: due, before: 5, after: 5 });

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "compliance", 2, 1);
  rows = rowsOf(w, company);
  icu = await devices(rows, ["life_support", "life_support", "high", "low"], "ICU");
  ward = await devices(rows, ["medium", "medium", "medium"], "WRD");
  for (const id of [...icu.ids, ...ward.ids]) await planOf(id);
  const [onTime, late, held, missed] = await Promise.all(icu.ids.map(occurrenceOf));
  await reportOf(rows, onTime!, addDays(due, 3), onDay(addDays(due, 3)));
  await reportOf(rows, late!, addDays(due, 9), onDay(addDays(due, 9)));
  await rows.set("schedules", held!.schedule_id, {
    ...{ hold_from: addDays(due, -9), hold_until: addDays(due, 9), hold_reason: "Renovation" },
    ...{ held_by: company.users.admin.id, held_at: onDay(addDays(due, -12)) },
  });
  await rows.set("due_occurrences", missed!.id, { status: "missed", exception: "in_use" });
  const [first, second] = await Promise.all(ward.ids.map(occurrenceOf));
  await reportOf(rows, first!, due, onDay(due));
  // Held when it was already due.
  await rows.set("schedules", second!.schedule_id, {
    ...{ hold_from: due, hold_until: addDays(due, 9), hold_reason: "Too late" },
    ...{ held_by: "Head", held_at: onDay(due) },
  });
});

const closings = () => rows.count("due_closings");

test("the clock freezes and settles by itself, whether its message comes once, twice or at the same time", async () => {
  const at = onDay(today, 12);
  await minute(w, at);
  expect(await closings()).toBe(7);
  const message = { job: "closings", shard: company.shard, owner: company.id, at, from: "" };
  await deliver(w, message, message);
  await rows.run(
    "update company_jobs set done_on = ?2 where company_id = ?1 and id = 'closings'",
    addDays(today, -1),
  );
  await deliver(w, message, message);
  const standings = await rows.all<{ standing: string; n: number }>(
    "select standing, count(*) as n from due_closings where company_id = ? group by 1 order by 1",
  );
  expect(Object.fromEntries(standings.map(({ standing, n }) => [standing, n]))).toEqual({
    excluded: 1,
    late: 1,
    not_done: 3,
    on_time: 2,
  });
});

test("nothing frozen is changed or removed past the app", async () => {
  const id = await rows.value<string>(
    "select id from due_closings where company_id = ? and state = 'excluded'",
  );
  for (const sql of [
    "update due_closings set reason = 'Other' where company_id = ?1 and id = ?",
    "update due_closings set state = 'due' where company_id = ?1 and id = ?",
    "update due_closings set outcome = 'on_time' where company_id = ?1 and id = ?",
    "delete from due_closings where company_id = ?1 and id = ?",
  ])
    await expect(rows.run(sql, id), sql).rejects.toThrow(/due_closings_no_/);
});

test("the page tells the month, its risks and its exclusions, in few rows read; a number leads to as many rows", async () => {
  const admin = await signedIn(w, company, "admin");
  const answer = await admin.page(`/pm-compliance?month=${month}`);
  const text = (await answer.text()).replace(/<!--.*?-->/g, "");
  expect(text).toContain("33.3 %");
  expect(text).toContain("2 of 6 on time");
  expect(text).toContain("1 of 2 on time");
  expect(d1Of(answer).read).toBeLessThanOrEqual(150);
  const excluded = await (await admin.page(`/pm-compliance?month=${month}&tab=excluded`)).text();
  expect(excluded).toContain("admin of compliance");
  expect(excluded).toContain("Renovation");
  for (const [tab, n] of [
    ["on_time", 2],
    ["late", 1],
    ["not_done", 3],
    ["open", 0],
  ] as const) {
    const csv = await admin.page(`/pm-compliance/export.csv?month=${month}&tab=${tab}`);
    expect((await csv.text()).trim().split("\r\n").length - 1, tab).toBe(n);
  }
});

test("the API tells the same figures, dates and exclusions, to those who may see assets", async () => {
  const admin = await signedIn(w, company, "admin");
  const read = async (client: typeof admin, path: string) => {
    const answer = await client.call("GET", path);
    expect(answer.status, path).toBe(200);
    return answer;
  };
  const { data: figures } = await read(admin, `/api/pm-compliance?from=${month}&to=${month}`);
  const told = { due: 6, on_time: 2, late: 1, not_done: 3, open: 0, excluded: 1, percent: 33.3 };
  expect(figures.months).toMatchObject([{ month, state: "settled", ...told }]);
  expect(figures).toMatchObject({
    months: [{ risks: { life_support: { due: 2, on_time: 1, late: 1 } } }],
  });
  expect(figures.total).toEqual(told);
  const excluded = await read(admin, `/api/pm-compliance/dates?month=${month}&tab=excluded`);
  expect(excluded.data).toMatchObject([
    {
      ...{ due_on: due, exclusion: "held", reason: "Renovation", asset_code: "ICU-2" },
      ...{ excluded_by: "admin of compliance", standing: "excluded", month },
    },
  ]);
  const all = await read(admin, `/api/pm-compliance/dates?month=${month}`);
  expect([all.data.length, all.next]).toEqual([7, null]);

  const limited = await colleague(w, company, "view-asset");
  await rows.add("user_scopes", { user_id: limited.id, department_id: ward.department });
  const seen = await read(limited.client, `/api/pm-compliance?from=${month}&to=${month}`);
  expect(seen.data.total).toMatchObject({ due: 3, on_time: 1, not_done: 2 });
  const rowsSeen = await read(limited.client, `/api/pm-compliance/dates?month=${month}`);
  expect(rowsSeen.data).toMatchObject(Array(3).fill({ location: "Ward WRD" }));
  expect(rowsSeen.data).toHaveLength(3);
  const { client } = await colleague(w, company, "view-vendor");
  expect((await client.call("GET", "/api/pm-compliance")).status).toBe(403);
  expect((await client.call("GET", "/api/pm-compliance/dates")).status).toBe(403);
});

test("a report that is cancelled later lowers the month, one that comes later does not raise it", async () => {
  const admin = await signedIn(w, company, "admin");
  const shown = async () =>
    (await (await admin.page(`/pm-compliance?month=${month}`)).text()).replace(/<!--.*?-->/g, "");
  const { id } = await occurrenceOf(ward.ids[0]!);
  const report = (await rows.value<string>(
    "select service_report_id from due_occurrences where company_id = ? and id = ?",
    id,
  ))!;
  await cancelReport(rows, report, id, Date.now());
  expect(await shown()).toContain("1 of 6 on time");
  await reportOf(rows, await occurrenceOf(ward.ids[0]!), due, Date.now());
  await reportOf(rows, await occurrenceOf(ward.ids[2]!), due, Date.now());
  expect(await shown()).toContain("1 of 6 on time");
});

test("a limited person is told of their Locations alone, also in the file; others' Locations tell nothing", async () => {
  const { client, id } = await colleague(w, company, "view-asset", "export-asset");
  await rows.add("user_scopes", { user_id: id, department_id: ward.department });
  const text = (await (await client.page(`/pm-compliance?month=${month}`)).text()).replace(
    /<!--.*?-->/g,
    "",
  );
  expect(text).toContain("0 of 3 on time");
  expect(text).not.toContain("Device 0 of ICU");
  const csv = await (await client.page(`/pm-compliance/export.csv?month=${month}`)).text();
  expect([csv.includes("WRD-1"), csv.includes("ICU-1")]).toEqual([true, false]);
  const other = await client.page(`/pm-compliance?month=${month}&location=${icu.department}`);
  expect(await other.text()).not.toContain("ICU-1");
  const viewer = await signedIn(w, company, "viewer");
  expect((await viewer.page(`/pm-compliance/export.csv?month=${month}`)).status).toBe(403);
});

test("the open month counts what was due until yesterday, and what is done meanwhile at once", async () => {
  const other = await addCompany(w.env, "opened", 2, 2);
  const mine = rowsOf(w, other);
  const { ids } = await devices(mine, ["high"], "OPN");
  await planned(mine, {
    assetId: ids[0]!,
    from: "2026-05-04",
    until: "2026-05-30",
    every: [5, "day"],
  });
  await morningOf(mine, "2026-05-14");
  const counts = async () =>
    JSON.parse(
      (await mine.value<string>(
        "select counts from due_months where company_id = ? and dimension = 'all'",
      ))!,
    );
  expect(await counts()).toEqual({ "pm.high.open": 2 });
  const [first] = await mine.all<Due>(
    "select id, asset_id, schedule_id from due_occurrences where company_id = ? order by due_on",
  );
  await reportOf(mine, first!, "2026-05-14", onDay("2026-05-14"));
  expect(await counts()).toEqual({ "pm.high.open": 1, "pm.high.on_time": 1 });
});
