/** What the standards of a measurement say at a value: their correction, their U, and what else a budget names of them. */
import { roleName } from "../calibration/role-name.ts";
import { yearsBetween } from "../company-time.ts";
import { exactlyAt } from "../metrology/calibrated-range.ts";
import {
  type Decimal,
  greater,
  lesser,
  plainText,
  toDouble,
  typedNumber,
} from "../metrology/decimal.ts";
import {
  converted,
  convertedDifference,
  isUnit,
  type UnitCode,
  units,
} from "../metrology/units.ts";
import type { StandardRange, UsedStandard } from "./setup.ts";

/** What is known of the standard at a point, in the unit of the point. */
export type StandardAt = {
  calibratorId: string;
  rangeId: string;
  /** Added to what the standard reads, as exact decimal text. */
  correction: string;
  resolution: string | null;
  /** What expressions name: `range.u` and its like. */
  names: Record<string, number>;
  /** The value lies outside of every range that is calibrated. */
  isBeyond: boolean;
};

type Asked = { role: string | null; unit: UnitCode; value: Decimal; on: string };
type Candidate = { standard: UsedStandard; range: StandardRange; at: Decimal; distance: Decimal };

const sameQuantity = (one: UnitCode, other: UnitCode) =>
  units[one].quantity === units[other].quantity;

/** How far a value lies outside of a range; nothing within. */
function distanceTo({ rangeLo, rangeHi }: StandardRange, at: Decimal): Decimal {
  const [one, other] = [typedNumber(rangeLo) ?? at, typedNumber(rangeHi) ?? at];
  const [lo, hi] = [lesser(one, other), greater(one, other)];
  if (at.lt(lo)) return lo.minus(at);
  return at.gt(hi) ? at.minus(hi) : at.minus(at);
}

const spanOf = ({ rangeLo, rangeHi }: StandardRange): Decimal | null => {
  const [lo, hi] = [typedNumber(rangeLo), typedNumber(rangeHi)];
  return lo && hi ? hi.minus(lo).abs() : null;
};

/** Of ranges that hold the value the narrowest, else the nearest. */
function best(candidates: readonly Candidate[]): Candidate | null {
  return candidates.reduce<Candidate | null>((chosen, one) => {
    if (!chosen) return one;
    const order = one.distance.cmp(chosen.distance);
    if (order !== 0) return order < 0 ? one : chosen;
    const [own, other] = [spanOf(one.range), spanOf(chosen.range)];
    return own && other && own.lt(other) ? one : chosen;
  }, null);
}

function candidatesFor(standards: readonly UsedStandard[], { role, unit, value }: Asked) {
  const inRole = standards.filter((standard) => role === null || standard.role === role);
  return inRole.flatMap((standard) =>
    standard.ranges.flatMap((range): Candidate[] => {
      if (!isUnit(range.unit) || !sameQuantity(range.unit, unit)) return [];
      const at = converted(value, unit, range.unit);
      return [{ standard, range, at, distance: distanceTo(range, at) }];
    }),
  );
}

/** Half the width of the drift since the calibration, in the unit of the range. */
function driftOf(range: StandardRange, at: Decimal, calibratedOn: string, on: string): number {
  const value = toDouble(typedNumber(range.driftValue) ?? at.minus(at));
  const years = Math.max(0, yearsBetween(calibratedOn, on));
  switch (range.driftKind) {
    case "per_year_abs":
      return value * years;
    case "per_year_pct":
      return ((value * toDouble(at.abs())) / 100) * years;
    case "from_history":
      return range.historyDrift ?? 0;
    default:
      return 0;
  }
}

/** What the standard of a role says at a value, or why none does. */
export function standardAt(
  standards: readonly UsedStandard[],
  asked: Asked,
): StandardAt | { problem: string } {
  const { role, unit, on } = asked;
  const found = best(candidatesFor(standards, asked));
  if (!found)
    return {
      problem:
        role === null
          ? `No standard of this record is calibrated in ${units[unit].symbol || "this unit"}`
          : `No standard is chosen as “${roleName(role)}” that is calibrated in ${units[unit].symbol || "this unit"}`,
    };
  const { standard, range, at } = found;
  const said = exactlyAt(range, at);
  if (said.problem !== undefined)
    return { problem: `${standard.calibratorNo}, ${range.parameter}: ${said.problem}` };
  const back = (value: Decimal) => convertedDifference(value, range.unit, unit);
  const asDouble = (typed: string | null) => {
    const value = typedNumber(typed);
    return value ? toDouble(back(value)) : 0;
  };
  const drift = driftOf(range, at, standard.certificate?.calibratedOn ?? on, on);
  const scale = toDouble(back(typedNumber("1")!));
  const resolution = typedNumber(range.resolution);
  return {
    ...{ calibratorId: standard.calibratorId, rangeId: range.id, isBeyond: said.isBeyond },
    correction: plainText(back(said.correction)),
    resolution: resolution && plainText(back(resolution)),
    names: {
      "range.u": toDouble(back(said.u)),
      "range.k": toDouble(typedNumber(range.uK) ?? typedNumber("2")!),
      "range.u_abs": asDouble(range.uAbs),
      "range.u_pct": toDouble(typedNumber(range.uPct) ?? typedNumber("0")!),
      "range.drift": drift * scale,
      "range.resolution": asDouble(range.resolution),
      "range.spec_abs": asDouble(range.specAbs),
      "range.spec_pct": toDouble(typedNumber(range.specPct) ?? typedNumber("0")!),
    },
  };
}
