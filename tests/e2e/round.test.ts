import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import { turnedPhoto } from "./photo.ts";
import { keptHashes, keptText, phone, report, take, ward } from "./rounds.ts";
import { sound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "rounds", 0, 2);
const rows = rowsOf(w, company);
const engineer = await signedIn(w, company, "engineer");

const told = (page: Page, words: string) =>
  page.locator(".round-list").getByText(words, { exact: true }).waitFor();
const reportsOf = (department: string) =>
  rows.count(
    "service_reports",
    "asset_id in (select id from assets where company_id = ?1 and department_id = ?2)",
    department,
  );
const stockOf = async (item: string) =>
  (await rows.get<{ quantity: number }>("stock_items", item)).quantity;

/** The server carries the next request out, and its answer never comes. */
async function loseAnswer(page: Page, urlPattern: string) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Fetch.enable", { patterns: [{ urlPattern, requestStage: "Response" }] });
  devTools.once("Fetch.requestPaused", async ({ requestId }) => {
    await devTools.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    await devTools.send("Fetch.disable");
  });
}

describe("a round without a network", () => {
  test("ten reports with photos and parts outlive a closed tab and a restarted browser, and arrive once each", async () => {
    const { department, item, tag } = await ward(rows, 10);
    const mine = phone(company, engineer);
    let page = await mine.open();
    const path = await take(page, department);
    await sound(page);
    const photos = await Promise.all(
      Array.from({ length: 10 }, (_, at) => turnedPhoto(page, 240 + at, 180)),
    );
    await mine.offline(true);
    await page.reload();
    await page.getByText("Offline.").waitFor();
    await page.getByRole("link", { name: "Pump 1", exact: true }).click();
    for (const photo of photos) await report(page, `Filter ${tag}`, photo);
    await told(page, "10 wait");
    const hashes = await keptHashes(page);
    expect(new Set(hashes).size).toBe(10);
    await page.close();
    await mine.close();

    page = await mine.open();
    await mine.offline(true);
    await page.goto(path);
    await told(page, "10 wait");
    expect(await reportsOf(department)).toBe(0);
    await mine.offline(false);
    await page.getByRole("img", { name: /^10 sent/ }).waitFor();
    expect([await reportsOf(department), await stockOf(item)]).toEqual([10, 90]);
    const sent = await rows.all<{ sha256: string }>(
      `select sha256 from media where company_id = ?1 and service_report_id in (select r.id from service_reports r join assets a
        on a.company_id = r.company_id and a.id = r.asset_id where r.company_id = ?1 and a.department_id = ?2)`,
      department,
    );
    expect(sent.map(({ sha256 }) => sha256).sort()).toEqual(hashes);
    // No other page is under the worker, and nothing but the round's own files is in the cache.
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const found = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      );
      return found.flat().map((url) => new URL(url).pathname);
    });
    expect(cached.filter((one) => !/^\/(assets\/|favicon\.svg$|round\/shell$)/.test(one))).toEqual(
      [],
    );
    await page.goto("/rounds/take");
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  });

  test("an answer that is lost after the write is repeated: still one report", async () => {
    const { department } = await ward(rows, 1);
    const page = await phone(company, engineer).open();
    await take(page, department);
    await loseAnswer(page, "*/api/service-report/create/*");
    await page.getByRole("link", { name: "Pump 1" }).click();
    await report(page, null, null);
    await expect.poll(() => reportsOf(department)).toBe(1);
    await told(page, "1 waits");
    await page.reload();
    await page.getByRole("img", { name: /^1 sent/ }).waitFor();
    expect(await reportsOf(department)).toBe(1);
  });

  test("a draft is kept with every change; stock that ran short needs the person, who says how many were used", async () => {
    const { department, item, tag, assets } = await ward(rows, 2, 2);
    const mine = phone(company, engineer, 1280);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1" }).click();
    await page.getByLabel("Action Taken").fill("Half a sentence");
    await page.getByText("Kept on this device", { exact: true }).waitFor();
    await page.reload();
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("Half a sentence");
    await page.getByRole("button", { name: "Add Part" }).click();
    await page.getByRole("combobox", { name: "Part 1" }).fill(tag);
    await page.getByRole("option", { name: `Filter ${tag}` }).click();
    await page.getByLabel(`QTY of Filter ${tag}`).fill("2");
    await sound(page);
    await page.getByRole("button", { name: "Finish, next device" }).click();
    await told(page, "1 waits");
    await rows.set("stock_items", item, { quantity: 1 });
    await rows.set("assets", assets[0]!.id, { lifecycle: "condemned" });
    await mine.offline(false);
    await told(page, "1 needs you");
    expect(await reportsOf(department)).toBe(0);
    await page.getByRole("link", { name: "Pump 1" }).click();
    await page
      .getByText(/only 1 in stock, you used 2/)
      .first()
      .waitFor();
    await sound(page);
    await page.getByRole("button", { name: "Send with this quantity" }).click();
    await page.getByText("Done, sent").waitFor();
    await page.getByText("This device was condemned meanwhile.").waitFor();
    expect([await reportsOf(department), await stockOf(item)]).toEqual([1, 0]);
  });

  test("signed out on another device: what is kept is gone at the next contact, and nothing is sent", async () => {
    const { department } = await ward(rows, 1);
    const person = await colleague(w, company, "view-asset", "edit-asset");
    const mine = phone(company, person.client);
    const page = await mine.open();
    const path = await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1" }).click();
    await report(page, null, null);
    await told(page, "1 waits");
    await rows.run(
      "update sessions set revoked_at = 1 where company_id = ? and user_id = ?",
      person.id,
    );
    await mine.offline(false);
    await page.getByText("The round was removed from this device").waitFor();
    expect(await keptText(page)).toBe("");
    expect(await reportsOf(department)).toBe(0);
    await page.getByRole("button", { name: "Save unsent reports" }).waitFor();
    await page.goto(path);
    await page.getByText("This round is not on this device").waitFor();
  });

  test("signing out asks about reports that were not sent, and takes the round along", async () => {
    const { department } = await ward(rows, 1);
    const person = await colleague(w, company, "view-asset", "edit-asset");
    const mine = phone(company, person.client, 1280);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1" }).click();
    await report(page, null, null);
    await told(page, "1 waits");
    await page.goto("about:blank");
    await mine.offline(false);
    await page.goto("/all-assets");
    await hydrated(page);
    const signOut = async () => {
      await page.locator(".profile").click();
      await page.getByRole("button", { name: "Sign out" }).click();
    };
    await signOut();
    await page.getByRole("heading", { name: "Not everything was sent" }).waitFor();
    expect(await keptText(page)).not.toBe("");
    await sound(page);
    await page.getByRole("button", { name: "Remove it from this device" }).click();
    await page.waitForURL("**/dashboard");
    await hydrated(page);
    // The dashboard may still be on its way from the page that took the rounds away.
    await expect.poll(() => keptText(page).catch(() => null)).toBe("");
    expect(await reportsOf(department)).toBe(0);
    await hydrated(page);
    await signOut();
    await page.waitForURL("**/login");
  });

  test("two phones do the same planned service: one fulfils it, the other is asked and may keep an additional report", async () => {
    const { department } = await ward(rows, 1);
    const [one, other] = [phone(company, engineer), phone(company, engineer)];
    const pages = [await one.open(), await other.open()];
    for (const [at, page] of pages.entries()) {
      await take(page, department);
      await [one, other][at]!.offline(true);
      await page.getByRole("link", { name: "Pump 1" }).click();
      await report(page, null, null);
      await told(page, "1 waits");
    }
    await one.offline(false);
    await pages[0]!.getByRole("img", { name: /^1 sent/ }).waitFor();
    await other.offline(false);
    await told(pages[1]!, "1 needs you");
    expect(await reportsOf(department)).toBe(1);
    await pages[1]!.getByRole("link", { name: "Pump 1" }).click();
    await pages[1]!.getByRole("button", { name: "Keep as an additional report" }).click();
    await expect.poll(() => reportsOf(department)).toBe(2);
  });

  test("a full device keeps the report and says that the photo found no place", async () => {
    const { department } = await ward(rows, 1);
    const page = await phone(company, engineer).open();
    await take(page, department);
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "files") throw new DOMException("Full", "QuotaExceededError");
        return put.apply(this, given);
      };
    });
    await page.getByRole("link", { name: "Pump 1" }).click();
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "photo.jpg",
      mimeType: "image/jpeg",
      buffer: await turnedPhoto(page, 240, 180),
    });
    await page.getByText(/This device is full. The photo was not kept/).waitFor();
    await report(page, null, null);
    await page.getByRole("img", { name: /^1 sent/ }).waitFor();
    expect(await reportsOf(department)).toBe(1);
  });

  test("a person limited to one Location takes along nothing of another, and another person finds nothing", async () => {
    const [own, other] = [await ward(rows, 1), await ward(rows, 1)];
    const person = await colleague(w, company, "view-asset", "edit-asset");
    await rows.add("user_scopes", { user_id: person.id, department_id: own.department });
    const page = await phone(company, person.client).open();
    await page.goto(`/rounds/take?department=${other.department}`);
    await page.getByText("Nothing is due here by then.").waitFor();
    const ids = [...own.assets, ...other.assets].map(({ id }) => id).join(",");
    await page.goto(`/rounds/take?ids=${ids}`);
    await page.getByRole("button", { name: "Take along" }).click();
    await page.getByRole("link", { name: "Pump 1" }).waitFor();
    const kept = await keptText(page);
    expect([kept.includes(own.tag), kept.includes(other.tag)]).toEqual([true, false]);
    await page.context().addCookies([
      {
        ...{ name: "sid", value: engineer.cookie.slice("sid=".length) },
        ...{ domain: company.host, path: "/" },
      },
    ]);
    await page.goto("/dashboard");
    await page.waitForURL("**/dashboard");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await keptText(page)).toBe("");
  });
});
