import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { insert, type World, world } from "#tests/support/world.ts";
import { axe, overflow } from "./axe.ts";
import { closeBrowser, newPage, type Screen } from "./browser.ts";

const LONG =
  "Anaesthesia workstation with integrated gas monitoring and patient ventilation, floor standing, for theatres one to four";
let w: World;
let id: string;
let bare: string;

beforeAll(async () => {
  w = await world();
  const { globex } = w.companies;
  const { db, rows } = await manyAssets(w, globex, 200);
  [id, bare] = [rows[0]!.id, rows[1]!.id];
  await db
    .prepare(
      "update assets set name = ?, next_pm_on = '2025-01-01', put_to_use_on = '2020-02-02', purchase_cost_minor = 125000000, criticality = 'life_support' where company_id = ? and id = ?",
    )
    .bind(LONG, globex.id, id)
    .run();
  const at = Date.now();
  const reports = Array.from({ length: 30 }, (_, n) => ({
    company_id: globex.id,
    id: newId(at + n),
    created_at: at,
    updated_at: at,
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
  await insert(db, "service_reports", ...reports);
});
afterAll(closeBrowser);

const admin = { company: "globex", kind: "admin" } as const;
const shots = process.env.SHOTS;
async function look({ page, open }: Screen, path: string, name: string) {
  await open(path);
  if (shots)
    await page.screenshot({
      path: `${shots}/${name}.png`,
      fullPage: name.includes("360") || name.includes("form"),
    });
}

test.each([
  [1280, "light"],
  [1280, "dark"],
  [360, "light"],
  [360, "dark"],
] as const)("the screens of assets are sound at %i px, %s", async (width, theme) => {
  const screen = await newPage(w, { ...admin, width, theme });
  const screens = {
    list: "/all-assets",
    "no-result": "/all-assets?q=nothing-like-it&failed=1",
    search: "/all-assets?q=pump",
    filters: "/all-assets?pm=missing&lifecycle=live&cover=none&missing=cost",
    "form-create": "/asset/create",
    "form-update": `/asset/update/${id}`,
    overview: `/asset/detail/${id}`,
    reports: `/asset/detail/${id}?tab=service-report`,
    history: `/asset/detail/${id}?tab=history`,
    "reports-empty": `/asset/detail/${bare}?tab=service-report`,
  };
  for (const [name, path] of Object.entries(screens)) {
    await look(screen, path, `${name}-${width}-${theme}`);
    expect([name, await overflow(screen.page)]).toEqual([name, 0]);
    expect([name, await axe(screen.page)]).toEqual([name, []]);
  }
  expect(screen.errors).toEqual([]);
  await screen.close();
});

test("a device is added, changed, found in the palette and deleted", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
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
  expect(errors).toEqual([]);
  await close();
});

test("the list searches, filters, sorts and pages by its address, and Back comes back", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
  await open("/all-assets");
  await page.getByText("1-25 of 200").waitFor();
  await page.getByRole("link", { name: "Next" }).click();
  await page.getByText("26-50 of 200").waitFor();
  await page.getByRole("link", { name: "Previous" }).click();
  await page.getByText("1-25 of 200").waitFor();
  await page.getByRole("searchbox").fill("ast-00042");
  await page.getByText("1-1 of 1").waitFor();
  expect(page.url()).toContain("q=ast-00042");
  await page.goBack();
  await page.getByText("1-25 of 200").waitFor();
  expect(await page.locator("summary", { hasText: "Sort" }).isVisible()).toBe(false);
  expect(errors).toEqual([]);
  await close();
});

test("rows are chosen, edited at once, and the list is kept as a view", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
  await open("/all-assets?condition=not_working&lifecycle=received");
  await page.getByText("1-4 of 4").waitFor();
  await page.getByLabel("Select all on this page").check();
  await page.getByText("4 selected").waitFor();
  await page.getByRole("link", { name: "Asset", exact: true }).click();
  await page.waitForURL(/sort=name/);
  await page.getByText("4 selected").waitFor();
  expect(await axe(page)).toEqual([]);

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("combobox", { name: "Location" }).fill("Ward 29");
  await page.getByRole("option", { name: "Ward 29" }).click();
  expect(await axe(page)).toEqual([]);
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
  expect(await axe(page)).toEqual([]);
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
  expect(errors).toEqual([]);
  await close();
});

test("on a phone rows are chosen, all that match are taken, and views are at hand", async () => {
  const { page, errors, open, close } = await newPage(w, { ...admin, width: 360 });
  await open("/all-assets");
  await page.locator("td.c-check label").nth(1).click();
  await page.getByText("1 selected").waitFor();
  await page.getByRole("button", { name: "Select this page" }).click();
  await page.getByText("25 selected").waitFor();
  await page.getByRole("button", { name: "Select all 200 matching" }).click();
  await page.getByText("All 200 selected").waitFor();
  const small = await page
    .locator(
      ".select-bar :is(a, button), .toolbar :is(.search-scan button, summary), td.c-check label, td.c-acts summary",
    )
    .evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width && (width < 43.5 || height < 43.5)),
    );
  expect(small).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear selection" }).click();

  await page.locator("summary", { hasText: "Sort" }).press("Enter");
  expect(await axe(page)).toEqual([]);
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
  expect(await page.locator(".menu-group [aria-current]").allTextContents()).toEqual([
    "Asset",
    "Descending",
  ]);
  await page.keyboard.press("Escape");

  await page.locator("summary", { hasText: "Views" }).click();
  await page.getByRole("button", { name: "Save this view" }).waitFor();
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press("Escape");
  await page.locator("td.c-acts summary").first().click();
  await page.getByRole("link", { name: "Clone" }).click();
  await page.getByRole("heading", { name: /^Clone/ }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("a bulk edit that stops goes on, also after a reload", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
  await open("/all-assets?category=&condition=working_limited");
  await page.getByText("1-20 of 20").waitFor();
  await page.getByLabel("Select all on this page").check();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
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
  expect(errors).toEqual([]);
  await close();
});

test("from the list to a device is one request, made ahead of the click", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
  await open("/all-assets");
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  const answers = new Set<string>();
  page.on("request", (request) =>
    asked.push(
      `${request.isNavigationRequest() ? "document " : ""}${new URL(request.url()).pathname}`,
    ),
  );
  // What comes from the browser's own keeping has the id of the request that fetched it.
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

  // What is changed here is asked for again, however lately it was fetched ahead.
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
  expect(errors).toEqual([]);
  await close();
});
