import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import file from "../data/uncertainty-cases.json" with { type: "json" };
import { answersOf } from "../support/engine-answers.ts";
import { bundled } from "../support/engine-bundle.ts";
import { chromiumPath } from "./chromium.ts";

let browser: Browser;
let answers: string;
beforeAll(async () => {
  answers = await bundled("tests/support/engine-answers.ts");
  browser = await chromium.launch({ executablePath: await chromiumPath(), args: ["--no-sandbox"] });
});
afterAll(() => browser.close());

/** In a page without a network: the module comes as text. */
async function inChromium(code: string): Promise<string> {
  const page = await browser.newPage();
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const text = await page.evaluate(
    `import(${JSON.stringify(url)}).then((made) => made.answersOf())`,
  );
  await page.close();
  return text as string;
}

async function inWorkerd(code: string): Promise<string> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...{ name: "engine", modules: true, compatibilityDate: "2026-08-01", cf: false },
      script: `${code}\nexport default { fetch: () => new Response(answersOf(true)) };`,
    }),
  );
  const response = await miniflare.dispatchFetch("http://engine/");
  const text = await response.text();
  await miniflare.dispose();
  return text;
}

test("Node, workerd and Chromium answer with equal strings", async () => {
  const expected = answersOf();
  expect(JSON.parse(expected).points.length).toBeGreaterThan(300);
  expect(await inChromium(answers)).toBe(expected);
  const whole = answersOf(true);
  expect(JSON.parse(whole).cases).toHaveLength(file.cases.length);
  const named = answers.replace(
    /export\s*\{\s*([\w$]+) as answersOf\s*\};?\s*$/,
    "const answersOf = $1;",
  );
  expect(await inWorkerd(named)).toBe(whole);
});
