import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { BrowserContext, Page } from "playwright-core";

declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
    bringAxe?: () => void;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Contexts that have been asked for the rules: all their further pages get them from the browser. */
const asked = new WeakSet<BrowserContext>();

/** The rules are there on this page. Sending them to each page anew is what takes long; but each page has to read them, and most contexts are never checked. */
export async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => {
    if (!window.axe) window.bringAxe?.();
    return Boolean(window.axe);
  });
  if (isThere) return;
  await page.evaluate(source);
  if (asked.has(page.context())) return;
  asked.add(page.context());
  // A function that is not run, nor compiled, before it is asked for.
  await page.context().addInitScript(`window.bringAxe = function () {${source}}`);
}
