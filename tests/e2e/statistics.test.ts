import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { bench } from "#tests/support/report.ts";
import { companyDb, rowsOf } from "#tests/support/rows.ts";
import { companyToday, world } from "#tests/support/world.ts";
import { keepStatistics } from "#worker/domain/statistics/count.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const w = await world();
const company = w.companies.initech;
const rows = rowsOf(w, company);
const { asset, department } = await bench(w, company, []);
await rows.set("assets", asset, { put_to_use_on: "2020-01-01", purchase_cost_minor: 9_000_000 });
await rows.add("asset_details", { id: asset });
const today = companyToday();
for (const [at, cause] of ["battery", "battery", "accessory"].entries()) {
  const reported = Date.parse(`${today}T00:00:00Z`) - (40 + 30 * at) * 86_400_000;
  await rows.add("breakdowns", {
    ...{ number: `E-${at}`, asset_id: asset, department_id: department, source: "web" },
    ...{ reported_by_name: "Ward", problem: "It beeps", priority: "high", status: "closed" },
    ...{ equipment_down: 1, cause_code: cause, reported_at: reported },
    ...{ restored_at: reported + 7_200_000, closed_at: reported + 9_000_000 },
    ...{ sla_respond_by: reported + 600_000, first_response_at: reported + 60_000 },
  });
  await rows.add("asset_downtimes", {
    ...{ asset_id: asset, kind: "unplanned", started_at: reported, ended_at: reported + 7_200_000 },
  });
}
await keepStatistics(companyDb(rows), { timeZone: "Asia/Kolkata", now: Date.now() });

const admin = { company: "initech", kind: "admin" } as const;
testSound("the page of statistics", admin, ["/statics", "/statics?period=month"]);

test.each([
  [360, "light"],
  [1280, "dark"],
] as const)("from a cause to its calls at %i px, %s", async (width, theme) => {
  const { page, open } = await newPage({ ...admin, width, theme });
  await open("/statics");
  const causes = page.locator(".panel", {
    has: page.getByRole("heading", { name: "Causes of calls" }),
  });
  await causes.getByText("How is this computed?").click();
  expect(await causes.getByText("n(cause) ÷ n(calls with a cause), sorted").isVisible()).toBe(true);
  await causes.getByText("Table", { exact: true }).click();
  await sound(page, "with its table open");
  await causes
    .getByRole("row", { name: /Battery/ })
    .getByRole("link")
    .click();
  await page.waitForURL(/asset-breakdowns/);
  await page.getByText("E-0", { exact: true }).first().waitFor();
  expect(await page.getByText("E-1", { exact: true }).count()).toBeGreaterThan(0);
  expect(await page.getByText("E-2", { exact: true }).count()).toBe(0);
});

test("a chart is kept as a picture and as a table", async () => {
  const { page, open } = await newPage({ ...admin, width: 1280 });
  await open("/statics");
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "PNG of Service calls" }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe("service-calls.png");
  const [table] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "CSV of Causes of calls" }).click(),
  ]);
  expect(table.suggestedFilename()).toMatch(/^statics-causes-.*\.csv$/);
  const buttons = await page.getByRole("button", { name: /^PNG of/ }).all();
  for (const [at, button] of buttons.entries()) {
    // The browser takes ten files of one visit.
    if (at % 8 === 0) await open("/statics");
    const [drawn] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const bytes = readFileSync(await drawn.path());
    expect(bytes.subarray(1, 4).toString(), drawn.suggestedFilename()).toBe("PNG");
    // It holds more than its title.
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(200);
    expect(bytes.readUInt32BE(20)).toBeGreaterThan(130);
  }
}, 90_000);

test("key figures tell their formula, whom they count and their numbers", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open("/statics");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByText("How are these computed?").click();
  expect(await page.getByText("100 × (T − D) ÷ T", { exact: true }).isVisible()).toBe(true);
  expect(await page.getByText(/^n = \d+, median = /).isVisible()).toBe(true);
  await sound(page, "with its formulas open");
});
