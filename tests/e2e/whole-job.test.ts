import { expect, test } from "vitest";
import { catalogue } from "#tests/support/catalogue.ts";
import { bench } from "#tests/support/report.ts";
import { world } from "#tests/support/world.ts";
import { hydrated, newPage } from "./browser.ts";
import { looks, sound } from "./sound.ts";

const w = await world();

test("Super Admin adds a PM checklist, and the engineer works with it at once", async () => {
  await catalogue(w, "Defibrillators", "Biphasic defibrillator", ["Self-test"]);
  const b = await bench(w, w.companies.acme, []);
  let engineer = await newPage();
  const staff = await newPage({ company: "platform" });

  await engineer.open(`/asset/service-report/${b.asset}`);
  const choose = async (label: string, option: string) => {
    await engineer.page.getByRole("combobox", { name: label }).click();
    await engineer.page.getByRole("option", { name: option }).click();
  };
  await choose("Machine Type", "Defibrillators");
  await engineer.page.getByRole("combobox", { name: "PM Machines" }).click();
  const offered = () => engineer.page.getByRole("listbox").getByRole("option").allTextContents();
  await expect.poll(offered).toEqual(["Biphasic defibrillator1 check"]);

  await staff.open("/pm-checklist/create");
  await staff.page.getByLabel("Machine Type").selectOption({ label: "Defibrillators" });
  await staff.page.fill("input[name=machineName]", "AED in public places");
  await staff.page.getByLabel("Check 1", { exact: true }).fill("Pads in date");
  await staff.page.keyboard.press("Enter");
  await staff.page.keyboard.type("Battery indicator green");
  await staff.page.locator("main button.btn-primary[type=submit]").first().click();
  await staff.page.waitForURL("**/pm-checklists*");

  engineer = await newPage();
  // The catalogue is kept for three seconds.
  await engineer.page.waitForTimeout(3_200);
  await engineer.open(`/asset/service-report/${b.asset}`);
  await choose("Machine Type", "Defibrillators");
  await choose("PM Machines", "AED in public places");
  const names = engineer.page.getByLabel(/^Checking Process \d/);
  await expect
    .poll(() =>
      names.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    )
    .toEqual(["Pads in date", "Battery indicator green"]);
});

test.each(looks)("the shell is sound at %i px, %s", async (width, theme) => {
  const { page, open } = await newPage({ kind: "admin", width, theme });
  await open("/dashboard");
  await sound(page);
  const phone = width < 992;
  const menu = page.getByRole("button", { name: /menu|sidebar/i }).first();
  if (phone) {
    await menu.click();
    await expect.poll(() => page.locator(".shell").getAttribute("data-drawer")).not.toBeNull();
    await sound(page);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".shell").getAttribute("data-drawer")).toBeNull();
  } else {
    const group = page.getByRole("button", { name: "Assets" });
    await group.click();
    const link = page.getByRole("link", { name: "All Assets" });
    expect(await link.getAttribute("href")).toBe("/all-assets/");
    await menu.click();
    await page.reload();
    await hydrated(page);
    expect(await page.locator(".shell").getAttribute("data-collapsed")).not.toBeNull();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("vend");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/vendors/**");
  }
  await open("/dashboard");
  await page.getByRole("button", { name: /theme/i }).first().click();
  const other = theme === "light" ? "dark" : "light";
  const shown = () => page.evaluate(() => document.documentElement.dataset.theme);
  await expect.poll(shown).toBe(other);
  // Chromium takes a cookie of a script on its own time; a reload at once may still send the one before.
  const kept = async () =>
    (await page.context().cookies()).find(({ name }) => name === "theme")?.value;
  await expect.poll(kept).toBe(other);
  await page.reload();
  expect(await shown()).toBe(other);
});

test.each(["engineer" as const, null])(
  "an unknown path shows the error page with status 404, signed in or not: %s",
  async (kind) => {
    const { page } = await newPage({ kind });
    const screen = page.getByRole("heading", { level: 1, name: "This page is not here" });
    for (const path of ["/no/such/page", "/contracts"]) {
      expect((await page.goto(path))?.status()).toBe(404);
      await hydrated(page);
      await screen.waitFor();
      expect(await page.title()).toBe("Not found - Plumbline");
      const data = await page.evaluate(
        (at) => fetch(at).then(({ status }) => status),
        `${path}.data`,
      );
      expect(data).toBe(404);
    }
  },
);

test("the index page leads to the dashboard", async () => {
  const { page, open } = await newPage();
  await open("/indexpage");
  await page.waitForURL("**/dashboard");
});

test("on a slow network the next page shows its outline until it is there", async () => {
  const { page, open } = await newPage({
    kind: "admin",
    width: 1280,
    theme: "dark",
  });
  await open("/dashboard");
  await page.route("**/*.data*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue().catch(() => undefined);
  });
  await page.getByRole("link", { name: "Vendors", exact: true }).click();
  const outline = page.getByRole("status").filter({ hasText: "Loading" });
  await outline.waitFor();
  await sound(page);
  await page.waitForURL("**/vendors**");
  await expect.poll(() => outline.count()).toBe(0);
});
