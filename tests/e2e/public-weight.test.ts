import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { publicCompany } from "#tests/support/public-reports.ts";
import { world } from "#tests/support/world.ts";
import { compressing } from "../../scripts/bench/edge.ts";
import { watchNetwork } from "../../scripts/bench/received.ts";
import { hydrated, launch, newPage, newPageIn } from "./browser.ts";

const w = await world();
const p = await publicCompany(w, "slowward", 30);

/** A phone on the edge of a ward's network. */
const WARD = { offline: false, latency: 400, downloadThroughput: 50e3, uploadThroughput: 50e3 };

async function slowPhone() {
  const edge = await compressing(Number(w.port));
  const browser = await launch([], edge.port);
  onTestFinished(async () => {
    await browser.close();
    edge.end();
  });
  const screen = await newPageIn(browser, { company: p.company, kind: null, width: 360 });
  const { network, received } = await watchNetwork(screen.page);
  await network.send("Network.emulateNetworkConditions", WARD);
  await network.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return { ...screen, received };
}

/** What a page has asked for, in milliseconds since it was opened. */
const times = () => {
  const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const scripts = all.filter(({ name }) => /\.js$/.test(new URL(name).pathname));
  const styles = all.filter(({ name }) => /\.css$/.test(new URL(name).pathname));
  return {
    styled: Math.max(...styles.map(({ responseEnd }) => responseEnd)),
    scripts: Math.min(...scripts.map(({ startTime }) => startTime)),
  };
};

test("pages of a label and of a call have their styles before a script is asked for", async () => {
  const { path } = await p.reported();
  for (const at of [p.labelOf(p.fresh()), path]) {
    const { page, open, received } = await slowPhone();
    await open(at);
    const { styled, scripts } = await page.evaluate(times);
    expect(styled).toBeGreaterThan(0);
    expect(scripts).toBeGreaterThanOrEqual(styled);
    const before = received.filter(({ type }) => type === "Document" || type === "Stylesheet");
    expect(before).toHaveLength(2);
    expect(before.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(26 * 1024);
  }
});

const nobody = { company: p.company, kind: null, width: 360 } as const;
const callsOf = (asset: string) =>
  p.shard.value<number>(
    "select count(*) from breakdowns where company_id = ? and asset_id = ?",
    asset,
  );
const fill = async (page: Page) => {
  await page.getByLabel("What is the problem?").fill("The pump stops after a minute");
  await page.getByRole("radio", { name: "Yes, it cannot be used" }).check();
  await page.getByLabel("Your name").fill("Sister Mary");
};
const send = (page: Page) => page.getByRole("button", { name: "Send report" }).click();

test("a report is sent while scripts are still on their way, and twice is once", async () => {
  const asset = p.fresh();
  const { page } = await newPage(nobody);
  await page.route("**/*.js", () => {});
  await page.goto(p.labelOf(asset), { waitUntil: "commit" });
  await fill(page);
  await send(page);
  await page.getByText("Thank you. Your report was sent.").waitFor();
  expect(await callsOf(asset)).toBe(1);
  await page.reload({ waitUntil: "commit" });
  await page.getByText(/Thank you\. Your report was sent|Already reported/).waitFor();
  expect(await callsOf(asset)).toBe(1);
});

test("what was typed before the scripts came stays, and its answer that is lost makes no second call", async () => {
  const asset = p.fresh();
  const { page } = await newPage(nobody);
  let go = () => {};
  const held = new Promise<void>((done) => {
    go = done;
  });
  await page.route("**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(p.labelOf(asset), { waitUntil: "commit" });
  await fill(page);
  await page.getByLabel("Photo, optional").setInputFiles({
    name: "pump.png",
    mimeType: "image/png",
    buffer: Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  });
  go();
  await hydrated(page);
  await page.getByRole("img", { name: "Preview of pump.png" }).waitFor();
  expect(await page.getByLabel("Your name").inputValue()).toBe("Sister Mary");
  let posts = 0;
  const wire = await page.context().newCDPSession(page);
  await wire.send("Fetch.enable", {
    patterns: [{ urlPattern: "*.data*", requestStage: "Response" }],
  });
  wire.on("Fetch.requestPaused", ({ requestId, request }) => {
    const fails = request.method === "POST" && posts++ === 0;
    void (fails
      ? wire.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
      : wire.send("Fetch.continueRequest", { requestId }));
  });
  await send(page);
  await page.getByText("The line was lost while saving").first().waitFor();
  expect(await page.getByLabel("What is the problem?").inputValue()).toContain("stops");
  await send(page);
  await page.getByText("Thank you. Your report was sent.").waitFor();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  expect([posts, await callsOf(asset)]).toEqual([2, 1]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe("status");
});
