import { expect, test } from "vitest";
import { addDays } from "#app/shared/company-time.ts";
import { signedIn } from "#tests/support/client.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { LONG, sound, testSound } from "./sound.ts";

const w = await world();
const company = w.companies.initech;
const TODAY = companyToday();
const masters = await mastersFor(w, company, "Contracts");
const api = await signedIn(w, company, "admin");
const post = async (path: string, body: object) => {
  const { status, data, errors } = await api.call("POST", path, body);
  expect([path, errors, status]).toEqual([path, undefined, status < 300 ? status : 0]);
  return data.id;
};
const vendorId = await post("/api/vendors", {
  ...{ name: "Dräger India", phone: "+91 44 2456 0000", email: "service@draeger.test" },
  is_amc_provider: true,
});
const device = (asset_code: string, name: string) =>
  post("/api/assets", {
    ...{ asset_code, name, make: "Dräger", model: "Evita V600", put_to_use_on: "2023-09-08" },
    ...{ category_id: masters.categoryId, department_id: masters.departmentId },
  });
const ventilator = await device("CT-001", "Ventilator");
const monitor = await device("CT-002", LONG);
const term = (number: string, from: number, to: number, more: object = {}) => ({
  ...{ number, kind: "cmc", vendor_id: vendorId },
  ...{ start_on: addDays(TODAY, from), end_on: addDays(TODAY, to) },
  ...{ value: "125000.00", pm_visits_per_year: 4, response_hours: 4, exclusions: "Tubes, cells" },
  ...more,
});
const first = await post("/api/contracts", term("CMC/24/101", -700, -336));
const id = await post(`/api/contracts/${first}/renew`, term("CMC/25/114", -335, 20));
await post(`/api/contracts/${id}/assets`, { asset_ids: [ventilator, monitor] });
await post(`/api/contracts/${id}/split`, {});
await post("/api/contracts", term("INS-7", 30, 400, { kind: "insurance" }));
const ended = await post("/api/contracts", term("AMC/26/9", -10, 355, { kind: "amc" }));
await post(`/api/contracts/${ended}/terminate`, { reason: "The vendor closed its branch" });

const admin = { company: "initech", kind: "admin" } as const;

testSound("the screens of contracts", admin, [
  "/vendors?tab=contracts",
  "/contract/create",
  `/contract/update/${id}`,
  `/contract/renew/${id}`,
  `/contract/${id}`,
  `/contract/${id}?do=add-assets`,
  `/contract/${id}?do=terminate`,
  `/contract/${ended}`,
  `/vendor/detail/${vendorId}?tab=contracts`,
  `/asset/detail/${ventilator}`,
  `/asset/detail/${ventilator}?tab=contract`,
]);

test("a contract is made, gets its devices, is renewed and terminated", async () => {
  const { page, open } = await newPage(admin);
  await open("/vendors");
  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "Add contract" }).first().click();
  await page.getByLabel("Number").fill("AMC/26/200");
  await page.getByLabel("Kind").selectOption("amc");
  await expect.poll(() => page.getByRole("checkbox", { name: "Labour" }).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { name: "Spares" }).isChecked()).toBe(false);
  await page.getByRole("combobox", { name: "Vendor" }).fill("Dräger");
  await page.getByRole("option", { name: "Dräger India" }).click();
  await page.locator("[name=startOn]").fill(addDays(TODAY, -5));
  await page.locator("[name=endOn]").fill(addDays(TODAY, -6));
  await page.locator("[name=valueMinor]").fill("1000");
  await page.getByRole("button", { name: "Save contract" }).click();
  await page.getByText("End cannot be before the start").first().waitFor();
  await page.locator("[name=endOn]").fill(addDays(TODAY, 359));
  await page.getByRole("button", { name: "Save contract" }).click();
  await page.getByRole("heading", { name: "AMC AMC/26/200" }).waitFor();

  await page.getByRole("link", { name: "Add assets" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Assets" }).fill("CT-00");
  await page.getByRole("option", { name: /CT-001/ }).click();
  await dialog.getByRole("button", { name: "Add assets" }).click();
  await page.getByText("1 asset added to the contract").waitFor();
  await page.getByRole("row", { name: /CT-001/ }).waitFor();

  await page.getByRole("link", { name: "Share equally" }).click();
  await dialog.getByRole("button", { name: "Share equally" }).click();
  await page.getByText("Value shared equally").waitFor();
  await sound(page);

  await page.getByRole("link", { name: "Renew" }).first().click();
  expect(await page.locator("[name=startOn]").inputValue()).toBe(addDays(TODAY, 360));
  await page.getByLabel("Number").fill("AMC/27/200");
  await page.getByRole("button", { name: "Save renewal" }).click();
  await page.getByRole("heading", { name: "AMC AMC/27/200" }).waitFor();
  await page.getByRole("row", { name: /CT-001/ }).waitFor();
  await page.getByRole("link", { name: "AMC AMC/26/200" }).click();
  await page.getByRole("heading", { name: "AMC AMC/26/200" }).waitFor();

  await page.getByLabel("More actions").click();
  await page.getByRole("link", { name: "Terminate" }).first().click();
  await dialog.getByLabel("Reason").fill("Never came");
  await dialog.getByRole("button", { name: "Terminate contract" }).click();
  await page.getByText("Contract terminated").waitFor();
  await page.getByText("Terminated", { exact: true }).first().waitFor();
});

test("a second tab keeps what was typed, and says what alone is another in the first", async () => {
  const { page, open } = await newPage(admin);
  await open(`/contract/update/${id}`);
  const { page: other, open: openOther } = await newPage(admin);
  await openOther(`/contract/update/${id}`);
  await other.locator("[name=valueMinor]").fill("130000");
  await other.getByRole("button", { name: "Save contract" }).click();
  await other.getByRole("heading", { name: "CMC CMC/25/114" }).waitFor();
  await page.getByLabel("Remarks").fill("Typed here");
  await page.getByRole("button", { name: "Save contract" }).click();
  await page.getByText("Someone else changed this record").first().waitFor();
  expect(await page.getByLabel("Remarks").inputValue()).toBe("Typed here");
  const theirs = page.locator("form dl").first();
  expect(await theirs.locator("dt").allTextContents()).toEqual(["Value", "Remarks"]);
  expect(await theirs.locator("dd").allTextContents()).toEqual(["130000.00", "empty"]);
});

test("chosen assets come under a contract from the list", async () => {
  const { page, open } = await newPage(admin);
  await open("/all-assets?q=CT-00");
  await page.getByRole("checkbox", { name: /CT-001/ }).check();
  await page.getByRole("checkbox", { name: /CT-002/ }).check();
  await page.getByRole("button", { name: "Add to contract" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Contract" }).fill("INS");
  await page.getByRole("option", { name: /INS-7/ }).click();
  await dialog.getByRole("button", { name: "Add 2 assets" }).click();
  await dialog.getByText("2 assets added to INS-7").waitFor();
  await sound(page);
  await dialog.getByRole("button", { name: "Close" }).click();
});

test("on a phone a device says who answers for it, and its contract opens", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open(`/asset/detail/${ventilator}`);
  const cover = page.getByRole("region", { name: "Cover" });
  await cover.getByText("Labour and spares included").waitFor();
  await cover.getByText("4 of 4 PM visits left").waitFor();
  await cover.getByRole("link", { name: "+91 44 2456 0000" }).waitFor();
  await cover.getByRole("link", { name: "CMC CMC/25/114" }).click();
  await page.getByRole("heading", { name: "CMC CMC/25/114" }).waitFor();
  await sound(page);
});
