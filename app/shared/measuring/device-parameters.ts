/** What a device is known by in its own calibration. */
import type { MachineParameter } from "../calibration/machine-parameters.ts";
import type { ProcedureContent, ProcedureParameter } from "../calibration/procedure-content.ts";
import { type Decimal, greater, lesser, plainText, typedNumber } from "../metrology/decimal.ts";
import { parameterOfDevice } from "./lines.ts";

function nominalRange({ points }: ProcedureParameter): { lo: string; hi: string } {
  const values = points.flatMap(({ nominal }): Decimal[] => {
    const value = typedNumber(nominal);
    return value ? [value] : [];
  });
  const [first] = values;
  if (!first) return { lo: "", hi: "" };
  return {
    lo: plainText(values.reduce(lesser, first)),
    hi: plainText(values.reduce(greater, first)),
  };
}

/** What a device has of each parameter of a procedure: as it is known, else from the procedure's own points, with a resolution still to be typed. */
export const deviceParameters = (
  { parameters }: Pick<ProcedureContent, "parameters">,
  known: readonly MachineParameter[],
): MachineParameter[] =>
  parameters.map((parameter) => {
    const { key, name, quantity, unit } = parameter;
    const found = parameterOfDevice(parameter, known);
    const own = found ?? {
      ...{ direction: "both", resolution: "", display: "digital", reference: null },
      ...nominalRange(parameter),
      tolerance: { op: "info" },
    };
    return { ...own, key, name, quantity, unit } as MachineParameter;
  });

/** What a person corrects of a device's parameter. */
export type DeviceRange = { lo: string; hi: string; resolution: string };
export const withRanges = (
  parameters: readonly MachineParameter[],
  typed: Readonly<Record<string, DeviceRange>>,
): MachineParameter[] => parameters.map((one) => ({ ...one, ...typed[one.key] }));
