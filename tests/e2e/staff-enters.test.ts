import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { REASON } from "#tests/support/inside.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { hydrated, newPage } from "./browser.ts";
import { sound, testSound, twoLooks } from "./sound.ts";

const w = await world();
const { acme } = w.companies;
const { categoryId, departmentId } = await mastersFor(w, acme, "Visit");
const device = newId();
const shard = rowsOf(w, acme);
await shard.add("assets", {
  ...{ id: device, asset_code: "VISIT-1", name: "Defibrillator", qr_token: device },
  ...{ category_id: categoryId, department_id: departmentId, lifecycle: "in_service" },
});
await shard.add("asset_details", { id: device });

testSound("entering a company", { company: "platform" }, [
  `/companies?do=enter&company=${acme.id}`,
  "/companies/inside",
]);

test.each(twoLooks)("staff enters read-only, at %i px in the %s theme", async (width, theme) => {
  const { page, open } = await newPage({ company: "platform", width, theme });
  const { host } = acme;
  await page.context().addCookies([{ name: "theme", value: theme, domain: host, path: "/" }]);

  await open("/companies?q=acme");
  await page.getByRole("button", { name: "Actions for acme" }).first().click();
  await page.getByRole("link", { name: "Enter", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill(REASON);
  await sound(page, `enter-dialog-${theme}`);
  await dialog.getByRole("button", { name: "Enter company" }).click();
  await page.waitForURL("**/companies/inside");
  await page.getByRole("button", { name: "Go in to acme" }).waitFor();
  await sound(page, `inside-${theme}`);

  await page.getByRole("button", { name: "Go in to acme" }).click();
  await page.waitForURL(`http://${host}/dashboard`);
  await hydrated(page);
  const banner = page.getByRole("region", { name: "Staff of the platform inside" });
  await banner.getByText(`Platform Admin of the platform is here until`).waitFor();
  expect(await banner.textContent()).toContain(REASON);
  await sound(page, `banner-${theme}`);

  await page.goto(`http://${host}/asset/detail/${device}`);
  await hydrated(page);
  await page.getByRole("heading", { name: "Defibrillator" }).first().waitFor();
  await banner.waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await banner.isVisible()).toBe(false);
  await page.emulateMedia({ media: "screen" });
  await sound(page, `device-${theme}`);
  await page.goto(`http://${host}/vendors`);
  await page.getByRole("heading", { name: "Vendors" }).first().waitFor();
  expect(await page.getByRole("link", { name: "Add vendor" }).count()).toBe(0);
  await page.goto(`http://${host}/vendor/create`);
  await hydrated(page);
  await page.getByLabel("Name").first().fill("Vendor of staff");
  await page.getByRole("checkbox", { name: "Supplier" }).check();
  await page.getByRole("main").locator("button[type=submit]").last().click();
  await page.getByText("You are here to read.").first().waitFor();
  expect(await page.getByLabel("Name").first().inputValue()).toBe("Vendor of staff");
  await sound(page, `refused-${theme}`);

  await page.goto(`http://${host}/dashboard`);
  await hydrated(page);
  await banner.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("http://localhost/companies");
  await page.goto(`http://${host}/dashboard`);
  await page.waitForURL(`http://${host}/login**`);

  const own = await newPage({ company: "acme", kind: "admin", width, theme });
  await own.open("/activity-logs");
  await own.page.getByText("Platform: Platform Admin").first().waitFor();
  await own.page.getByText("Left company").first().waitFor();
  await own.page.getByText("Entered company").first().waitFor();
  await sound(own.page, `log-${theme}`);
});

test("staff goes in and leaves without scripts", async () => {
  const { page, open } = await newPage({ company: "platform", javaScript: false });
  await open(`/companies?do=enter&company=${acme.id}`);
  await page.getByLabel("Reason").fill(REASON);
  await page.getByRole("button", { name: "Enter company" }).click();
  await page.waitForURL("**/companies/inside");
  await page.getByRole("button", { name: "Go in to acme" }).click();
  await page.getByRole("heading", { name: "acme" }).waitFor();
  await page.getByRole("button", { name: "Go in" }).click();
  await page.waitForURL(`http://${acme.host}/dashboard`);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("http://localhost/companies");
});
