/**
 * One point of a calibration, from its readings to its verdict. The same function runs in the form while one types and on the server
 * when it is saved; the server's result is the one that is kept. GUM (JCGM 100:2008) 4 to 7, EA-4/02 M:2022, ILAC-G8:09/2019.
 */

import { type BudgetLine, type Combined, combined, type Input } from "./budget.ts";
import { countOnce, inputsOf } from "./components.ts";
import { coverageFactor, coverageFor, wholeDof } from "./coverage.ts";
import { decimal, plainText, toDouble } from "./decimal.ts";
import { decide } from "./decision.ts";
import { square } from "./elementary.ts";
import { ExpressionError, expressionOf } from "./expression.ts";
import { figure, type Named, number, SetupError } from "./figures.ts";
import {
  type Component,
  ENGINE_VERSION,
  type PointFlag,
  type PointInput,
  type PointResult,
  type ResultLine,
} from "./point.ts";
import { printedResult, printedU } from "./rounding.ts";
import { type Sides, sidesOf } from "./sides.ts";
import { type Limits, limitsOf, NO_LIMITS, ToleranceError } from "./tolerance.ts";
import { grubbs, typeA } from "./type-a.ts";
import { UnitError } from "./units.ts";

const text = (value: number): string => String(value);
const finiteText = (value: number | null): string | null =>
  value === null || !Number.isFinite(value) ? null : text(value);

const nothing: PointResult = {
  engine_version: ENGINE_VERSION,
  verdict: "invalid",
  ...{ reasons: [], flags: [], budget: [], coverage: null },
  ...{ indication: null, reference: null, error: null, s: null, u_c: null, nu_eff: null },
  ...{ k: null, p: null, u_raw: null, u_used: null, cmc: null },
  ...{ value_reported: null, error_reported: null, u_reported: null },
  ...{ lower: null, upper: null, guard: null, accept_lower: null, accept_upper: null },
  ...{ tur: null, pc: null },
};

/** Combines by the model, whose names are those of the point and the symbols of the components. */
function budgetOf(input: PointInput, inputs: readonly Input[], named: Named): Combined {
  const { model, correlations = [] } = input;
  return combined(inputs, model === null ? null : expressionOf(model), correlations, named);
}

function expanded(input: PointInput, budget: Combined) {
  const { coverage, components } = input;
  const { dofEff, leastDof, isCorrelated, lines } = budget;
  if (coverage.mode === "k")
    return {
      chosen: { mode: "k", k: figure(coverage.k, {}, "k") } as const,
      dof: isCorrelated ? wholeDof(leastDof) : wholeDof(dofEff),
    };
  const p = figure(coverage.p, {}, "p");
  if (isCorrelated) return { chosen: { mode: "p", p } as const, dof: wholeDof(leastDof) };
  const rectangular = new Set(
    components
      .filter(({ distribution }) => distribution === "rectangular" || distribution === "resolution")
      .map(({ symbol }) => symbol),
  );
  const terms = lines.map(({ name, contribution }) => ({
    contribution,
    isRectangular: rectangular.has(name),
  }));
  return { chosen: coverageFor(p, terms), dof: dofEff };
}

function limitsAt(input: PointInput, { reference, indication }: Sides): Limits {
  const { tolerance, nominal, setting, range, resolution, rules } = input;
  if (!tolerance) return NO_LIMITS;
  const centre = setting === "set_std_read_duc" ? reference : indication;
  return limitsOf(tolerance, {
    ...{ setpoint: nominal, range: range ?? null, resolution: resolution ?? null },
    ...(rules ? { rules } : {}),
    ...(nominal === null ? {} : { centre }),
    reference,
  });
}

/** The error, and the value that is judged: that of the side that is read, corrected. With a model both follow from it. */
function resultOf({ model, setting }: PointInput, sides: Sides, budget: Combined) {
  const { indication, reference, isOneSided } = sides;
  const isDeviceRead = setting === "set_std_read_duc";
  const told = model === null ? null : decimal(budget.value);
  if (isOneSided) return { error: null, y: told ?? indication };
  const error = told ?? indication.minus(reference);
  return { error, y: isDeviceRead ? reference.plus(error) : indication.minus(error) };
}

const LOW_DOF = 10;
const NONLINEAR = 0.1;

/** The smallest expanded uncertainty that the scope allows at a value; null without one. */
export function cmcAt(cmc: PointInput["cmc"], value: number): number | null {
  if (!cmc) return null;
  const part = (figureOf: string | null) => (figureOf ? figure(figureOf, {}, "The CMC") : 0);
  return part(cmc.abs) + (part(cmc.pct) * Math.abs(value)) / 100;
}

const resultLine = (line: BudgetLine, component: Component): ResultLine => ({
  symbol: component.symbol,
  name: component.name,
  source: component.source,
  distribution: component.distribution,
  u: text(line.u),
  dof: finiteText(line.dof),
  sensitivity: text(line.sensitivity),
  contribution: text(line.contribution),
  share: text(line.share),
});

function evaluatedPoint(input: PointInput): PointResult {
  const { sides, reasons } = sidesOf(input);
  if (!sides) return { ...nothing, reasons };
  const { indication, reference, read, step } = sides;
  const flags = new Set<PointFlag>();
  const scatter = typeA(read);
  const { s } = scatter;
  const ind = toDouble(indication);
  const ref = toDouble(reference);
  const named: Record<string, number> = {
    ...input.names,
    indication: ind,
    reference: ref,
    ind,
    ref,
  };
  if (input.nominal !== null) named.nominal = toDouble(number(input.nominal, "The nominal"));
  const inputs = inputsOf(input, sides, named);
  if (countOnce(inputs, input, s, step)) flags.add("resolution_dominates");
  const budget = budgetOf(input, inputs, named);
  const { error, y } = resultOf(input, sides, budget);
  const { chosen, dof } = expanded(input, budget);
  const { k, p } = coverageFactor(chosen, dof);
  const raw = k * budget.uC;
  const value = toDouble(y);
  const cmc = cmcAt(input.cmc, value);
  const used = cmc !== null && cmc > raw ? cmc : raw;
  if (used > raw) flags.add("cmc_applied");
  if (budget.isCorrelated) flags.add("correlated");
  if (budget.dofEff < LOW_DOF) flags.add("nu_low");
  if (Math.abs(budget.secondOrder) > NONLINEAR * square(budget.uC)) flags.add("nonlinear");
  const outer = grubbs(read, scatter);
  if (outer && outer.g > outer.limit) flags.add("outlier_suspected");
  const limits = limitsAt(input, sides);
  const bounds = {
    lower: limits.lower && toDouble(limits.lower),
    upper: limits.upper && toDouble(limits.upper),
  };
  const decided = decide({
    ...bounds,
    y: value,
    U: used,
    k,
    rule: input.rule,
    nominal: input.nominal === null ? null : named.nominal!,
  });
  const shown = printedU(used, input.rounding);
  if (shown.isUp) flags.add("rounded_up");
  const lines = new Map(budget.lines.map((line) => [line.name, line]));
  // Plain keys: a spread after the first is copied key by key, at each point.
  return {
    engine_version: ENGINE_VERSION,
    verdict: decided.verdict,
    reasons: [],
    flags: [...flags].sort(),
    coverage: chosen.mode,
    indication: plainText(indication),
    reference: plainText(reference),
    error: error && plainText(error),
    s: finiteText(s),
    u_c: text(budget.uC),
    nu_eff: finiteText(budget.dofEff),
    k: text(k),
    p: text(p),
    u_raw: text(raw),
    u_used: text(used),
    cmc: finiteText(cmc),
    value_reported: printedResult(y, shown),
    u_reported: shown.u,
    error_reported: error && printedResult(error, shown),
    lower: limits.lower && plainText(limits.lower),
    upper: limits.upper && plainText(limits.upper),
    guard: text(decided.guard),
    accept_lower: finiteText(decided.acceptLower),
    accept_upper: finiteText(decided.acceptUpper),
    tur: finiteText(decided.tur),
    pc: finiteText(decided.pc),
    budget: input.components.flatMap((component) => {
      const line = lines.get(component.symbol);
      return line ? [resultLine(line, component)] : [];
    }),
  };
}

/**
 * Evaluates a point. It never throws for what a person typed: readings that are missing or no numbers, an expression that cannot be
 * read and a figure that is none make the verdict `invalid`, with the reasons.
 */
export function evaluatePoint(input: PointInput): PointResult {
  try {
    return evaluatedPoint(input);
  } catch (cause) {
    const isKnown =
      cause instanceof SetupError ||
      cause instanceof ExpressionError ||
      cause instanceof ToleranceError ||
      cause instanceof UnitError ||
      cause instanceof RangeError;
    if (!isKnown) throw cause;
    return { ...nothing, reasons: [{ side: null, at: null, message: cause.message }] };
  }
}
