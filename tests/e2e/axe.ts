import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
declare global {
  interface Window {
    axe?: { run(context: Document, options: RunOptions): Promise<AxeResults> };
  }
}

/** Serious and critical findings, each as "rule: selector"; an empty list is the aim. The whole set of rules, on the page itself. */
export async function axe(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(source);
  const violations = await page.evaluate(async () => {
    const { violations } = await window.axe!.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact,
      nodes: nodes.map(
        ({ target, failureSummary }) => `${target.join(" ")} ${failureSummary ?? ""}`,
      ),
    }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

/** What sticks out at the right side of the screen. */
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
