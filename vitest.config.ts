import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The query law runs last: it explains every statement the tests before it have sent. */
class QueriesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLast = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith("/laws/queries.test.ts"));
    return (await super.sort(files)).sort((a, b) => isLast(a) - isLast(b));
  }
}

/** unit: pure code in Node. worker: the built Worker on real D1 and R2. e2e: a real browser on it. */
export default defineConfig({
  resolve: {
    tsconfigPaths: true,
    // In Node a .wasm import is no compiled module.
    alias: { "@phi-ag/argon2/argon2.wasm": new URL("./tests/support/argon2-module.ts", import.meta.url).pathname },
  },
  test: {
    fileParallelism: false,
    sequence: { sequencer: QueriesLast },
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts", "tests/laws/house.test.ts"], environment: "node", testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: "worker",
          include: ["tests/{laws,domain,api,web}/**/*.test.ts"],
          exclude: ["tests/laws/house.test.ts"],
          environment: "node",
          isolate: false,
          // The harness may lose a kept connection to its own workerd; the Worker has no part in it.
          retry: { count: 1, condition: /^fetch failed$/ },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          environment: "node",
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
