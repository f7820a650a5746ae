import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { makeFindable } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound } from "./sound.ts";

const LONG =
  "Building of the very long name that somebody gave it when the old hospital was made new, wing nine, tower B";

const w = await world();
const company = w.companies.initech;
const shard = rowsOf(w, company);
const place = (
  parent: { id: string; path: string; path_ids: string; depth: number } | null,
  level: string,
  name: string,
) => {
  const id = newId();
  return {
    id,
    parent_id: parent?.id ?? null,
    level,
    name,
    path: parent ? `${parent.path} / ${name}` : name,
    path_ids: `${parent?.path_ids ?? "/"}${id}/`,
    depth: (parent?.depth ?? 0) + 1,
  };
};
const city = place(null, "city", "Chennai");
const site = place(city, "site", "Main campus");
const building = place(site, "building", LONG);
const rooms = Array.from({ length: 70 }, (_, n) =>
  place(building, "room", `Room ${String(n).padStart(3, "0")}`),
);
const other = place(null, "city", "Madurai");
await shard.add("locations", city, other, site, building, ...rooms);
const [category, anaesthesia] = [
  { id: newId(), name: "Ventilators" },
  { id: newId(), name: "Anaesthesia" },
];
const [department, west] = [
  { id: newId(), name: "ICU east" },
  { id: newId(), name: "ICU west" },
];
await shard.add("categories", category, anaesthesia);
await shard.add("departments", department, west);
await makeFindable(w, company, {
  category: [category, anaesthesia],
  department: [department, west],
});
const ids = {
  city: city.id,
  site: site.id,
  building: building.id,
  other: other.id,
  vendor: await shard.add("vendors", {
    name: "Northern Medical",
    phone: "+91 44 555",
    is_supplier: 1,
    website: "https://north.test",
  }),
  category: category.id,
};

const admin = { company: "initech", kind: "admin" } as const;

testSound("the screens of masters", admin, [
  "/categories",
  `/categories?edit=${ids.category}`,
  `/categories?merge=${ids.category}`,
  "/sub-categories",
  "/departments",
  "/locations",
  `/locations?at=${ids.building}`,
  `/locations?at=${ids.site}&move=${ids.site}`,
  "/locations?view=list",
  "/vendors",
  "/vendor/create",
  `/vendor/detail/${ids.vendor}`,
  `/vendor/detail/${ids.vendor}?tab=documents`,
  `/vendor/detail/${ids.vendor}?tab=assets`,
]);

test("the tree is walked by keys, grows, and a place moves by its dialog", async () => {
  const { page, open } = await newPage(admin);
  await open("/locations");
  const item = (name: string) =>
    page.getByRole("treeitem", { name: new RegExp(`^${name}`) }).first();
  await item("Chennai").focus();
  await page.keyboard.press("ArrowRight");
  await item("Main campus").waitFor();
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Main campus");
  await page.keyboard.press("End");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Madurai");
  await page.keyboard.press("m");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Main campus");
  await page.keyboard.press("ArrowRight");
  await item("Building of").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByLabel("Chosen place").getByText("Building", { exact: true }).waitFor();
  await item("Room 000").waitFor();
  await page.getByRole("button", { name: /Show more in/ }).click();
  await item("Room 069").waitFor();
  await page.keyboard.press("Escape");
  await item("Main campus").focus();
  await page.keyboard.press("ArrowLeft");
  expect(await item("Building of").count()).toBe(0);

  await page.getByLabel("Chosen place").getByRole("link", { name: "Main campus" }).click();
  await page.getByLabel("Chosen place").getByRole("link", { name: "Add inside" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("East block");
  await page.getByRole("button", { name: "Add place" }).last().click();
  await page.getByText("Place added").waitFor();
  await item("East block").waitFor();

  await page.getByLabel("Chosen place").getByRole("link", { name: "Move" }).click();
  const above = page.getByRole("combobox", { name: "Lies in" });
  await above.fill("Madurai");
  expect(await page.getByRole("option").count()).toBeGreaterThanOrEqual(0);
  await above.press("Escape");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.goto(`/locations?at=${ids.other}&move=${ids.site}&into=${ids.other}`);
  await page.getByRole("button", { name: "Move place" }).click();
  await page.getByText("Place moved").waitFor();
  await page.goto(`/locations?at=${ids.building}`);
  await page.getByLabel("Path").getByText("Madurai").waitFor();
});

test("a category gets fields of its own on a phone; one in use is merged away", async () => {
  const { page, open } = await newPage({ ...admin, width: 360 });
  await open(`/categories?edit=${ids.category}`);
  const dialog = page.getByRole("dialog");
  for (const [at, label] of ["Tidal volume", "Mode"].entries()) {
    await dialog.getByRole("button", { name: "Add field" }).click();
    const box = dialog.getByLabel(`Label of field ${at + 1}`);
    await expect.poll(() => box.evaluate((shown) => shown === document.activeElement)).toBe(true);
    await box.fill(label);
  }
  await dialog.getByLabel("Type of field 2").selectOption("option");
  await page.getByRole("button", { name: "Save category" }).click();
  await dialog.getByText("Write at least one option").first().waitFor();
  await dialog.getByLabel("Options of field 2").fill("Adult\nNeonatal");
  await dialog.getByRole("button", { name: "Move field 2 up" }).click();
  await page.getByRole("button", { name: "Save category" }).click();
  await page.getByText("Category saved").waitFor();
  await open(`/categories?edit=${ids.category}`);
  expect(await dialog.getByLabel("Label of field 1").inputValue()).toBe("Mode");
  expect(await dialog.getByLabel("Type of field 1").isDisabled()).toBe(true);
  await sound(page);

  // One Escape too many loses nothing.
  await open("/categories?new=1");
  await page.getByRole("textbox", { name: "Name" }).pressSequentially("Typed by hand");
  await page.keyboard.press("Escape");
  await page.getByText("Leave without saving?").waitFor();
  await sound(page);
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Typed by hand");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL(/categories$/);
  await open("/categories?new=1");
  await page.keyboard.press("Escape");
  await page.waitForURL(/categories$/);

  await open(`/categories?merge=${ids.category}`);
  await page.getByText("Nothing uses it.").waitFor();
  await page.getByRole("combobox", { name: "Merge into" }).fill("Anaes");
  await page.getByRole("option", { name: "Anaesthesia" }).click();
  await page.getByRole("button", { name: "Merge category" }).click();
  await page.getByText("Ventilators is merged into Anaesthesia").waitFor();
});

test("a document is kept with a vendor and taken away", async () => {
  const { page, open } = await newPage(admin);
  await open(`/vendor/detail/${ids.vendor}?tab=documents`);
  await page.getByRole("link", { name: "Add document" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("File").setInputFiles({
    name: "licence.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4 test"),
  });
  await dialog.getByLabel("Valid until").fill("2024-01-01");
  await dialog.getByRole("button", { name: "Add document" }).click();
  await page.getByRole("link", { name: "licence.pdf", exact: true }).waitFor();
  await page.getByText("Ended").waitFor();
  await page.getByRole("link", { name: "Delete licence.pdf" }).click();
  await page.getByRole("button", { name: "Delete document" }).click();
  await page.getByText("No documents yet").waitFor();
});

test("a category is made inside the form of an asset, brings its defaults, and nothing typed is lost", async () => {
  const { page, open } = await newPage(admin);
  await open("/asset/create");
  await page.getByRole("textbox", { name: "Name" }).fill("Dialysis machine");
  await page.getByLabel("Serial no").fill("DM-77");
  const category = page.locator("select[name=categoryId]");
  await category.selectOption({ label: "+ New category" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await category.inputValue()).toBe("");
  await category.selectOption({ label: "+ New category" });
  await dialog.getByLabel("Name").fill("Dialysis");
  await dialog.getByLabel("Criticality of new assets").selectOption({ label: "Life support" });
  await dialog.getByLabel("PM every").fill("6");
  await dialog.getByRole("button", { name: "Add category" }).click();
  await page.getByText("Category added").waitFor();
  expect(await category.locator("option:checked").textContent()).toBe("Dialysis");
  expect(await page.getByLabel("Criticality", { exact: true }).inputValue()).toBe("life_support");
  expect(await page.getByLabel("PM required").isChecked()).toBe(true);
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Dialysis machine");
  await page.locator("select[name=departmentId]").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Dialysis machine" }).waitFor();
  await page.getByText("Dialysis", { exact: true }).first().waitFor();
});

test("a vendor is made inside the form of an asset, and the form keeps what was typed", async () => {
  const { page, open } = await newPage(admin);
  await open("/asset/create");
  await page.getByRole("textbox", { name: "Name" }).fill("Infusion pump");
  await page.locator("summary", { hasText: "Purchase and warranty" }).click();
  const vendor = page.getByLabel("Vendor", { exact: true });
  await vendor.selectOption({ label: "+ New vendor" });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add vendor" }).click();
  await dialog.getByText("Name is required").first().waitFor();
  await dialog.getByLabel("Name").fill("Southern Devices");
  await dialog.getByLabel("Phone").fill("+91 80 1");
  await dialog.getByLabel("Supplier").check();
  await sound(page);
  await dialog.getByRole("button", { name: "Add vendor" }).click();
  await page.getByText("Vendor added").waitFor();
  expect(await vendor.locator("option:checked").textContent()).toBe("Southern Devices");
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Infusion pump");
});

test("the focus goes back to what opened a dialog, and Back closes it", async () => {
  const { page, open } = await newPage(admin);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      return at?.getAttribute("aria-label") ?? at?.textContent?.trim();
    });
  const dialog = page.getByRole("dialog");
  await open("/departments");
  const menu = page.getByRole("button", { name: "Actions for ICU east" });
  for (const by of ["mouse", "keys"]) {
    if (by === "mouse") await menu.click();
    else {
      await menu.focus();
      await page.keyboard.press("Enter");
    }
    const edit = page.getByRole("link", { name: "Edit", exact: true });
    if (by === "mouse") await edit.click();
    else {
      await edit.focus();
      await page.keyboard.press("Enter");
    }
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await focused(), by).toBe("Actions for ICU east");
  }
  await page.getByRole("link", { name: "Add location" }).click();
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await focused()).toBe("Add location");
  await page.getByRole("link", { name: "ICU west" }).click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "detached" });
  expect(await focused()).toBe("ICU west");
});

test("what is deleted is told of, though the list has lost it before its dialog closes", async () => {
  const { page, open } = await newPage(admin);
  const name = `Gone ${newId()}`;
  await open("/departments?new=1");
  await page.getByRole("dialog").getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Add location" }).click();
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete location" }).click();
  await page.getByText("Location deleted").first().waitFor();
  await page.waitForURL((url) => url.search === "");
});
