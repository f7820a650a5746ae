import { expect, test } from "vitest";
import { csvOf } from "#tests/support/imports.ts";
import { world } from "#tests/support/world.ts";
import { presets } from "#worker/domain/imports/presets/index.ts";
import { sampleRows } from "#worker/domain/imports/presets/sample.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

await world();

/** The export of a hospital's Snipe-IT, whose dates may be two days. */
const exported = (tag: string) => {
  const [head = [], ...rows] = sampleRows(presets["snipe-it-assets"]!);
  const [code, bought] = [head.indexOf("Asset Tag"), head.indexOf("Purchased")];
  const written = rows.map((cells) =>
    cells.map((cell, at) =>
      at === code ? `${cell}-${tag}` : at === bought && cell ? "03/04/2021" : cell,
    ),
  );
  return csvOf([head, ...written]);
};

test.each(twoLooks)(
  "a hospital moves in from Snipe-IT: its file is known, its dates are asked for, its assets are in the list, and undoing takes them back, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open("/imports?kind=assets");
    await page.getByRole("link", { name: "Moving in from another program" }).click();
    await page.getByRole("heading", { name: "Snipe-IT", exact: true }).waitFor();
    await page.getByText("Columns of Snipe-IT assets").click();
    await sound(page, "moving in");
    await page.getByRole("link", { name: "Import as Assets: Snipe-IT assets" }).click();
    await page.locator("input[type=file]").setInputFiles({
      name: "custom-assets-report.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(exported(String(width))),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.getByText("This looks like an export of Snipe-IT assets.").waitFor();
    const question = page.getByRole("radiogroup", { name: "What does 03/04/2021 mean?" });
    await question.waitFor();
    await sound(page, "a known file");
    await page.getByRole("button", { name: "Check assets" }).click();
    await page.getByText("Choose what 03/04/2021 means").first().waitFor();
    await question.getByRole("radio", { name: "3 April 2021" }).check();
    await page.getByRole("button", { name: "Check assets" }).click();
    await page.getByRole("button", { name: "Write 3 rows" }).waitFor();
    await page.getByText("Kept as lines in Remarks:").waitFor();
    await page.getByText("Reckoned here from cost, method and life").waitFor();
    await sound(page, "the dry run");
    await page.getByRole("button", { name: "Write 3 rows" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await sound(page, "moved in");
    const imported = page.url();
    await open(`/all-assets?q=MRI-0007-${width}`);
    await page.getByText(`MRI-0007-${width}`).first().waitFor();
    await open(new URL(imported).pathname);
    await page.getByRole("link", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByRole("main").getByText("Undone", { exact: true }).waitFor();
    await open(`/all-assets?q=MRI-0007-${width}`);
    await expect.poll(() => page.getByText(`MRI-0007-${width}`, { exact: true }).count()).toBe(0);
  },
);
