import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { importer } from "#tests/support/imports.ts";
import { mastersFor } from "#tests/support/masters.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";

const w = await world();
const { globex } = w.companies;
await mastersFor(w, globex, "Archive");
const imports = importer(await signedIn(w, globex, "admin"));
const shard = rowsOf(w, globex);
const pdf = strToU8("%PDF-1.7 certificate");

test.each(twoLooks)(
  "certificates and manuals come in as an archive, go to the assets of their names, and are taken back, at %i px, %s",
  async (width, theme) => {
    const code = `INF-${width}`;
    await imports.bringIn("assets", [
      ["Asset code", "Name", "Category", "Location"],
      [code, "Infusion pump", "Archive category", "Archive ward"],
    ]);
    const { page, open } = await newPage({ company: "globex", kind: "admin", width, theme });
    await open("/imports?kind=asset-files");
    await sound(page, "an archive to choose");
    const choose = (buffer: Uint8Array) =>
      page.locator("input[type=file]").setInputFiles({
        name: "certificates.zip",
        mimeType: "application/zip",
        buffer: Buffer.from(buffer),
      });
    await choose(strToU8("no archive"));
    await page.getByText("This is not a ZIP archive, or it is damaged.").waitFor();
    await choose(
      zipSync({
        [`${code} calibration certificate 2025.pdf`]: pdf,
        [`${code}/service manual.pdf`]: pdf,
        "certificate 2025.pdf": pdf,
        "__MACOSX/x": pdf,
      }),
    );
    await page.getByText("3 files were found.").waitFor();
    await page.getByText("1 folder or file of the system is left out.").waitFor();
    await page.getByRole("button", { name: "See where they go" }).click();
    await page.getByText("No asset code is in its name").waitFor();
    await sound(page, "files without an asset");
    await page.getByRole("textbox", { name: "Asset code, row 4" }).fill(code);
    await page.getByRole("button", { name: "Correct these rows" }).click();
    const keep = page.getByRole("button", { name: "Keep 3 files" });
    await keep.waitFor();
    await page.getByText(`${code}, Certificate or document`).first().waitFor();
    await sound(page, "where files go");
    await keep.click();
    await page.getByText("Done", { exact: true }).waitFor();
    await sound(page, "files kept");
    const done = new URL(page.url()).pathname;
    const asset = await shard.value<string>(
      "select id from assets where company_id = ? and asset_code = ?",
      code,
    );
    await open(`/asset/detail/${asset}?tab=document`);
    await page.getByText(`${code} calibration certificate 2025.pdf`).first().waitFor();
    await page.getByText("service manual.pdf").first().waitFor();
    await open(done);
    await page.getByRole("link", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo import" }).click();
    await page.getByRole("main").getByText("Undone", { exact: true }).waitFor();
    await open(`/asset/detail/${asset}?tab=document`);
    await expect.poll(() => page.getByText("service manual.pdf").count()).toBe(0);
  },
);
