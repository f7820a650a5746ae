import { type DecisionRule, decide, type RuleKind, type Verdict } from "../metrology/decision.ts";

/** A decision rule as it is stored: its figures are decimal text. */
export type StoredRule = {
  kind: RuleKind;
  guardFactor: string | null;
  riskLimit: string | null;
};

/** A stored rule as the engine takes it; without one nothing is judged. */
export function engineRule(rule: StoredRule | null | undefined): DecisionRule {
  if (!rule) return { kind: "none" };
  const { kind, guardFactor, riskLimit } = rule;
  return {
    kind,
    ...(guardFactor === null ? {} : { r: Number(guardFactor) }),
    ...(riskLimit === null ? {} : { limit: Number(riskLimit) }),
  };
}

/** The test uncertainty ratios for which a rule is shown. */
export const shownTurs = [2, 4, 10] as const;

/** How far from the middle a verdict reaches, as a part of the tolerance; null where nothing gets it. */
export type Reach = {
  tur: number;
  pass: number | null;
  /** Of a rule with four outcomes: conditional passes and conditional fails end here. */
  conditionalPass: number | null;
  conditionalFail: number | null;
};

const FARTHEST = 2;
const STEPS = 48;
const K = 2;

/** The farthest error, from the middle of ±1, whose verdict is one of some; null where even none has it. */
function reach(rule: DecisionRule, tur: number, verdicts: readonly Verdict[]): number | null {
  const has = (y: number) =>
    verdicts.includes(
      decide({ y, U: 1 / tur, k: K, lower: -1, upper: 1, nominal: 0, rule }).verdict,
    );
  if (!has(0)) return null;
  let [inside, outside] = [0, FARTHEST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (inside + outside) / 2;
    if (has(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** Where a rule's acceptance limits lie within a tolerance of ±1; null for one that states nothing. */
export function limitsAt(stored: StoredRule, tur: number): Reach | null {
  if (stored.kind === "none") return null;
  const rule = engineRule(stored);
  const isFour = stored.kind === "guard_U_nonbinary";
  return {
    tur,
    pass: reach(rule, tur, ["pass"]),
    conditionalPass: isFour ? reach(rule, tur, ["pass", "conditional_pass"]) : null,
    conditionalFail: isFour
      ? reach(rule, tur, ["pass", "conditional_pass", "conditional_fail"])
      : null,
  };
}

/** A rule in words. */
export function ruleText({ kind, guardFactor, riskLimit }: StoredRule): string {
  const words: Record<RuleKind, string> = {
    none: "States no conformity",
    simple: "Accepts up to the limits",
    guard_U: "Accepts within the limits less U",
    guard_rU: `Accepts within the limits less ${guardFactor ?? "1"} U`,
    guard_U_nonbinary: "Four outcomes: within U of a limit it is conditional",
    z540_method6: "Accepts within the limits less a part of U, none of it from a ratio of 4.6",
    tur_rss: "Accepts within the tolerance times the root of 1 − 1/TUR²",
    tur_test95: "Accepts within the tolerance times 1 − 1/TUR, all of it above a ratio of 4",
    tur_rp10: "Accepts within the tolerance times 1.25 − 1/TUR, all of it above a ratio of 4",
    specific_risk: `Accepts while the risk of not conforming is at most ${riskLimit ?? "0"}`,
  };
  return words[kind];
}

/** What kinds of rules are called where one is chosen. */
export const ruleKindNames: Record<RuleKind, string> = {
  none: "No statement of conformity",
  simple: "Simple acceptance",
  guard_U: "Guard band U",
  guard_rU: "Guard band r · U",
  guard_U_nonbinary: "Guard band U, four outcomes",
  z540_method6: "Z540.3 method 6",
  tur_rss: "Root of 1 − 1/TUR²",
  tur_test95: "1 − 1/TUR",
  tur_rp10: "1.25 − 1/TUR (RP-10)",
  specific_risk: "Specific risk",
};
