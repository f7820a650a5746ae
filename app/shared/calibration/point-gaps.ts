import { toDouble, typedNumber } from "../metrology/decimal.ts";
import { type RuleKind, ruleProblem } from "../metrology/decision.ts";
import { type Limits, limitsOf, ToleranceError } from "../metrology/tolerance.ts";
import { countsScatter } from "./component-gaps.ts";
import type { Report } from "./gaps.ts";
import { pointName } from "./point-name.ts";
import type { ProcedureParameter, ProcedurePoint } from "./procedure-content.ts";
import { toleranceRules } from "./tolerance-rules.ts";

/** A decision rule as far as it decides what it can judge. */
export type KnownRule = { id: string; name: string; kind: RuleKind };

/** A range and a step for tolerances that are parts of them: what they are is known at the device. */
const someDevice = { range: { lo: "0", hi: "1" }, resolution: "1" };

/** The limits of a point where its tolerance alone tells them; null where the device does, or the nominal value is not known. */
export function limitsAt({ tolerance, nominal, pctOfRange }: ProcedurePoint): Limits | null {
  if (tolerance === null || tolerance === "from_machine") return null;
  const setpoint = nominal ?? (pctOfRange === null ? null : "1");
  return limitsOf(tolerance, { setpoint, ...someDevice, rules: toleranceRules });
}

function toleranceOf(point: ProcedurePoint, name: string, report: Report): Limits | null {
  const { tolerance, nominal, pctOfRange } = point;
  if (tolerance === null) {
    report("tolerance", `Say the tolerance at ${name}, or info where there is none`);
    return null;
  }
  const isOpen = nominal === null && pctOfRange === null;
  if (tolerance !== "from_machine" && tolerance.op === "rule" && isOpen) {
    report("nominal", `Say the nominal value of ${name}: its tolerance grows with it`);
    return null;
  }
  try {
    return limitsAt(point);
  } catch (cause) {
    if (!(cause instanceof ToleranceError)) throw cause;
    report("tolerance", `Tolerance at ${name}: ${cause.message}`);
    return null;
  }
}

/**
 * What is wrong with the points of a parameter; paths begin at their place.
 * @param versionRule the rule of the version; null: as was agreed with the consumer
 */
export function pointGaps(
  parameter: ProcedureParameter,
  rules: ReadonlyMap<string, KnownRule>,
  versionRule: KnownRule | null,
  report: Report,
): void {
  const { points, unit } = parameter;
  if (points.length === 0) report("", `${parameter.name} has no points`);
  const scatters = countsScatter(parameter);
  for (const [at, point] of points.entries()) {
    const name = pointName(point, unit, at, parameter.name);
    const here: Report = (field, message) => report(`${at}.${field}`, message);
    const nominal = typedNumber(point.nominal);
    if (point.nominal !== null && !nominal)
      here("nominal", `${point.nominal} is not a number such as 12.50`);
    if (point.nominal !== null && point.pctOfRange !== null)
      here("pctOfRange", `${name} has a nominal value or a per cent of range, not both`);
    if (point.readings < 1) here("readings", `Say how many readings are taken at ${name}`);
    else if (scatters && point.readings < 2)
      here("readings", `Repeatability needs two readings or more at ${name}`);
    const limits = toleranceOf(point, name, here);
    const own = point.decisionRuleId;
    const rule = own === null ? versionRule : rules.get(own);
    if (rule === undefined) here("decisionRuleId", `The decision rule of ${name} is not available`);
    const problem =
      rule && limits && (limits.lower || limits.upper)
        ? ruleProblem(
            rule.kind,
            {
              lower: limits.lower && toDouble(limits.lower),
              upper: limits.upper && toDouble(limits.upper),
            },
            nominal && toDouble(nominal),
          )
        : null;
    if (problem)
      here("decisionRuleId", `${rule!.name} cannot judge ${name}. ${problem}: choose another one`);
  }
}
