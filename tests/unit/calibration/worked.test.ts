import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  componentOf,
  contentFromTemplate,
  usualComponents,
} from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import { procedureDifferences } from "#app/shared/calibration/procedure-differences.ts";
import {
  engineRule,
  evaluatePoint,
  exampleInput,
  firstFigures,
  firstReadings,
  whatIf,
} from "#app/shared/calibration/worked.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };

const devices = file.devices as unknown as DeviceTemplate[];
const contents = devices.map((one) => [one.key, contentFromTemplate(one)] as const);
const exampleOf = (content: (typeof contents)[number][1], parameterAt = 0, pointAt = 0) => {
  const parameter = content.parameters[parameterAt]!;
  const point = parameter.points[pointAt]!;
  const figures = firstFigures(parameter);
  const readings = firstReadings(point, figures);
  const rule = engineRule({ kind: "simple", guardFactor: null, riskLimit: null });
  return exampleInput({ parameter, point, content, rule, figures, readings });
};

describe("an example", () => {
  test.each(contents)(
    "of every point of %s has an uncertainty, and readings within its limits",
    (_, content) => {
      for (const [at, { points }] of content.parameters.entries())
        for (const [place, point] of points.entries()) {
          const result = evaluatePoint(exampleOf(content, at, place));
          expect(result.reasons).toEqual([]);
          expect(Number(result.u_used)).toBeGreaterThan(0);
          const isOpen =
            point.tolerance !== null &&
            point.tolerance !== "from_machine" &&
            point.tolerance.op === "rule";
          expect(result.verdict).toBe(isOpen ? "not_stated" : "pass");
        }
    },
  );
});

describe("what to improve", () => {
  const content = contents[0]![1];
  const fixed = { ...content, coverage: { mode: "k", k: "2" } as const };
  const withWidths = (widths: readonly number[]) => ({
    ...exampleOf(fixed),
    components: [
      ...usualComponents("set_duc_read_std").slice(0, 1),
      ...widths.map((width, at) =>
        componentOf({
          ...{ symbol: `c${at}`, name: `Part ${at}`, source: "custom" },
          ...{ distribution: "rectangular", value: String(width) },
        }),
      ),
    ],
  });
  const width = fc.integer({ min: 1, max: 1000 }).map((n) => n / 100);

  test("shares come to one, and without a component U is not larger", () => {
    fc.assert(
      fc.property(fc.array(width, { minLength: 1, maxLength: 6 }), (widths) => {
        const input = withWidths(widths);
        const found = whatIf(input, null);
        expect(found.reduce((all, { share }) => all + share, 0)).toBeCloseTo(1, 9);
        const U = Number(evaluatePoint(input).u_raw);
        for (const one of found) expect(one.without!).toBeLessThanOrEqual(U * (1 + 1e-12));
        expect([...found].sort((a, b) => b.share - a.share)).toEqual(found);
      }),
    );
  });

  test("a component that shrinks as told reaches the target", () => {
    fc.assert(
      fc.property(
        fc.array(width, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 5, max: 99 }),
        (widths, percent) => {
          const target = (Number(evaluatePoint(withWidths(widths)).u_raw) * percent) / 100;
          for (const { symbol, shrink } of whatIf(withWidths(widths), target)) {
            const at = Number(symbol.slice(1));
            if (shrink === null || !symbol.startsWith("c")) continue;
            const smaller = widths.map((one, place) => (place === at ? one * shrink : one));
            const reached = Number(evaluatePoint(withWidths(smaller)).u_raw);
            expect(Math.abs(reached - target)).toBeLessThanOrEqual(1e-9 * target + 1e-12);
          }
        },
      ),
    );
  });

  test("nothing is to do where the target is reached already", () => {
    const shrinks = whatIf(withWidths([1, 2]), 1e6).map(({ shrink }) => shrink);
    expect(new Set(shrinks)).toEqual(new Set([1]));
  });
});

describe("differences in words", () => {
  const [, content] = contents[0]!;
  const version = { methodReference: "CP-01", ruleName: null, content };
  test.each(contents)("there are none between %s and itself", (_, one) => {
    const same = { methodReference: "x", ruleName: null, content: one };
    expect(procedureDifferences(same, structuredClone(same))).toEqual([]);
  });

  test("each is told with what it was and is", () => {
    const [first, ...others] = content.parameters;
    const [point, gone, ...points] = first!.points;
    const after = {
      ...version,
      methodReference: "CP-02",
      content: {
        ...content,
        warmUpMinutes: 15,
        parameters: [
          {
            ...first!,
            points: [
              { ...point!, readings: 5, tolerance: { op: "le", value: "5" } as const },
              ...points,
              { ...gone!, key: "new", nominal: "360.5" },
            ],
          },
          ...others,
        ],
      },
    };
    expect(procedureDifferences(version, after)).toEqual([
      { where: "Method", from: "CP-01", to: "CP-02" },
      { where: "Warm-up", from: "0 min", to: "15 min" },
      {
        where: "Delivered energy into 50 ohm, 2 J: tolerance",
        from: "±max(15 %, 3 J)",
        to: "≤ 5 J",
      },
      { where: "Delivered energy into 50 ohm, 2 J: readings", from: "3", to: "5" },
      { where: "Delivered energy into 50 ohm, 360.5 J", from: null, to: "added" },
      { where: "Delivered energy into 50 ohm, 5 J", from: "taken out", to: null },
    ]);
  });
});
