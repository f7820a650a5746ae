/** The two sides of a point, indication and reference, from what was read and what was set. */
import { type Decimal, toDouble, typedNumber, ZERO } from "./decimal.ts";
import { number } from "./figures.ts";
import type { PointInput, Reason } from "./point.ts";

type Side = "indication" | "reference";
/** The readings of a side as numbers, and what is wrong with them. */
function readingsOf(side: Side, typed: readonly (string | null)[], input: PointInput) {
  const { readings: asked, plausible } = input;
  const reasons: Reason[] = [];
  const values: Decimal[] = [];
  // The same as doubles, for what is no exact arithmetic.
  const doubles: number[] = [];
  for (let at = 0; at < Math.max(asked, typed.length); at++) {
    const entered = typed[at] ?? null;
    const value = typedNumber(entered);
    const isBlank = entered === null || entered.trim() === "";
    const isOutside = value && plausible && (value.lt(plausible.lo) || value.gt(plausible.hi));
    if (!value)
      reasons.push({
        side,
        at: at + 1,
        message: isBlank ? "A reading is missing" : "Not a number",
      });
    else if (isOutside) reasons.push({ side, at: at + 1, message: "Outside what is plausible" });
    else {
      values.push(value);
      doubles.push(Number(entered));
    }
  }
  return { values, doubles, reasons };
}

const meanOf = (values: readonly Decimal[]): Decimal =>
  values.reduce((all, value) => all.plus(value), ZERO).div(values.length);

export type Sides = {
  indication: Decimal;
  reference: Decimal;
  /** Nothing was set: only what was read is known, and there is no error. */
  isOneSided: boolean;
  /** The readings of the side that is read, as doubles. */
  read: readonly number[];
  step: number | null;
};

/** Both sides of a point: that which is set stands at its nominal value unless it was read as well. */
export function sidesOf(input: PointInput): { sides: Sides | null; reasons: Reason[] } {
  const { setting, nominal, correction, resolution, standardResolution } = input;
  const isDeviceRead = setting === "set_std_read_duc";
  const [read, set]: readonly [Side, Side] = isDeviceRead
    ? ["indication", "reference"]
    : ["reference", "indication"];
  const typed = { indication: input.indications, reference: input.references };
  const readings = readingsOf(read, typed[read], input);
  const others = typed[set].length > 0 ? readingsOf(set, typed[set], input) : null;
  const reasons = [...readings.reasons, ...(others?.reasons ?? [])];
  if (reasons.length > 0 || readings.values.length === 0) {
    if (reasons.length === 0) reasons.push({ side: read, at: 1, message: "A reading is missing" });
    return { sides: null, reasons };
  }
  const middle = meanOf(readings.values);
  // One-sided without a nominal value: only what was read is known.
  const fixed = others
    ? meanOf(others.values)
    : nominal === null
      ? null
      : number(nominal, "The nominal value");
  const added = number(correction, "The correction");
  const [indication, standard] = isDeviceRead ? [middle, fixed] : [fixed, middle];
  const reference = standard?.plus(added) ?? null;
  return {
    reasons,
    sides: {
      indication: indication ?? reference!,
      reference: reference ?? indication!,
      isOneSided: fixed === null,
      read: readings.doubles,
      step: stepOf(isDeviceRead ? resolution : standardResolution),
    },
  };
}
const stepOf = (resolution: string | null | undefined): number | null =>
  resolution === null || resolution === undefined
    ? null
    : toDouble(number(resolution, "The resolution"));
