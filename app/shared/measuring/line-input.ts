/** A line of a measurement as the engine takes it: from the procedure, the device, the standards and what was typed. */
import { correlationsOf } from "../calibration/example-point.ts";
import type { MachineParameter } from "../calibration/machine-parameters.ts";
import type { ProcedureParameter } from "../calibration/procedure-content.ts";
import { engineRule } from "../calibration/rule-limits.ts";
import { toleranceRules } from "../calibration/tolerance-rules.ts";
import {
  type Decimal,
  greater,
  lesser,
  plainText,
  toDouble,
  typedNumber,
} from "../metrology/decimal.ts";
import type { PointInput } from "../metrology/point.ts";
import { converted, convertedDifference, units } from "../metrology/units.ts";
import type { Line } from "./lines.ts";
import { sideRead } from "./lines.ts";
import { filledReadings, type TypedLine } from "./measured.ts";
import type { MeasuringSetup, ScopeEntry, SetupRule } from "./setup.ts";
import { type StandardAt, standardAt } from "./standard-at.ts";

const plain = (text: string) => text.trim().toLowerCase();

/** The mean of what was typed, of the readings that are numbers. */
function meanOf(typed: readonly string[]): Decimal | null {
  const values = typed.flatMap((reading) => typedNumber(reading) ?? []);
  const [first, ...rest] = values;
  return first ? rest.reduce((sum, value) => sum.plus(value), first).div(values.length) : null;
}

/** Where a line lies on the scale of the standard: its nominal value, else what was read. */
function placeOf(line: Line, parameter: ProcedureParameter, typed: TypedLine): Decimal | null {
  const references = meanOf(typed.reference);
  return references ?? typedNumber(line.nominal) ?? meanOf(typed[sideRead(parameter)]);
}

/** The line of the laboratory's scope that holds a value; null where none does. */
function scopeOf(
  setup: Pick<MeasuringSetup, "scope" | "place" | "on">,
  parameter: ProcedureParameter,
  value: Decimal | null,
): ScopeEntry | null {
  const { scope, place, on } = setup;
  if (!scope || !value) return null;
  const holds = ({ rangeLo, rangeHi, unit }: ScopeEntry) => {
    const [lo, hi] = [typedNumber(rangeLo), typedNumber(rangeHi)];
    if (!lo || !hi || units[unit].quantity !== units[parameter.unit].quantity) return false;
    const at = converted(value, parameter.unit, unit);
    return lo.lte(at) && hi.gte(at);
  };
  const inForce = ({ validFrom, validUntil }: ScopeEntry) =>
    validFrom <= on && (validUntil === null || validUntil >= on);
  return (
    scope.find(
      (entry) =>
        entry.place === place &&
        plain(entry.parameter) === plain(parameter.name) &&
        inForce(entry) &&
        holds(entry),
    ) ?? null
  );
}

/** The best that the scope allows, in the unit of the parameter. */
const cmcOf = (entry: ScopeEntry, { unit }: ProcedureParameter): PointInput["cmc"] => {
  const abs = typedNumber(entry.cmcAbs);
  return {
    abs: abs && plainText(convertedDifference(abs, entry.unit, unit)),
    pct: entry.cmcPct,
  };
};

/** Readings farther off than a whole span beyond the device's range, and than twice the nominal value, are mistyped. */
function plausibleOf(
  device: MachineParameter | null,
  nominal: string | null,
): PointInput["plausible"] {
  const [lo, hi] = [typedNumber(device?.lo), typedNumber(device?.hi)];
  if (!lo || !hi) return null;
  const span = hi.minus(lo);
  const twice = typedNumber(nominal)?.abs().times(2) ?? span.minus(span);
  return {
    lo: plainText(lesser(lo.minus(span), twice.times(-1))),
    hi: plainText(greater(hi.plus(span), twice)),
  };
}

/** The rule that judges a line: its point's own, else the record's. */
export const ruleOfLine = (
  { rules, ruleId }: Pick<MeasuringSetup, "rules" | "ruleId">,
  { point }: Line,
): SetupRule | null => rules.find(({ id }) => id === (point.decisionRuleId ?? ruleId)) ?? null;

/** The names of the device that expressions use. */
const deviceNames = (device: MachineParameter | null): Record<string, number> => {
  const figure = (typed: string | undefined) => {
    const value = typedNumber(typed);
    return value ? toDouble(value) : 0;
  };
  return {
    "duc.resolution": figure(device?.resolution),
    "duc.lo": figure(device?.lo),
    "duc.hi": figure(device?.hi),
  };
};

/** A line as the engine takes it, and what decided how. */
export type LineInput = {
  input: PointInput;
  rule: SetupRule | null;
  inScope: boolean;
  /** What the standard says here; a problem where none does. */
  standard: StandardAt | { problem: string };
};

const NO_STANDARD = { problem: "Nothing was read yet" };

/** @param typed one set of readings of the line */
export function lineInput(
  setup: MeasuringSetup,
  parameter: ProcedureParameter,
  device: MachineParameter | null,
  line: Line,
  typed: TypedLine,
  bothSides: boolean,
): LineInput {
  const { content } = setup;
  const { setting, unit, model, components, role } = parameter;
  const { point, nominal } = line;
  const value = placeOf(line, parameter, typed);
  const standard = value
    ? standardAt(setup.standards, { role, unit, value, on: setup.on })
    : NO_STANDARD;
  const entry = scopeOf(setup, parameter, value);
  const rule = ruleOfLine(setup, line);
  const read = sideRead(parameter);
  const known = "problem" in standard ? null : standard;
  const readings = (side: "indication" | "reference") =>
    side === read || bothSides ? filledReadings(typed[side]) : [];
  return {
    rule,
    standard,
    inScope: entry !== null,
    input: {
      ...{ setting, unit, nominal, model, components },
      indications: readings("indication"),
      references: readings("reference"),
      readings: point.readings,
      correction: known?.correction ?? "0",
      tolerance: point.tolerance === "from_machine" ? (device?.tolerance ?? null) : point.tolerance,
      range: device && { lo: device.lo, hi: device.hi },
      resolution: device?.resolution ?? null,
      standardResolution: known?.resolution ?? null,
      rules: toleranceRules,
      correlations: correlationsOf(components),
      names: { ...deviceNames(device), ...known?.names },
      coverage: content.coverage,
      rounding: content.rounding,
      rule: engineRule(rule),
      cmc: entry && cmcOf(entry, parameter),
      plausible: plausibleOf(device, nominal),
    },
  };
}
