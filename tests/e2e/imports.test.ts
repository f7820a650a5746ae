import { afterAll, beforeAll, expect, test } from "vitest";
import { csvOf } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { type World, world } from "#tests/support/world.ts";
import { axe, overflow } from "./axe.ts";
import { closeBrowser, newPage } from "./browser.ts";

let w: World;
beforeAll(async () => {
  w = await world();
  await mastersFor(w, w.companies.globex, "Sheet");
});
afterAll(closeBrowser);

const head = [
  "Asset code",
  "Equipment name",
  "Brand",
  "Dept",
  "Category",
  "Date of purchase",
  "Blood group",
];
const file = (code: string) =>
  csvOf([
    head,
    ...Array.from({ length: 450 }, (_, n) => {
      const good = [
        `${code}-${n}`,
        "Infusion pump",
        "Acme",
        "Sheet ward",
        "Sheet category",
        "15/03/2024",
        "A+",
      ];
      if (n === 7) good[5] = "31/02/2024";
      if (n === 9) good[4] = "Sheet categry";
      return good;
    }),
  ]);

test.each([
  [1280, "light"],
  [360, "dark"],
] as const)(
  "a spreadsheet is brought in, its errors are corrected, and it is undone, at %i px, %s",
  async (width, theme) => {
    const { page, errors, open, close } = await newPage(w, {
      company: "globex",
      kind: "admin",
      width,
      theme,
    });
    const sound = async (name: string) => {
      expect([name, await overflow(page)]).toEqual([name, 0]);
      expect([name, await axe(page)]).toEqual([name, []]);
    };
    await open("/imports?kind=assets");
    await sound("upload");
    await page.locator("input[type=file]").setInputFiles({
      name: "devices.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(file(`E${width}`)),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.waitForURL(/\/imports\/[0-9a-f-]{36}$/);
    await page
      .getByText("Not known and left out unless you choose a field: Blood group.")
      .waitFor();
    await sound("columns");
    await page.getByRole("button", { name: "Check assets" }).click();
    await page.getByRole("button", { name: "Write 448 rows" }).waitFor();
    await sound("checked");
    await page.getByRole("textbox", { name: "Purchase date, row 9" }).fill("28/02/2024");
    await page.getByRole("textbox", { name: "Category, row 11" }).fill("Sheet category");
    await page.getByRole("button", { name: "Correct these rows" }).click();
    await page.getByRole("button", { name: "Write 450 rows" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await sound("done");
    await page.getByRole("link", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
    expect(errors).toEqual([]);
    await close();
  },
);
