import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { publicPages } from "#app/shared/public-pages.ts";
import { insert, world } from "#tests/support/world.ts";
import { compressing } from "../../scripts/bench/edge.ts";
import { kilobytesOf, watchNetwork } from "../../scripts/bench/received.ts";
import { launch, newPage, newPageIn } from "./browser.ts";
import { testSound } from "./sound.ts";

const w = await world();
const nobody = { company: "platform", kind: null } as const;
const paths = publicPages.map(({ path }) => path);

const at = { created_at: 1, updated_at: 1 };
await insert(w.env.CONTROL_DB, "plans", {
  ...{ id: "plan-shown", code: "shown", name: "Shown", service_type: 2, is_public: 1, ...at },
});
await insert(w.env.CONTROL_DB, "plan_versions", {
  ...{ id: "version-shown", plan_id: "plan-shown", version_no: 1, currency: "INR", ...at },
  ...{ price_monthly_minor: 490_000, price_yearly_minor: 4_900_000, trial_days: 30 },
  ...{ max_assets: 500, features: '["Own host name"]', valid_from: "2026-01-01" },
});
await insert(w.env.CONTROL_DB, "faqs", {
  ...{ id: "faq-shown", question: "Does it hold?", answer: "It does.", audience: "public", ...at },
});

testSound("public pages", nobody, [...paths, "/error404", "/no-such-page"]);

/** Slow 4G, with a phone's processor. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const FREE = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
const MOST_LCP_MS = 1_500;
const MOST_SCRIPT_KB = 5;

/** What the page has told of how it was painted, from before it was opened. */
const watchPaint = (page: Page) =>
  page.addInitScript(() => {
    const seen = { largest: 0, shift: 0 };
    Reflect.set(globalThis, "painted", seen);
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) seen.largest = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Reflect.get(entry, "value") as number;
    }).observe({ type: "layout-shift", buffered: true });
  });
const painted = (page: Page) =>
  page.evaluate(() => Reflect.get(globalThis, "painted") as { largest: number; shift: number });

/** Opens a page on a slow line, with nothing kept from before. @returns when its largest part was painted, in milliseconds */
async function visited(browser: Browser, path: string, width: number) {
  const { page, open } = await newPageIn(browser, { ...nobody, width });
  await watchPaint(page);
  const { network, received } = await watchNetwork(page);
  await network.send("Network.emulateNetworkConditions", SLOW);
  await network.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await open(path);
  await page.waitForLoadState("networkidle");
  const { largest } = await painted(page);
  await network.send("Network.emulateNetworkConditions", FREE);
  return { page, received, largest };
}

/** To the end of the page and back, so that all that comes later has come. */
async function readThrough(page: Page) {
  for (let seen = 0; ; seen += 500) {
    await page.mouse.wheel(0, 500);
    await page.waitForTimeout(50);
    if (seen > (await page.evaluate(() => document.body.scrollHeight))) break;
  }
  await page.waitForLoadState("networkidle");
}

test.each([
  ["/", 1280],
  ["/", 360],
  ["/win-cal", 1280],
  ["/win-cal", 360],
])(
  "%s at %i px is there early on a slow line, runs next to nothing, and nothing of it moves",
  async (path, width) => {
    const edge = await compressing(Number(w.port));
    const browser = await launch([], edge.port);
    onTestFinished(async () => {
      await browser.close();
      edge.end();
    });
    const { page, received, largest } = await visited(browser, path, width);
    const times = [largest];
    // A machine with other work is slow by itself: the quickest of three visits is the page's own time.
    while (Math.min(...times) > MOST_LCP_MS && times.length < 3)
      times.push((await visited(browser, path, width)).largest);
    expect(largest).toBeGreaterThan(0);
    expect(Math.min(...times)).toBeLessThanOrEqual(MOST_LCP_MS);
    await readThrough(page);
    expect((await painted(page)).shift).toBe(0);
    expect(kilobytesOf(received, "Script")).toBeLessThanOrEqual(MOST_SCRIPT_KB);
  },
);

test.each([1280, 360])(
  "a message is sent without scripts at %i px, and refused with the cursor in the wrong field",
  async (width) => {
    const { page } = await newPage({ ...nobody, width, javaScript: false });
    await page.goto("/contact-us");
    await page.getByLabel("Your name").fill("Asha Menon");
    const message = page.getByLabel("Message");
    await message.fill(`Four hundred machines on two sites, seen at ${width} px.`);
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Give an e-mail address or a phone number").waitFor();
    await expect(page.locator(":focus").getAttribute("name")).resolves.toBe("email");
    expect(await message.inputValue()).toContain("Four hundred machines");
    await page.getByLabel("E-mail").fill("asha@hospital.test");
    await page.getByRole("button", { name: "Send message" }).click();
    const thanks = page.getByRole("status").getByText("Thank you. We will get back to you.");
    await thanks.waitFor();
    await expect(page.locator(":focus").getAttribute("role")).resolves.toBe("status");
    await page.goto("/");
    await page.getByText("4,900.00").waitFor();
    await page.getByRole("radio", { name: "Yearly" }).check();
    await page.getByText("49,000.00").waitFor();
    expect(await page.getByText("4,900.00", { exact: true }).isVisible()).toBe(false);
    await page.getByText("Does it hold?").click();
    await page.getByText("It does.").waitFor();
    expect(await page.getByRole("button", { name: "Dark or light" }).isVisible()).toBe(false);
    if (width >= 992) return;
    await page.getByText("Menu", { exact: true }).click();
    await page
      .getByRole("navigation", { name: "Menu" })
      .getByRole("link", { name: "Products" })
      .click();
    await page.waitForURL("**/products");
  },
);

test("a CV that is too large is refused before it is sent, and nothing that was typed is lost", async () => {
  const { page, open } = await newPage({ ...nobody, width: 360 });
  await open("/career");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  const message = page.getByLabel("Message");
  await message.fill("Ten years of ventilators and their analysers.");
  const large = Buffer.concat([Buffer.from("%PDF-1.4\n"), Buffer.alloc(5 * 1024 * 1024)]);
  await page
    .getByLabel("CV")
    .setInputFiles({ name: "cv.pdf", mimeType: "application/pdf", buffer: large });
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.locator(":focus").getAttribute("name")).resolves.toBe("cv");
  const said = () =>
    page.locator('[name="cv"]').evaluate((input: HTMLInputElement) => input.validationMessage);
  expect(await said()).toBe("The file is larger than 5 MB. Choose a smaller one.");
  expect(await message.inputValue()).toContain("Ten years");
  expect(sent).toEqual([]);
  await page.getByLabel("CV").setInputFiles({
    name: "cv.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4"),
  });
  expect(await said()).toBe("");
});

test("the theme is the one that was chosen, before the first painting, and pictures follow it", async () => {
  const { page, open } = await newPage({ ...nobody, theme: "dark" });
  await open("/win-bme");
  const shown = () =>
    page.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      dark: [...document.images]
        .map(({ currentSrc }) => currentSrc)
        .filter(Boolean)
        .every((src) => src.includes("-dark")),
      light: [...document.images]
        .map(({ currentSrc }) => currentSrc)
        .filter(Boolean)
        .every((src) => src.includes("-light")),
    }));
  await expect.poll(shown).toMatchObject({ theme: "dark", dark: true });
  await page.getByRole("button", { name: "Dark or light" }).click();
  await expect.poll(shown).toMatchObject({ theme: "light", light: true });
  await open("/terms");
  expect((await shown()).theme).toBe("light");
});

test("who is signed in finds the way to the dashboard, and an error leads back", async () => {
  const { page, open } = await newPage({ company: "platform", kind: "admin" });
  await open("/products");
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "To the dashboard" }).waitFor();
  expect(await header.getByRole("link", { name: "Sign in" }).isVisible()).toBe(false);
  await open("/no-such-page");
  await page.getByRole("button", { name: "Back" }).click();
  await page.waitForURL("**/products");
});
