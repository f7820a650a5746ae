/** Checks that are answered, and electrical safety with its limits, as results of a digital calibration certificate. */
import type { CertificateCheck } from "#app/shared/certificates/document.ts";
import { isTypedNumber } from "#app/shared/metrology/decimal.ts";
import { element, leaf, type Maybe, type XmlNode } from "../../files/xml-builder.ts";
import { listOf, ours, plain, text } from "./dcc-parts.ts";
import { quantity, real } from "./dcc-quantities.ts";

const checkGroupWords: Readonly<Record<CertificateCheck["group"], string>> = {
  visual: "Visual inspection",
  function: "Function",
  alarm: "Alarms",
  electrical: "Electrical safety",
};
const answerWords: Readonly<Record<CertificateCheck["answer"], string>> = {
  yes: "Yes",
  no: "No",
  na: "Not applicable",
};
const limitNames = {
  le: ["Upper limit", "basic_acceptanceLimitUpper"],
  ge: ["Lower limit", "basic_acceptanceLimitLower"],
} as const;

/** The limit of a check and whether it is kept; nothing where there is neither. */
function judged({ limit, unit, verdict }: CertificateCheck): Maybe {
  const isStated = verdict === "pass" || verdict === "fail";
  const typed = limit && isTypedNumber(limit.value) ? limit : null;
  if (!isStated && !typed) return null;
  const [name, refType] = limitNames[typed?.op ?? "le"];
  return element(
    "dcc:metaData",
    [
      plain("dcc:reference", typed?.source ?? null),
      isStated && leaf("dcc:conformity", verdict),
      typed && element("dcc:data", [quantity(typed.value, { name: ours(name), unit, refType })]),
    ],
    isStated ? { refType: "basic_conformity" } : {},
  );
}

function checkOf(check: CertificateCheck): XmlNode {
  const { name, remark, value, unit, answer } = check;
  const isFigure = value !== null && isTypedNumber(value);
  return element(
    "dcc:quantity",
    [
      text("dcc:name", name),
      remark === null ? null : text("dcc:description", remark),
      isFigure ? real(value, unit) : text("dcc:noQuantity", value ?? ours(answerWords[answer])),
      listOf("dcc:measurementMetaData", [judged(check)]),
    ],
    isFigure ? { refType: "basic_measuredValue" } : {},
  );
}

/** The checks of a certificate, a result for each group of them. */
export const checkResults = (checks: readonly CertificateCheck[]): XmlNode[] =>
  (Object.keys(checkGroupWords) as CertificateCheck["group"][]).flatMap((group) => {
    const own = checks.filter((check) => check.group === group);
    return own.length
      ? [
          element("dcc:result", [
            text("dcc:name", ours(checkGroupWords[group])),
            element("dcc:data", own.map(checkOf)),
          ]),
        ]
      : [];
  });
