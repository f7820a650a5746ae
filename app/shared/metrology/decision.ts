/** Decision rules: what a result and its uncertainty say of a requirement. ILAC-G8:09/2019, JCGM 106:2012 8, ANSI/NCSL Z540.3 method 6, ISO/IEC 17025:2017 7.8.6. */
import { exp, log, square } from "./elementary.ts";
import { conformance, type Interval } from "./risk.ts";

export const ruleKinds = [
  "none",
  "simple",
  "guard_U",
  "guard_rU",
  "guard_U_nonbinary",
  "z540_method6",
  "tur_rss",
  "tur_test95",
  "tur_rp10",
  "specific_risk",
] as const;
export type RuleKind = (typeof ruleKinds)[number];
export type DecisionRule = {
  kind: RuleKind;
  /** Of `guard_rU`: the guard band is r·U. */
  r?: number;
  /** Of `specific_risk`: the largest probability of not conforming that passes. */
  limit?: number;
};

export type Verdict =
  | "pass"
  | "conditional_pass"
  | "conditional_fail"
  | "fail"
  | "not_stated"
  | "invalid";

/** What a measured value at a limit may be over it: the last digits of doubles. */
const LAST_DIGITS = 1e-12;
/** The one comparison of a verdict. @param scale the largest of the figures that a and b come of */
export const atMost = (a: number, b: number, scale = Math.max(1, Math.abs(a))) =>
  a <= b + LAST_DIGITS * scale;

/** M of Z540.3 method 6 (Dobbert): the guard band is M·U where M is above zero, from a TUR of 4.59 on none. */
export const method6Factor = (tur: number): number => 1.04 - exp(0.38 * log(tur) - 0.54);
/** The TUR from which method 6 asks for no guard band. */
export const METHOD6_NONE_FROM = exp((log(1.04) + 0.54) / 0.38);

const METHODS_UP_TO = 4;
/** Factors on the half tolerance within which a result is accepted; nothing passes at 0. NCSLI RP-10, Hutchinson, Castrup. */
export const acceptanceFactors = {
  tur_rss: (tur: number) => (tur <= 1 ? 0 : Math.sqrt(1 - 1 / square(tur))),
  tur_test95: (tur: number) => (tur <= 1 ? 0 : tur > METHODS_UP_TO ? 1 : 1 - 1 / tur),
  tur_rp10: (tur: number) => (tur > METHODS_UP_TO ? 1 : Math.max(0, 1.25 - 1 / tur)),
} as const;

/** Test uncertainty ratio: the tolerance over twice U; one-sided, the distance from the nominal value over U; null where that says nothing. */
export function uncertaintyRatio(
  { lower, upper }: Interval,
  u: number,
  nominal: number | null = null,
): number | null {
  if (lower !== null && upper !== null) return (upper - lower) / (2 * u);
  const limit = lower ?? upper;
  return limit === null || nominal === null ? null : Math.abs(limit - nominal) / u;
}

const isByRatio = (kind: RuleKind): kind is keyof typeof acceptanceFactors =>
  Object.hasOwn(acceptanceFactors, kind);
/** Whether a rule takes a tolerance with two limits about its middle. */
const needsTwoSides = (kind: RuleKind) => kind === "z540_method6" || isByRatio(kind);
const EVEN = 1e-9;
/** Why a rule cannot judge such limits, as a sentence; null where it can. @param nominal where a procedure says which value is meant */
export function ruleProblem(
  kind: RuleKind,
  { lower, upper }: Interval,
  nominal: number | null = null,
): string | null {
  if (!needsTwoSides(kind)) return null;
  if (lower === null || upper === null) return "This rule needs a lower and an upper limit";
  if (kind !== "z540_method6" || nominal === null) return null;
  const [below, above] = [nominal - lower, upper - nominal];
  return Math.abs(below - above) <= EVEN * Math.max(Math.abs(below), Math.abs(above))
    ? null
    : "This rule needs limits that are as far below the nominal value as above it";
}

export type Decided = {
  verdict: Verdict;
  /** The guard band on each side, in the unit of the result. */
  guard: number;
  acceptLower: number | null;
  acceptUpper: number | null;
  tur: number | null;
  /** The probability that the quantity conforms; null without limits. */
  pc: number | null;
};

export type Judged = Interval & {
  y: number;
  /** The expanded uncertainty after the CMC floor, and its coverage factor. */
  U: number;
  k: number;
  rule: DecisionRule;
  nominal?: number | null;
};

function guardOf({ rule, U, lower, upper }: Judged, tur: number | null): number {
  if (isByRatio(rule.kind)) {
    const half = lower !== null && upper !== null ? (upper - lower) / 2 : 0;
    return tur === null ? 0 : half * (1 - acceptanceFactors[rule.kind](tur));
  }
  switch (rule.kind) {
    case "guard_U":
    case "guard_U_nonbinary":
      return U;
    case "guard_rU":
      return (rule.r ?? 1) * U;
    case "z540_method6":
      return tur === null ? 0 : U * Math.max(0, method6Factor(tur));
    default:
      return 0;
  }
}

function verdictOf(judged: Judged, guard: number, tur: number | null, pc: number): Verdict {
  const { y, U, lower, upper, rule } = judged;
  if (rule.kind === "specific_risk") return atMost(1 - pc, rule.limit ?? 0) ? "pass" : "fail";
  const scale = Math.max(Math.abs(y), Math.abs(U), Math.abs(lower ?? 0), Math.abs(upper ?? 0));
  /** Whether the result lies within limits that are moved inwards, or outwards. */
  const within = (by: number) =>
    (lower === null || atMost(lower + by, y, scale)) &&
    (upper === null || atMost(y, upper - by, scale));
  // Such a factor leaves a single point between the limits: nothing passes.
  const isNone = isByRatio(rule.kind) && tur !== null && acceptanceFactors[rule.kind](tur) <= 0;
  if (!isNone && within(guard)) return "pass";
  if (rule.kind !== "guard_U_nonbinary") return "fail";
  if (within(0)) return "conditional_pass";
  return within(-guard) ? "conditional_fail" : "fail";
}

/** Judges a result by a rule. Without limits, or where the rule judges nothing, the verdict is `not_stated`. @throws RangeError where the rule cannot judge such limits */
export function decide(judged: Judged): Decided {
  const { y, U, k, lower, upper, rule, nominal = null } = judged;
  const isOpen = lower === null && upper === null;
  const tur = isOpen || U === 0 ? null : uncertaintyRatio({ lower, upper }, U, nominal);
  const pc = isOpen ? null : conformance(y, U / k, { lower, upper });
  if (pc === null || rule.kind === "none")
    return { verdict: "not_stated", guard: 0, acceptLower: null, acceptUpper: null, tur, pc };
  const problem = ruleProblem(rule.kind, { lower, upper });
  if (problem) throw new RangeError(problem);
  const guard = guardOf(judged, tur);
  return {
    verdict: verdictOf(judged, guard, tur, pc),
    guard,
    acceptLower: lower === null ? null : lower + guard,
    acceptUpper: upper === null ? null : upper - guard,
    tur,
    pc,
  };
}

/** From worst to best; `not_stated` does not count, and one `invalid` makes all so. */
const worstFirst: readonly Verdict[] = [
  "invalid",
  "fail",
  "conditional_fail",
  "conditional_pass",
  "pass",
];
/** The verdict of a whole certificate: that of its worst line. */
export const worst = (verdicts: readonly Verdict[]): Verdict =>
  worstFirst.find((one) => verdicts.includes(one)) ?? "not_stated";
