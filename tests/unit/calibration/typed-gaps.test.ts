import { expect, test } from "vitest";
import { contentOf, draftTyped } from "#app/routes/procedures/editing.ts";
import { put } from "#app/routes/procedures/put.ts";
import { typedGaps } from "#app/routes/procedures/typed-gaps.ts";
import { contentFromTemplate } from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { pointName } from "#app/shared/calibration/point-name.ts";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

const [defibrillator] = file.devices as unknown as DeviceTemplate[];
const draft = draftTyped({
  ...{ methodReference: "CP-DEF-01", decisionRuleId: null, effectiveOn: null, changeNote: null },
  content: contentFromTemplate(defibrillator!),
});
const tolerance = ["content", "parameters", 0, "points", 0, "tolerance"];
const told = (typed: string) => {
  const changed = put(draft, tolerance, typed);
  const reviewed = { methodReference: "x", decisionRuleId: null, content: contentOf(changed) };
  return typedGaps(procedureGaps(reviewed, []), changed).find(
    ({ path }) => path === tolerance.slice(1).join("."),
  )?.message;
};

test("a tolerance that cannot be read is told apart from one that is not said", () => {
  const { nominal } = draft.content.parameters[0]!.points[0]!;
  expect(told(" about ten ")).toMatch(
    `“about ten” is no tolerance at ${nominal} J. Write a tolerance such as ±0.5`,
  );
  expect(told("")).toBe(`Say the tolerance at ${nominal} J, or info where there is none`);
  expect(told("±10 %")).toBeUndefined();
});

test("a point is named by its value, its part of the range, or its place", () => {
  const named = (nominal: string, pctOfRange: string, parameter?: string) =>
    pointName({ nominal, pctOfRange }, "mmHg", 1, parameter);
  expect(named("-20", "", "Pressure")).toBe("−20 mmHg");
  expect(named("", "50", "Pressure")).toBe("50 % of range");
  expect(named("", "")).toBe("point 2");
  expect(named("", "", "Pressure")).toBe("point 2 of Pressure");
});
