import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from "playwright-core";
import { chromiumPath } from "../../tests/e2e/chromium.ts";
import { PASSWORD } from "../support/password.ts";
import { median } from "./alternately.ts";
import { compressing } from "./edge.ts";
import { kilobytesOf, type Received, watchNetwork } from "./received.ts";

const WIDTH = 1280;
const HEIGHT = 900;
/** A middling phone on a slow network. */
const SLOW_CPU = 4;
export const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
const VISITS = 5;
/** How long after the last answer a page is looked at once more: what it fetches ahead has come by then. */
const SETTLED_MS = 4_000;
/** Looked for at every frame, the mark would come later on a slow phone. */
const POLLED_MS = 250;
/** How long a hand rests on a link before it presses. */
const HOVERED_MS = 400;

type Visitor = {
  page: Page;
  network: CDPSession;
  received: Received[];
  close: () => Promise<void>;
};

/** A new window of a signed-in person with an empty cache, and the list of what it receives. */
async function visitor(
  browser: Browser,
  storageState: Awaited<ReturnType<BrowserContext["storageState"]>>,
  baseURL: string,
): Promise<Visitor> {
  const context = await browser.newContext({
    storageState,
    baseURL,
    viewport: { width: WIDTH, height: HEIGHT },
  });
  const page = await context.newPage();
  const { network, received } = await watchNetwork(page);
  return { page, network, received, close: () => context.close() };
}

const hydrated = async (page: Page) => {
  const mark = () => performance.getEntriesByName("hydrated").length > 0;
  await page.waitForFunction(mark, undefined, { polling: POLLED_MS });
  return page.evaluate(() => performance.getEntriesByName("hydrated")[0]!.startTime);
};

async function slowDown({ network }: Visitor) {
  await network.send("Network.emulateNetworkConditions", SLOW_NETWORK);
  await network.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
}

/** What a browser receives and how long it takes, behind a server that compresses as the edge does. @param port of a hospital with demo data, by which its pages call it */
export async function inBrowser(port: number) {
  const edge = await compressing(port + 1);
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      `--host-resolver-rules=MAP *.localhost:${port} 127.0.0.1:${edge.port}`,
    ],
  });
  try {
    const origin = `http://demo.localhost:${port}`;
    const entrance = await browser.newContext({ baseURL: origin });
    const door = await entrance.newPage();
    await door.goto("/login");
    await door.getByLabel("E-mail").fill("admin@demo.test");
    await door.locator("input[name=password]").fill(PASSWORD);
    await door.getByRole("button", { name: /sign in/i }).click();
    await door.waitForURL("**/dashboard");
    const state = await entrance.storageState();
    await entrance.close();
    const come = () => visitor(browser, state, origin);
    const first = await firstPage(await come());
    const list = await listPage(await come());
    const hydratedMs = await inTurn(VISITS, async () => hydratedList(await come()));
    const typed = await inTurn(VISITS, async () => typedRows(await come()));
    return {
      first,
      ...list,
      hydratedMs: median(hydratedMs),
      typed: {
        ms: median(typed.map(({ ms }) => ms)),
        requests: Math.max(...typed.map(({ requests }) => requests)),
      },
    };
  } finally {
    await browser.close();
    edge.end();
  }
}

async function inTurn<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < count; n++) results.push(await work());
  return results;
}

/** The dashboard with an empty cache: requests, and KB as received with headers. */
async function firstPage({ page, received, close }: Visitor) {
  await page.goto("/dashboard");
  await hydrated(page);
  await page.waitForTimeout(SETTLED_MS);
  await close();
  return {
    requests: received.length,
    js: kilobytesOf(received, "Script"),
    css: kilobytesOf(received, "Stylesheet"),
  };
}

const dataOf = (received: readonly Received[]) =>
  received.filter(({ url }) => url.includes(".data")).length;

/** The list's scripts, and what a click on a row asks for once the page has settled, the first time and the second. */
async function listPage({ page, received, close }: Visitor) {
  await page.goto("/all-assets");
  await hydrated(page);
  const listJs = kilobytesOf(received, "Script");
  await page.waitForTimeout(SETTLED_MS);
  const open = async () => {
    received.length = 0;
    const row = page.locator("main table a[href^='/asset/detail/']").first();
    await row.hover();
    await page.waitForTimeout(HOVERED_MS);
    await row.click();
    await page.waitForURL("**/asset/detail/**");
    await page.waitForTimeout(SETTLED_MS);
    const toDetail = received.slice();
    await page.mouse.move(0, 0);
    await page.goBack();
    await page.waitForURL("**/all-assets");
    await page.waitForTimeout(SETTLED_MS);
    return toDetail;
  };
  const [once, again] = [await open(), await open()];
  await close();
  return {
    listJs,
    toDetail: {
      documents: once.filter(({ type }) => type === "Document").length,
      data: Math.max(dataOf(once), dataOf(again)),
      chunksAgain: again.filter(({ type }) => type === "Script").length,
    },
  };
}

async function hydratedList(visit: Visitor): Promise<number> {
  await slowDown(visit);
  await visit.page.goto("/all-assets", { waitUntil: "commit" });
  const at = await hydrated(visit.page);
  await visit.close();
  return at;
}

/** From the last key in the search box to the rows that were searched for, on the slow network. */
async function typedRows(visit: Visitor) {
  const { page, received } = visit;
  await page.goto("/all-assets");
  await hydrated(page);
  await page.waitForTimeout(SETTLED_MS);
  await slowDown(visit);
  const box = page.getByRole("searchbox");
  await box.pressSequentially("ventilato");
  received.length = 0;
  await box.press("r");
  const started = performance.now();
  await page.waitForURL("**/all-assets?*q=ventilator*");
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  const ms = performance.now() - started;
  await page.waitForTimeout(SETTLED_MS);
  await visit.close();
  return { ms, requests: dataOf(received) };
}
