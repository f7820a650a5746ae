import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { PNG } from "#tests/support/pictures.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, insert, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound } from "./sound.ts";

const schema = [{ key: "flow", label: "Flow range", type: "text" }];

const w = await world();
/** A company of its own, because its devices are known by their codes. */
const company = await addCompany(w.env, "lifelong", 0, 2);
const { rows, categories } = await manyAssets(w, company, 40);
const shard = rowsOf(w, company);
await shard.set("categories", categories[2]!.id, {
  field_schema: JSON.stringify(schema),
  default_criticality: "high",
  default_pm_months: 6,
});
await shard.run(
  "update assets set lifecycle = 'in_service', purchase_cost_minor = 12000000, purchase_on = '2024-01-10' where company_id = ?",
);
await shard.add(
  "asset_details",
  ...rows.map(({ id }) => ({ id, dep_method: "slm", useful_life_months: 96 })),
);
const place = { level: "building", name: "North block", path: "City / North block", depth: 1 };
await shard.add("locations", { ...place, path_ids: "/north/", id: "north" });
const client = await signedIn(w, company, "admin");

const admin = { company, kind: "admin" } as const;

test.each([
  [1280, "light", 0],
  [360, "dark", 1],
] as const)(
  "move a device, condemn it, read its history, at %i px, %s",
  async (width, theme, at) => {
    const { page, open } = await newPage({ ...admin, width, theme });
    const { id } = rows[at]!;
    const command = async (name: string) => {
      await page.getByLabel("More actions").click();
      await page.getByRole("link", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor();
    };
    await open(`/asset/detail/${id}`);

    await command("Move");
    await page.getByRole("combobox", { name: "Location" }).fill("Ward 9");
    await page.getByRole("option", { name: "Ward 9", exact: true }).click();
    await page.getByRole("combobox", { name: "Floor/City/Site" }).click();
    await page.getByRole("option", { name: "City / North block" }).click();
    await page.getByLabel("Room").fill("Bed 7");
    await sound(page, "move");
    await page.getByRole("button", { name: "Move asset" }).click();
    await page.getByText("Reason is required").first().waitFor();
    expect(await page.getByRole("combobox", { name: "Location" }).inputValue()).toBe("Ward 9");
    await page.getByRole("textbox", { name: "Reason" }).fill("Ward 9 opened");
    await page.getByRole("button", { name: "Move asset" }).click();
    await page.getByText("Asset moved to Ward 9").waitFor();
    await page.getByText("Ward 9, Bed 7, City / North block").waitFor();

    await page.getByRole("link", { name: "Movement" }).click();
    await page.getByText("Ward 9 opened").waitFor();
    await sound(page, "movement");

    await command("Condemn");
    await page.getByLabel("Why").selectOption({ label: "Beyond economic repair" });
    await page.getByLabel("Note").fill("Board burnt");
    await sound(page, "condemn");
    await page.getByRole("button", { name: "Condemn asset" }).click();
    await page.getByText("Asset condemned").waitFor();
    await page.getByText("Condemned", { exact: true }).first().waitFor();
    await page.getByLabel("More actions").click();
    expect(await page.getByRole("link", { name: "Put on standby" }).count()).toBe(0);
    await page.getByRole("link", { name: "Dispose of" }).waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("link", { name: "History" }).click();
    await page.getByText("condemned the asset").waitFor();
    await page.getByText("Board burnt").waitFor();
    await page.getByText("moved the asset").waitFor();
    await sound(page, "history");
    for (const tab of ["accessory", "parts", "document", "cost"]) {
      await open(`/asset/detail/${id}?tab=${tab}`);
      await sound(page, tab);
    }
  },
);

test.each([
  [1280, "light", 2],
  [360, "dark", 3],
] as const)("a call is resolved on its device's page, at %i px, %s", async (width, theme, at) => {
  const { page, open } = await newPage({ ...admin, width, theme });
  const { id } = rows[at]!;
  const { department_id } = await shard.get("assets", id);
  const callId = await shard.add("breakdowns", {
    ...{ number: `SC-${at}`, asset_id: id, department_id, source: "qr" },
    ...{ reported_by_name: "Nurse Rao", reported_at: Date.now(), problem: "The screen is dark" },
    ...{ equipment_down: 1, priority: "high" },
  });
  await insert(shard.db, "breakdown_events", {
    ...{ company_id: company.id, id: newId(), breakdown_id: callId, status: "new" },
    ...{ actor_name: "Nurse Rao", at: Date.now() },
  });
  await shard.set("assets", id, { is_down: 1, open_breakdown_count: 1, condition: "not_working" });
  await open(`/asset/detail/${id}`);
  await page.getByText("Do not use").waitFor();
  await sound(page, "call");
  await page.getByRole("link", { name: "Resolve", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  expect(page.url()).toContain(`do=resolve&on=${callId}`);
  await page.getByRole("button", { name: "Resolve call" }).click();
  await page.getByText("Choose the cause").first().waitFor();
  await sound(page, "resolve");
  await page.getByLabel("Cause").selectOption({ label: "Battery" });
  await page.getByLabel("Resolution").fill("Power board replaced");
  await page.getByRole("button", { name: "Resolve call" }).click();
  await page.getByText("Call resolved").waitFor();
  await page.getByText("Power board replaced").first().waitFor();
  expect(await page.getByText("Do not use").count()).toBe(0);
  await page.getByRole("link", { name: "Reopen", exact: true }).waitFor();
  await sound(page, "resolved");
});

test("the form proposes, asks before it drops, and tells of a serial that is taken", async () => {
  const { page, open } = await newPage(admin);
  await open("/asset/create");
  await page.getByLabel("Name", { exact: false }).first().fill("Ventilator");
  const choose = async (label: string, option: string) => {
    const field = page.getByRole("combobox", { name: label, exact: true });
    // A short list is a native select, a long one a combobox.
    if ((await field.evaluate((element) => element.tagName)) === "SELECT")
      return field.selectOption({ label: option });
    await field.fill(option);
    return page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("Category", "Category 2");
  expect(await page.getByLabel("Criticality").inputValue()).toBe("high");
  expect(await page.getByLabel("First PM").inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.getByLabel("Flow range").fill("2 to 40 l/min");
  await choose("Category", "Category 3");
  await page.getByText("What was entered there is dropped").waitFor();
  await page.getByRole("button", { name: "Keep category" }).click();
  expect(await page.getByLabel("Flow range").inputValue()).toBe("2 to 40 l/min");

  const plan = page.locator("details", { hasText: "Service plan" });
  await plan.locator("summary").click();
  await plan.getByText("2 filled").waitFor();
  for (const [label, score] of [
    ["Function score", "8"],
    ["Risk score", "5"],
    ["Maintenance score", "4"],
  ] as const)
    await page.getByLabel(label).fill(score);
  await page.getByText("PM is proposed every half year").waitFor();
  await page.getByLabel("PM every").fill("600");
  await page.locator("summary", { hasText: "Accessories" }).click();
  await page.getByRole("button", { name: "Add accessory" }).click();
  const probe = page.getByRole("group", { name: "Accessory 1" });
  await probe.getByLabel("Name").fill("Flow probe");
  await probe.getByLabel("Kind").selectOption("probe");
  await page.locator("summary", { hasText: "Accessories" }).click();
  await plan.locator("summary").click();

  const serial = page.getByRole("textbox", { name: "Serial no" });
  await page.getByLabel("Make").fill("Acme");
  await page.getByLabel("Model").fill("M5");
  await serial.fill("SN-0");
  await page.getByRole("link", { name: rows[0]!.asset_code }).waitFor();
  await serial.fill("SN-FREE");
  await expect.poll(() => page.getByText("Serial already used by").count()).toBe(0);

  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("Ward 3");
  await page.getByRole("option", { name: "Ward 3", exact: true }).click();
  await page.getByRole("button", { name: "Save and clone" }).click();
  // An error opens the section it is in.
  await plan.getByText("PM every must be at most 120").waitFor();
  await page.getByLabel("PM every").fill("6");
  await page.getByRole("button", { name: "Save and clone" }).click();
  await page.getByRole("heading", { name: "Clone Ventilator" }).waitFor();
  expect(await serial.inputValue()).toBe("");
  expect(await page.getByLabel("Flow range").inputValue()).toBe("2 to 40 l/min");
  await sound(page);

  // A lost connection keeps what was typed.
  await serial.fill("SN-LOST");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("You are offline.").first().waitFor();
  await page.context().setOffline(false);
  expect(await serial.inputValue()).toBe("SN-LOST");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/asset\/detail\//);
});

test("of two who save an asset, the second sees both versions and chooses", async () => {
  const { page, open } = await newPage({ ...admin, width: 360, theme: "dark" });
  const { id } = rows[4]!;
  await open(`/asset/update/${id}`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForLoadState("networkidle");
  await other.locator("summary", { hasText: "Technical" }).click();
  await other.getByLabel("Remarks").fill("Checked by a colleague");
  await other.getByLabel("Model").fill("Theirs");
  await other.getByLabel("Warranty end").fill("2031-02-03");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other.waitForURL(/\/asset\/detail\//);

  await page.getByLabel("Model").fill("Mine");
  await page.getByLabel("Make").fill("My make");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Checked by a colleague").waitFor();
  await dialog.getByText("03 Feb 2031").waitFor();
  expect(await dialog.getByRole("rowheader").allInnerTexts()).toEqual([
    "Make",
    "Model",
    "Warranty end",
    "Remarks",
  ]);
  await sound(page);
  await dialog.getByRole("button", { name: "Go on with these" }).click();
  await dialog.waitFor({ state: "detached" });
  const kept = async (label: string) => page.getByLabel(label).inputValue();
  expect([await kept("Model"), await kept("Make"), await kept("Remarks")]).toEqual([
    "Mine",
    "My make",
    "Checked by a colleague",
  ]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/asset\/detail\//);
  expect((await client.call("GET", `/api/assets/${id}`)).data).toMatchObject({
    model: "Mine",
    make: "My make",
    remarks: "Checked by a colleague",
    warranty_end_on: "2031-02-03",
    version: 3,
  });
});

test("an accessory is added and a photo becomes the picture", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  const { id } = rows[2]!;
  await open(`/asset/detail/${id}?tab=accessory`);
  await page.getByRole("link", { name: "Add accessory" }).click();
  await page.getByRole("dialog").waitFor();
  await page.getByLabel("Name").fill("Flow sensor");
  await page.getByLabel("Kind").selectOption({ label: "Sensor" });
  await sound(page);
  await page.getByRole("button", { name: "Add accessory" }).last().click();
  await page.getByText("Accessory added").waitFor();
  await page.getByRole("link", { name: "Flow sensor" }).waitFor();
  await sound(page);

  await open(`/asset/detail/${id}?tab=document`);
  await page.getByRole("link", { name: "Add document" }).click();
  await page.getByLabel("File").setInputFiles({
    name: "front.png",
    mimeType: "image/png",
    buffer: PNG,
  });
  await page.getByLabel("Kind").selectOption({ label: "Photo" });
  await page.getByRole("button", { name: "Add document" }).last().click();
  await page.getByText("Document added").waitFor();
  await page.getByText("shown as the picture").waitFor();
  await page.getByRole("img", { name: /./ }).first().waitFor();
  await sound(page);
});

test("an accessory is replaced from stock, and the report of it cancelled", async () => {
  const { id } = rows[3]!;
  const made = async (path: string, body: object) =>
    (await client.call("POST", path, body)).data.id;
  const store = await made("/api/stores", { name: "Battery store" });
  const spare = await made("/api/stocks", {
    store_id: store,
    name: "Battery 12 V",
    rate: "40.00",
    opening_quantity: 3,
  });
  await made("/api/accessories", {
    asset_id: id,
    name: "Battery pack",
    kind: "battery",
    serial_no: "B-1",
    stock_item_id: spare,
  });
  const left = async () => (await client.call("GET", `/api/stocks/${spare}`)).data.quantity;

  const { page, open } = await newPage({ ...admin, width: 360 });
  await open(`/accessory/${id}`);
  await page.getByLabel("Actions for Battery pack").click();
  await page.getByRole("link", { name: "Replace", exact: true }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Take it from stock").isChecked()).toBe(true);
  await dialog.getByLabel("Serial no").fill("B-2");
  await dialog.getByLabel("Reason").fill("Holds no charge");
  await sound(page);
  await dialog.getByRole("button", { name: "Replace accessory" }).click();
  await page.getByText("Accessory replaced").waitFor();
  await page.getByText("B-2").waitFor();
  await expect.poll(() => page.getByText("B-1", { exact: true }).count()).toBe(0);
  expect(await left()).toBe(2);

  await open(`/asset/detail/${id}?tab=service-report`);
  await page.locator("td.c-acts button").first().click();
  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  await dialog.getByRole("button", { name: "Cancel report" }).click();
  await dialog.getByText("Reason is required").first().waitFor();
  await dialog.getByLabel("Reason").fill("Battery was given back");
  await sound(page);
  await dialog.getByRole("button", { name: "Cancel report" }).click();
  await page.getByText("Service report cancelled").waitFor();
  await page.getByRole("cell", { name: /Cancelled/ }).waitFor();
  expect(await left()).toBe(3);
});
