import { expect, test } from "vitest";
import { decimal } from "#app/shared/metrology/decimal.ts";
import { decimalsOf, measured, reckoned } from "#app/shared/metrology/measured.ts";

test("a figure with its unit has the sign that people read", () => {
  expect([measured("-0.30", "J"), measured("5", "1")]).toEqual(["\u22120.30 J", "5"]);
});

test("the decimals of a typed figure", () => {
  expect(["12", "1.50", "5.", ".25"].map(decimalsOf)).toEqual([0, 2, 0, 2]);
});

test("a reckoned figure has the decimals of those it comes of, and two more where it needs them", () => {
  const third = decimal(1).div(3);
  expect(reckoned(third, "1", "2.0")).toBe("0.333");
  expect(reckoned(decimal("0.25"), "1.0", "1")).toBe("0.25");
  expect(reckoned(decimal("0.5"), "1.00", "2")).toBe("0.50");
  expect([reckoned(decimal(7)), reckoned(third)]).toEqual(["7", "0.33"]);
});
