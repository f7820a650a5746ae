/** Checks of a measurement: answers, and figures against limits that are looked up for the device. */
import type { ProcedureCheck } from "../calibration/procedure-content.ts";
import { typedNumber } from "../metrology/decimal.ts";
import { type SafetyLimit, safetyLimitFor } from "../metrology/safety-limits.ts";
import { type Measured, noAnswer, type TypedCheck } from "./measured.ts";
import type { MeasuringSetup } from "./setup.ts";

/** What a check is held against. */
export type CheckLimit =
  | { kind: "limit"; limit: SafetyLimit }
  | { kind: "not_applicable" | "none" }
  | { kind: "ambiguous"; names: readonly string[] };

export type EvaluatedCheck = {
  check: ProcedureCheck;
  typed: TypedCheck;
  /** Null where nothing is measured. */
  against: CheckLimit | null;
  /** `invalid`: it is not answered, or not by a number. */
  verdict: "pass" | "fail" | "not_applicable" | "not_stated" | "invalid";
  /** Why it is invalid. */
  problem: string | null;
};

/** A check that asks for a figure. */
export const isMeasuredCheck = ({ group, quantity }: ProcedureCheck): boolean =>
  group === "electrical" && quantity !== null;

function limitOf(
  { content, device, limits }: Pick<MeasuringSetup, "content" | "device" | "limits">,
  { quantity, condition }: ProcedureCheck,
): CheckLimit {
  if (!content.safety || quantity === null) return { kind: "none" };
  const { standard, edition, method } = content.safety;
  const found = safetyLimitFor(limits, {
    standard: standard.toLowerCase(),
    ...{ edition, method, quantity, condition },
    equipmentClass: device.electricalClass ?? "NA",
    appliedPart: device.appliedPart ?? "NONE",
    supply: device.supply,
  });
  if (found.kind === "limit") return { kind: "limit", limit: found.row };
  if (found.kind === "ambiguous")
    return { kind: "ambiguous", names: found.rows.map(({ id }) => id) };
  return { kind: found.kind };
}

type Judged = Pick<EvaluatedCheck, "verdict" | "problem">;
const invalid = (problem: string): Judged => ({ verdict: "invalid", problem });
const said = (verdict: EvaluatedCheck["verdict"]): Judged => ({ verdict, problem: null });

function answered({ answer, remark }: TypedCheck, isMandatory: boolean): Judged {
  if (answer === "yes") return said("pass");
  if (answer === "no") return said("fail");
  if (answer === "na")
    return isMandatory && remark.trim() === ""
      ? invalid("Say why it does not apply")
      : said("not_applicable");
  return isMandatory ? invalid("Not answered") : said("not_stated");
}

function measuredAgainst(typed: TypedCheck, against: CheckLimit, isMandatory: boolean): Judged {
  if (typed.answer === "na") return answered(typed, isMandatory);
  if (against.kind === "not_applicable" && typed.value.trim() === "") return said("not_applicable");
  const value = typedNumber(typed.value);
  if (!value) {
    if (typed.value.trim() !== "") return invalid("Not a number");
    return isMandatory ? invalid("The figure is missing") : said("not_stated");
  }
  if (against.kind === "ambiguous") return invalid("Two limits fit equally well");
  if (against.kind !== "limit") return said("not_stated");
  const limit = typedNumber(against.limit.limit);
  if (!limit) return invalid("The limit is not a number");
  const isWithin = against.limit.op === "le" ? value.lte(limit) : value.gte(limit);
  return said(isWithin ? "pass" : "fail");
}

/** One check as it stands. */
export function evaluatedCheck(
  setup: Pick<MeasuringSetup, "content" | "device" | "limits">,
  check: ProcedureCheck,
  typed: TypedCheck,
): EvaluatedCheck {
  if (!isMeasuredCheck(check))
    return { check, typed, against: null, ...answered(typed, check.mandatory) };
  const against = limitOf(setup, check);
  return { check, typed, against, ...measuredAgainst(typed, against, check.mandatory) };
}

/** Every check of a measurement. */
export const evaluatedChecks = (
  setup: Pick<MeasuringSetup, "content" | "device" | "limits">,
  measured: Pick<Measured, "checks">,
): EvaluatedCheck[] =>
  setup.content.checks.map((check) =>
    evaluatedCheck(setup, check, measured.checks[check.key] ?? noAnswer),
  );
