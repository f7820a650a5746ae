import { expect, test } from "vitest";
import { draftTyped } from "#app/routes/procedures/editing.ts";
import { put } from "#app/routes/procedures/put.ts";
import { isSaved } from "#app/routes/procedures/saved.ts";
import { contentFromTemplate } from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

const [defibrillator] = file.devices as unknown as DeviceTemplate[];
const version = {
  ...{ methodReference: "CP-DEF-01", decisionRuleId: null, effectiveOn: null, changeNote: null },
  content: contentFromTemplate(defibrillator!),
};
const draft = draftTyped(version);
const parameters = ["content", "parameters", 0] as const;

test("a draft that says the same in another way is saved", () => {
  expect(isSaved(draft, version)).toBe(true);
  expect(isSaved(put(draft, ["methodReference"], " CP-DEF-01 "), version)).toBe(true);
  const point = [...parameters, "points", 0, "tolerance"];
  const kept = {
    ...version,
    content: put(version.content, point.slice(1), { op: "le", value: "8" }),
  };
  expect(isSaved(put(draft, point, "≤8"), kept)).toBe(true);
  const turned = Object.fromEntries(Object.entries(version.content).reverse());
  expect(isSaved(draft, { ...version, content: turned as typeof version.content })).toBe(true);
});

test.each<[string, (string | number)[], unknown]>([
  ["the method", ["methodReference"], "CP-DEF-02"],
  ["what is new", ["changeNote"], "A word"],
  ["the first day", ["effectiveOn"], "2026-12-01"],
  ["the name of a component", [...parameters, "components", 1, "name"], "Another"],
  ["a reading", [...parameters, "points", 0, "readings"], "9"],
  ["a tolerance", [...parameters, "points", 0, "tolerance"], "±99"],
])("a draft of which %s differs is not saved", (_, path, value) => {
  expect(isSaved(put(draft, path, value), version)).toBe(false);
});
