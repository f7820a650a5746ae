import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { signedIn } from "#tests/support/client.ts";
import { colleague } from "#tests/support/person.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { hydrated } from "./browser.ts";
import { turnedPhoto } from "./photo.ts";
import { background, keptSizes, keptText, phone, report, take, ward } from "./rounds.ts";
import { sound } from "./sound.ts";

const w = await world();
const company = await addCompany(w.env, "keeping", 0, 2);
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

/** The Worker behind a server that gives out a newer service worker once it is told to. */
async function newerBuild() {
  let isNewer = false;
  const server = createServer((asked, answer) => {
    const { method, url } = asked;
    const isWorker = url === "/round-worker.js";
    const { "accept-encoding": _, "if-none-match": __, ...plain } = asked.headers;
    const headers = isWorker ? plain : asked.headers;
    const on = request({ port: w.port, host: "127.0.0.1", method, headers, path: url! }, (from) => {
      const { "content-length": _, ...rest } = from.headers;
      answer.writeHead(from.statusCode!, isWorker ? rest : from.headers);
      from.pipe(answer, { end: !(isWorker && isNewer) });
      if (isWorker && isNewer) from.on("end", () => answer.end("\n// newer"));
    });
    on.on("error", () => answer.destroy());
    asked.pipe(on);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    come: () => {
      isNewer = true;
    },
  };
}

describe("what a device keeps of a round", () => {
  test("a newer version waits until the person reloads: the draft, its photo and what waits to be sent stay", async () => {
    const { department } = await ward(rows, 2);
    const build = await newerBuild();
    const mine = phone(company, engineer, 360, build.port);
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1", exact: true }).click();
    await report(page, null, null);
    await page.getByRole("heading", { name: "Pump 2", exact: true }).waitFor();
    await page.getByLabel("Action Taken").fill("Half a sentence");
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "a.jpg",
      mimeType: "image/jpeg",
      buffer: await turnedPhoto(page, 240, 180),
    });
    await page.getByRole("img", { name: "photo-1.jpg" }).waitFor();
    await page.getByText("Kept on this device", { exact: true }).waitFor();
    build.come();
    await page.evaluate(() => {
      // Nothing is sent while the newer version comes.
      navigator.locks.request("rounds sending", () => new Promise(() => {}));
    });
    await mine.offline(false);
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration("/round/"))!.update();
    });
    const renew = page.getByRole("button", { name: "Reload to renew" });
    await renew.waitFor();
    await sound(page);
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("Half a sentence");
    await Promise.all([page.waitForEvent("load"), renew.click()]);
    await page.getByRole("img", { name: "photo-1.jpg" }).waitFor();
    expect(await page.getByLabel("Action Taken").inputValue()).toBe("Half a sentence");
    await expect.poll(() => reportsOf(department)).toBe(1);
    expect(await renew.count()).toBe(0);
  });

  test("the background sends what waits when the network is back and no round is open", async () => {
    const { department } = await ward(rows, 1);
    const mine = phone(company, engineer);
    const page = await mine.open();
    const { asked, sync } = await background(page, company);
    const path = await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1", exact: true }).click();
    await report(page, null, null);
    await told(page, "1 waits");
    await expect.poll(asked).toBe("rounds");
    await page.goto("about:blank");
    expect(await reportsOf(department)).toBe(0);
    await mine.offline(false);
    await sync();
    await expect.poll(() => reportsOf(department)).toBe(1);
    await page.goto(path);
    await page.getByRole("img", { name: /^1 sent/ }).waitFor();
    expect(await reportsOf(department)).toBe(1);
  });

  test("a sign-out without scripts leads to where the rounds leave the device; else they leave at the next contact", async () => {
    for (const isLed of [true, false]) {
      const { department } = await ward(rows, 1);
      const person = await colleague(w, company, "view-asset", "edit-asset");
      const mine = phone(company, person.client);
      const page = await mine.open();
      const path = await take(page, department);
      await mine.offline(true);
      await page.getByRole("link", { name: "Pump 1", exact: true }).click();
      await report(page, null, null);
      await told(page, "1 waits");
      await page.goto("about:blank");
      await mine.offline(false);
      const origin = `http://${company.host}`;
      await page.route("**/plain", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: '<form method="post" action="/session/sign-out"><button>Out</button></form>',
        }),
      );
      await page.goto(`${origin}/plain`);
      if (isLed) {
        await page.getByRole("button", { name: "Out" }).click();
        await page.waitForURL("**/round/leave?to=%2Flogin");
        await page
          .getByRole("heading", { name: "What was taken along was removed from this device" })
          .waitFor();
        await page.getByRole("button", { name: "Save as a file" }).waitFor();
        await sound(page);
        expect(await keptText(page)).toBe("");
        await page.getByRole("button", { name: "Go on" }).click();
        await page.waitForURL("**/login");
      } else {
        await page.evaluate(() =>
          fetch("/session/sign-out", { method: "POST", redirect: "manual" }),
        );
        await page.goto(path);
        await page
          .getByRole("heading", { name: "The round was removed from this device" })
          .waitFor();
        await page.getByRole("button", { name: "Save unsent reports" }).waitFor();
        expect(await keptText(page)).toBe("");
      }
      expect(await reportsOf(department)).toBe(0);
    }
  });

  test("of a company whose subscription has ended they leave at the next contact", async () => {
    const own = await addCompany(w.env, "ended", 0, 2);
    const theirs = rowsOf(w, own);
    const { department } = await ward(theirs, 1);
    const mine = phone(own, await signedIn(w, own, "engineer"));
    const page = await mine.open();
    await take(page, department);
    await mine.offline(true);
    await page.getByRole("link", { name: "Pump 1", exact: true }).click();
    await report(page, null, null);
    await told(page, "1 waits");
    await theirs.run("update company_profiles set status = 'suspended' where company_id = ?1");
    await mine.offline(false);
    await page.getByText(/^The subscription of your company has ended/).waitFor();
    await page.getByRole("button", { name: "Save unsent reports" }).waitFor();
    expect(await keptText(page)).toBe("");
  });

  test("a photo of a camera is kept upright, at 2000 px and 1 MB at most, and shown; the person takes the round off", async () => {
    const { department } = await ward(rows, 1);
    const page = await phone(company, engineer).open();
    await take(page, department);
    await page.getByRole("link", { name: "Pump 1", exact: true }).click();
    await page.getByLabel("Photo", { exact: true }).setInputFiles({
      name: "a.jpg",
      mimeType: "image/jpeg",
      buffer: await turnedPhoto(page, 4000, 3000),
    });
    const thumb = page.getByRole("img", { name: "photo-1.jpg" });
    await thumb.waitFor({ timeout: 20_000 });
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>(".photos img")].every((one) => one.complete),
    );
    const shown = await thumb.evaluate((one: HTMLImageElement) => {
      return { width: one.naturalWidth, height: one.naturalHeight, drawn: one.clientWidth };
    });
    expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(2000);
    expect(shown.height).toBeGreaterThan(shown.width);
    const [size] = await keptSizes(page);
    expect(size).toBeLessThanOrEqual(1024 * 1024);
    expect(shown.drawn).toBeGreaterThan(40);
    expect(shown.drawn).toBeLessThan(200);
    await sound(page);
    await page.getByLabel("More for this round").click();
    await page.getByRole("button", { name: "Remove from this device" }).click();
    await page.getByText(/^1 report or draft is not sent|^Its data leaves/).waitFor();
    await sound(page);
    await page.getByRole("button", { name: "Remove for good" }).click();
    await page.waitForURL("**/rounds/take");
    await expect.poll(() => keptText(page)).toBe("");
  });

  test("a device that may drop what it keeps, or has little room, says so before the round is taken; a label of no device of it can be noted", async () => {
    const { department, assets } = await ward(rows, 2);
    const page = await phone(company, engineer).open();
    await page.addInitScript(() => {
      navigator.storage.persist = async () => false;
    });
    await page.goto(`/rounds/take?department=${department}`);
    await page.getByText(/^This browser may remove what is kept here/).waitFor();
    await page.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: 50_000_000, usage: 0 });
    });
    await page.goto(`/rounds/take?department=${department}`);
    await page.getByText(/^There is little room on this device/).waitFor();
    await take(page, department);
    const scan = async (text: string) => {
      await page.getByRole("button", { name: "Scan device" }).click();
      const field = page.getByRole("dialog").getByRole("textbox");
      await field.fill(text);
      await field.press("Enter");
    };
    await scan(assets[1]!.code.toLowerCase());
    await page.getByRole("heading", { name: "Pump 2", exact: true }).waitFor();
    await scan("http://elsewhere.test/q/no-device-of-this-round");
    await page.getByRole("heading", { name: "Not in this round" }).waitFor();
    await page.getByLabel("Note").fill("Label is torn");
    await page.getByRole("button", { name: "Keep the note" }).click();
    const note = page.getByRole("region", { name: "Not in this round" }).getByText("Label is torn");
    await note.waitFor();
    await page.reload();
    await note.waitFor();
  });

  test("all that match in the calendar are taken along; of more than 200 the person is told", async () => {
    const { department, tag } = await ward(rows, 30);
    const page = await phone(company, engineer, 1280).open();
    const takeAll = async (more: string) => {
      await page.goto(`/due-service-calendar?view=agenda${more}`);
      await hydrated(page);
      await page.locator("thead").getByRole("checkbox").check();
      const bar = page.getByRole("region", { name: "Selection" });
      await bar.getByRole("button", { name: /^Select all/ }).click();
      await bar.getByRole("button", { name: "Take along" }).click();
    };
    await takeAll(`&department=${department}`);
    await page.getByText("The devices of 30 chosen planned services").waitFor();
    await page.getByRole("button", { name: "Take along" }).click();
    await page.getByRole("heading", { name: `PM round, ICU ${tag}` }).waitFor();
    await page.getByRole("heading", { name: "0 of 30 done", level: 2 }).waitFor();
    await ward(rows, 180);
    await takeAll("");
    await page.getByText(/^More than 200 planned services match/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/due-service-calendar");
  });
});
