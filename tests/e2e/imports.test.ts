import { expect, test } from "vitest";
import { csvOf } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
await mastersFor(w, w.companies.globex, "Sheet");

const file = (code: string) =>
  csvOf([
    "Asset code,Equipment name,Brand,Dept,Category,Date of purchase,Blood group".split(","),
    ...Array.from({ length: 450 }, (_, n) => {
      const category = n === 9 ? "Sheet categry" : "Sheet category";
      const bought = n === 7 ? "31/02/2024" : "15/03/2024";
      return [`${code}-${n}`, "Infusion pump", "Acme", "Sheet ward", category, bought, "A+"];
    }),
  ]);

test.each(twoLooks)(
  "a spreadsheet is brought in, its errors are corrected, and it is undone, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({
      company: "globex",
      kind: "admin",
      width,
      theme,
    });
    await open("/imports?kind=assets");
    await sound(page, "upload");
    await page.locator("input[type=file]").setInputFiles({
      name: "devices.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(file(`E${width}`)),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.waitForURL(/\/imports\/[0-9a-f-]{36}$/);
    await page.getByText("Left out unless you choose a field: Blood group.").waitFor();
    await sound(page, "columns");
    await page.getByRole("button", { name: "Check assets" }).click();
    await page.getByRole("button", { name: "Write 448 rows" }).waitFor();
    await sound(page, "checked");
    await page.getByRole("textbox", { name: "Purchase date, row 9" }).fill("28/02/2024");
    await page.getByRole("textbox", { name: "Category, row 11" }).fill("Sheet category");
    await page.getByRole("button", { name: "Correct these rows" }).click();
    await page.getByRole("button", { name: "Write 450 rows" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await sound(page, "done");
    await page.getByRole("link", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByText("Undone", { exact: true }).waitFor();
  },
);

test("an error of the file is told once on the page, and more rows than a text box shows are not taken", async () => {
  const { page, open } = await newPage({ company: "globex", kind: "admin" });
  await open("/imports?kind=assets");
  const main = page.getByRole("main");
  await main.getByText("Or paste rows").click();
  const box = main.getByRole("textbox");
  const paste = (letters: number) =>
    box.evaluate((target, count) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "x".repeat(count));
      const event = new ClipboardEvent("paste", {
        clipboardData,
        bubbles: true,
        cancelable: true,
      });
      return target.dispatchEvent(event);
    }, letters);
  await box.fill("Name,Code");
  expect(await paste(1_999_000)).toBe(true);
  expect(await paste(2_000_000)).toBe(false);
  const tooMuch = "Pasted rows can have at most 2 MB. Bring them in as a file, or in parts.";
  await expect.poll(() => main.getByText(tooMuch).count()).toBe(1);
  expect(await box.inputValue()).toBe("Name,Code");
  await main.getByRole("button", { name: "Read the file" }).click();
  await expect.poll(() => main.getByText("There are no rows under").count()).toBe(1);
});

test("a first spreadsheet brings along the Locations and categories it names", async () => {
  const { page, open } = await newPage({ company: "globex", kind: "admin", width: 360 });
  await open("/imports?kind=assets");
  await page.getByText("Or paste rows").click();
  const cells = [
    "FIRST-1\tMonitor\tFirst category\tFirst ward",
    "FIRST-2\t\tSheet category\tSheet ward",
  ];
  await page
    .getByRole("main")
    .getByRole("textbox")
    .fill(["Asset tag\tName\tCategory\tDepartment", ...cells].join("\n"));
  await page.getByRole("button", { name: "Read the file" }).click();
  await page.getByRole("button", { name: "Check assets" }).click();
  await page.getByText("The rows can bring along categories and locations").waitFor();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await sound(page, "missing masters");
  await page.getByRole("button", { name: "Add them with the rows" }).click();
  await page
    .getByText("Will be added for these rows: First category, First ward.")
    .or(page.getByText("Will be added for these rows: First ward, First category."))
    .waitFor();
  await page.getByRole("button", { name: "Write 1 row", exact: true }).click();
  await page.getByText("1 row was left out. Download it,").waitFor();
  await page.getByRole("link", { name: "See the assets" }).click();
  await page.waitForURL(/\/all-assets/);
  // Others may have added more than a page of devices.
  await open("/all-assets?q=FIRST-1");
  await page.getByText("FIRST-1").waitFor();
});
