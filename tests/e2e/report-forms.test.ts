import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { approved, laboratoryOf, machineToCertify } from "#tests/support/certifying.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, testSound, twoLooks } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "form-makers", 2, 1);
const lab = await laboratoryOf(w, company, 4);
await approved(lab);

testSound("the lists of forms and presets", { company, kind: "admin" }, [
  "/report/form/saved-templates",
  "/report/form/create?kind=electrical_safety",
  "/report/saved-templates",
  "/report/saved-templates?new=1",
]);

test.each(twoLooks)(
  "a form is drawn, lacks something, is published, made a preset and used, at %i px, %s",
  async (width, theme) => {
    // A second try finds the names of the first taken.
    const mark = `${width}, ${newId().slice(-6)}`;
    const name = `Certificate of ${mark}`;
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    const main = page.getByRole("main");
    await open("/report/form/saved-templates");
    await page.getByRole("link", { name: "Copy Calibration certificate" }).click();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Begin draft" }).click();
    await page.waitForURL(/report\/form\/update\/[0-9a-f-]{36}$/);
    await page.getByText("Everything a report must say is placed").waitFor();
    await sound(page, "designer");

    // Without its statements it lacks what a certificate must say, and can place it again.
    const statements = page.getByRole("button", { name: "Statement: Statements" });
    await statements.focus();
    await page.keyboard.press("Delete");
    await page.getByText("Only the items described").waitFor();
    await page.getByText("Block removed").waitFor();
    await page.getByRole("button", { name: "Text", exact: true }).click();
    await page.getByLabel("Text", { exact: true }).fill("Device {{item.serial}}");
    await page.getByText('Text: No field is called "item.serial"').first().waitFor();
    await page.getByLabel("Text", { exact: true }).fill("Device {{item.serial_no}}");
    await main.getByText("Device SAMPLE-1").first().waitFor();
    await page.getByLabel(/Show when/).fill('adjustment == "none"');
    await page.getByText("Here: not shown").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Draft saved").waitFor();

    await page.getByRole("link", { name: "Publish version 1" }).click();
    await page.getByRole("button", { name: "Publish version" }).click();
    await page
      .getByText(/Only the items described/)
      .first()
      .waitFor();
    await page.getByRole("dialog").getByText("Cancel", { exact: true }).click();
    await page.getByRole("button", { name: "Place: Only the items described" }).click();
    await page.getByRole("button", { name: "Place: Copies in full only" }).click();
    await page.getByText("Everything a report must say is placed").waitFor();
    await page.getByRole("button", { name: "Save draft" }).click();
    await page.getByText("Draft saved").first().waitFor();
    await page.getByRole("link", { name: "Publish version 1" }).click();
    await page.getByRole("button", { name: "Publish version" }).click();
    await page.getByText("Version published").waitFor();
    await page.getByRole("button", { name: "New version" }).waitFor();
    await sound(page, "published");

    await open("/report/saved-templates?new=1");
    await page.getByLabel("Name").fill(`Preset of ${mark}`);
    const pick = async (label: string, typed: string) => {
      await page.getByRole("combobox", { name: label }).click();
      await page.getByRole("option", { name: new RegExp(typed) }).click();
    };
    await pick("Procedure", "Defibrillators");
    await pick("Report form", name);
    await page.getByLabel("Title").fill("Certificate of a defibrillator");
    await page.getByRole("button", { name: "Add preset" }).click();
    await page.getByText("Preset added").waitFor();
    // The dialog gives the focus back as it goes.
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    // A message may lie over the row.
    await page
      .getByRole("link", { name: `Start a certificate with Preset of ${mark}` })
      .press("Enter");
    await page.getByText(`Starts with Preset of ${mark}`).waitFor();
    const machine = await machineToCertify(lab);
    const row = await lab.shard.get("machines", machine);
    await pick("Machine", String(row.machine_no));
    await page.getByRole("button", { name: "Begin measuring" }).click();
    await page.waitForURL(/certificate-report\/update\//);
    expect(await page.getByLabel("Title").inputValue()).toBe("Certificate of a defibrillator");
    const form = page.getByLabel("Report form");
    expect(await form.locator("option:checked").textContent()).toBe(name);
  },
);
