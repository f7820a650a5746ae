import { beforeAll, expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { newId } from "#drizzle/columns.ts";
import { calibratorOf, machineOf } from "#tests/support/calibrated.ts";
import { clientOf } from "#tests/support/client.ts";
import { devices } from "#tests/support/compliance.ts";
import { newPerson } from "#tests/support/person.ts";
import { companyDb, type Rows, rowsOf } from "#tests/support/rows.ts";
import {
  addCompany,
  type Company,
  companyToday,
  TIME_ZONE,
  type World,
  world,
} from "#tests/support/world.ts";
import { countFigures } from "#worker/domain/dashboard/roll-up.ts";

const TODAY = companyToday();
let w: World;
const companies: Partial<Record<0 | 1 | 2, { company: Company; rows: Rows; places: string[] }>> =
  {};

/** A Location's devices, calls and passes; so many of each that both Locations differ. */
async function fill(rows: Rows, many: number): Promise<string> {
  const { ids, department } = await devices(
    rows,
    Array.from({ length: many }, () => "high"),
  );
  for (const [at, asset] of ids.entries()) {
    await rows.set("assets", asset, {
      ...{ condition: ["working", "not_working", "working_limited"][at % 3]! },
      ...{ next_pm_on: addDays(TODAY, at - 2), next_cal_on: addDays(TODAY, at - 2) },
      ...{ cover_until: addDays(TODAY, at * 20), cover_kind: "amc" },
      ...{ failed_checks: at % 2, not_located_since: at % 2 ? 1 : null },
    });
    const at_ = Date.now() - 3_600_000;
    await rows.add("breakdowns", {
      ...{ asset_id: asset, number: `BC-${newId().slice(-8)}`, problem: "Does not start" },
      ...{ status: at % 4 ? "new" : "closed", department_id: department, priority: "critical" },
      ...{
        reported_at: at_,
        clock_by: at % 4 === 0 ? null : at % 2 ? at_ : at_ + 9e6,
        source: "web",
      },
      reported_by_name: "Nurse",
    });
    const pass = await rows.add("gate_passes", {
      ...{ number: `GP-${newId().slice(-8)}`, kind: "returnable", party_name: "Workshop" },
      ...{ purpose: at % 2 ? "repair" : "loan", carrier_name: "Van", status: "out" },
      expected_return_on: addDays(TODAY, at - 1),
    });
    await rows.add("gate_pass_lines", {
      gate_pass_id: pass,
      asset_id: asset,
      condition_out: "good",
    });
  }
  return department;
}

/** Machines and calibrators that are overdue, due soon, due far ahead, and out of use though overdue. */
async function fillLaboratory(rows: Rows): Promise<void> {
  for (const [days, more] of [
    ...[-20, -1, 5, 30, 31, 200].map((days) => [days, {}] as const),
    ...([{ archived_at: 1 }, { deleted_at: 1 }] as const).map((gone) => [-5, gone] as const),
  ]) {
    const on = addDays(TODAY, days);
    const machine = { order_on: on, next_due_on: on, last_cal_on: "2020-01-01" };
    await machineOf(rows, { ...machine, ...more });
    await calibratorOf(rows, { order_on: on, due_on: on, ...more });
  }
  await machineOf(rows, { order_on: addDays(TODAY, -9), status: "lost" });
  for (const more of [{}, { archived_at: 1 }, {}])
    await calibratorOf(rows, { status: "quarantined", quarantine_reason: "Dropped", ...more });
}

/** Counts what the app counts as it writes. */
const counters: readonly [name: string, from: string][] = [
  ["'assets.total'", "assets"],
  ["'assets.condition:' || condition", "assets"],
  ["'assets.department:' || department_id", "assets"],
  ["'assets.failed_checks'", "assets where failed_checks > 0"],
  ["'calls.open'", "breakdowns where status <> 'closed'"],
  ["'passes.overdue'", `gate_passes where expected_return_on < '${TODAY}'`],
  ["'stock.low'", "stock_items where quantity <= min_qty"],
];

beforeAll(async () => {
  w = await world();
  for (const [at, type] of ([0, 1, 2] as const).entries()) {
    const company = await addCompany(w.env, `links${type}`, type, at % 2);
    const rows = rowsOf(w, company);
    const empty = await rows.add("departments", { name: "Empty" });
    const places = [await fill(rows, 4), await fill(rows, 17), empty];
    const store = await rows.add("stores", { name: "Main" });
    for (const quantity of [0, 2, 9])
      await rows.add("stock_items", {
        ...{ store_id: store, name: `Spare ${quantity}`, rate_minor: 100, quantity, min_qty: 3 },
      });
    await fillLaboratory(rows);
    for (const [name, from] of counters)
      await rows.run(
        `insert into counters (company_id, id, value) select ?1, ${name}, count(*) from ${from}
          ${from.includes(" where ") ? "and" : "where"} company_id = ?1 group by 2
          on conflict do update set value = excluded.value`,
      );
    await countFigures(companyDb(rows), TODAY, TIME_ZONE);
    companies[type] = { company, rows, places };
  }
});

const subjects = ["view-asset", "view-breakdown", "view-gate-pass", "view-stock"] as const;
const ofLaboratory = ["view-machine", "view-calibrator", "view-consumer"] as const;
const sets = [
  ...ofLaboratory.map((one) => [one]),
  [...ofLaboratory, "view-asset"],
  ...subjects.map((one) => [one]),
  ["view-asset", "view-breakdown"],
  ["view-asset", "view-gate-pass", "view-asset-transfer"],
  [...subjects, "view-asset-transfer"],
];
const limits = [null, 0, 1, 2] as const;
const cases = ([0, 1, 2] as const).flatMap((type) => [
  { type, kind: "admin", permissions: [] as string[], limit: null },
  ...sets.flatMap((permissions) =>
    limits.map((limit) => ({ type, kind: "user", permissions, limit })),
  ),
]);

const rowsIn = (html: string) =>
  (/<tbody[\s\S]*?<\/tbody>/.exec(html)?.[0].match(/<tr\b/g) ?? []).length;
const tile = /href="([^"]*)"[^>]*><span class="k">(.*?)<\/span><span class="v">(.*?)<\/span>/g;

test.each(cases)(
  "service type $type, $kind with $permissions, Location $limit: each tile is as many as the list it opens",
  async ({ type, kind, permissions, limit }) => {
    const { company, rows, places } = companies[type]!;
    const person = await newPerson(w, company, { permissions, type: kind });
    await rows.set("users", person.id, { service_type: type });
    if (limit !== null)
      await rows.add("user_scopes", { user_id: person.id, department_id: places[limit]! });
    await rows.run(
      "update company_profiles set user_count = (select count(*) from users where company_id = ?1 and status = 'active') where company_id = ?1",
    );
    const client = await clientOf(w, company.host, person.email);
    const chosen =
      kind === "admin" || limit !== null ? ["", `?location=${places[limit ?? 0]}`] : [""];
    for (const search of chosen) {
      const page = await client.page(`/dashboard${search}`);
      expect(page.status).toBe(200);
      const html = await page.text();
      for (const [, to, label, value] of html.matchAll(tile)) {
        const list = await client.page(to!.replaceAll("&amp;", "&"));
        expect(list.status, `${label} ${to}`).toBe(200);
        const said = value!.replace(/<.*/s, "");
        if (to === "/notifications") continue;
        expect(`${label} ${to}: ${rowsIn(await list.text())}`).toBe(`${label} ${to}: ${said}`);
      }
      const labels = [...html.matchAll(tile)].map(([, , label]) => label!);
      if (type !== 1 && (kind === "admin" || permissions.includes("view-asset")))
        expect(labels).toEqual(
          expect.arrayContaining(["Total assets", "Working", "PM overdue", "Not located"]),
        );
      if (type !== 0 && !search && (kind === "admin" || permissions.includes("view-calibrator")))
        expect(labels).toEqual(
          expect.arrayContaining([
            "Calibrators expired",
            "Calibrators due, 30 days",
            "In quarantine",
          ]),
        );
    }
  },
);
