import { z } from "zod";
import {
  COVERAGE,
  type ProcedureContent,
  type ProcedureParameter,
} from "#app/shared/calibration/procedure-content.ts";
import { quantities } from "#app/shared/metrology/units.ts";
import { decimalText, optionalDecimal, tolerance, unitCode } from "../calibration/fields.ts";
import {
  flag,
  optionalId,
  optionalMultiline,
  optionalText,
  text,
  whole,
} from "../entity/fields.ts";

/** So much a version of a procedure holds at most. */
export const MOST = {
  parameters: 40,
  points: 100,
  components: 30,
  roles: 20,
  checks: 100,
  environment: 20,
  statements: 20,
  conditions: 10,
  readings: 50,
} as const;

const KEY = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const key = () =>
  z.string("A key is required").regex(KEY, "A key has small letters, digits, - and _ only");
const SYMBOL = /^[A-Za-z][A-Za-z0-9_]{0,19}$/;
const expression = (label: string) => optionalText(500, label);
/** A text that may be left open while it is written. */
const written = (max: number, label: string) =>
  optionalText(max, label).transform((value) => value ?? "");

/** Entries of which no two have the same name. */
const distinct =
  <R>(nameOf: (row: R) => string, field: string, message: string) =>
  (rows: readonly R[], ctx: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const [at, row] of rows.entries()) {
      const name = nameOf(row);
      if (name && seen.has(name)) ctx.addIssue({ code: "custom", path: [at, field], message });
      seen.add(name);
    }
  };
const listOf = <S extends z.ZodType>(entry: S, most: number, things: string) =>
  z.array(entry, `${things} must be a list`).max(most, {
    error: `At most ${most} ${things.toLowerCase()}`,
    abort: true,
  });

const condition = z.strictObject({
  name: text("Condition", 40),
  value: text("Value", 60),
});

const point = z.strictObject({
  key: key(),
  nominal: optionalDecimal("Nominal value"),
  pctOfRange: optionalDecimal("Per cent of range", { least: "0", most: "100" }),
  readings: whole("Readings", 0, MOST.readings),
  tolerance: z.union([
    z.literal("").transform(() => null),
    z.null(),
    z.literal("from_machine"),
    tolerance(),
  ]),
  decisionRuleId: optionalId("Decision rule"),
  mandatory: flag("Mandatory"),
  conditions: listOf(condition, MOST.conditions, "Conditions"),
  verify: flag("To verify"),
});

const distributions = [
  ...(["normal_std", "normal_k", "normal_p", "rectangular", "triangular"] as const),
  ...(["u_shaped", "trapezoidal", "resolution", "asymmetric", "constant"] as const),
  ...(["type_a_readings", "type_a_pooled"] as const),
] as const;

const component = z.strictObject({
  symbol: z
    .string("Symbol is required")
    .regex(SYMBOL, "A symbol begins with a letter and has letters, digits and _ only"),
  name: text("Name", 80),
  source: text("Source", 40),
  evaluation: z.enum(["A", "B"], "Evaluation is A or B"),
  distribution: z.enum(distributions, "This distribution is not known"),
  value: written(500, "Value"),
  unit: unitCode().nullish().default(null),
  k: expression("k").nullish().default(null),
  p: optionalDecimal("p", { above: "0", most: "0.9999" }),
  beta: expression("Top over base"),
  minus: expression("Minus"),
  sensitivity: expression("Sensitivity"),
  dof: expression("Degrees of freedom"),
  reliability_pct: optionalDecimal("Reliability", { above: "0", most: "100" }),
  pooled: z
    .strictObject({
      s: decimalText("Pooled s", { least: "0" }),
      n: whole("Readings of the pool", 1, 10_000),
      dof: whole("Degrees of freedom of the pool", 1, 100_000),
    })
    .nullish()
    .default(null),
  correlationGroup: optionalText(20, "Correlation group"),
  r: optionalDecimal("r", { least: "-1", most: "1" }),
});

const parameter = z.strictObject({
  key: key(),
  name: text("Name", 120),
  quantity: z.enum(quantities, "Choose the quantity"),
  unit: unitCode(),
  setting: z.enum(["set_duc_read_std", "set_std_read_duc"], "Choose what is set"),
  role: optionalText(60, "Standard"),
  model: expression("Model"),
  sequence: z.enum(["single", "up", "down", "up_down", "up_down_up"], "Choose the sequence"),
  points: listOf(point, MOST.points, "Points"),
  components: listOf(component, MOST.components, "Components").superRefine(
    distinct(({ symbol }) => symbol, "symbol", "Another component has this symbol"),
  ),
});

/** A key tells a point from all others of the version. */
function distinctPoints(
  parameters: readonly { points: readonly { key: string }[] }[],
  ctx: z.RefinementCtx,
) {
  const seen = new Set<string>();
  for (const [at, { points }] of parameters.entries())
    for (const [place, { key }] of points.entries()) {
      if (seen.has(key))
        ctx.addIssue({
          ...{ code: "custom", path: [at, "points", place, "key"] },
          message: "Another point has this key",
        });
      seen.add(key);
    }
}

const environment = z.strictObject({
  quantity: text("Quantity", 60),
  unit: unitCode(),
  lo: decimalText("Lowest"),
  hi: decimalText("Highest"),
  log: z.enum(["start_end", "continuous"], "Choose how it is recorded"),
});

const role = z.strictObject({
  role: text("Role", 60),
  count: whole("Count", 1, 10),
  minTur: optionalDecimal("Least TUR", { above: "0", most: "100" }),
});

const check = z.strictObject({
  key: key(),
  group: z.enum(["visual", "function", "alarm", "electrical"], "Choose the group"),
  name: text("Check", 200),
  mandatory: flag("Mandatory"),
  quantity: optionalText(60, "Quantity"),
  condition: optionalText(120, "Condition"),
});

/**
 * What a version of a procedure says, as it is sent: bounded, and of the right shape. A draft may still leave open what
 * `procedureGaps` asks for.
 */
export const contentInput = z.strictObject({
  scope: optionalMultiline(4000, "Scope"),
  precautions: optionalMultiline(4000, "Precautions"),
  preparation: optionalMultiline(4000, "Preparation"),
  warmUpMinutes: whole("Warm-up", 0, 10_080),
  acclimatiseMinutes: whole("Acclimatisation", 0, 10_080),
  environment: listOf(environment, MOST.environment, "Conditions"),
  roles: listOf(role, MOST.roles, "Standards").superRefine(
    distinct(({ role }) => role, "role", "This standard is listed already"),
  ),
  coverage: z.discriminatedUnion("mode", [
    z.strictObject({
      mode: z.literal("p"),
      p: decimalText(COVERAGE.p.label, { above: "0", most: COVERAGE.p.most }),
    }),
    z.strictObject({
      mode: z.literal("k"),
      k: decimalText(COVERAGE.k.label, { above: "0", most: COVERAGE.k.most }),
    }),
  ]),
  rounding: z.strictObject({
    digits: z.union([z.literal(1), z.literal(2)], "U has 1 or 2 digits"),
    mode: z.enum(["ea5", "nearest", "up"], "Choose how U is rounded"),
  }),
  asFoundRequired: flag("As found"),
  checks: listOf(check, MOST.checks, "Checks").superRefine(
    distinct(({ key }) => key, "key", "Another check has this key"),
  ),
  safety: z
    .strictObject({
      standard: text("Standard", 60),
      edition: optionalText(20, "Edition"),
      method: text("Method", 40),
    })
    .nullable(),
  statements: listOf(text("Statement", 500), MOST.statements, "Statements"),
  parameters: listOf(parameter, MOST.parameters, "Parameters")
    .superRefine(distinct(({ key }) => key, "key", "Another parameter has this key"))
    .superRefine(distinctPoints),
});

/** The schema and the type that everybody reads say the same. */
export type SentContent =
  z.output<typeof contentInput> extends ProcedureContent ? z.output<typeof contentInput> : never;
export type SentParameter = Extract<ProcedureParameter, SentContent["parameters"][number]>;
