import type { InhouseAction, InhouseOutcome } from "./measuring/inhouse.ts";

export const outcomeWords: Readonly<Record<InhouseOutcome, string>> = {
  pass: "Pass",
  fail: "Fail",
  limited: "Limited use",
  not_tested: "Not tested",
};

export const actionWords: Readonly<Record<InhouseAction, string>> = {
  none: "None",
  adjusted: "Adjusted",
  repaired: "Repaired",
  out_of_service: "Taken out of service",
};
