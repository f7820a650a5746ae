import { expect, test } from "vitest";
import { checkedEvery } from "#app/shared/calibration/calibrators.ts";
import type { TemplateTest } from "#app/shared/calibration/device-template.ts";
import { testText } from "#app/shared/calibration/template-text.ts";

test.each([
  [1, "day", "Checked every day"],
  [10, "day", "Checked every 10 days"],
  [1, "month", "Checked every month"],
  [3, "month", "Checked every 3 months"],
  [1, "year", "Checked every year"],
  [2, "year", "Checked every 2 years"],
] as const)("a calibrator that is checked every %i %s says so", (value, unit, text) => {
  expect(checkedEvery(value, unit)).toBe(text);
});

test("a test of a template says how many readings it takes", () => {
  const energy: TemplateTest = {
    ...{ test: "Energy", unit: "J", setpoints: ["200"], source: "", verify: false },
    tolerance: { op: "band", lo: "190", hi: "210" },
  };
  const said = (readings: number) => testText({ ...energy, readings });
  expect(said(1)).toMatch(/; 1 reading$/);
  expect(said(3)).toMatch(/; 3 readings$/);
});
