import type { MachineParameter } from "../calibration/machine-parameters.ts";
import type { ProcedureParameter, ProcedurePoint } from "../calibration/procedure-content.ts";
import { plainText, typedNumber } from "../metrology/decimal.ts";
import { isUnit, units } from "../metrology/units.ts";

/** A line of the grid: a point of the procedure, or one run of it up or down. */
export type Line = {
  /** Tells it from all others of the measurement. */
  key: string;
  point: ProcedurePoint;
  /** Where the point stands in the procedure. */
  at: number;
  nominal: string | null;
  direction: "up" | "down" | null;
};

const plain = (text: string) => text.trim().toLowerCase();
const quantityOf = ({ quantity, unit }: { quantity: string; unit: string }) =>
  isUnit(unit) ? units[unit].quantity : quantity;

/** The parameter of a device that a procedure's parameter is about: that of its name and unit, else the only one of its quantity. */
export function parameterOfDevice(
  parameter: Pick<ProcedureParameter, "name" | "quantity" | "unit">,
  device: readonly MachineParameter[],
): MachineParameter | null {
  const ofUnit = device.filter(({ unit }) => unit === parameter.unit);
  const named = ofUnit.find(({ name }) => plain(name) === plain(parameter.name));
  if (named) return named;
  const alike = ofUnit.filter((one) => quantityOf(one) === quantityOf(parameter));
  return alike.length === 1 ? alike[0]! : null;
}

/** The nominal value of a point; per cent of range are taken of the device's range. */
function nominalOf(
  { nominal, pctOfRange }: ProcedurePoint,
  device: MachineParameter | null,
): string | null {
  const part = typedNumber(pctOfRange);
  const [lo, hi] = [typedNumber(device?.lo), typedNumber(device?.hi)];
  if (nominal !== null || !part || !lo || !hi) return nominal;
  return plainText(lo.plus(hi.minus(lo).times(part).div(100)));
}

const RUNS = {
  single: [null],
  up: ["up"],
  down: ["down"],
  up_down: ["up", "down"],
  up_down_up: ["up", "down", "up"],
} as const;

/** The lines of a parameter, in the order in which they are measured: down runs go backwards. */
export function linesOf(parameter: ProcedureParameter, device: MachineParameter | null): Line[] {
  return RUNS[parameter.sequence].flatMap((direction, run) => {
    const points = parameter.points.map((point, at): Line => {
      const suffix = run === 0 ? "" : `.${direction}${run > 1 ? run : ""}`;
      return {
        key: `${point.key}${suffix}`,
        ...{ point, at, direction, nominal: nominalOf(point, device) },
      };
    });
    return direction === "down" ? points.reverse() : points;
  });
}

/** The side of a line that the procedure reads. */
export const sideRead = ({ setting }: Pick<ProcedureParameter, "setting">) =>
  setting === "set_std_read_duc" ? "indication" : "reference";
