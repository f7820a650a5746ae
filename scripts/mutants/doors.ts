import type { Mutant } from "./mutant.ts";

/** The guard on SQL and the doors that step past it. */
export const doors: Mutant[] = [
  // The kind of an import
  {
    name: "who knows an import's kind may change it",
    file: "worker/domain/imports/check.ts",
    from: "if (before) return openKind(session, before);",
    to: "if (before) return before;",
    tests: ["tests/domain/import-permissions.test.ts"],
    only: "vendors",
  },
];
