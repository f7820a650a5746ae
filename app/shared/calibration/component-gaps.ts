import { typedNumber } from "../metrology/decimal.ts";
import { units } from "../metrology/units.ts";
import { expressionProblem, type Report } from "./gaps.ts";
import { repeatsSymbol } from "./point-names.ts";
import type { ProcedureComponent, ProcedureParameter } from "./procedure-content.ts";

const readingsOnly = new Set(["type_a_readings", "type_a_pooled"]);
/** Words that a formula has a meaning for. */
const taken = new Set([
  ...["pi", "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "atan", "abs", "pow"],
  ...["ind", "ref", "nominal", "duc", "range"],
]);

const isScatter = ({ evaluation, pooled }: ProcedureComponent) => evaluation === "A" && !pooled;
/** Whether the scatter of the readings themselves is a part of the budget. */
export const countsScatter = ({ components }: Pick<ProcedureParameter, "components">) =>
  components.some(isScatter);

/** The fields of a component that its distribution asks for, beside the value. */
const asks = {
  trapezoidal: ["beta", "the top over the base"],
  asymmetric: ["minus", "the reach below"],
} as const;

function figuresOf(one: ProcedureComponent, names: readonly string[], report: Report) {
  const { distribution, value } = one;
  if (one.evaluation === "B" && distribution !== "constant" && value.trim() === "")
    report("value", `Say the value of ${one.name}`);
  const asked =
    distribution === "trapezoidal" || distribution === "asymmetric" ? asks[distribution] : null;
  if (asked && !one[asked[0]]) report(asked[0], `Say ${asked[1]} of ${one.name}`);
  for (const field of ["value", "k", "beta", "minus", "sensitivity", "dof"] as const) {
    const text = one[field];
    if (!text?.trim()) continue;
    const problem = expressionProblem(text, names);
    if (problem) report(field, `${one.name}: ${problem}`);
  }
  if (typedNumber(value)?.lt(0)) report("value", `${one.name} is not negative`);
  if (one.k && typedNumber(one.k)?.lte(0)) report("k", `k of ${one.name} must be above 0`);
  if (one.sensitivity && typedNumber(one.sensitivity)?.eq(0))
    report("sensitivity", `With a sensitivity of zero ${one.name} adds nothing`);
}

function evaluationOf(one: ProcedureComponent, report: Report) {
  const isOfReadings = readingsOnly.has(one.distribution);
  if (one.evaluation === "B" && isOfReadings)
    report("distribution", `${one.name}: this distribution belongs to readings`);
  if (one.evaluation === "A" && !isOfReadings)
    report("distribution", `${one.name}: an evaluation of readings has their own distribution`);
  if (one.evaluation === "A" && one.distribution === "type_a_pooled" && !one.pooled)
    report("pooled", `Say the pooled standard deviation of ${one.name}`);
}

function groupsOf(components: readonly ProcedureComponent[], report: Report) {
  for (const [at, one] of components.entries()) {
    const group = one.correlationGroup;
    if (!group) continue;
    const members = components.filter(({ correlationGroup }) => correlationGroup === group);
    const [own, first] = [typedNumber(one.r), typedNumber(members[0]!.r)];
    if (members.length === 1)
      report(`${at}.correlationGroup`, `No other component is in the group ${group}`);
    else if (!own) report(`${at}.r`, `Say the correlation of ${one.name}`);
    else if (first && !own.eq(first)) report(`${at}.r`, `The group ${group} has one correlation`);
  }
}

/**
 * What is wrong with the components of a parameter; paths begin at their place.
 * @param names what their values may name
 */
export function componentGaps(
  { components, unit, name }: ProcedureParameter,
  names: readonly string[],
  report: Report,
): void {
  if (components.length === 0) report("", `${name} has no uncertainty: add its components`);
  let scatters = 0;
  for (const [at, one] of components.entries()) {
    const here: Report = (field, message) => report(`${at}.${field}`, message);
    if (taken.has(one.symbol)) here("symbol", `${one.symbol} has a meaning of its own`);
    if (repeatsSymbol(components, at))
      here("symbol", `Another component has the symbol ${one.symbol}`);
    if (one.unit && units[one.unit].quantity !== units[unit].quantity)
      here(
        "unit",
        `${one.name} is in ${units[one.unit].symbol}, which is no unit of ${units[unit].quantity}`,
      );
    if (isScatter(one) && ++scatters > 1)
      here("evaluation", "The scatter of the readings is counted once");
    evaluationOf(one, here);
    figuresOf(one, names, here);
  }
  groupsOf(components, report);
}
