import { expect, test } from "vitest";
import {
  checkedEvery,
  knownRoles,
  ROLE,
  roleCodesIn,
  rolesFor,
  roleText,
} from "#app/shared/calibration/calibrators.ts";
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

test("roles are found by the words that people read, and another one may be a company's own", () => {
  const found = (typed: string) => rolesFor(typed).map(({ label }) => label);
  expect(found("")).toHaveLength(knownRoles.length);
  expect(found("simulator ecg")[0]).toBe("ECG simulator");
  expect(rolesFor("Torque meter")).toEqual([
    { value: "torque_meter", label: "Torque meter", hint: "own role" },
  ]);
  expect(found("torque/meter")).toEqual([]);
  // One that is known by its words or its code is not offered a second time.
  for (const code of knownRoles) {
    for (const typed of [code, roleText(code)])
      expect(rolesFor(typed).filter(({ hint }) => hint !== undefined)).toEqual([]);
    expect(code).toMatch(ROLE);
  }
});

test("roles are held as a list, or as a text with commas between them", () => {
  const codes = ["ecg_simulator", "torque_meter"];
  for (const held of [codes, codes.join(","), " ECG simulator , torque_meter,"])
    expect(roleCodesIn(held)).toEqual(codes);
  for (const nothing of [[], "", null, undefined]) expect(roleCodesIn(nothing)).toEqual([]);
});
