import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import {
  linkPicture,
  type PictureName,
  type PictureTheme,
  pictureNames,
  pictureUrl,
  productPictures,
} from "#app/shared/product-pictures.ts";
import { chromiumPath } from "../tests/e2e/chromium.ts";
import { type Shot, shots } from "./pictures/shots.ts";
import { exitOf, host as listening, main, port, root, start } from "./support/project.ts";

/**
 * Takes the pictures of public/pictures anew, of a server with the demo data that it starts; `--running` takes one that runs on PORT. Names
 * of pictures take only those.
 */
const { values, positionals } = parseArgs({
  options: { running: { type: "boolean", default: false } },
  allowPositionals: true,
});
const PASSWORD = "Calibrate-2026-demo";
/** The first start makes the demo data. */
const MOST_START_MS = 10 * 60_000;
/** Fonts, charts and what comes after the page have come by then. */
const SETTLED_MS = 1_200;
const QUALITY = 64;
const MOST_BYTES = 1.2 * 1024 * 1024;
const themes: PictureTheme[] = ["light", "dark"];

const fileOf = (url: string) => join(root, "public", url);

async function started(): Promise<() => void> {
  if (values.running) return () => {};
  const server = start("node", ["scripts/serve.ts"]);
  const ended = exitOf(server).then(() => {
    throw new Error("The server has ended");
  });
  ended.catch(() => {});
  const answers = async () => {
    for (const until = Date.now() + MOST_START_MS; Date.now() < until; await wait(1_000))
      if (await fetch(`http://${listening}:${port}/`).catch(() => null)) return;
    throw new Error("The server does not answer");
  };
  await Promise.race([answers(), ended]);
  return () => void (server.pid && process.kill(-server.pid, "SIGTERM"));
}

async function signIn(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(email);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
}

/** Playwright writes no WebP; Chromium does. */
async function webp(page: Page): Promise<Buffer> {
  const chrome = await page.context().newCDPSession(page);
  const { data } = await chrome.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
  });
  return Buffer.from(data, "base64");
}

async function take(browser: Browser, name: PictureName, { host, email, show }: Shot) {
  const { width, height } = productPictures[name];
  const isPhone = width < 768;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: isPhone ? 2 : 1,
    hasTouch: isPhone,
    reducedMotion: "reduce",
    baseURL: `http://${host}.localhost:${port}`,
  });
  const page = await context.newPage();
  if (email) await signIn(page, email);
  await show(page);
  for (const theme of themes) {
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    }, theme);
    await wait(SETTLED_MS);
    writeFileSync(fileOf(pictureUrl(name, theme)), await webp(page));
  }
  await context.close();
}

/** The picture beside links, drawn with the colours of the product. */
async function drawLinkPicture(browser: Browser) {
  const { url, width, height } = linkPicture;
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
  const tokens = readFileSync(join(root, "app/css/tokens.css"), "utf8");
  const drawing = readFileSync(join(root, "scripts/pictures/link-picture.html"), "utf8");
  await page.setContent(drawing.replace("/* tokens */", () => tokens));
  await page.screenshot({ path: fileOf(url) });
  await page.close();
}

main(async () => {
  const end = await started();
  const browser = await playwright.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", `--host-resolver-rules=MAP *.localhost ${listening}`],
  });
  try {
    mkdirSync(join(root, "public/pictures"), { recursive: true });
    const wanted = pictureNames.filter((name) => !positionals.length || positionals.includes(name));
    for (const name of wanted) await take(browser, name, shots[name]);
    await drawLinkPicture(browser);
  } finally {
    await browser.close();
    end();
  }
  const files = [
    linkPicture.url,
    ...pictureNames.flatMap((name) => themes.map((theme) => pictureUrl(name, theme))),
  ].map(fileOf);
  const bytes = files
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`${files.length} pictures, ${Math.round(bytes / 1024)} KB`);
  if (bytes > MOST_BYTES) throw new Error("The pictures are larger than 1.2 MB together");
});
