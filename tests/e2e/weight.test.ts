import { expect, onTestFinished, test } from "vitest";
import { manyAssets } from "#tests/support/many-assets.ts";
import { rowsOf } from "#tests/support/rows.ts";
import { addCompany, world } from "#tests/support/world.ts";
import { compressing } from "../../scripts/bench/edge.ts";
import { kilobytesOf, type Received, watchNetwork } from "../../scripts/bench/received.ts";
import { launch, newPageIn } from "./browser.ts";

const w = await world();
const company = await addCompany(w.env, "weighed", 0, 2);
await manyAssets(w, company, 40);
// Its first days are over.
await rowsOf(w, company).run("update users set created_at = 1 where company_id = ?");

/** What a page fetches after it answers has come by then. */
const SETTLED_MS = 2_500;

/** A page of an empty cache, behind a server that compresses as the edge does. */
async function firstVisit() {
  const edge = await compressing(Number(w.port));
  const browser = await launch([], edge.port);
  onTestFinished(async () => {
    await browser.close();
    edge.end();
  });
  const { page, open } = await newPageIn(browser, { company, kind: "admin" });
  const { received } = await watchNetwork(page);
  /** Waits until nothing more has come for a while: a busy machine fetches ahead late. */
  const settle = async () => {
    for (let seen = -1; seen !== received.length; ) {
      seen = received.length;
      await page.waitForTimeout(SETTLED_MS);
    }
  };
  return { page, received, open, settle };
}

test("the first signed-in page is 12 requests, 110 KB of scripts and 20 KB of styles at most", async () => {
  const { received, open, settle } = await firstVisit();
  await open("/dashboard");
  await settle();
  const urls = received.map(({ type, url }) => `${type} ${url.slice(0, 60)}`);
  expect(urls, urls.join("\n")).toSatisfy(({ length }: string[]) => length <= 12);
  expect(kilobytesOf(received, "Script")).toBeLessThanOrEqual(110);
  expect(kilobytesOf(received, "Stylesheet")).toBeLessThanOrEqual(20);
});

test("from the list, a device opens with one request for data and no code that was not there", async () => {
  const { page, received, open, settle } = await firstVisit();
  await open("/all-assets");
  expect(kilobytesOf(received, "Script")).toBeLessThanOrEqual(130);
  await settle();
  received.length = 0;
  const row = page.locator("main table a[href^='/asset/detail/']").first();
  const fetchedAhead = page.waitForResponse((answer) => answer.url().includes(".data"));
  await row.hover();
  await (await fetchedAhead).finished();
  await row.click();
  await page.waitForURL("**/asset/detail/**");
  await settle();
  const urls = (of: (one: Received) => boolean) => received.filter(of).map(({ url }) => url);
  expect(urls(({ url }) => url.includes(".data"))).toHaveLength(1);
  expect(urls(({ type }) => type === "Document")).toEqual([]);
  // Toasts come with the first press of the pointer, whatever it is on.
  expect(urls(({ type, url }) => type === "Script" && !url.includes("toast-box"))).toEqual([]);
});

test("the palette comes with the first move towards it and opens at once", async () => {
  const { page, received, open, settle } = await firstVisit();
  await open("/dashboard");
  await settle();
  received.length = 0;
  await page.getByRole("button", { name: /Go to or find/ }).hover();
  const scripts = () => received.filter(({ type }) => type === "Script").length;
  await expect.poll(scripts).toBeGreaterThan(0);
  expect(scripts()).toBeLessThanOrEqual(2);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Go to or find" }).waitFor();
});
