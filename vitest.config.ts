import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that take longest, first: two workers then end at about the same time. */
const slowest = [
  "laws/queries",
  "laws/isolation",
  "laws/scope",
  "laws/permissions",
  "laws/flows",
  "laws/once",
  "domain/report-edits",
  "domain/demo",
  "laws/strict-input",
  "laws/odd-input",
  "laws/persons",
  "laws/input-cost",
  "laws/sheet-cost",
  "domain/serving",
  "laws/migrations",
];

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const at = slowest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`));
      return at < 0 ? slowest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** `--sequence.shuffle.files --sequence.seed=7` tries another order: no file may depend on those before it. */
const isShuffled = process.argv.some((word) => word.startsWith("--sequence.shuffle"));

const TEMPLATE = "tests/support/world-template.ts";
/** Each of the workers has a world of its own: three companies on databases that no other worker sees. */
const onWorkers = {
  environment: "node",
  isolate: false,
  maxWorkers: 2,
  hookTimeout: 120_000,
  globalSetup: TEMPLATE,
} as const;
const QUERIES = "tests/laws/queries.test.ts";

/** unit: pure code in Node. worker: the built Worker on real D1 and R2. plans: what all those have sent to D1. e2e: a real browser on it. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // In Node a .wasm import is no compiled module.
    alias: {
      "@phi-ag/argon2/argon2.wasm": new URL("./tests/support/argon2-module.ts", import.meta.url)
        .pathname,
      "harfbuzzjs/dist/harfbuzz.wasm": new URL(
        "./tests/support/harfbuzz-module.ts",
        import.meta.url,
      ).pathname,
    },
  },
  test: {
    ...(isShuffled ? {} : { sequence: { sequencer: SlowestFirst } }),
    globalSetup: "tests/support/forget-statements.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/laws/house.test.ts"],
          environment: "node",
          // Reading the modules anew for each file took three times as long as all the tests.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          ...onWorkers,
          name: "worker",
          // Each waits for its Worker a good part of the time: three keep two cores busy.
          maxWorkers: 3,
          include: ["tests/{laws,domain,api,web}/**/*.test.ts"],
          exclude: ["tests/laws/house.test.ts", QUERIES],
          setupFiles: "tests/support/after-file.ts",
          // Miniflare's own handles, of R2 and of the clock, may lose a kept connection to workerd; the Worker has no part in it.
          retry: { count: 1, condition: /^fetch failed$/ },
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...onWorkers,
          name: "plans",
          include: [QUERIES],
          testTimeout: 60_000,
          // Beside the journeys: nothing they do is looked at.
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          ...onWorkers,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: [TEMPLATE, "tests/e2e/chromium.ts"],
          setupFiles: "tests/e2e/after-file.ts",
          // A journey is tried again once, since a browser and a busy machine have clocks of their own; npm test names those that needed it.
          retry: 1,
          testTimeout: 240_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
