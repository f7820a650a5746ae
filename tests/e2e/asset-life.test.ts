import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { signedIn } from "#tests/support/client.ts";
import { manyAssets } from "#tests/support/many-assets.ts";
import { addCompany, type CompanyName, insert, type World, world } from "#tests/support/world.ts";
import { axe, overflow } from "./axe.ts";
import { closeBrowser, newPage } from "./browser.ts";

/** A company of its own, because its devices are known by their codes. */
const lifelong = "lifelong" as CompanyName;
let w: World;
let rows: { id: string; asset_code: string }[];
const schema = [{ key: "flow", label: "Flow range", type: "text" }];

beforeAll(async () => {
  w = await world();
  const company = await addCompany(w.env, lifelong, 0, 2);
  w.companies[lifelong] = company;
  const made = await manyAssets(w, company, 40);
  rows = made.rows;
  const own = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });
  await made.db
    .prepare(
      "update categories set field_schema = ?, default_criticality = 'high', default_pm_months = 6 where company_id = ? and name = 'Category 2'",
    )
    .bind(JSON.stringify(schema), company.id)
    .run();
  await made.db
    .prepare(
      "update assets set lifecycle = 'in_service', purchase_cost_minor = 12000000, purchase_on = '2024-01-10' where company_id = ?",
    )
    .bind(company.id)
    .run();
  await made.db.batch(
    rows.map(({ id }) =>
      made.db
        .prepare(
          "insert into asset_details (company_id, id, created_at, updated_at, version, dep_method, useful_life_months) values (?, ?, 1, 1, 1, 'slm', 96)",
        )
        .bind(company.id, id),
    ),
  );
  const place = {
    ...own(),
    level: "building",
    name: "North block",
    path: "City / North block",
    depth: 1,
  };
  await insert(made.db, "locations", { ...place, path_ids: `/${place.id}/` });
});
afterAll(closeBrowser);

const admin = { company: lifelong, kind: "admin" } as const;

test.each([
  [1280, "light", 0],
  [360, "dark", 1],
] as const)(
  "move a device, condemn it, read its history, at %i px, %s",
  async (width, theme, at) => {
    const { page, errors, open, close } = await newPage(w, { ...admin, width, theme });
    const { id, asset_code: code } = rows[at]!;
    const sound = async (what: string) => {
      expect([what, await overflow(page)]).toEqual([what, 0]);
      expect([what, await axe(page)]).toEqual([what, []]);
    };
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
    await sound("move");
    await page.getByRole("button", { name: "Move asset" }).click();
    await page.getByText("Reason is required").first().waitFor();
    expect(await page.getByRole("combobox", { name: "Location" }).inputValue()).toBe("Ward 9");
    await page.getByRole("textbox", { name: "Reason" }).fill("Ward 9 opened");
    await page.getByRole("button", { name: "Move asset" }).click();
    await page.getByText("Asset moved to Ward 9").waitFor();
    await page.getByText("Ward 9, Bed 7, City / North block").waitFor();

    await page.getByRole("link", { name: "Movement" }).click();
    await page.getByText("Ward 9 opened").waitFor();
    await sound("movement");

    await command("Condemn");
    await page.getByLabel("Why").selectOption({ label: "Beyond economic repair" });
    await page.getByLabel("Note").fill("Board burnt");
    await sound("condemn");
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
    await sound("history");
    for (const tab of ["accessory", "parts", "document", "cost"]) {
      await open(`/asset/detail/${id}?tab=${tab}`);
      await sound(`${code} ${tab}`);
    }
    expect(errors).toEqual([]);
    await close();
  },
);

test.each([
  [1280, "light", 2],
  [360, "dark", 3],
] as const)("a call is resolved on its device's page, at %i px, %s", async (width, theme, at) => {
  const { page, errors, open, close } = await newPage(w, { ...admin, width, theme });
  const { id } = rows[at]!;
  const company = w.companies[lifelong]!;
  const db = w.env[company.shard as "TENANT_DB_0"];
  const own = () => ({ company_id: company.id, id: newId(), created_at: 1, updated_at: 1 });
  const { department_id } = (await db
    .prepare("select department_id from assets where company_id = ? and id = ?")
    .bind(company.id, id)
    .first<{ department_id: string }>())!;
  const call = {
    ...{ ...own(), number: `SC-${at}`, asset_id: id, department_id, source: "qr" },
    ...{ reported_by_name: "Nurse Rao", reported_at: Date.now(), problem: "The screen is dark" },
    ...{ equipment_down: 1, priority: "high" },
  };
  await insert(db, "breakdowns", call);
  await insert(db, "breakdown_events", {
    ...{ company_id: company.id, id: newId(), breakdown_id: call.id, status: "new" },
    ...{ actor_name: "Nurse Rao", at: Date.now() },
  });
  await db
    .prepare(
      "update assets set is_down = 1, open_breakdown_count = 1, condition = 'not_working' where company_id = ? and id = ?",
    )
    .bind(company.id, id)
    .run();
  const sound = async (what: string) => {
    expect([what, await overflow(page)]).toEqual([what, 0]);
    expect([what, await axe(page)]).toEqual([what, []]);
  };
  await open(`/asset/detail/${id}`);
  await page.getByText("Down, call open").waitFor();
  await sound("call");
  await page.getByRole("link", { name: "Resolve", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  expect(page.url()).toContain(`do=resolve&on=${call.id}`);
  await page.getByRole("button", { name: "Resolve call" }).click();
  await page.getByText("Choose the cause").first().waitFor();
  await sound("resolve");
  await page.getByLabel("Cause").selectOption({ label: "Battery" });
  await page.getByLabel("Resolution").fill("Power board replaced");
  await page.getByRole("button", { name: "Resolve call" }).click();
  await page.getByText("Call resolved").waitFor();
  await page.getByText("Power board replaced").first().waitFor();
  expect(await page.getByText("Down, call open").count()).toBe(0);
  await page.getByRole("link", { name: "Reopen", exact: true }).waitFor();
  await sound("resolved");
  expect(errors).toEqual([]);
  await close();
});

test("the form proposes, asks before it drops, and tells of a serial that is taken", async () => {
  const { page, errors, open, close } = await newPage(w, admin);
  await open("/asset/create");
  await page.getByLabel("Name", { exact: false }).first().fill("Ventilator");
  const choose = async (label: string, option: string) => {
    const field = page.getByRole("combobox", { name: label, exact: true });
    // Few choices are a native list, many are looked up.
    if ((await field.evaluate((element) => element.tagName)) === "SELECT")
      return field.selectOption({ label: option });
    await field.fill(option);
    return page.getByRole("option", { name: option, exact: true }).click();
  };
  await choose("Category", "Category 2");
  expect(await page.getByLabel("Criticality").inputValue()).toBe("high");
  expect(await page.getByLabel("Next PM").inputValue()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await page.getByLabel("Flow range").fill("2 to 40 l/min");
  await choose("Category", "Category 3");
  await page.getByText("What was entered there is dropped").waitFor();
  await page.getByRole("button", { name: "Keep category" }).click();
  expect(await page.getByLabel("Flow range").inputValue()).toBe("2 to 40 l/min");

  for (const [label, score] of [
    ["Function score", "8"],
    ["Risk score", "5"],
    ["Maintenance score", "4"],
  ] as const)
    await page.getByLabel(label).fill(score);
  await page.getByText("PM is proposed every half year").waitFor();

  await page.getByLabel("Make").fill("Acme");
  await page.getByLabel("Model").fill("M5");
  await page.getByLabel("Serial no").fill("SN-0");
  await page.getByRole("link", { name: rows[0]!.asset_code }).waitFor();
  await page.getByLabel("Serial no").fill("SN-FREE");
  await expect.poll(() => page.getByText("Serial already used by").count()).toBe(0);

  const location = page.getByRole("combobox", { name: "Location" });
  await location.fill("Ward 3");
  await page.getByRole("option", { name: "Ward 3", exact: true }).click();
  await page.getByRole("button", { name: "Save and clone" }).click();
  await page.getByRole("heading", { name: "Clone Ventilator" }).waitFor();
  expect(await page.getByLabel("Serial no").inputValue()).toBe("");
  expect(await page.getByLabel("Flow range").inputValue()).toBe("2 to 40 l/min");
  expect(await axe(page)).toEqual([]);

  // A line that is lost keeps what was typed.
  await page.getByLabel("Serial no").fill("SN-LOST");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("You are offline.").first().waitFor();
  await page.context().setOffline(false);
  expect(await page.getByLabel("Serial no").inputValue()).toBe("SN-LOST");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForURL(/\/asset\/detail\//);
  expect(errors).toEqual([]);
  await close();
});

test("of two who save an asset, the second sees both versions and chooses", async () => {
  const { page, open, close } = await newPage(w, { ...admin, width: 360, theme: "dark" });
  const { id } = rows[4]!;
  await open(`/asset/update/${id}`);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForLoadState("networkidle");
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
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
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
  const client = await signedIn(w, w.companies[lifelong], "admin");
  const { data } = (await (await client.api(`/api/assets/${id}`)).json()) as {
    data: Record<string, unknown>;
  };
  expect(data).toMatchObject({
    model: "Mine",
    make: "My make",
    remarks: "Checked by a colleague",
    warranty_end_on: "2031-02-03",
    version: 3,
  });
  await close();
});

test("an accessory is added and a photo becomes the picture", async () => {
  const { page, errors, open, close } = await newPage(w, { ...admin, width: 360 });
  const { id } = rows[2]!;
  await open(`/asset/detail/${id}?tab=accessory`);
  await page.getByRole("link", { name: "Add accessory" }).click();
  await page.getByRole("dialog").waitFor();
  await page.getByLabel("Name").fill("Flow sensor");
  await page.getByLabel("Kind").selectOption({ label: "Sensor" });
  expect(await axe(page)).toEqual([]);
  await page.getByRole("button", { name: "Add accessory" }).last().click();
  await page.getByText("Accessory added").waitFor();
  await page.getByRole("link", { name: "Flow sensor" }).waitFor();
  expect(await overflow(page)).toBe(0);

  await open(`/asset/detail/${id}?tab=document`);
  await page.getByRole("link", { name: "Add document" }).click();
  await page.getByLabel("File").setInputFiles({
    name: "front.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  await page.getByLabel("Kind").selectOption({ label: "Photo" });
  await page.getByRole("button", { name: "Add document" }).last().click();
  await page.getByText("Document added").waitFor();
  await page.getByText("shown as the picture").waitFor();
  await page.getByRole("img", { name: /./ }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page)).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

test("an accessory is replaced from stock, and the report of it cancelled", async () => {
  const { id } = rows[3]!;
  const client = await signedIn(w, w.companies[lifelong], "admin");
  const made = async (path: string, body: Record<string, unknown>) =>
    ((await (await client.api(path, { method: "POST", body })).json()) as { data: { id: string } })
      .data.id;
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
  const left = async () =>
    ((await (await client.api(`/api/stocks/${spare}`)).json()) as { data: { quantity: number } })
      .data.quantity;

  const { page, errors, open, close } = await newPage(w, { ...admin, width: 360 });
  await open(`/accessory/${id}`);
  await page.getByLabel("Actions for Battery pack").click();
  await page.getByRole("link", { name: "Replace", exact: true }).click();
  const dialog = page.getByRole("dialog");
  expect(await dialog.getByLabel("Take it from stock").isChecked()).toBe(true);
  await dialog.getByLabel("Serial no").fill("B-2");
  await dialog.getByLabel("Reason").fill("Holds no charge");
  expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
  await dialog.getByRole("button", { name: "Replace accessory" }).click();
  await page.getByText("Accessory replaced").waitFor();
  await page.getByText("B-2").waitFor();
  await expect.poll(() => page.getByText("B-1", { exact: true }).count()).toBe(0);
  expect(await left()).toBe(2);

  await open(`/asset/detail/${id}?tab=service-report`);
  await page.locator("td.c-acts summary").first().click();
  await page.getByRole("link", { name: "Cancel", exact: true }).click();
  await dialog.getByRole("button", { name: "Cancel report" }).click();
  await dialog.getByText("Reason is required").first().waitFor();
  await dialog.getByLabel("Reason").fill("Battery was given back");
  expect([await axe(page), await overflow(page)]).toEqual([[], 0]);
  await dialog.getByRole("button", { name: "Cancel report" }).click();
  await page.getByText("Service report cancelled").waitFor();
  await page.getByRole("cell", { name: /Cancelled/ }).waitFor();
  expect(await left()).toBe(3);
  expect(errors).toEqual([]);
  await close();
});
