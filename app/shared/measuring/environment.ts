import type { EnvironmentCondition, ProcedureContent } from "../calibration/procedure-content.ts";
import { typedNumber } from "../metrology/decimal.ts";
import type { Measured, TypedEnvironment } from "./measured.ts";

export type EvaluatedCondition = {
  condition: EnvironmentCondition;
  typed: TypedEnvironment;
  /** Null while a reading is missing or no number. */
  inside: boolean | null;
  problem: string | null;
};

const noReadings: TypedEnvironment = { first: "", last: "" };
/** How the two readings of a condition are called. */
export const namesOfLog = {
  start_end: { first: "Start", last: "End" },
  continuous: { first: "Lowest", last: "Highest" },
} as const;

function evaluatedCondition(
  condition: EnvironmentCondition,
  typed: TypedEnvironment,
): EvaluatedCondition {
  const names = namesOfLog[condition.log];
  for (const which of ["first", "last"] as const) {
    const text = typed[which];
    if (typedNumber(text)) continue;
    const problem =
      text.trim() === ""
        ? `${names[which]}: the reading is missing`
        : `${names[which]}: not a number`;
    return { condition, typed, inside: null, problem };
  }
  const [lo, hi] = [typedNumber(condition.lo), typedNumber(condition.hi)];
  const inside = [typed.first, typed.last].every((text) => {
    const value = typedNumber(text)!;
    return (!lo || value.gte(lo)) && (!hi || value.lte(hi));
  });
  return { condition, typed, inside, problem: inside ? null : "Outside of the limits" };
}

export type EvaluatedEnvironment = {
  conditions: EvaluatedCondition[];
  /** Why the time in the room is not enough; null where it is. */
  acclimatisation: string | null;
};

/** The environment of a measurement against what the procedure allows. */
export function evaluatedEnvironment(
  { environment, acclimatiseMinutes }: Pick<ProcedureContent, "environment" | "acclimatiseMinutes">,
  measured: Pick<Measured, "environment" | "acclimatised">,
): EvaluatedEnvironment {
  const minutes = typedNumber(measured.acclimatised);
  return {
    conditions: environment.map((condition, at) =>
      evaluatedCondition(condition, measured.environment[at] ?? noReadings),
    ),
    acclimatisation:
      acclimatiseMinutes === 0
        ? null
        : !minutes
          ? "The minutes in the room are missing"
          : minutes.lt(acclimatiseMinutes)
            ? `It stood in the room for less than ${acclimatiseMinutes} min`
            : null,
  };
}
