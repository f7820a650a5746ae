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

/** Gives every page of a context the rules as a function that is not run, nor compiled, before it is asked for: sending them anew to each page is what takes long. */
export const keepAxe = (context: BrowserContext) =>
  context.addInitScript(`window.bringAxe = function () {${source}}`);

/** The rules are there on this page. */
export async function bringAxe(page: Page): Promise<void> {
  const isThere = await page.evaluate(() => {
    if (!window.axe) window.bringAxe?.();
    return Boolean(window.axe);
  });
  if (!isThere) await page.evaluate(source);
}
