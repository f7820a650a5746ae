import { expect, test } from "vitest";
import { completeFromTemplate } from "#app/shared/calibration/complete-content.ts";
import { procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import { builtIn } from "#worker/domain/calibration/built-in.ts";

const simple = { id: "rule", name: "Simple", kind: "simple" } as const;
const { templates } = await builtIn();

test.each(templates.map((one) => [one.key, one] as const))(
  "%s becomes a version that lacks nothing but figures to compare",
  (_, template) => {
    const version = completeFromTemplate(template, simple);
    const gaps = procedureGaps(version, [simple]);
    expect(gaps.filter(({ isToVerify }) => !isToVerify)).toEqual([]);
    const { parameters, checks } = version.content;
    const asked = checks.filter(({ key }) => key.startsWith("t"));
    expect(parameters.length + asked.length).toBe(template.tests.length);
    expect(checks.length).toBeGreaterThanOrEqual(template.pm_checks.length);
    expect(new Set(checks.map(({ key }) => key)).size).toBe(checks.length);
    const marked = parameters.flatMap(({ points }) => points.filter(({ verify }) => verify));
    const waiting = template.tests.filter(({ verify }, at) => {
      const isAsked = asked.some(({ key }) => key === `t${at + 1}`);
      return verify && !isAsked;
    });
    expect(marked.length > 0).toBe(waiting.length > 0);
  },
);

test("a test that no standard is named for is asked with its limit", () => {
  const pump = templates.find(({ key }) => key === "infusion_pump")!;
  const { content } = completeFromTemplate(pump, simple);
  const [battery] = content.checks.filter(({ key }) => key.startsWith("t"));
  expect(battery!.name).toMatch(/^Battery run time at nominal rate: at least \d/);
  expect(content.parameters.map(({ name }) => name)).not.toContain(
    "Battery run time at nominal rate",
  );
});
