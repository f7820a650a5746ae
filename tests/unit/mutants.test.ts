import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mutants } from "../../scripts/mutants/index.ts";
import { mutated } from "../../scripts/mutants/mutant.ts";

describe("every mutant", () => {
  test("applies: what it replaces stands exactly once in its file", () => {
    const stale = mutants.filter(
      (mutant) => mutated(readFileSync(mutant.file, "utf8"), mutant) === null,
    );
    expect(stale.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
  });

  test("has a name of its own, and tests that are there", () => {
    const names = mutants.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    const files = new Set(mutants.flatMap(({ tests }) => tests));
    expect([...files].filter((file) => !existsSync(file))).toEqual([]);
  });
});
