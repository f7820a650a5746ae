import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rows = readFileSync("docs/calibration-proof.md", "utf8")
  .split("\n")
  .filter((line) => /^\| (\d+|[A-Z]\w+) \|/.test(line) && !line.startsWith("| No."))
  .map((line) => {
    const [, name, , proofs] = line.split(/(?<!\\) ?\| ?/) as [string, string, string, string];
    const named = proofs.split("<br>").map((one) => /^`(tests\/[^`]+)`: \*(.+)\*$/.exec(one));
    return { name, named };
  });

test("each number has its row, in order", () => {
  const numbers = rows.map(({ name }) => Number(name)).filter((number) => number > 0);
  expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  expect(numbers.length).toBeGreaterThanOrEqual(25);
});

test.each(rows.map(({ name, named }) => [name, named] as const))(
  "what proves %s is there: each file, with each title",
  (_, named) => {
    const gone = named.filter((one) => {
      const [, file, title] = one ?? [];
      return !file || !existsSync(file) || !readFileSync(file, "utf8").includes(`"${title}"`);
    });
    expect(gone).toEqual([]);
  },
);
