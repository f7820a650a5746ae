/** What papers tell of a measurement: a certificate, and the record of a company's own calibration. */
import type {
  CertificateCheck,
  CertificateContent,
  CertificateLab,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
  CertificateRule,
} from "#app/shared/certificates/document.ts";
import type { EvaluatedCheck } from "#app/shared/measuring/checks.ts";
import { type EvaluatedLine, hasReadings, parametersOf } from "#app/shared/measuring/evaluated.ts";
import { filledReadings, type Measured } from "#app/shared/measuring/measured.ts";
import type { MeasuringSetup } from "#app/shared/measuring/setup.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Company } from "../../session.ts";
import { canonicalJson } from "../activity/chain.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { fileOf, type Laboratory } from "./laboratory.ts";
import type { StandardRead } from "./reads.ts";
import type { reckoned } from "./reckoned.ts";

/** A measurement that is told. */
export type Told = {
  setup: MeasuringSetup;
  set: { measured: Measured };
  standards: StandardRead[0];
};
/** What came of it. */
type Reckoned = ReturnType<typeof reckoned>;
const canonical = (value: unknown) => canonicalJson(value as never);
/** Lines of text without the empty ones. */
export const filled = (...lines: (string | null | undefined)[]): string[] =>
  lines.flatMap((line) => line?.split("\n").filter((one) => one.trim() !== "") ?? []);

/** A line with one set of readings. */
async function resultOf({ typed, input, result }: EvaluatedLine): Promise<CertificateResult> {
  const { engine_version: _, reasons: __, verdict, ...figures } = result;
  return {
    ...figures,
    // Only a draft that is looked at beforehand has lines without a verdict.
    verdict: verdict === "invalid" ? "not_stated" : verdict,
    indications: filledReadings(typed.indication),
    references: filledReadings(typed.reference),
    input_sha256: await sha256(canonical(JSON.parse(JSON.stringify(input)))),
  };
}

const isReported = (line: EvaluatedLine | undefined): line is EvaluatedLine =>
  line !== undefined && line.notMeasured === null && hasReadings(line.typed);

async function lineOf(
  found: EvaluatedLine,
  left: EvaluatedLine | undefined,
): Promise<CertificateLine> {
  const { line, input, rule, notMeasured } = found;
  return {
    ...{ key: line.key, nominal: line.nominal, direction: line.direction },
    conditions: line.point.conditions,
    tolerance:
      input.tolerance && input.tolerance.op !== "info" ? toleranceText(input.tolerance) : null,
    rule: rule && rule.kind !== "none" ? rule.code : null,
    in_scope: (left ?? found).inScope,
    not_measured: notMeasured,
    as_found: isReported(found) ? await resultOf(found) : null,
    as_left: isReported(left) ? await resultOf(left) : null,
  };
}

const isShown = ({ not_measured, as_found, as_left }: CertificateLine) =>
  not_measured !== null || as_found !== null || as_left !== null;

/** The tables of results; lines that nobody measured and nothing asks for are left out. */
export async function tablesOf({ setup, set }: Told, { lines }: Pick<Reckoned, "lines">) {
  const tables: CertificateParameter[] = [];
  for (const { parameter } of parametersOf(setup)) {
    const own = lines.filter((line) => line.parameter.key === parameter.key);
    const found = own.filter(({ dataset }) => dataset === "as_found");
    const shown = await Promise.all(
      found.map((line) =>
        lineOf(
          line,
          own.find((one) => one.dataset === "as_left" && one.line.key === line.line.key),
        ),
      ),
    );
    const { key, name, quantity, unit, setting } = parameter;
    const adjusted = set.measured.adjusted.includes(key);
    const kept = shown.filter(isShown);
    if (kept.length > 0) tables.push({ key, name, quantity, unit, setting, adjusted, lines: kept });
  }
  return tables;
}

function checkOf({ check, typed, against, verdict }: EvaluatedCheck): CertificateCheck | null {
  const isBlank = typed.answer === null && typed.value.trim() === "";
  if (verdict === "invalid" || (isBlank && verdict !== "not_applicable")) return null;
  const limit = against?.kind === "limit" ? against.limit : null;
  return {
    ...{ group: check.group, name: check.name, verdict },
    answer: verdict === "not_applicable" ? "na" : (typed.answer ?? "yes"),
    remark: typed.remark.trim() || null,
    value: typed.value.trim() || null,
    unit: limit?.unit ?? null,
    limit: limit && { op: limit.op, value: limit.limit, source: limit.source ?? null },
  };
}

/** The company as a paper names it. */
export const labOf = (
  profile: Laboratory,
  company: Company,
  accredited: boolean,
): CertificateLab => ({
  name: profile.name,
  ...(profile.logo === null ? {} : { logo: fileOf(profile.logo)! }),
  address: filled(profile.address),
  country: profile.country,
  phone: profile.phone,
  email: profile.email,
  tax_ids: profile.taxIds,
  accreditation: accredited ? settingOf(company, "accreditation") : null,
  time_zone: company.timeZone,
});

/** The standards that were used, each with its certificate. */
export const standardsOf = ({ setup, standards }: Told): CertificateContent["standards"] =>
  setup.standards.flatMap(({ certificate, calibratorId, role, calibratorNo, name, serialNo }) => {
    const own = standards.find((one) => one.calibratorId === calibratorId);
    if (!certificate) return [];
    const { accreditationBody, accreditationNo } = certificate;
    return [
      {
        ...{ role, calibrator_no: calibratorNo, name, serial_no: serialNo },
        ...{ manufacturer: own?.manufacturer ?? null, model: own?.model ?? null },
        ...{ certificate_no: certificate.certificateNo, issued_by: certificate.issuedBy },
        accreditation: [accreditationBody, accreditationNo].filter(Boolean).join(" ") || null,
        ...{ route: certificate.route, calibrated_on: certificate.calibratedOn },
        due_on: certificate.dueOn,
      },
    ];
  });

/** The room in which was measured. */
export const environmentOf = ({
  environment,
}: Pick<Reckoned, "environment">): CertificateContent["environment"] =>
  environment.conditions.map(({ condition, typed, inside }) => ({
    ...{ quantity: condition.quantity, unit: condition.unit, lo: condition.lo, hi: condition.hi },
    ...{ log: condition.log, inside },
    first: typed.first.trim() || null,
    last: typed.last.trim() || null,
  }));

/** The checks that were answered. */
export const checksOf = ({ checks }: Pick<Reckoned, "checks">): CertificateCheck[] =>
  checks.flatMap((check) => checkOf(check) ?? []);

/** The decision rules by which something in the tables is judged. */
export function judgedBy(
  { setup }: Told,
  tables: readonly CertificateParameter[],
): CertificateRule[] {
  const codes = new Set(tables.flatMap(({ lines }) => lines.map(({ rule }) => rule)));
  return setup.rules
    .filter(({ code }) => codes.has(code))
    .map(({ code, name, kind, certificateText: text }) => ({ code, name, kind, text }));
}
