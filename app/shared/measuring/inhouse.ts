/** What an in-house calibration asks for before it is verified. */
import type { Adjustment, Conformity } from "../certificates/document.ts";
import type { Gate, GateCode, GatedHead, GateProblem } from "./gate-types.ts";
import { inHead } from "./gate-types.ts";

export type InhouseOutcome = "pass" | "fail" | "limited" | "not_tested";
export type InhouseAction = "none" | "adjusted" | "repaired" | "out_of_service";

/** Those of the gates that an in-house calibration has: nobody signs it, and no customer has agreed to anything. */
const shown: readonly GateCode[] = ["G2", "G3", "G5", "G6", "G7", "G8", "G13"];
/** Figures of the product that wait for one's own copy of a standard are told and keep nobody. */
const told: readonly GateCode[] = ["G13"];

/** What each outcome asks for. A device that failed may have failed before everything was read. */
const asked: Record<InhouseOutcome, readonly GateCode[]> = {
  pass: ["G2", "G3", "G5", "G6", "G7", "G8"],
  limited: ["G2", "G3", "G5", "G6", "G7", "G8"],
  fail: ["G2", "G3", "G7"],
  not_tested: [],
};

/** What of the head its gates look at. */
export type InhouseHead = {
  performedOn: string;
  action: InhouseAction;
  asFoundMissing: string | null;
  deviations: string | null;
  outcome: InhouseOutcome | null;
  outcomeReason: string | null;
  contactOnSite: string | null;
};

const adjustmentOf: Record<InhouseAction, Adjustment> = {
  none: "none",
  adjusted: "adjusted",
  repaired: "repaired",
  out_of_service: "none",
};

/** The head as gates look at one. */
export const gatedHeadOf = (head: InhouseHead): GatedHead => ({
  ...{ accredited: false, schemeNo: null, showDue: false },
  adjustment: adjustmentOf[head.action],
  asFoundMissing: head.asFoundMissing,
  deviations: head.deviations,
  calStartOn: head.performedOn,
  calEndOn: head.performedOn,
});

const failing: readonly Conformity[] = ["fail", "conditional_fail"];

/** What the outcome lacks, or what the figures say against it. */
function outcomeProblems(head: InhouseHead, conformity: Conformity): GateProblem[] {
  const { outcome, outcomeReason, contactOnSite } = head;
  if (outcome === null) return [inHead("Say what it came to")];
  const needs = [
    outcome !== "pass" && !outcomeReason?.trim() && "Say why it did not pass",
    outcome === "not_tested" && !contactOnSite?.trim() && "Name who was there on site",
    outcome === "pass" &&
      failing.includes(conformity) &&
      "It cannot pass: its results do not conform",
  ];
  return needs.flatMap((says) => (says ? [inHead(says)] : []));
}

export type InhouseGate = Omit<Gate, "code"> & { code: GateCode | "OUT"; isTold: boolean };

/** The gates of an in-house calibration from those that the engine reckoned: the outcome first, then what the outcome asks for. */
export function inhouseGates(
  gates: readonly Gate[],
  head: InhouseHead,
  conformity: Conformity,
): InhouseGate[] {
  const problems = outcomeProblems(head, conformity);
  const asks = asked[head.outcome ?? "pass"];
  return [
    {
      ...{ code: "OUT", title: "Outcome said", problems, conceded: false, isTold: false },
      ok: problems.length === 0,
    },
    ...gates.flatMap((gate): InhouseGate[] => {
      if (!shown.includes(gate.code)) return [];
      const isTold = told.includes(gate.code);
      return isTold || asks.includes(gate.code) ? [{ ...gate, isTold }] : [];
    }),
  ];
}

/** Those that stand in the way. */
export const standing = (gates: readonly InhouseGate[]): InhouseGate[] =>
  gates.filter(({ ok, isTold }) => !ok && !isTold);
