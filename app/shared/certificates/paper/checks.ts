import { checkGroups } from "../../calibration/procedure-words.ts";
import { methodWords } from "../../calibration/safety-words.ts";
import { withSymbol } from "../../metrology/measured.ts";
import type { CertificateCheck, PaperContent } from "../document.ts";
import { type Part, type Row, titled } from "./parts.ts";
import { dash, symbolOf } from "./words.ts";

const groupWords = { ...checkGroups, visual: "Visual" } as const;
const answerWords = { yes: "Yes", no: "No", na: "N/A" } as const;
const verdictWords: Readonly<Record<CertificateCheck["verdict"], string>> = {
  pass: "Pass",
  fail: "Fail",
  not_applicable: "N/A",
  not_stated: "Not stated",
};

const valueText = ({ value, unit }: CertificateCheck) =>
  value === null ? dash : withSymbol(value, symbolOf(unit));
const limitText = ({ limit, unit }: CertificateCheck) =>
  limit ? `${limit.op === "le" ? "≤" : "≥"} ${withSymbol(limit.value, symbolOf(unit))}` : dash;
const verdictCell = ({ verdict }: CertificateCheck) => ({
  text: verdictWords[verdict],
  isBold: verdict === "fail",
});

/** The checks that were answered. @param checks those to show */
export function checklist(title: string | null, checks: readonly CertificateCheck[]): Part[] {
  if (!checks.length) return [];
  const isMeasured = checks.some(({ value }) => value !== null);
  const hasRemarks = checks.some(({ remark }) => remark);
  const columns = [
    { head: "Group" },
    { head: "Check", grows: true },
    { head: "Answer" },
    ...(isMeasured
      ? [
          { head: "Measured", isRight: true },
          { head: "Limit", isRight: true },
        ]
      : []),
    ...(hasRemarks ? [{ head: "Remark", grows: true }] : []),
    { head: "Result" },
  ];
  const rows = checks.map(
    (check): Row => [
      { text: groupWords[check.group], isQuiet: true },
      check.name,
      { text: answerWords[check.answer], isBold: check.answer === "no" },
      ...(isMeasured ? [valueText(check), limitText(check)] : []),
      ...(hasRemarks ? [check.remark ?? ""] : []),
      verdictCell(check),
    ],
  );
  return titled(title, [{ is: "table", table: { columns, rows } }]);
}

/** Electrical safety: by which standard and method, then each figure beside its limit. */
export function safetyTable(title: string | null, { safety, checks }: PaperContent): Part[] {
  const electrical = checks.filter(({ group }) => group === "electrical");
  if (!electrical.length) return [];
  const hasRemarks = electrical.some(({ remark }) => remark);
  const columns = [
    { head: "Test", grows: true },
    { head: "Measured", isRight: true },
    { head: "Limit", isRight: true },
    { head: "Source of the limit", grows: true },
    ...(hasRemarks ? [{ head: "Remark" }] : []),
    { head: "Result" },
  ];
  const rows = electrical.map(
    (check): Row => [
      check.name,
      { text: check.answer === "na" ? "N/A" : valueText(check), isBold: true },
      limitText(check),
      check.limit?.source ?? dash,
      ...(hasRemarks ? [check.remark ?? ""] : []),
      verdictCell(check),
    ],
  );
  return titled(title, [
    ...(safety ? [{ is: "text" as const, text: methodText(safety), isHeld: true }] : []),
    { is: "table", table: { columns, rows } },
  ]);
}

function methodText({ standard, edition, method }: NonNullable<PaperContent["safety"]>) {
  const word = (Object.hasOwn(methodWords, method) ? methodWords[method]! : method).toLowerCase();
  return edition
    ? `Tested by ${standard}:${edition} with the ${word} method.`
    : `Tested by ${standard} with the ${word} method.`;
}
