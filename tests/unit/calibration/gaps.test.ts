import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  componentOf,
  contentFromTemplate,
  usualComponents,
} from "#app/shared/calibration/content-from-template.ts";
import type { DeviceTemplate } from "#app/shared/calibration/device-template.ts";
import type {
  ProcedureComponent,
  ProcedureContent,
  ProcedureParameter,
  ProcedurePoint,
} from "#app/shared/calibration/procedure-content.ts";
import { type KnownRule, procedureGaps } from "#app/shared/calibration/procedure-gaps.ts";
import file from "#worker/domain/calibration/biomed-templates.json" with { type: "json" };
import { problems } from "#worker/domain/entity/fields.ts";
import { contentInput } from "#worker/domain/procedures/content-input.ts";

const [defibrillator] = file.devices as unknown as DeviceTemplate[];
const rules: KnownRule[] = [
  { id: "six", name: "Z540.3 method 6", kind: "z540_method6" },
  { id: "simple", name: "Simple acceptance", kind: "simple" },
];
const whole = contentFromTemplate(defibrillator!);
/** One parameter whose version lacks nothing. */
const parameter = whole.parameters[0]!;
const version = (more: {
  method?: string;
  rule?: string | null;
  parameter?: Partial<ProcedureParameter>;
  point?: Partial<ProcedurePoint>;
  component?: Partial<ProcedureComponent>;
  content?: Partial<ProcedureContent>;
}) => {
  const [point, ...points] = parameter.points;
  const [first, second, ...others] = parameter.components;
  return {
    methodReference: more.method ?? "CP-DEF-01",
    decisionRuleId: more.rule ?? null,
    content: {
      ...whole,
      roles: [{ role: "defibrillator_analyser", count: 1, minTur: null }],
      parameters: [
        {
          ...parameter,
          points: [{ ...point!, ...more.point }, ...points],
          components: [first!, { ...second!, ...more.component }, ...others],
          ...more.parameter,
        },
      ],
      ...more.content,
    },
  };
};
const pathsOf = (more: Parameters<typeof version>[0]) =>
  procedureGaps(version(more), rules).map(({ path }) => path);

describe("what a version lacks", () => {
  test("nothing, where all is said", () => expect(pathsOf({ rule: "six" })).toEqual([]));

  test("a coverage that is no figure is told once, and the example is not tried with it", () => {
    const found = pathsOf({ rule: "six", content: { coverage: { mode: "p", p: "0,95" } } });
    expect(found).toEqual(["coverage.p"]);
    expect(pathsOf({ rule: "six", content: { coverage: { mode: "k", k: "10" } } })).toEqual([]);
  });

  test.each<[string, Parameters<typeof version>[0], string]>([
    ["no method reference", { method: " " }, "methodReference"],
    ["a rule that is not there", { rule: "gone" }, "decisionRuleId"],
    [
      "a probability with a comma",
      { content: { coverage: { mode: "p", p: "0,95" } } },
      "coverage.p",
    ],
    ["a certain probability", { content: { coverage: { mode: "p", p: "1" } } }, "coverage.p"],
    ["no factor", { content: { coverage: { mode: "k", k: "" } } }, "coverage.k"],
    ["a factor of nothing", { content: { coverage: { mode: "k", k: "0" } } }, "coverage.k"],
    ["a factor above ten", { content: { coverage: { mode: "k", k: "10.1" } } }, "coverage.k"],
    ["nothing at all", { content: { parameters: [], checks: [], roles: [] } }, "parameters"],
    [
      "a standard that nothing uses",
      {
        content: {
          roles: [...version({}).content.roles, { role: "timer", count: 1, minTur: null }],
        },
      },
      "roles.1.role",
    ],
    [
      "a range of surroundings upside down",
      {
        content: {
          environment: [
            { quantity: "temperature", unit: "degC", lo: "30", hi: "20", log: "start_end" },
          ],
        },
      },
      "environment.0.lo",
    ],
    [
      "electrical checks without a standard",
      {
        content: {
          checks: [
            {
              key: "e",
              group: "electrical",
              name: "Leakage",
              mandatory: true,
              quantity: "equipment_leakage",
              condition: null,
            },
          ],
        },
      },
      "safety",
    ],
    [
      "an edition that limits hang on",
      { content: { safety: { standard: "IEC 60601-1", edition: null, method: "direct" } } },
      "safety.edition",
    ],
    ["no standard", { parameter: { role: null } }, "parameters.0.role"],
    ["a standard that is not listed", { parameter: { role: "timer" } }, "parameters.0.role"],
    ["a unit of another quantity", { parameter: { unit: "V" } }, "parameters.0.unit"],
    ["no points", { parameter: { points: [] } }, "parameters.0.points"],
    ["no components", { parameter: { components: [] } }, "parameters.0.components"],
    ["a model that cannot be read", { parameter: { model: "ind - " } }, "parameters.0.model"],
    [
      "a model with a name nobody knows",
      { parameter: { model: "ind - rev" } },
      "parameters.0.model",
    ],
    [
      "a model without a value",
      { parameter: { model: "ind/(ref - ref)" } },
      "parameters.0.points.0.nominal",
    ],
    ["no tolerance", { point: { tolerance: null } }, "parameters.0.points.0.tolerance"],
    [
      "a tolerance without a nominal value",
      { point: { nominal: null } },
      "parameters.0.points.0.tolerance",
    ],
    [
      "a rule of steps without a load",
      { point: { nominal: null, tolerance: { op: "rule", rule: "mpe_class_iii_in_service" } } },
      "parameters.0.points.0.nominal",
    ],
    ["no reading count", { point: { readings: 0 } }, "parameters.0.points.0.readings"],
    ["one reading and repeatability", { point: { readings: 1 } }, "parameters.0.points.0.readings"],
    [
      "a rule that is one-sided to none",
      { rule: "six", point: { tolerance: { op: "le", value: "5" } } },
      "parameters.0.points.0.decisionRuleId",
    ],
    [
      "a nominal value and per cent",
      { point: { pctOfRange: "50" } },
      "parameters.0.points.0.pctOfRange",
    ],
    ["a figure to confirm", { point: { verify: true } }, "parameters.0.points.0.verify"],
    ["no value", { component: { value: "" } }, "parameters.0.components.1.value"],
    [
      "a value that cannot be read",
      { component: { value: "range.u ^ 2" } },
      "parameters.0.components.1.value",
    ],
    [
      "a value with a name nobody knows",
      { component: { value: "range.uu" } },
      "parameters.0.components.1.value",
    ],
    ["a negative value", { component: { value: "-1" } }, "parameters.0.components.1.value"],
    ["a unit that does not fit", { component: { unit: "V" } }, "parameters.0.components.1.unit"],
    [
      "a sensitivity of zero",
      { component: { sensitivity: "0.0" } },
      "parameters.0.components.1.sensitivity",
    ],
    [
      "readings' distribution elsewhere",
      { component: { distribution: "type_a_readings" } },
      "parameters.0.components.1.distribution",
    ],
    [
      "a trapezoid without its top",
      { component: { distribution: "trapezoidal" } },
      "parameters.0.components.1.beta",
    ],
    [
      "scatter twice",
      { component: { evaluation: "A", distribution: "type_a_readings" } },
      "parameters.0.components.1.evaluation",
    ],
    [
      "alone in a group",
      { component: { correlationGroup: "g", r: "1" } },
      "parameters.0.components.1.correlationGroup",
    ],
    [
      "a symbol with a meaning",
      { component: { symbol: "ref" } },
      "parameters.0.components.1.symbol",
    ],
    [
      "a symbol twice",
      { component: { symbol: parameter.components[0]!.symbol } },
      "parameters.0.components.1.symbol",
    ],
  ])("%s", (_, more, path) => expect(pathsOf(more)).toContain(path));

  test("one rule of a point is enough where the version's own cannot judge it", () => {
    const point = { tolerance: { op: "le", value: "5" }, decisionRuleId: "simple" } as const;
    expect(pathsOf({ rule: "six", point })).toEqual([]);
  });

  test("zero where the model divides by it", () => {
    const components = [
      ...usualComponents("set_duc_read_std"),
      componentOf({
        symbol: "x",
        name: "Part",
        source: "custom",
        distribution: "rectangular",
        value: "0.1/nominal",
      }),
    ];
    const point = { nominal: "0", tolerance: { op: "sym", abs: "1" } } as const;
    expect(
      pathsOf({ parameter: { components, points: [{ ...parameter.points[0]!, ...point }] } }),
    ).toEqual(["parameters.0.points.0.nominal"]);
  });

  test("never throws for what the schema takes, and each gap has its field", () => {
    const typed = fc.constantFrom(
      "",
      "1",
      "0",
      "-3",
      "range.u",
      "ind/0",
      "((",
      "x^2",
      "9".repeat(20),
    );
    const tolerances = fc.constantFrom(
      "",
      "info",
      "±3",
      "±max(15 %, 3)",
      "<= 5",
      "+1/-2",
      "±2 digits",
      "from_machine",
      "rule mpe_class_iii_in_service",
      "rule none",
    );
    fc.assert(
      fc.property(
        typed,
        typed,
        typed,
        tolerances,
        fc.integer({ min: 0, max: 50 }),
        (value, model, sensitivity, tolerance, readings) => {
          const made = version({ component: { value, sensitivity }, parameter: { model } }).content;
          const [only] = made.parameters;
          const [point, ...points] = only!.points;
          const sent = {
            ...made,
            parameters: [{ ...only, points: [{ ...point, tolerance, readings }, ...points] }],
          };
          const { values, errors } = problems(contentInput, JSON.parse(JSON.stringify(sent)));
          expect(errors).toBeUndefined();
          const gaps = procedureGaps(
            { methodReference: "x", decisionRuleId: "six", content: values! },
            rules,
          );
          for (const { path, message } of gaps) {
            expect(path).toMatch(/^parameters\.0\.(points|components|model|role|unit)/);
            expect(message.length).toBeGreaterThan(5);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("the shape of what is sent", () => {
  const errorsOf = (more: object) =>
    Object.keys(
      problems(contentInput, JSON.parse(JSON.stringify({ ...whole, ...more }))).errors ?? {},
    );
  test.each<[string, object, string]>([
    [
      "too many parameters",
      { parameters: Array.from({ length: 41 }, () => parameter) },
      "parameters",
    ],
    [
      "too many points",
      {
        parameters: [
          { ...parameter, points: Array.from({ length: 101 }, () => parameter.points[0]) },
        ],
      },
      "parameters.0.points",
    ],
    [
      "a comma",
      { parameters: [{ ...parameter, points: [{ ...parameter.points[0], nominal: "1,5" }] }] },
      "parameters.0.points.0.nominal",
    ],
    [
      "a tolerance nobody can read",
      {
        parameters: [{ ...parameter, points: [{ ...parameter.points[0], tolerance: "about 3" }] }],
      },
      "parameters.0.points.0.tolerance",
    ],
    [
      "the same point twice",
      { parameters: [{ ...parameter, points: [parameter.points[0], parameter.points[0]] }] },
      "parameters.0.points.1.key",
    ],
    [
      "the same symbol twice",
      {
        parameters: [
          { ...parameter, components: [parameter.components[0], parameter.components[0]] },
        ],
      },
      "parameters.0.components.1.symbol",
    ],
    [
      "51 readings",
      { parameters: [{ ...parameter, points: [{ ...parameter.points[0], readings: 51 }] }] },
      "parameters.0.points.0.readings",
    ],
    ["an unknown field", { extra: 1 }, "extra"],
    ["another coverage", { coverage: { mode: "p", p: "1" } }, "coverage.p"],
  ])("%s is refused at its field", (_, more, path) => expect(errorsOf(more)).toContain(path));
});
