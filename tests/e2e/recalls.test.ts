import { expect, test } from "vitest";
import { newId } from "#drizzle/columns.ts";
import { minute } from "#tests/support/clock.ts";
import { csvOf } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const company = w.companies.globex;
const shard = rowsOf(w, company);
const { categoryId, departmentId } = await mastersFor(w, company, "Recall journey");

const device = async (make: string, serial_no: string | null) => {
  const id = newId();
  await shard.add("assets", {
    ...{
      id,
      asset_code: `J-${id.slice(-6)}`,
      name: "Defibrillator",
      qr_token: id,
      make,
      serial_no,
    },
    ...{ model: "HeartStart", category_id: categoryId, department_id: departmentId },
    ...{ lifecycle: "in_service" },
  });
  await shard.add("asset_details", { id });
  return id;
};

test.each(twoLooks)(
  "a recall goes from its file to the last answer, at %i px, %s",
  async (width, theme) => {
    const make = `Maker${width} GmbH`;
    const sure = await device(make, "AB150");
    await device(make, null);
    const many = [await device(make, "AB160"), await device(make, "AB161")];
    const number = `FSN-${width}`;
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open("/recalls");
    await open("/imports?kind=recalls");
    await page.locator("input[type=file]").setInputFiles({
      name: "notices.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        csvOf([
          ["Source", "Number", "Title", "Maker", "Models", "Serial numbers", "Notice date"],
          [
            "Maker",
            number,
            "Shock may fail",
            `Maker${width}`,
            "Heart*",
            "AB100 to AB199",
            "2026-11-02",
          ],
        ]),
      ),
    });
    await page.getByRole("button", { name: "Read the file" }).click();
    await page.waitForURL(/\/imports\/[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Check recalls" }).click();
    await page.getByRole("button", { name: "Write 1 row" }).click();
    await page.getByText("Done", { exact: true }).waitFor();
    await minute(w);

    await open(`/recalls?q=${number}`);
    await page.getByText("4 of 4 open").waitFor();
    await sound(page, "recalls");
    await page.getByRole("link", { name: "Shock may fail" }).click();
    await page.getByText("Serial number AB150 lies in AB100 to AB199").waitFor();
    await page.getByText("The serial number is not recorded").waitFor();
    await sound(page, "recall");

    const recall = new URL(page.url()).pathname;
    const id = await shard.value<string>(
      "select id from recall_assets where company_id = ? and asset_id = ?",
      sure,
    );
    await open(`${recall}?do=call&on=${id}`);
    await sound(page, "make call");
    await page.getByRole("dialog").getByRole("button", { name: "Make service call" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByText("Affected", { exact: true }).first().waitFor();
    await open(`/asset/detail/${sure}`);
    await page.getByText("Affected by recall").waitFor();
    await sound(page, "asset");

    await open(`${recall}?certainty=near`);
    await page.getByRole("button", { name: /^Actions for/ }).click();
    await page.getByRole("link", { name: "Not affected" }).click();
    await page.getByRole("dialog").getByLabel("Reason").fill("Made after the change");
    await page.getByRole("button", { name: "Mark as not affected" }).click();
    await page.getByText("Marked as not affected").waitFor();

    const dialog = page.getByRole("dialog");
    if (width > 768) {
      await open(`${recall}?status=to_decide`);
      await page.getByRole("checkbox", { name: /all/i }).first().check();
      await page.getByRole("button", { name: "Make service call" }).click();
      await sound(page, "make calls");
      await dialog.getByRole("button", { name: "Make service call" }).click();
      await dialog
        .getByText(/2 assets/)
        .first()
        .waitFor();
      await dialog.getByRole("button", { name: "Close" }).click();
    } else
      for (let left = many.length; left > 0; left--) {
        await open(`${recall}?status=to_decide`);
        await page
          .getByRole("button", { name: /^Actions for/ })
          .first()
          .click();
        await page.getByRole("link", { name: "Make service call" }).click();
        await dialog.getByRole("button", { name: "Make service call" }).click();
        await dialog.waitFor({ state: "detached" });
      }
    for (const asset of many)
      expect(await shard.count("breakdowns", "cause_code = 'recall' and asset_id = ?", asset)).toBe(
        1,
      );
    await shard.run(
      "update breakdowns set status = 'resolved', resolution = 'Checked' where company_id = ? and asset_id in (?, ?)",
      ...many,
    );

    const { breakdown_id } = await shard.get<{ breakdown_id: string }>("recall_assets", id!);
    const done = { status: "resolved", cause_code: "recall", resolution: "Board replaced" };
    await shard.set("breakdowns", breakdown_id, done);
    await minute(w);
    await open(`/recalls?q=${number}`);
    await page.getByText("All 4 answered").waitFor();
    expect(await shard.count("recall_assets", "status = 'done' and asset_id = ?", sure)).toBe(1);
  },
);
