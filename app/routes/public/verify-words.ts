import type {
  Adjustment,
  CertificateKind,
  Conformity,
  PerformancePlace,
  SignatureMeaning,
} from "#app/shared/certificates/document.ts";
import type {
  CertificateState,
  Judged,
  Verified,
  VerifiedFile,
} from "#app/shared/certificates/verified.ts";
import type { IconName } from "#app/shared/icon-names.ts";
import { plural } from "#app/shared/plural.ts";
import type { Tone } from "#app/ui/page.tsx";

type KindWords = { noun: string; done: string; day: string };
const report = { noun: "report", done: "Tested", day: "test" };
export const kindWords: Readonly<Record<CertificateKind, KindWords>> = {
  calibration: { noun: "certificate", done: "Calibrated", day: "calibration" },
  test_report: report,
  electrical_safety: report,
  pm_report: { noun: "report", done: "Performed", day: "work" },
};

export const placeWords: Readonly<Record<PerformancePlace, string>> = {
  laboratory: "in the laboratory",
  customer: "at the customer's",
  laboratoryBranch: "in a branch of the laboratory",
  customerBranch: "in a branch of the customer",
  other: "elsewhere",
};
export const leftWords: Readonly<Record<Adjustment, string>> = {
  none: "As found, nothing adjusted",
  adjusted: "As left, adjusted",
  repaired: "As left, repaired",
  adjusted_and_repaired: "As left, adjusted and repaired",
};
export const conformityWords: Readonly<Record<Conformity, string>> = {
  pass: "Pass",
  conditional_pass: "Conditional pass",
  conditional_fail: "Conditional fail",
  fail: "Fail",
  not_stated: "Conformity not stated",
};
export const meaningWords: Readonly<Record<SignatureMeaning, string>> = {
  performed: "Performed",
  reviewed: "Reviewed",
  approved: "Approved",
  authorised: "Authorised and issued",
};
/** With its designation, where there is one. */
export const signedWords = (what: string, designation: string | null) =>
  designation ? `${what}. ${designation}` : what;

/** How many points, or checks, are inside their limits. */
export function judgedWords({ judged, missed }: Judged, what: "point" | "check"): string | null {
  if (judged === 0) return null;
  const [missedOfOne, missedOfMany, insideOne, insideMany] = judgedTemplates[what];
  return missed > 0
    ? plural(judged, missedOfOne, missedOfMany).replace("{missed}", String(missed))
    : plural(judged, insideOne, insideMany);
}
const judgedTemplates = {
  point: [
    ...(["{missed} of 1 point outside limits", "{missed} of {n} points outside limits"] as const),
    ...(["1 point inside limits", "All {n} points inside limits"] as const),
  ],
  check: [
    ...(["{missed} of 1 check outside limits", "{missed} of {n} checks outside limits"] as const),
    ...(["1 check inside limits", "All {n} checks inside limits"] as const),
  ],
} as const;

export const revisionWords = (revisionNo: number) =>
  revisionNo === 0 ? "0, the first" : String(revisionNo);

export const looks: Readonly<Record<CertificateState, readonly [Tone, IconName]>> = {
  valid: ["in-date", "ok"],
  superseded: ["amber", "swap"],
  void: ["overdue", "cross"],
};

/** The state of a certificate in a sentence, and what follows from it. */
export function stateWords(
  { state, company, summary, issued_on: issuedOn, state_since: since }: Verified,
  date: (on: string) => string,
  day: (at: number) => string,
): { title: string; text: string } {
  const { noun } = kindWords[summary?.kind ?? "calibration"];
  const by = summary?.laboratory.name ?? company;
  if (state === "superseded")
    return {
      title: `This ${noun} was replaced.`,
      text: `Issued by ${by} on ${date(issuedOn)}. Since ${day(since ?? 0)} its next revision holds.`,
    };
  if (state === "void") {
    const what = `Withdrawn by ${by} on ${day(since ?? 0)}. The results must not be relied on.`;
    return {
      title: `This ${noun} is void.`,
      text: summary?.void ? `${what} Reason: ${summary.void.reason}` : what,
    };
  }
  return {
    title: `This ${noun} is valid.`,
    text: `Issued by ${by} on ${date(issuedOn)} and not replaced since.`,
  };
}

export const fileWords: Readonly<Record<VerifiedFile, string>> = {
  pdf: "PDF",
  xml: "DCC XML",
  json: "JSON document",
};
