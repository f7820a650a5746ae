import { describe, expect, test } from "vitest";
import { conditionOf, holds } from "#app/shared/metrology/condition.ts";
import { ExpressionError } from "#app/shared/metrology/expression.ts";

describe("a condition", () => {
  const fields = { status: "issued", count: 3, flag: true, empty: null, text: "", typed: "3" };
  test.each([
    ['status == "issued"', true],
    ['status != "issued"', false],
    ['status == "Issued"', false],
    ['"a" < "b" && count >= 3', true],
    ["count > 2 && count < 4", true],
    ["count <= 2 || flag", true],
    ["count < 3", false],
    ["count <= 3", true],
    ["count <= 2", false],
    ["count > 3", false],
    ["count >= 3", true],
    ["count >= 4", false],
    ["flag || flag && !flag", true],
    ["count - 3", false],
    ["count - 2", true],
    ["-count", true],
    ["count > 2 && count < 3", false],
    ["typed == count", true],
    ["typed < 20", true],
    ["!flag", false],
    ["!(count == 4)", true],
    ["empty == 0", false],
    ["empty != 0", false],
    ["count + 1 == 4", true],
    ["text", false],
    ["flag == 1", true],
  ])("%s: %s", (text, expected) => {
    expect(holds(conditionOf(text, Object.keys(fields)), fields)).toBe(expected);
  });

  test("is nested twenty deep at most, with what it compares", () => {
    const not = (times: number, text: string) => `${"!".repeat(times)}${text}`;
    const read = (text: string) => conditionOf(text, Object.keys(fields));
    expect(holds(read(not(19, "flag")), fields)).toBe(false);
    expect(() => read(not(20, "flag"))).toThrow("nested");
    expect(holds(read(not(18, "(count == 3)")), fields)).toBe(true);
    expect(() => read(not(19, "(count == 3)"))).toThrow("nested");
  });

  test("has a hundred parts at most", () => {
    const all = (count: number): string =>
      count === 1 ? "a" : `(${all(count >> 1)} && ${all(count - (count >> 1))})`;
    // Fifty names with what joins them, and the sign before them.
    expect(holds(conditionOf(`!${all(50)}`, ["a"]), { a: 1 })).toBe(false);
    expect(() => conditionOf(all(51), ["a"])).toThrow("100 parts");
  });

  test.each([
    "count < 1e999",
    "unknown == 1",
    "status = 1",
    "a.constructor",
    "count > ",
    `${"!".repeat(30)}flag`,
  ])("%s is refused", (text) => {
    expect(() => conditionOf(text, Object.keys(fields))).toThrow(ExpressionError);
  });
});
