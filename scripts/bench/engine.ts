import { brotliCompressSync, constants } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { chromium } from "playwright-core";
import { chromiumPath } from "../../tests/e2e/chromium.ts";
import { bundled } from "../../tests/support/engine-bundle.ts";
import { median } from "./alternately.ts";
import { note } from "./report.ts";

const SLOW_CPU = 4;
const GRID = 30;
const MANY = 1_000;
const TIMES = 25;
const KB = 1024;
const GRID_GOAL_MS = 16;
const MANY_GOAL_S = 1;
const SIZE_GOAL_KB = 45;

/** The engine as one file that puts what it exports where a page and a Worker find it. */
const withGlobals = (code: string) =>
  code.replace(/export\s*\{([^}]*)\};?\s*$/, (_, names: string) =>
    names
      .split(",")
      .map((name) => name.trim().split(/\s+as\s+/))
      .map(([local, known = local]) => `globalThis.${known} = ${local};`)
      .join("\n"),
  );

/** The median time of a grid in a browser whose processor is four times slower, each time with other readings. @returns milliseconds */
async function gridInChromium(code: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  await page.addScriptTag({ type: "module", content: withGlobals(code) });
  await page.waitForFunction("globalThis.reckonGrid !== undefined");
  const network = await page.context().newCDPSession(page);
  await network.send("Emulation.setCPUThrottlingRate", { rate: SLOW_CPU });
  const times = (await page.evaluate(`(() => {
    const times = [];
    for (let at = 0; at < ${TIMES}; at++) {
      const points = gridOf(${GRID} + at).slice(at);
      const from = performance.now();
      if (reckonGrid(points) !== ${GRID}) throw new Error("A point has no verdict");
      times.push(performance.now() - from);
    }
    return times;
  })()`)) as number[];
  await browser.close();
  return median(times.slice(1));
}

/** The time of a thousand points in workerd, where the clock stands still during work: it is taken outside, less that of an answer without work. @returns seconds */
async function manyInWorkerd(code: string): Promise<number> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...{ name: "engine", modules: true, compatibilityDate: "2026-08-01", cf: false },
      script: `${withGlobals(code)}
export default { fetch: (request) => new Response(String(reckonGrid(gridOf(Number(new URL(request.url).pathname.slice(1)))))) };`,
    }),
  );
  const timed = async (points: number) => {
    const from = performance.now();
    const answer = await (await miniflare.dispatchFetch(`http://engine/${points}`)).text();
    if (Number(answer) !== points) throw new Error(`${answer} of ${points} points have a verdict`);
    return (performance.now() - from) / 1000;
  };
  await timed(1);
  const [work, none]: [number[], number[]] = [[], []];
  for (let at = 0; at < 5; at++) {
    none.push(await timed(0));
    work.push(await timed(MANY));
  }
  await miniflare.dispose();
  return median(work) - median(none);
}

/** What the engine of uncertainty costs where it runs. */
export async function engineFigures(): Promise<void> {
  const grid = await bundled("tests/support/engine-grid.ts");
  const engine = await bundled("app/shared/metrology/evaluate-point.ts");
  const small = brotliCompressSync(Buffer.from(engine), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  });
  note("KB of the engine, as a file of the build is sent", SIZE_GOAL_KB, small.length / KB);
  note(
    "ms for a grid of 30 points in Chromium, 4x slower",
    GRID_GOAL_MS,
    await gridInChromium(grid),
  );
  note(
    "seconds for 1,000 points with full budgets in workerd",
    MANY_GOAL_S,
    await manyInWorkerd(grid),
  );
}
