/** A measurement as it is reckoned: each line with each set of its readings. */
import type { MachineParameter } from "../calibration/machine-parameters.ts";
import type { ProcedureParameter } from "../calibration/procedure-content.ts";
import { evaluatePoint } from "../metrology/evaluate-point.ts";
import type { PointInput, PointResult } from "../metrology/point.ts";
import { lineInput } from "./line-input.ts";
import { type Line, linesOf, parameterOfDevice, sideRead } from "./lines.ts";
import { type Dataset, type Measured, noReadings, type TypedLine } from "./measured.ts";
import type { MeasuringSetup, SetupRule } from "./setup.ts";
import type { StandardAt } from "./standard-at.ts";

export type EvaluatedLine = {
  parameter: ProcedureParameter;
  line: Line;
  dataset: Dataset;
  typed: TypedLine;
  /** Why it was not measured; null where it is to be. */
  notMeasured: string | null;
  rule: SetupRule | null;
  inScope: boolean;
  standard: StandardAt | { problem: string };
  input: PointInput;
  result: PointResult;
};

/** The sets of readings that a parameter has. */
export const datasetsOf = (
  measured: Pick<Measured, "adjusted">,
  parameterKey: string,
): readonly Dataset[] =>
  measured.adjusted.includes(parameterKey) ? ["as_found", "as_left"] : ["as_found"];

/** Whether anything was read of a line. */
export const hasReadings = ({ indication, reference }: TypedLine): boolean =>
  [...indication, ...reference].some((reading) => reading.trim() !== "");

/** Evaluates one line with one set of readings. */
export function evaluatedLine(
  setup: MeasuringSetup,
  measured: Measured,
  parameter: ProcedureParameter,
  device: MachineParameter | null,
  line: Line,
  dataset: Dataset,
): EvaluatedLine {
  const typed = measured[dataset][line.key] ?? noReadings;
  const both = measured.bothSides.includes(parameter.key);
  const { input, rule, inScope, standard } = lineInput(
    ...([setup, parameter, device, line, typed, both] as const),
  );
  return {
    ...{ parameter, line, dataset, typed, rule, inScope, standard, input },
    notMeasured: measured.notMeasured[line.key] ?? null,
    result: explained(evaluatePoint(input), standard),
  };
}

/** What the standard has to do with a result: that it is missing, or that the point lies outside of it. */
function explained(result: PointResult, standard: EvaluatedLine["standard"]): PointResult {
  if (result.verdict !== "invalid")
    return "isBeyond" in standard && standard.isBeyond
      ? { ...result, flags: [...result.flags, "out_of_range_standard" as const].sort() }
      : result;
  const isOfReading = result.reasons.some(({ side }) => side !== null);
  return "problem" in standard && !isOfReading
    ? { ...result, reasons: [{ side: null, at: null, message: standard.problem }] }
    : result;
}

/** A parameter with its lines, in their order. */
export type EvaluatedParameter = {
  parameter: ProcedureParameter;
  device: MachineParameter | null;
  lines: readonly Line[];
};

/** The parameters of a measurement with their lines. */
export const parametersOf = (setup: Pick<MeasuringSetup, "content" | "device">) =>
  setup.content.parameters.map((parameter): EvaluatedParameter => {
    const device = parameterOfDevice(parameter, setup.device.parameters);
    return { parameter, device, lines: linesOf(parameter, device) };
  });

/** Every line of a measurement with every set of its readings, in the order of the record. */
export const evaluated = (setup: MeasuringSetup, measured: Measured): EvaluatedLine[] =>
  parametersOf(setup).flatMap(({ parameter, device, lines }) =>
    lines.flatMap((line) =>
      datasetsOf(measured, parameter.key).map((dataset) =>
        evaluatedLine(...([setup, measured, parameter, device, line, dataset] as const)),
      ),
    ),
  );

/** The readings that count of a line. */
export const readingsOf = ({ parameter, typed }: Pick<EvaluatedLine, "parameter" | "typed">) =>
  typed[sideRead(parameter)];
