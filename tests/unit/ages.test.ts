import { expect, test } from "vitest";
import { quantityText } from "#app/shared/quantity.ts";
import { ageText } from "#app/ui/time.tsx";

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

test.each([
  [30_000, "less than a minute"],
  [4 * MINUTE_MS, "4 min"],
  [47 * 60 * MINUTE_MS, "47 h"],
  [12 * DAY_MS, "12 days"],
  [60 * DAY_MS, "60 days"],
  [61 * DAY_MS, "2 months"],
  [700 * DAY_MS, "22 months"],
  [1121 * DAY_MS, "3 years"],
])("an age of %d ms is %s", (age, says) => {
  expect(ageText(1, 1 + age)).toBe(says);
});

test("one of a unit is said in the singular where it has one", () => {
  expect([quantityText(1, "pcs"), quantityText(0, "pcs"), quantityText(1, "m")]).toEqual([
    "1 pc",
    "0 pcs",
    "1 m",
  ]);
});
