import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { type Client, d1Of, signedIn, upTo } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, type World, world } from "#tests/support/world.ts";

const DAY = 86_400_000;
const today = companyToday();
const from = addDays(today, -200);
let w: World;
let company: Company;
let shard: ReturnType<typeof rowsOf>;
let admin: Client;
let engineer: Client;
let viewer: Client;
let ids: string[];
let departments: string[];
let categoryId: string;

beforeAll(async () => {
  w = await world();
  company = await addCompany(w.env, "compare", 2, 0);
  shard = rowsOf(w, company);
  const one = await mastersFor(w, company, "Compared");
  const other = await mastersFor(w, company, "Elsewhere");
  departments = [one.departmentId, other.departmentId];
  categoryId = one.categoryId;
  const device = async (n: number, columns: object = {}) => {
    const id = newId();
    await shard.add("assets", {
      ...{ id, asset_code: `CMP-${n}`, name: `Ventilator ${n}`, qr_token: newId() },
      ...{ category_id: one.categoryId, department_id: one.departmentId },
      ...{ lifecycle: "in_service", put_to_use_on: "2020-01-01" },
      ...columns,
    });
    await shard.add("asset_details", { id, expected_life_years: 10 });
    return id;
  };
  ids = [
    await device(1, { purchase_cost_minor: 10_000_00 }),
    await device(2, { purchase_cost_minor: 20_000_00 }),
    await device(3, { category_id: other.categoryId }),
    await device(4),
    await device(5, { department_id: other.departmentId }),
    await device(6),
  ];
  for (const [user, verbs] of [
    ["engineer", ["view", "create", "edit", "delete"]],
    ["viewer", ["view", "edit", "delete", "export"]],
  ] as const)
    for (const verb of verbs)
      await shard.add("user_permissions", {
        user_id: company.users[user].id,
        permission: `${verb}-asset-comparison`,
        web: "allow",
      });
  admin = await signedIn(w, company, "admin");
  engineer = await signedIn(w, company, "engineer");
  viewer = await signedIn(w, company, "viewer");
});

const form = (name: string, more: object = {}) => ({
  name,
  asset_ids: ids.slice(0, 2),
  period_from: from,
  period_to: today,
  is_shared: false,
  ...more,
});
const save = (by: Client, name: string, more: object = {}) =>
  by.call("POST", "/api/asset-comparisons", form(name, more));
const path = (id: string) => `/api/asset-comparisons/${id}`;
type Listed = { name: string; asset_codes: string[]; is_mine: boolean; may_remove: boolean }[];
const names = async (by: Client, query = "") =>
  (await by.call<Listed>("GET", `/api/asset-comparisons${query}`)).data.map(({ name }) => name);

describe("a comparison is kept", () => {
  test("read by its owner until it is shared, and changed by nobody but its owner and Admins", async () => {
    const { status, data } = await save(engineer, "ICU ventilators");
    expect(status).toBe(201);
    expect([await names(engineer), await names(viewer), await names(admin)]).toEqual([
      ["ICU ventilators"],
      [],
      ["ICU ventilators"],
    ]);
    expect((await viewer.call("GET", path(data.id))).status).toBe(404);
    expect((await viewer.call("PUT", path(data.id), form("Mine"))).status).toBe(404);
    const shared = { ...form("ICU", { is_shared: true }), version: 1 };
    expect((await engineer.call("PUT", path(data.id), shared)).status).toBe(200);
    expect(await names(viewer)).toEqual(["ICU"]);
    expect(await names(viewer, "?whose=mine")).toEqual([]);
    const refused = await viewer.call("PUT", path(data.id), form("Mine"));
    expect([refused.status, refused.message]).toEqual([
      403,
      "Only engineer of compare or an Admin changes this comparison",
    ]);
    expect((await viewer.call("DELETE", path(data.id))).status).toBe(403);
    const late = await engineer.call("PUT", path(data.id), shared);
    expect([late.status, late.message]).toEqual([409, "Someone else changed this record"]);
    const more = form("Wards", { asset_ids: [ids[3], ids[0], ids[2]], metrics: ["calls", "age"] });
    expect((await admin.call("PUT", path(data.id), more)).status).toBe(200);
    const { data: read } = await engineer.call(`GET`, path(data.id));
    expect(read).toMatchObject({
      asset_ids: [ids[3], ids[0], ids[2]],
      asset_codes: ["CMP-4", "CMP-1", "CMP-3"],
      metrics: ["age", "calls"],
    });
    expect((await engineer.call("DELETE", path(data.id))).status).toBe(200);
    expect([await names(admin), (await admin.call("GET", path(data.id))).status]).toEqual([
      [],
      404,
    ]);
  });

  test.each([
    ["one asset", () => ({ asset_ids: [ids[0]] }), "asset_ids", "Choose 2 to 5 assets"],
    [
      "the same twice",
      () => ({ asset_ids: [ids[0], ids[0]] }),
      "asset_ids",
      "Choose 2 to 5 assets",
    ],
    ["six assets", () => ({ asset_ids: ids }), "asset_ids", "Choose 2 to 5 assets"],
    [
      "an end before the beginning",
      () => ({ period_to: addDays(from, -1) }),
      "period_to",
      "To must not be before From",
    ],
    [
      "a metric that is none",
      () => ({ metrics: ["beauty"] }),
      "metrics.0",
      "There is no such metric",
    ],
  ])("not of %s", async (_, more, field, message) => {
    const { status, errors } = await save(engineer, "No", more());
    expect([status, errors]).toEqual([422, { [field]: [message] }]);
  });

  test("not of a device that is not there", async () => {
    expect((await save(engineer, "No", { asset_ids: [ids[0], newId()] })).status).toBe(404);
  });
});

const compare = (chosen: readonly string[], query = "") =>
  admin.text(`/asset-comparison/compare?assets=${chosen.join()}&from=${from}&to=${today}${query}`);

describe("devices side by side", () => {
  beforeAll(async () => {
    const now = Date.now();
    const call = (asset_id: string, days: number, more: object = {}) => {
      const at = now - days * DAY;
      return {
        ...{ id: newId(at), number: newId(), asset_id, department_id: departments[0] },
        ...{ source: "web", reported_by_name: "Asha", reported_at: at, problem: "Alarm" },
        ...{ equipment_down: 1, priority: "high", status: "closed", cause_code: "battery" },
        ...{ restored_at: at + 6 * 3_600_000, ...more },
      };
    };
    await shard.add("breakdowns", call(ids[0]!, 20), call(ids[0]!, 90), call(ids[0]!, 500));
    await shard.add("breakdowns", call(ids[1]!, 30, { cause_code: "user_error" }));
    await shard.add(
      "asset_downtimes",
      ...[20, 90, 500].map((days) => ({
        ...{ asset_id: ids[0], kind: "unplanned" },
        ...{ started_at: now - days * DAY, ended_at: now - days * DAY + 12 * 3_600_000 },
      })),
      // It reaches into the period from before.
      {
        ...{ asset_id: ids[1], kind: "unplanned" },
        ...{ started_at: now - 300 * DAY, ended_at: now - 190 * DAY },
      },
    );
  });

  test("show what each of them is in each metric, and the best and the worst", async () => {
    const { data } = await save(admin, "Measured");
    const read = await admin.call<{
      rows: { key: string; marks: unknown[]; cells: { figure: { value: number } | null }[] }[];
    }>("GET", path(data.id));
    expect(read.trips).toEqual(upTo(3));
    const row = (key: string) => read.data.rows.find((one) => one.key === key)!;
    const values = (key: string) => row(key).cells.map(({ figure }) => figure?.value ?? null);
    expect(values("calls")).toEqual([2, 1]);
    expect(row("calls").marks).toEqual(["worst", "best"]);
    expect(row("mtbf").marks).toEqual(["worst", "best"]);
    expect(values("mttr")).toEqual([6 * 3_600_000, 6 * 3_600_000]);
    expect(values("down")[0]).toBe(24 * 3_600_000);
    expect(values("down")[1]! / DAY).toBeGreaterThan(9);
    expect(values("uptime")[0]! > values("uptime")[1]!).toBe(true);
    expect(values("price")).toEqual([10_000_00, 20_000_00]);
    const html = await compare(ids.slice(0, 2));
    expect(html).toContain("No failure in 200 days");
    expect(html).toContain("24.0 h");
    expect(html).not.toContain("different categories");
    expect(await compare([ids[0]!, ids[2]!])).toContain("The assets are of different categories");
  });

  test("show PM on time, failed calibrations and what contracts cost", async () => {
    const device = async (n: number, columns: object) => {
      const id = newId();
      await shard.add("assets", {
        ...{
          id,
          asset_code: `CARE-${n}`,
          name: "Pump",
          qr_token: newId(),
          lifecycle: "in_service",
        },
        ...{ category_id: categoryId, department_id: departments[0], ...columns },
      });
      await shard.add("asset_details", { id });
      return id;
    };
    const one = await device(1, {
      ...{ purchase_cost_minor: 100_000_00, pm_required: 1, pm_months: 3 },
      ...{ service_cost_minor: 500_00, last_pm_on: addDays(today, -40) },
      ...{ cost_years: JSON.stringify({ [today.slice(0, 4)]: [0, 500_00, 0] }) },
    });
    const other = await device(2, { pm_required: 0 });
    const report = (days: number) => ({
      ...{ asset_id: one, service_ticket: newId(), service_type: "pm", done_by: "Asha" },
      ...{ service_on: addDays(today, -days), service_cost_minor: 0, total_cost_minor: 0 },
    });
    // Done every 40 days, though due every three months: each takes the place of the one before it.
    await shard.add("service_reports", report(40), report(80), report(300));
    const at = Date.now() - 10 * DAY;
    await shard.add("breakdowns", {
      ...{ id: newId(at), number: newId(), asset_id: one, department_id: departments[0] },
      ...{ source: "calibration_fail", reported_by_name: "Asha", reported_at: at, problem: "Off" },
      ...{ priority: "high", status: "new" },
    });
    const vendor_id = await shard.add("vendors", { name: "V", phone: "1", is_amc_provider: 1 });
    const contract = async (kind: string, value_share_minor: number | null) =>
      shard.add("contract_assets", {
        ...{ asset_id: one, value_share_minor },
        contract_id: await shard.add("contracts", {
          ...{ number: newId(), kind, vendor_id },
          ...{ start_on: addDays(today, -99), end_on: addDays(today, 100) },
        }),
      });
    await contract("cmc", 2_000_00);
    await contract("insurance", 9_000_00);
    await contract("calibration", null);
    const { data } = await save(admin, "Cared for", {
      ...{ asset_ids: [one, other], period_from: addDays(today, -49), period_to: today },
    });
    type Shown = { figure: { value: number } | null; text?: string; beside?: object };
    const read = await admin.call<{ rows: { key: string; cells: Shown[] }[] }>(
      "GET",
      path(data.id),
    );
    const [mine, none] = [0, 1].map((nth) => (key: string) => {
      return read.data.rows.find((row) => row.key === key)!.cells[nth]!;
    }) as [(key: string) => Shown, (key: string) => Shown];
    // Of the term of 200 days 50 are in the period: a quarter of the share.
    expect(mine("contract")).toMatchObject({ figure: { value: 500_00 }, beside: { unshared: 1 } });
    expect(mine("calibration").figure).toEqual({ value: 1 });
    expect(mine("compliance")).toMatchObject({ figure: null, text: "No PM was due" });
    const spent = mine("labour").figure!.value + 500_00;
    expect(mine("cost").figure).toEqual({ value: spent });
    expect(mine("ratio").figure!.value).toBeCloseTo((spent / 100_000_00) * (365.25 / 50) * 100, 6);
    expect(none("compliance").text).toBe("No PM required");
    expect(none("calibration").text).toBe("No calibration");
    expect(none("contract").figure).toEqual({ value: 0 });
    const year = await admin.text(
      `/asset-comparison/compare?assets=${one},${other}&from=${addDays(today, -250)}&to=${today}`,
    );
    // That of 300 days ago made one due about 210 days ago, which was done 80 days ago.
    expect(year.replaceAll("<!-- -->", "")).toContain("0 of 1 PM on time");
  });

  test("leave out what is the same where differences alone are wanted", async () => {
    const has = (html: string, metric: string) => html.includes(`>${metric}</th>`);
    expect(has(await compare(ids.slice(0, 2)), "Remaining life")).toBe(true);
    const html = await compare(ids.slice(0, 2), "&differences=1");
    expect([has(html, "Remaining life"), has(html, "Purchase cost")]).toEqual([false, true]);
  });

  test("are two at least", async () => {
    expect(await compare([ids[0]!])).toContain("Choose 2 to 5 assets");
    expect(await compare([])).toContain("Choose 2 to 5 assets");
    expect(await compare([newId(), newId()])).toContain("Choose 2 to 5 assets");
  });

  test("cost what was not cancelled, and are in use until they are condemned", async () => {
    const [spent, gone] = [ids[3]!, ids[5]!];
    const report = (cancelled_at: number | null) => ({
      ...{ asset_id: spent, service_ticket: newId(), service_type: "pm", service_on: today },
      ...{ service_cost_minor: 100_00, parts_cost_minor: 0, total_cost_minor: 100_00 },
      ...{ done_by: "Asha", cancelled_at },
    });
    await shard.add("service_reports", report(null), report(Date.now()));
    await shard.set("asset_details", gone, { condemned_on: addDays(today, -100) });
    const { data } = await save(admin, "Until condemned", { asset_ids: [spent, gone] });
    const read = await admin.call<{
      rows: { key: string; cells: { figure: { value: number } | null; beside?: object }[] }[];
    }>("GET", path(data.id));
    const cells = (key: string) => read.data.rows.find((one) => one.key === key)!.cells;
    expect(cells("labour")[0]!.figure?.value).toBe(100_00);
    expect(cells("mtbf").map(({ beside }) => beside)).toEqual([{ days: 200 }, { days: 100 }]);
  });

  test("go into a file for who may export", async () => {
    const address = `/asset-comparison/compare.csv?assets=${ids.slice(0, 2).join()}&from=${from}&to=${today}`;
    expect((await engineer.page(address)).status).toBe(403);
    const answer = await viewer.page(address);
    const lines = (await answer.text()).replace("\uFEFF", "").split("\r\n");
    expect(lines.slice(0, 2)).toEqual([
      "Metric,Unit,CMP-1,CMP-2",
      "Name,,Ventilator 1,Ventilator 2",
    ]);
    expect(lines.find((line) => line.startsWith("Downtime"))).toMatch(
      /^Downtime,hours,24\.0,2\d\d\.\d$/,
    );
    const none = await viewer.page("/asset-comparison/compare.csv");
    expect((await none.text()).replace("\uFEFF", "").trim()).toBe("Metric,Unit");
  });

  test("a person limited to Locations sees none of another one, nor a comparison with it", async () => {
    await save(engineer, "Across", { asset_ids: [ids[0], ids[4]], is_shared: true });
    expect(await names(viewer)).toContain("Across");
    await shard.add("user_scopes", {
      user_id: company.users.viewer.id,
      department_id: departments[0],
    });
    expect(await names(viewer)).not.toContain("Across");
    const html = await viewer.text(`/asset-comparison/compare?assets=${ids[0]},${ids[4]}`);
    expect([html.includes("CMP-1"), html.includes("CMP-5")]).toEqual([true, false]);
  });

  test("of 900 reports, 300 calls and 300 times down read 300 rows, and say what is more", async () => {
    const now = Date.now();
    for (const id of ids.slice(0, 5)) {
      const at = (n: number) => now - (n + 1) * DAY;
      const each = <R>(count: number, row: (n: number) => R) =>
        Array.from({ length: count }, (_, n) => row(n));
      await shard.add(
        "service_reports",
        ...each(900, (n) => ({
          ...{ asset_id: id, service_ticket: newId(), service_type: "pm" },
          ...{ service_on: addDays(today, -(n % 700)), service_cost_minor: 100 },
          ...{ parts_cost_minor: 0, total_cost_minor: 100, done_by: "Asha" },
        })),
      );
      await shard.add(
        "breakdowns",
        ...each(300, (n) => ({
          ...{ id: newId(at(n)), number: newId(), asset_id: id, department_id: departments[0] },
          ...{ source: "web", reported_by_name: "A", reported_at: at(n), problem: "Alarm" },
          ...{ priority: "low", status: "closed", equipment_down: 1 },
        })),
      );
      await shard.run("delete from asset_downtimes where company_id = ? and asset_id = ?", id);
      await shard.add(
        "asset_downtimes",
        ...each(300, (n) => ({
          ...{ asset_id: id, kind: "unplanned", started_at: at(n), ended_at: at(n) + 60_000 },
        })),
      );
    }
    const vendor_id = await shard.add("vendors", { name: "W", phone: "1", is_amc_provider: 1 });
    for (let n = 0; n < 6; n++) {
      const dates = { start_on: addDays(today, -9 * n), end_on: addDays(today, 9 - 9 * n) };
      const contract_id = await shard.add("contracts", {
        ...{ number: newId(), kind: "amc", vendor_id, ...dates },
      });
      await shard.add(
        "contract_assets",
        ...ids.slice(0, 5).map((asset_id) => ({ contract_id, asset_id, value_share_minor: 100 })),
      );
    }
    for (const count of [2, 5]) {
      const answer = await admin.page(
        `/asset-comparison/compare?assets=${ids.slice(0, count).join()}&from=${from}&to=${today}`,
      );
      const { trips, read } = d1Of(answer);
      expect([count, trips, read]).toEqual([count, upTo(1), upTo(300)]);
      expect((await answer.text()).replaceAll("<!-- -->", "")).toMatch(/More than \d+/);
    }
  });
});
