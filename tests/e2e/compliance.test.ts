import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { addDays, addMonths } from "#app/shared/company-time.ts";
import { devices, morningOf, onDay, reportOf } from "#tests/support/compliance.ts";
import { planned } from "#tests/support/due.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, type Company, companyToday, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const TODAY = companyToday();
let company: Company;
beforeAll(async () => {
  const w = await world();
  company = await addCompany(w.env, "auditor", 2, 2);
  const rows = rowsOf(w, company);
  const levels = ["life_support", "high", "medium", "low", "life_support", "medium"];
  const { ids } = await devices(rows, levels, "ICU");
  const from = addMonths(`${TODAY.slice(0, 7)}-04`, -8);
  for (const [n, assetId] of ids.entries())
    await planned(rows, {
      ...{ assetId, from: addDays(from, 3 * n), until: TODAY, every: [1, "month"] },
      ...{ before: 5, after: 5 },
      schedule:
        n === 5
          ? {
              ...{ hold_from: from, hold_until: TODAY, hold_reason: "Ward under renovation" },
              ...{ held_by: company.users.admin.id, held_at: onDay(addDays(from, -20)) },
            }
          : {},
    });
  const all = await rows.all<{ id: string; asset_id: string; due_on: string }>(
    "select id, asset_id, due_on from due_occurrences where company_id = ? and due_on < ? order by due_on",
    addDays(TODAY, -8),
  );
  for (const [n, one] of all.entries()) {
    const doneOn = addDays(one.due_on, n % 9 === 4 ? 8 : n % 5);
    if (n % 7 !== 3) await reportOf(rows, one, doneOn, onDay(doneOn));
  }
  await morningOf(rows, TODAY);
});

test.each(twoLooks)(
  "from the month to its exclusions, to a device and its evidence pack, at %i px, %s",
  async (width, theme) => {
    const { page, open } = await newPage({ company, kind: "admin", width, theme });
    await open("/pm-compliance");
    await page.getByRole("heading", { name: "PM compliance", exact: true }).waitFor();
    await sound(page, "open month");
    const months = page.getByRole("table", { name: "PM compliance by month" });
    await months.getByRole("row").nth(3).getByRole("link").first().click();
    await page.getByText("settled", { exact: false }).first().waitFor();
    await page.getByText("How is this computed?").click();
    await page.getByText("A frozen date is never taken out.").waitFor();
    await sound(page, "settled month");
    await page
      .getByRole("navigation", { name: "PM compliance" })
      .getByRole("link", { name: "Excluded" })
      .click();
    await page.getByText("Ward under renovation").first().waitFor();
    await sound(page, "excluded");
    await page.getByRole("link", { name: "Device 5 of ICU" }).first().click();
    await page.getByRole("heading", { name: "Device 5 of ICU" }).waitFor();
    await page.getByText("More actions").or(page.getByLabel("More actions")).first().click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Evidence pack" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^evidence-ICU-5-[\d-]+\.zip$/);
    const entries = Object.keys(unzipSync(readFileSync(await download.path())));
    expect(entries).toEqual(expect.arrayContaining(["evidence.pdf", "manifest.json"]));
  },
);
