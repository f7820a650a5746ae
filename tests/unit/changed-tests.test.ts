import { expect, test } from "vitest";
import { testsWatching } from "../../scripts/support/changed.ts";

const watching = (...files: string[]) => testsWatching(new Set(files));

test("a change is watched by its own test, by what imports it and by its area's tests", () => {
  expect(watching("tests/api/stock.test.ts")).toContain("tests/api/stock.test.ts");
  expect(watching("app/shared/money.ts")).toContain("tests/unit/money-and-tickets.test.ts");
  const stock = watching("worker/domain/stock/move.ts");
  expect(stock).toEqual(
    expect.arrayContaining([
      "tests/api/stock.test.ts",
      "tests/domain/stock-ledger.test.ts",
      "tests/e2e/stocks.test.ts",
    ]),
  );
  expect(stock).not.toContain("tests/laws/isolation.test.ts");
});

test("what all tests stand on is watched by all that use it, a text by none", () => {
  expect(watching("tests/support/world.ts").length).toBeGreaterThan(50);
  expect(watching("README.md", "docs/operations.md")).toEqual([]);
});
