import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { planned } from "#tests/support/due.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { testSound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "planners", 0, 1);
const { rows: devices } = await manyAssets(w, company, 5);
const rows = rowsOf(w, company);
await rows.run("update assets set lifecycle = 'in_service' where company_id = ?");
const TODAY = companyToday();
const admin = { company, kind: "admin" } as const;
const device = devices[0]!.id;

test("a schedule is previewed and added to chosen assets, held, and its interval changed", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets");
  for (const box of (await page.locator("tbody input[type=checkbox]").all()).slice(0, 2))
    await box.check();
  await page.getByRole("link", { name: "Add schedule" }).click();
  await page.waitForURL("**/schedule/create?assets=*");
  const ids = new URL(page.url()).searchParams.get("assets")!.split(",");
  expect(ids).toHaveLength(2);
  await page.getByLabel("Every").fill("6");
  await page.getByLabel("First date").fill(addDays(TODAY, 7));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("3 dates for each of 2 assets, 1 h each.").waitFor();
  await page.getByRole("button", { name: "Add to 2 assets" }).click();
  await page.getByText("2 schedules added").waitFor();
  expect(await rows.count("schedules", "is_plan = 0")).toBe(2);

  await open(`/schedule/create?assets=${ids.join(",")}`);
  await page.getByLabel("Every").fill("3");
  await page.getByLabel("First date").fill(addDays(TODAY, 7));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByText("No asset is left that would get it.").waitFor();
  await page.getByText("2 assets are left out: they have such a schedule").waitFor();

  await open("/schedule/create");
  await page.getByRole("button", { name: "Add schedule" }).click();
  await page.getByRole("link", { name: "Choose at least one asset" }).waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL("**/due-service-calendar");

  await open(`/asset/detail/${ids[0]}?tab=schedule`);
  await page.getByText("Every 6 months").waitFor();
  await page.getByRole("link", { name: "Hold" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Until").fill(addDays(TODAY, 30));
  await dialog.getByLabel("Reason").fill("Ward is being rebuilt");
  await dialog.getByRole("button", { name: "Put on hold" }).click();
  await page.getByText("Ward is being rebuilt").waitFor();

  await page.locator("main").getByRole("link", { name: "Edit" }).last().click();
  await page.waitForURL("**/schedule/edit/*");
  await page.getByLabel("Every").fill("3");
  await page.getByRole("button", { name: "Save schedule" }).click();
  await page.getByText("Every 3 months").waitFor();
});

const plan = await planned(rows, {
  ...{ assetId: devices[4]!.id, from: addDays(TODAY, 90), until: addDays(TODAY, 90) },
  schedule: { title: "PM", mode: "floating", is_plan: 1 },
});

test("the window and the time of a device's own plan are changed, its dates by the device", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open(`/asset/detail/${devices[4]!.id}?tab=schedule`);
  await page.locator("main").getByRole("link", { name: "Edit" }).last().click();
  await page.waitForURL(`**/schedule/edit/${plan}`);
  expect(await page.getByLabel("Every").count()).toBe(0);
  await page.getByRole("link", { name: "Open its service plan" }).waitFor();
  await page.getByLabel("On time from").fill("4");
  await page.getByLabel("Time it takes").fill("35");
  await page.getByLabel("Needs a signature").check();
  await page.getByRole("button", { name: "Save schedule" }).click();
  await page.getByText("Schedule saved").waitFor();
  expect(await rows.get("schedules", plan)).toMatchObject({
    ...{ window_before_days: 4, minutes: 35, needs_signature: 1, is_plan: 1, is_active: 1 },
    anchor_on: addDays(TODAY, 90),
  });
});

testSound("the screens of schedules", admin, [
  `/schedule/create?assets=${device}`,
  `/schedule/edit/${plan}`,
  "/schedule/create",
  "/schedule/propose",
  "/schedule/level?weeks=13",
  `/asset/detail/${device}?tab=schedule`,
  "/settings?section=due",
]);
