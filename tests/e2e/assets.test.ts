import { expect, test } from "vitest";
import { manyAssets } from "#tests/support/many-assets.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const w = await world();
const { globex } = w.companies;
const { rows } = await manyAssets(w, globex, 200);
const shard = rowsOf(w, globex);
const [id, bare] = [rows[0]!.id, rows[1]!.id];
await shard.set("assets", id, {
  name: LONG,
  next_pm_on: "2025-01-01",
  put_to_use_on: "2020-02-02",
  purchase_cost_minor: 125_000_000,
  criticality: "life_support",
});
const reports = Array.from({ length: 30 }, (_, n) => ({
  asset_id: id,
  service_ticket: `PM-2501010000${String(n).padStart(2, "0")}`,
  service_on: `2025-01-${String(n + 1).padStart(2, "0")}`,
  service_type: n % 3 ? "pm" : "other",
  done_by: n % 5 ? "R. Krishnan" : LONG,
  action_taken: n % 4 ? LONG : null,
  checks_yes: 10,
  checks_no: n % 7 === 0 ? 2 : 0,
  checks_na: 1,
  service_cost_minor: 150000,
  total_cost_minor: 150000,
}));
await shard.add("service_reports", ...reports);

const admin = { company: "globex", kind: "admin" } as const;

testSound("the screens of assets", admin, [
  "/all-assets",
  "/all-assets?q=nothing-like-it&failed=1",
  "/all-assets?q=pump",
  "/all-assets?pm=missing&lifecycle=live&cover=none&missing=cost",
  "/asset/create",
  `/asset/update/${id}`,
  `/asset/detail/${id}`,
  `/asset/detail/${id}?tab=service-report`,
  `/asset/detail/${id}?tab=history`,
  `/asset/detail/${bare}?tab=service-report`,
]);

test("a device is added, changed, found in the palette and deleted", async () => {
  const { page, open } = await newPage(admin);
  await open("/asset/create");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Three fields need attention").waitFor();
  await page.getByLabel("Name", { exact: false }).first().fill("Zebra scanner");
  await page.getByLabel("Category", { exact: false }).first().selectOption({ label: "Category 3" });
  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("Ward 7");
  await page.getByRole("option", { name: "Ward 7", exact: true }).click();
  await page.getByLabel("Serial no").fill("ZX-900/1");
  await page.getByRole("button", { name: "Save and add another" }).click();
  await page.getByText(/Asset added: AST-\d{5}/).waitFor();
  await page.waitForURL(/\/asset\/create\?last=/);
  await expect.poll(() => page.getByLabel("Name", { exact: false }).first().inputValue()).toBe("");
  expect(await page.getByRole("combobox", { name: "Location" }).inputValue()).toBe("Ward 7");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Go to or find" }).fill("zx900");
  await page.getByRole("option", { name: /Zebra scanner/ }).click();
  await page.getByRole("heading", { name: "Zebra scanner" }).waitFor();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await page.getByLabel("Model").fill("DS-22");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Asset saved").waitFor();
  await page.getByRole("link", { name: "History" }).click();
  await page.getByText("DS-22").last().waitFor();
  await page.getByLabel("More actions").click();
  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete asset" }).click();
  await page.waitForURL("**/all-assets");
  await page.getByText("Asset deleted").waitFor();
});

test("the list searches, filters, sorts and pages by its address, and Back comes back", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets");
  await page.getByText("1-25 of 200").waitFor();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await page.getByText("26-50 of 200").waitFor();
  await page.getByRole("link", { name: "Previous" }).click();
  await page.getByText("1-25 of 200").waitFor();
  await page.getByRole("searchbox").fill("ast-00042");
  await page.getByText("1-1 of 1").waitFor();
  expect(page.url()).toContain("q=ast-00042");
  await page.goBack();
  await page.getByText("1-25 of 200").waitFor();
  expect(await page.locator("summary", { hasText: "Sort" }).isVisible()).toBe(false);
});

test("rows are chosen, edited at once, and the list is kept as a view", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets?condition=not_working&lifecycle=received");
  await page.getByText("1-4 of 4").waitFor();
  await page.getByLabel("Select all on this page").check();
  await page.getByText("4 selected").waitFor();
  await page.getByRole("link", { name: "Asset", exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page.getByText("4 selected").waitFor();
  await sound(page);

  await page.getByRole("button", { name: "Edit fields" }).click();
  await page.getByRole("combobox", { name: "Location" }).fill("Ward 29");
  await page.getByRole("option", { name: "Ward 29" }).click();
  await sound(page);
  await page.getByRole("button", { name: "Change 4 assets" }).click();
  await page.getByText("4 assets changed").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await expect.poll(() => page.getByRole("cell", { name: "Ward 29", exact: true }).count()).toBe(4);
  expect(await page.getByText("4 selected").count()).toBe(0);

  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Team", exact: true }).check();
  await page.getByRole("columnheader", { name: "Team" }).waitFor();
  await page.keyboard.press("Escape");
  const name = `Broken ${Date.now()}`;
  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).click();
  await page.getByLabel("Name of the view").fill(name);
  await page.getByLabel("Share with everybody").check();
  await sound(page);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("link", { name }).waitFor();
  await open("/all-assets");
  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByRole("link", { name }).click();
  await page.waitForURL(/condition=not_working/);
  await page.getByText("1-4 of 4").waitFor();
  expect(page.url()).toContain("cols=");
  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("button", { name: "Delete view" }).click();
  await page.getByText("View deleted").waitFor();
  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByText("No saved views yet").waitFor();
});

test("a selection ends with the visit, Back brings it again, and unticking a column hides just that one", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets?condition=not_working&lifecycle=received");
  await page
    .getByRole("checkbox", { name: /^Select AST/ })
    .first()
    .check();
  await page.getByText("1 selected").waitFor();
  await page.locator("td.c-name a").nth(1).click();
  await page.waitForURL("**/asset/detail/**");
  await page.goBack();
  await page.getByText("1 selected").waitFor();
  await open("/all-assets?condition=not_working&lifecycle=received");
  await page.getByLabel("Select all on this page").waitFor();
  expect(await page.getByText("1 selected").count()).toBe(0);

  const heads = () => page.locator("thead th:visible").allInnerTexts();
  const usual = ["", "Code", "Asset", "Location", "Status", "Next due", "Actions"];
  expect(await heads()).toEqual(usual);
  await page.locator("summary", { hasText: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Location", exact: true }).uncheck();
  await expect.poll(heads).toEqual(usual.filter((name) => name !== "Location"));
  await page.getByRole("button", { name: "Usual columns" }).click();
  await expect.poll(heads).toEqual(usual);
});

test("the menu of a row is built when it opens, and is walked by keys", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const menu = page.getByRole("button", { name: /^Actions for/ }).nth(24);
  expect(await page.locator(".row-sheet").count()).toBe(0);
  await menu.press("Enter");
  await expect.poll(focused).toBe("Service/PM Report");
  await sound(page);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("Edit");
  await page.keyboard.press("End");
  expect(await focused()).toBe("History");
  await page.keyboard.press("Escape");
  expect(await page.locator(".row-sheet").count()).toBe(0);
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await menu.click();
  await page.getByRole("link", { name: "History" }).click();
  await page.waitForURL("**tab=history");
});

test("without scripts a list can be asked for with all its filters and menus", async () => {
  const { page, open } = await newPage({ ...admin, javaScript: false });
  await open("/all-assets");
  await page.getByRole("link", { name: "Show all filters and menus" }).click();
  await page.locator("summary", { hasText: "More filters" }).click();
  await page.locator("summary", { hasText: "Lifecycle" }).click();
  await page.getByLabel("Lifecycle").waitFor();
  await page.locator("td.c-acts summary").first().click();
  await page.getByRole("link", { name: "History" }).first().waitFor();
});

test("on a phone rows are chosen, all that match are taken, and views are at hand", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open("/all-assets");
  await page.locator("td.c-check label").nth(1).click();
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Select this page" }).click();
  await page.getByText("25 selected").waitFor();
  await page.getByRole("button", { name: "Select all 200 matching" }).click();
  await page.getByText("All 200 selected").waitFor();
  const small = await page
    .locator(
      ".selbar :is(a, button), .toolbar :is(.search-scan button, summary), td.c-check label, td.c-acts button",
    )
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width && (width < 43.5 || height < 43.5)),
    );
  expect(small).toEqual([]);
  await sound(page);
  await page.getByRole("button", { name: "Clear selection" }).click();

  await page.locator("summary", { hasText: "Sort" }).press("Enter");
  await sound(page);
  const low = await page
    .locator(".menu-group a")
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height).filter((height) => height < 43.5),
    );
  expect(low).toEqual([]);
  await page
    .getByRole("group", { name: "Sort by" })
    .getByRole("link", { name: "Asset", exact: true })
    .press("Enter");
  await page.waitForURL(/sort=name&dir=asc/);
  expect(await page.locator("summary:focus", { hasText: "Sort" }).count()).toBe(1);
  await page.locator("summary", { hasText: "Sort" }).click();
  await page.getByRole("link", { name: "Descending" }).click();
  await page.waitForURL(/sort=name&dir=desc/);
  await page.locator("summary", { hasText: "Sort" }).click();
  const current = () => page.locator(".menu-group [aria-current]").allTextContents();
  await expect.poll(current).toEqual(["Asset", "Descending"]);
  await page.keyboard.press("Escape");

  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).waitFor();
  await sound(page);
  await page.keyboard.press("Escape");
  await page.locator("td.c-acts button").first().click();
  await page.getByRole("link", { name: "Clone" }).click();
  await page.getByRole("heading", { name: /^Clone/ }).waitFor();
});

test("a bulk edit that stops goes on, also after a reload", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets?category=&condition=working_limited");
  await page.getByText("1-20 of 20").waitFor();
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Edit fields" }).click();
  await page.getByText("Kind and state").click();
  await page.getByLabel("State").selectOption("in_service");
  await page.route("**/asset/bulk", (route) => route.abort());
  await page.getByRole("button", { name: "Change 20 assets" }).click();
  await page.getByText("The line was lost").waitFor();
  await page.unroute("**/asset/bulk");
  await page.reload();
  await page.getByText("A bulk edit stopped after 0 of 20 assets (State: In service).").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Go on" }).click();
  await page.getByText("20 could not be changed").waitFor();
  await page.getByText("Only an asset on standby goes back into service").first().waitFor();
});

test("from the list to a device is one request, made ahead of the click", async () => {
  const { page, open } = await newPage(admin);
  const verified = page.waitForResponse("**/api/verify-token");
  await open("/all-assets");
  await verified;
  // On a busy machine the page asks for the routes of its links only now.
  await page.waitForTimeout(1_000);
  const asked: string[] = [];
  const answers = new Set<string>();
  page.on("request", (request) =>
    asked.push(
      `${request.isNavigationRequest() ? "document " : ""}${new URL(request.url()).pathname}`,
    ),
  );
  // An answer from the browser's cache has the request id of its first load.
  page.on(
    "response",
    (response) =>
      response.url().includes(".data") && answers.add(response.headers()["x-request-id"] ?? ""),
  );
  const link = page.locator("td.c-name a").nth(2);
  const path = new URL((await link.getAttribute("href"))!, "http://x").pathname;
  const ahead = page.waitForResponse((response) => response.url().includes(`${path}.data`));
  await link.hover();
  expect((await ahead).request().headers()["sec-purpose"]).toBe("prefetch");
  await page.waitForLoadState("networkidle");
  await link.click();
  await page.waitForURL(`**${path}`);
  await page.getByRole("link", { name: "History" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(answers.size).toBe(1);
  const others = asked.filter((name) => name !== `${path}.data`);
  expect(others.filter((name) => !/^\/(assets|media|asset\/qr)\//.test(name))).toEqual([]);

  // After a change the page is loaded again, however recently it was prefetched.
  await page.goBack();
  await link.waitFor();
  await page.mouse.move(0, 0);
  await link.hover();
  await page.waitForLoadState("networkidle");
  const sent = await page.evaluate(() =>
    fetch("/saved-views", { method: "POST", body: new URLSearchParams({ intent: "none" }) }),
  );
  expect(sent).toBeTruthy();
  const known = answers.size;
  await link.click();
  await page.getByRole("link", { name: "History" }).waitFor();
  expect(answers.size).toBeGreaterThan(known);
});
