import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { minute } from "#tests/support/clock.ts";
import { bench } from "#tests/support/report.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { newPage } from "./browser.ts";
import { sound, twoLooks } from "./sound.ts";
import { toast } from "./toasts.ts";

const w = await world();
const company = await addCompany(w.env, "archive", 2, 2);
const shard = rowsOf(w, company);
const admin = { company, kind: "admin" } as const;

test.each(twoLooks)(
  "a report is narrowed, printed, and made in the background until its file is there, at %i px, %s",
  async (width, theme) => {
    const { asset, department } = await bench(w, company, []);
    await shard.set("departments", department, { name: `Theatre ${asset.slice(-8)}` });
    await shard.set("assets", asset, { name: `Table ${width}` });
    const { page, open } = await newPage({ ...admin, width, theme });
    await open("/reports");
    await sound(page, "reports");
    await page.getByRole("link", { name: /Equipment register Every/ }).click();
    await page.getByRole("heading", { name: "Equipment register" }).waitFor();
    await sound(page, "the whole report");

    await open(`/report?of=equipment-register&department=${department}`);
    const sums = page.locator(".readout");
    await sums.getByText("1", { exact: true }).waitFor();
    expect(await page.getByText(`Table ${width}`, { exact: true }).first().isVisible()).toBe(true);
    await sound(page, "a narrowed report");
    const path = (await page.getByRole("link", { name: "PDF" }).getAttribute("href"))!;
    expect(
      await page.evaluate(async (href) => {
        const answer = await fetch(href);
        return [answer.headers.get("content-type"), (await answer.text()).slice(0, 5)];
      }, path),
    ).toEqual(["application/pdf", "%PDF-"]);

    await page.getByRole("link", { name: "In the background" }).click();
    const make = page.getByRole("button", { name: "Make the file" });
    // What is behind it is dim until the page has come.
    await make.waitFor();
    await sound(page, "asked for in the background");
    const mine = () => shard.count("report_runs", "status = 'done'");
    const before = await mine();
    await make.click();
    await toast(page, "It is being made. You are told when it is ready.");
    await minute(w);
    await expect.poll(mine, { timeout: 20_000 }).toBe(before + 1);
    await open("/notifications");
    await page.getByText("Equipment register is ready").first().click();
    await page.waitForURL(/\/reports/);
    const files = page.getByRole("table", { name: "Your files" });
    await files.getByText("Ready").first().waitFor();
    await sound(page, "files");
    await files.getByRole("button", { name: "Actions for Equipment register" }).first().click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("menuitem", { name: "Download" })
        .or(page.getByRole("link", { name: "Download" }))
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe("equipment-register.csv");
    const csv = readFileSync(await download.path(), "utf8");
    expect(csv.trim().split("\r\n")).toHaveLength(2);
    expect(csv).toContain(`Table ${width}`);
  },
);

test.each(twoLooks)(
  "a device is put forward by one and condemned by another at %i px, %s",
  async (width, theme) => {
    const { asset } = await bench(w, company, []);
    const name = `Old pump ${width}`;
    await shard.set("assets", asset, { name });
    await shard.addUnstamped("replacement_scores", {
      ...{ id: asset, asset_id: asset, score: 91, rank: 9, grade: "strong", price_minor: 100_000 },
      ...{ parts: "{}", cost_ratio_bp: 6_000, counted_on: "2026-01-01" },
    });
    const one = await newPage({ company, kind: "engineer", width, theme });
    await one.open("/replacement/board");
    const proposed = one.page.getByRole("region", { name: "Proposed by score" });
    await proposed
      .getByRole("listitem")
      .filter({ hasText: name })
      .getByRole("link", { name: "Put forward" })
      .click();
    const dialog = one.page.getByRole("dialog");
    await dialog.getByLabel("Why").selectOption("obsolete");
    await dialog.getByLabel("Reason").fill("No parts any more");
    await sound(one.page, "put forward");
    await dialog.getByRole("button", { name: "Put forward" }).click();
    await toast(one.page, "Put forward to be condemned");
    const waits = one.page.getByRole("region", { name: "Put forward" });
    const own = waits.getByRole("listitem").filter({ hasText: name });
    await own.waitFor();
    expect(await own.getByRole("link", { name: "Approve" }).count(), "one's own").toBe(0);
    await sound(one.page, "the board");

    const two = await newPage({ ...admin, width, theme });
    await two.open("/replacement/board");
    await two.page
      .getByRole("region", { name: "Put forward" })
      .getByRole("listitem")
      .filter({ hasText: name })
      .getByRole("link", { name: "Approve" })
      .click();
    await two.page.getByRole("dialog").getByRole("button", { name: "Condemn asset" }).click();
    await two.page
      .getByRole("region", { name: "Decided" })
      .getByRole("listitem")
      .filter({ hasText: name })
      .getByText("Approved")
      .waitFor();
    expect((await shard.get<{ lifecycle: string }>("assets", asset)).lifecycle).toBe("condemned");
    await sound(two.page, "the board, decided");
  },
);
