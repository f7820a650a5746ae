/** The components of a budget at a point: from what a procedure says to inputs in the unit of the result. */
import type { Input } from "./budget.ts";
import { decimal, toDouble } from "./decimal.ts";
import { expressionOf, namesIn } from "./expression.ts";
import { figure, type Named, SetupError } from "./figures.ts";
import type { Component, PointInput } from "./point.ts";
import type { Sides } from "./sides.ts";
import { dofOfReliability, type Evaluation, evaluated } from "./type-b.ts";
import { convertedDifference } from "./units.ts";

const inUnit = (value: number, { unit }: Component, result: PointInput["unit"]): number =>
  unit && unit !== result ? toDouble(convertedDifference(decimal(value), unit, result)) : value;

/** The scatter of the readings: the mean's uncertainty, or of one reading what earlier series told. */
function repeatability({ pooled }: Component, { read, step }: Sides): Evaluation {
  if (!pooled)
    return {
      ...{ distribution: "type_a_readings", readings: read },
      ...(step ? { resolution: step } : {}),
    };
  const deviation = figure(pooled.s, {}, "The pooled deviation");
  return {
    ...{ distribution: "type_a_pooled", pooled_std: deviation, n: read.length },
    dof: pooled.dof,
  };
}

/** What is known of a component at this point, in the unit of the result. */
function evaluationOf(
  component: Component,
  named: Named,
  sides: Sides,
  input: PointInput,
): Evaluation {
  const { distribution, value, reliability_pct, dof } = component;
  if (component.evaluation === "A") return repeatability(component, sides);
  const own = (what: string) => inUnit(figure(value, named, what), component, input.unit);
  const known = {
    dof: reliability_pct
      ? dofOfReliability(figure(reliability_pct, {}, "The reliability"))
      : dof
        ? figure(dof, named, "The degrees of freedom")
        : null,
  };
  switch (distribution) {
    case "normal_std":
      return { ...known, distribution, std: own("The standard uncertainty") };
    case "normal_k":
      return {
        ...known,
        distribution,
        expanded: own("U"),
        k: figure(component.k ?? "2", named, "k"),
      };
    case "normal_p":
      return {
        ...known,
        distribution,
        expanded: own("U"),
        p: figure(component.p ?? "0.9545", named, "p"),
      };
    case "rectangular":
    case "triangular":
    case "u_shaped":
      return { ...known, distribution, halfwidth: own("The half-width") };
    case "trapezoidal":
      return {
        ...known,
        distribution,
        halfwidth: own("The half-width"),
        beta: figure(component.beta, named, "The top over the base"),
      };
    case "resolution":
      return { ...known, distribution, resolution: own("The resolution") };
    case "asymmetric":
      return {
        ...known,
        distribution,
        plus: own("Plus"),
        minus: inUnit(figure(component.minus, named, "Minus"), component, input.unit),
      };
    case "constant":
      return { ...known, distribution };
    default:
      throw new SetupError("This distribution belongs to readings");
  }
}

/** Sources whose uncertainty is that of a display. */
const RESOLUTIONS = {
  set_std_read_duc: "duc_resolution",
  set_duc_read_std: "std_resolution",
} as const;

/** An input with its estimate. */
export type PlacedInput = Input & { value: number };

/**
 * Scatter that is only the display's step is counted once: of the two, the larger stays.
 * @returns whether it was so
 */
export function countOnce(
  inputs: PlacedInput[],
  input: PointInput,
  s: number | null,
  step: number | null,
): boolean {
  if (s === null || step === null || s > step) return false;
  const { components, setting } = input;
  const scatter = components.findIndex(({ evaluation }) => evaluation === "A");
  const display = components.findIndex(({ source }) => source === RESOLUTIONS[setting]);
  if (scatter < 0 || display < 0) return false;
  const uOf = (at: number) => evaluated(inputs[at]!).u;
  const less = uOf(display) >= uOf(scatter) ? scatter : display;
  const { name, value } = inputs[less]!;
  inputs[less] = { name, value, distribution: "constant" };
  return true;
}

/** The inputs of the budget; the error's own value comes of the model. What the model does not name adds to the error as it is. */
export function inputsOf(input: PointInput, sides: Sides, named: Named): PlacedInput[] {
  const inModel = input.model === null ? [] : namesIn(expressionOf(input.model));
  return input.components.map((component): PlacedInput => {
    const { symbol, sensitivity } = component;
    const value = symbol === "indication" || symbol === "reference" ? named[symbol]! : 0;
    const byItself = inModel.includes(symbol) ? undefined : 1;
    return {
      ...evaluationOf(component, named, sides, input),
      name: symbol,
      value,
      sensitivity: sensitivity ? figure(sensitivity, named, "The sensitivity") : byItself,
    };
  });
}
