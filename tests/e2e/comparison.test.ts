import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.initech;
const TODAY = companyToday();
const shard = rowsOf(w, company);
const one = await mastersFor(w, company, "Compared here");
const other = await mastersFor(w, company, "Compared there");
const api = await signedIn(w, company, "admin");
const device = async (asset_code: string, name: string, category_id = one.categoryId) =>
  (
    await api.call<{ id: string }>("POST", "/api/assets", {
      ...{ asset_code, name, category_id, department_id: one.departmentId },
      ...{ put_to_use_on: "2023-09-08", purchase_cost: "500000.00", pm_required: true },
    })
  ).data.id;
const ids = [
  await device("SIDE-1", "Ventilator"),
  await device("SIDE-2", LONG),
  await device("SIDE-3", "Pump", other.categoryId),
];
const vendor_id = await shard.add("vendors", { name: "Side", phone: "1", is_amc_provider: 1 });
const contract = await api.call<{ id: string }>("POST", "/api/contracts", {
  ...{ number: "SIDE/1", kind: "cmc", vendor_id, value: "20000.00" },
  ...{ start_on: addDays(TODAY, -99), end_on: addDays(TODAY, 100) },
});
await api.call("POST", `/api/contracts/${contract.data.id}/assets`, {
  asset_ids: ids.slice(0, 2),
});

test.each(twoLooks)(
  "assets are compared, kept, shared and seen by a viewer, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company: "initech", kind: "admin", width, theme });
    await open("/asset-comparison");
    await page.getByRole("link", { name: "Compare assets" }).first().click();
    await page.getByRole("heading", { name: "Choose 2 to 5 assets" }).waitFor();
    await sound(page, "none chosen");
    for (const code of ["SIDE-1", "SIDE-2"]) {
      await page.getByRole("combobox", { name: "Assets" }).fill(code);
      await page.getByRole("option", { name: new RegExp(code) }).click();
    }
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    const table = page.getByRole("table", { name: "Assets side by side" });
    await table.waitFor();
    // Half of 20,000.00 each, of which 100 days of 200 are over.
    await table.getByText("5,000.00").first().waitFor();
    await table.getByText("1 contract shared equally").first().waitFor();
    await table.getByText("No calibration").first().waitFor();
    await sound(page, "compared");
    await page.getByText("Differences only").click();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByText(/metrics that are the same are left out/).waitFor();

    const name = `Side by side ${width}`;
    await page.getByRole("link", { name: "Save" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Shared").check();
    await sound(page, "save");
    await dialog.getByRole("button", { name: "Save comparison" }).click();
    await page.getByRole("heading", { name }).waitFor();
    await page.getByText("Shared", { exact: true }).first().waitFor();

    await shard.run(
      "delete from user_permissions where company_id = ? and user_id = ? and permission = 'view-asset-comparison'",
      company.users.viewer.id,
    );
    await shard.add("user_permissions", {
      ...{ user_id: company.users.viewer.id, permission: "view-asset-comparison", web: "allow" },
    });
    const viewer = await newPage({ company: "initech", kind: "viewer", width, theme });
    await viewer.open("/asset-comparison");
    await viewer.page.getByRole("link", { name }).first().click();
    await viewer.page.getByRole("heading", { name }).waitFor();
    expect(await viewer.page.getByRole("link", { name: "Save" }).count()).toBe(0);
    await sound(viewer.page, "seen by a viewer");
  },
);

test("assets are compared from their list, and other categories are told", async () => {
  const { page, open } = await newPage({ company: "initech", kind: "admin" });
  await open("/all-assets?q=SIDE");
  for (const code of ["SIDE-1", "SIDE-3"])
    await page.getByRole("checkbox", { name: new RegExp(code) }).check();
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByText(/The assets are of different categories/).waitFor();
});
