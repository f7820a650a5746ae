import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { morningOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { colleague } from "#tests/support/person.ts";
import { type Bench, bench } from "#tests/support/report.ts";
import { type Rows, rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";
import { readEach } from "#worker/domain/dashboard/each.ts";
import { periodOf } from "#worker/domain/dashboard/period.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";
import { openForJob } from "#worker/tenancy/shard-door.ts";

const TODAY = companyToday();
let w: World;
let company: Company;
let shard: Rows;
let admin: Client;
let here: Bench;
let elsewhere: Bench;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "tiles", 2, 1);
  shard = rowsOf(w, company);
  admin = await signedIn(w, company, "admin");
  here = await bench(w, company, []);
  elsewhere = await bench(w, company, []);
  for (const { asset, days } of [
    { asset: here.asset, days: 20 },
    { asset: elsewhere.asset, days: 50 },
  ])
    await shard.set("assets", asset, {
      ...{ next_cal_on: addDays(TODAY, -3), next_pm_on: addDays(TODAY, -days) },
      ...{ cover_until: addDays(TODAY, days), cover_kind: "amc", not_located_since: 1 },
    });
  // The bench writes past the app, which counts.
  for (const [name, value] of [
    ["assets.total", 2],
    ["assets.condition:working", 2],
    [`assets.department:${here.department}`, 1],
    [`assets.department:${elsewhere.department}`, 1],
  ] as const)
    await shard.run(
      "insert into counters (company_id, id, value) values (?, ?, ?) on conflict do update set value = excluded.value",
      name,
      value,
    );
});

/** The tiles of a page: their values and addresses by their labels. */
async function tilesOf(page: Response) {
  const html = await page.text();
  return Object.fromEntries(
    [
      ...html.matchAll(
        /href="([^"]*)"[^>]*><span class="k">(.*?)<\/span><span class="v">(.*?)<\/span>/g,
      ),
    ].map(([, to, name, value]) => [
      name!,
      { to: to!.replaceAll("&amp;", "&"), value: value!.replace(/<.*/, "") },
    ]),
  );
}
const rowsAt = async (path: string) =>
  new Set((await admin.text(path)).match(/\/asset\/detail\/[0-9a-f-]{36}/g)).size;

test("each tile of devices is as many as the rows behind its link, of the company and of one Location", async () => {
  for (const [address, most] of [
    ["/dashboard", 2],
    [`/dashboard?location=${here.department}`, 1],
  ] as const) {
    const page = await admin.page(address);
    expect(d1Of(page)).toMatchObject({ trips: upTo(2) });
    const tiles = await tilesOf(page);
    const devices = Object.entries(tiles).filter(([, { to }]) => to.startsWith("/all-assets?"));
    expect(Object.keys(tiles)).toEqual(
      expect.arrayContaining([
        "PM overdue",
        "Calibration overdue",
        "Cover ends, 60 days",
        "Not located",
      ]),
    );
    expect(tiles["Calibration overdue"]!.value).toBe(String(most));
    for (const [label, { to, value }] of devices)
      expect(await rowsAt(to), label).toBe(Number(value));
  }
});

test("a Location without devices keeps the page and its controls", async () => {
  const empty = await shard.add("departments", { name: "Empty" });
  const html = await admin.text(`/dashboard?location=${empty}`);
  expect(html).toContain('name="location"');
  expect(html).toContain("/all-assets?department=");
});

test("who has few permissions is told of no figure they may not see", async () => {
  const { client } = await colleague(w, company, "view-asset");
  const tiles = await tilesOf(await client.page("/dashboard"));
  for (const label of [
    "Open service calls",
    "Gate passes overdue",
    "Transfers to accept",
    "Low stock",
  ])
    expect(Object.keys(tiles)).not.toContain(label);
});

test("nobody chooses a Location beyond their own", async () => {
  const limited = await colleague(w, company, "view-asset");
  await shard.add("user_scopes", { user_id: limited.id, department_id: here.department });
  const tiles = await tilesOf(await limited.client.page("/dashboard"));
  expect(tiles["Calibration overdue"]!.value).toBe("1");
  const other = await limited.client.page(`/dashboard?location=${elsewhere.department}`);
  expect(other.status).toBe(404);
});

test("planned services of a person are their work of the day, and those on hold are listed", async () => {
  const member = await colleague(w, company, "view-asset");
  const on = addDays(TODAY, -1);
  await planned(shard, {
    ...{ assetId: here.asset, from: on, until: on },
    occurrence: { assigned_user_id: member.id },
  });
  await planned(shard, {
    ...{ assetId: here.asset, kind: "other", from: on, until: on },
    schedule: { hold_from: on, hold_until: addDays(TODAY, 9), hold_reason: "Ward is closed" },
  });
  const html = await member.client.text("/dashboard");
  expect(html).toContain("/due-service-calendar?on=");
  expect(html).toContain("Ward is closed");
  expect(await admin.text("/dashboard")).not.toContain("/due-service-calendar?on=");
});

test("what nobody has in a person's Locations, their imports and their files are their work as well", async () => {
  const limited = await colleague(w, company, "view-asset", "create-asset");
  await shard.add("user_scopes", { user_id: limited.id, department_id: here.department });
  const on = addDays(TODAY, 2);
  for (const asset of [here.asset, elsewhere.asset])
    await planned(shard, { assetId: asset, kind: "radiation_qa", from: on, until: on });
  await shard.add("import_jobs", {
    ...{ kind: "assets", file_name: "Assets.csv", status: "checked", row_count: 2 },
    created_by: limited.id,
  });
  await shard.add("report_runs", {
    ...{ user_id: limited.id, kind: "report", title: "Register", format: "csv" },
    status: "queued",
  });
  const html = await limited.client.text("/dashboard");
  expect(html.match(/>Radiation QA: /g)).toHaveLength(1);
  expect(html).toMatch(/href="\/imports\/[0-9a-f-]{36}"[^>]*>1 import of yours is not finished/);
  expect(html).toContain("1 file of yours is being made");
  const other = await colleague(w, company, "view-asset", "create-asset");
  expect(await other.client.text("/dashboard")).not.toContain("of yours");
});

test("compliance, calls by week and gaps are told as the morning counted them", async () => {
  // In the month that runs, or on its first day in the one before.
  const on = addDays(TODAY, -1);
  await planned(shard, { assetId: here.asset, from: on, until: on });
  await shard.set("assets", here.asset, { criticality: "life_support" });
  await morningOf(shard, TODAY);
  await countFigures(
    openForJob(w.env[company.shard as "TENANT_DB_0"], company.id),
    TODAY,
    "Asia/Kolkata",
  );
  const month = on.slice(0, 7);
  const html = (await admin.text(`/dashboard?period=custom&from=${month}&to=${month}`)).replaceAll(
    "<!-- -->",
    "",
  );
  const ring = /Life support<\/span><span class="muted">(\d+) of (\d+)/.exec(html);
  expect(html).toContain(`/pm-compliance?month=${month}`);
  const told = await admin.text(`/pm-compliance?month=${month}`);
  expect(told).toContain(`${ring![1]} of ${ring![2]} on time`);
  const away = await admin.text(
    `/dashboard?period=custom&from=${month}&to=${month}&location=${elsewhere.department}`,
  );
  expect(away).not.toContain("Life support</span>");
  expect(html).toContain("Data quality");
});

test("a block that cannot be read is named, and the others are there", async () => {
  const good = { name: "good" };
  const read = async (...statements: unknown[]) => {
    if (statements.some((one) => one !== good)) throw new Error("D1 is gone");
    return statements.map(() => [{ n: 1 }]);
  };
  const { results, failed } = await readEach({ read } as never, [
    ["Calls", good as never],
    ["PM due", { name: "bad" } as never],
  ]);
  expect([results, failed]).toEqual([[[{ n: 1 }], []], ["PM due"]]);
});

test("a period is whole months, as the company's fiscal year has them", () => {
  const of = (query: string, start = "04") => {
    const { from, to } = periodOf(new URLSearchParams(query), "2027-02-15", start);
    return [from, to];
  };
  expect(of("")).toEqual(["2027-02", "2027-02"]);
  expect(of("period=quarter")).toEqual(["2027-01", "2027-02"]);
  expect(of("period=fiscal")).toEqual(["2026-04", "2027-02"]);
  expect(of("period=fiscal", "01")).toEqual(["2027-01", "2027-02"]);
  expect(of("period=custom&from=2026-11&to=2027-01")).toEqual(["2026-11", "2027-01"]);
  expect(of("period=custom&from=2020-01&to=2027-02")).toEqual(["2026-02", "2027-02"]);
  expect(of("period=custom&from=2027-02&to=2027-01")).toEqual(["2027-02", "2027-02"]);
});
