import { beforeAll, describe, expect, test } from "vitest";
import { figureNumber } from "#app/shared/figure-text.ts";
import { costWords } from "#app/shared/report-filters.ts";
import type { ChartCell } from "#app/shared/statistics.ts";
import { newId } from "#drizzle/columns.ts";
import { busyHospital } from "#tests/support/busy-hospital.ts";
import { companyDb, rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { personSession } from "#worker/auth/person-session.ts";
import { listAssets } from "#worker/domain/assets/list.ts";
import { listClosings } from "#worker/domain/compliance/list.ts";
import { reportPage } from "#worker/domain/reports/read.ts";
import { listCalls } from "#worker/domain/service-calls/list.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import { statisticsOf } from "#worker/domain/statistics/statistics.ts";
import type { Session } from "#worker/session.ts";

const w = await world();
/** What the rows behind a link come to, written as the figure is. */
async function behind(session: Session, to: string, head: string, { as }: ChartCell) {
  const { pathname, searchParams: params } = new URL(to, "http://x");
  params.set("size", "100");
  if (pathname === "/asset-breakdowns")
    return String((await listCalls(session, params)).rows.length);
  if (pathname === "/all-assets") return String((await listAssets(session, params)).rows.length);
  if (pathname === "/pm-compliance")
    return String((await listClosings(session, params)).rows.length);
  expect(pathname).toBe("/report");
  const { sums } = await reportPage(session, params);
  const spent = params.get("spent") as keyof typeof costWords | null;
  const labels: Record<string, string> = {
    ...{ Purchase: "Purchase cost", "Book value": "Book value", Value: "Value" },
    ...{ "Parts used": "Parts", "Their value": "Value", price: "Purchase cost" },
  };
  const label =
    as === "count"
      ? "Row"
      : as === "hours"
        ? "Hours"
        : spent
          ? costWords[spent]
          : (labels[head] ?? "Total");
  return sums!.find((sum) => sum.label.startsWith(label))?.text;
}

describe.each([
  ["rows-india", "Asia/Kolkata"],
  ["rows-york", "America/New_York"],
])("in %s, %s", (slug, timeZone) => {
  let made: Awaited<ReturnType<typeof busyHospital>>;
  beforeAll(async () => {
    made = await busyHospital(w, slug, timeZone);
  });

  test("every number of the page is what the rows it opens come to", async () => {
    const { session, benches, vendor } = made;
    const known = new Set<string>();
    const wrong: string[] = [];
    for (const search of [
      "",
      "period=quarter",
      "period=month",
      `department=${benches[0]!.department}`,
      `category=${benches[1]!.category}`,
      "criticality=high",
      `vendor=${vendor}`,
    ]) {
      const { charts, figures } = await statisticsOf(session, new URLSearchParams(search));
      for (const { label, how } of figures) {
        for (const one of how.numbers)
          if (one.to) {
            const said = figureNumber(one.value!, one.as, session.company);
            const found = await behind(session, one.to, one.name, one);
            known.add(`${label} ${one.name}`);
            if (found !== said)
              wrong.push(`${search} ${label}, ${one.name}: ${said}, rows ${found}, ${one.to}`);
          } else if (one.value) known.add(`without rows: ${label} ${one.name} ${one.as}`);
      }
      for (const { key, table } of charts)
        for (const { label, cells } of table.rows)
          for (const [at, one] of cells.entries()) {
            if (!one.to) {
              if (one.value && ["count", "money", "hours"].includes(one.as))
                known.add(`without rows: ${key} ${table.heads[at]} ${one.as}`);
              continue;
            }
            const said = figureNumber(one.value!, one.as, session.company);
            const found = await behind(session, one.to, table.heads[at]!, one);
            known.add(`${key} ${table.heads[at]}`);
            if (found !== said)
              wrong.push(
                `${search} ${key}, ${label}, ${table.heads[at]}: ${said}, rows ${found}, ${one.to}`,
              );
          }
    }
    expect(wrong).toEqual([]);
    expect([...known].filter((one) => one.startsWith("without")).sort()).toEqual([
      "without rows: Between failures T days",
      "without rows: Mean time to repair median hours",
      "without rows: Uptime T days",
      "without rows: Uptime, life support T days",
      "without rows: answered Mean response hours",
      "without rows: repair Mean hours",
      "without rows: repair Median hours",
      "without rows: unit-cost Cost of each money",
    ]);
    expect(known.size).toBeGreaterThan(65);
  }, 120_000);
});

test("Locations and categories beyond those named are one row, which opens theirs", async () => {
  const company = await addCompany(w.env, "beyond", 2, 2);
  const rows = rowsOf(w, company);
  const named = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => ({ id: newId(), name: `${name} ${n}` }));
  const [places, kinds] = [named(64, "Ward"), named(63, "Kind")];
  await rows.add("departments", ...places);
  await rows.add("categories", ...kinds);
  const devices = named(150, "Device").map((device, n) => ({
    ...{ ...device, asset_code: `B-${n}`, qr_token: device.id, criticality: "low" },
    ...{ category_id: kinds[n % 63]!.id, department_id: places[n % 64]!.id },
    ...{ lifecycle: n % 10 ? "in_service" : "condemned", condition: "working" },
  }));
  await rows.add("assets", ...devices);
  await rows.add("asset_details", ...devices.map(({ id }) => ({ id })));
  await keepStatistics(companyDb(rows), { timeZone: "Asia/Kolkata", now: Date.now() });
  const session = (await personSession(
    w.env as unknown as Env,
    rows.db,
    company.id,
    company.users.admin.id,
  ))!;
  for (const search of ["", `department=${places[1]!.id}`]) {
    const { charts } = await statisticsOf(session, new URLSearchParams(search));
    for (const key of ["departments", "categories"]) {
      const { table } = charts.find((chart) => chart.key === key)!;
      const others = table.rows.find(({ label }) => label === "Others");
      if (search) expect(others).toBeUndefined();
      else expect(others!.cells[0]!.value).toBeGreaterThan(2);
      for (const { cells } of table.rows)
        expect(await behind(session, cells[0]!.to!, "Devices", cells[0]!)).toBe(
          String(cells[0]!.value),
        );
    }
  }
});
