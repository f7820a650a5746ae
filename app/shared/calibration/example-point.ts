/** A worked example of a point before anything was measured: readings near the nominal value, and a standard that is made up. It says nothing of a real device. */
import type { Correlation } from "../metrology/budget.ts";
import { type Decimal, decimal, plainText, toDouble, typedNumber } from "../metrology/decimal.ts";
import type { DecisionRule } from "../metrology/decision.ts";
import type { PointInput } from "../metrology/point.ts";
import type {
  ProcedureComponent,
  ProcedureContent,
  ProcedureParameter,
  ProcedurePoint,
} from "./procedure-content.ts";
import { toleranceRules } from "./tolerance-rules.ts";

/** Figures of a device and a standard that an example is worked with, as typed. */
export type ExampleFigures = {
  resolution: string;
  standardResolution: string;
  /** U of the standard with k = 2: absolute, and in per cent of the value. */
  uAbs: string;
  uPct: string;
  drift: string;
};

const TEN = decimal(10);
/** The step of the last digit of a number as it is typed: 0.1 of 36.5. */
export function lastDigit(typed: string | null): string {
  const [, fraction = ""] = /\.(\d*)/.exec(typed ?? "") ?? [];
  return plainText(TEN.pow(-Math.min(fraction.length, 12)));
}

/** The largest magnitude of a parameter's points, which example figures are in proportion to. */
const scaleOf = ({ points }: ProcedureParameter): Decimal =>
  points.reduce((most, point) => {
    const value = typedNumber(point.nominal)?.abs() ?? middleOf(point)?.abs();
    return value?.gt(most) ? value : most;
  }, decimal(0));

/** Where a one-sided point is read in an example: within its limits. */
function middleOf({ tolerance }: ProcedurePoint): Decimal | null {
  if (tolerance === null || tolerance === "from_machine") return null;
  switch (tolerance.op) {
    case "le":
      return typedNumber(tolerance.value)?.times("0.5") ?? null;
    case "ge":
      return typedNumber(tolerance.value)?.times("1.5") ?? null;
    case "band":
      return typedNumber(tolerance.lo)?.plus(tolerance.hi).div(2) ?? null;
    default:
      return null;
  }
}

/** Figures to begin an example with: a step of the last digit, U of half a per cent. */
export function firstFigures(parameter: ProcedureParameter): ExampleFigures {
  const steps = parameter.points.map(({ nominal }) => lastDigit(nominal));
  const step = steps.reduce((least, one) => (decimal(one).lt(least) ? one : least), "1");
  const scale = scaleOf(parameter);
  const size = scale.lte(0) || scale.gte(100) ? step : plainText(decimal(step).div(10));
  return {
    resolution: size,
    standardResolution: plainText(decimal(size).div(10)),
    uAbs: plainText(decimal(size).div(2)),
    uPct: "0.5",
    drift: plainText(decimal(size).div(4)),
  };
}

/** Readings to begin with: the nominal value and a step beside it, in turn. */
export function firstReadings(point: ProcedurePoint, { resolution }: ExampleFigures): string[] {
  const middle = typedNumber(point.nominal) ?? middleOf(point) ?? decimal(1);
  const step = typedNumber(resolution) ?? decimal(0);
  return Array.from({ length: point.readings }, (_, at) =>
    plainText(middle.plus(step.times(([0, 1, -1] as const)[at % 3]!))),
  );
}

const fallback = (typed: string, otherwise = "0") => typedNumber(typed) ?? decimal(otherwise);

/** The values of the names that come from standard and device. */
export function exampleNames(
  figures: ExampleFigures,
  at: Decimal,
  reach: Decimal,
): Record<string, number> {
  const { uAbs, uPct, drift, resolution, standardResolution } = figures;
  const u = fallback(uAbs).plus(fallback(uPct).times(at.abs()).div(100));
  const values: Record<string, Decimal> = {
    "duc.resolution": fallback(resolution),
    "duc.lo": decimal(0),
    "duc.hi": reach,
    "range.u": u,
    "range.k": decimal(2),
    "range.u_abs": fallback(uAbs),
    "range.u_pct": fallback(uPct),
    "range.drift": fallback(drift),
    "range.resolution": fallback(standardResolution),
    "range.spec_abs": fallback(uAbs),
    "range.spec_pct": fallback(uPct),
  };
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toDouble(value)]));
}

/** Each pair of a group has its correlation. */
export function correlationsOf(components: readonly ProcedureComponent[]): Correlation[] {
  return components.flatMap((one, at) =>
    components
      .slice(at + 1)
      .flatMap((other): Correlation[] =>
        one.correlationGroup !== null &&
        one.correlationGroup === other.correlationGroup &&
        typedNumber(one.r)
          ? [[one.symbol, other.symbol, toDouble(typedNumber(one.r)!)]]
          : [],
      ),
  );
}

type Worked = {
  parameter: ProcedureParameter;
  point: ProcedurePoint;
  content: Pick<ProcedureContent, "coverage" | "rounding">;
  rule: DecisionRule;
  figures: ExampleFigures;
  readings: readonly string[];
};

/** A point with example readings, as the engine takes it. */
export function exampleInput({
  parameter,
  point,
  content,
  rule,
  figures,
  readings,
}: Worked): PointInput {
  const { setting, unit, model, components } = parameter;
  const reach = scaleOf(parameter);
  const nominal = point.nominal ?? percentOf(point, reach);
  const middle = typedNumber(nominal) ?? middleOf(point) ?? decimal(1);
  const isDeviceRead = setting === "set_std_read_duc";
  return {
    ...{ setting, unit, nominal, model, components, rule },
    ...(isDeviceRead
      ? { indications: readings, references: [] }
      : { indications: [], references: readings }),
    readings: point.readings,
    correction: "0",
    tolerance: point.tolerance === "from_machine" ? null : point.tolerance,
    range: { lo: "0", hi: plainText(reach) },
    resolution: figures.resolution,
    standardResolution: figures.standardResolution,
    rules: toleranceRules,
    correlations: correlationsOf(components),
    names: exampleNames(figures, middle, reach),
    coverage: content.coverage,
    rounding: content.rounding,
  };
}

/** Per cent of range are taken of the largest nominal value of the parameter, or of a range of 100. */
function percentOf({ pctOfRange }: ProcedurePoint, reach: Decimal): string | null {
  const part = typedNumber(pctOfRange);
  return part && plainText(part.times(reach.gt(0) ? reach : decimal(100)).div(100));
}
