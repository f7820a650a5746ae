/** What a certificate says, put together once from its rows (calibration 7.1). Signatures bind to its hash. */
import { builtInCertificate } from "#app/shared/certificates/built-in-form.ts";
import type {
  CertificateCheck,
  CertificateContent,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
  Party,
  StatementKey,
} from "#app/shared/certificates/document.ts";
import { usualStatements } from "#app/shared/certificates/statements.ts";
import type { EvaluatedCheck } from "#app/shared/measuring/checks.ts";
import { type EvaluatedLine, hasReadings, parametersOf } from "#app/shared/measuring/evaluated.ts";
import { gateTitles } from "#app/shared/measuring/gate-types.ts";
import { filledReadings } from "#app/shared/measuring/measured.ts";
import { ENGINE_VERSION } from "#app/shared/metrology/point.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import type { companyProfiles } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { Row } from "../../db/db.ts";
import type { Company } from "../../session.ts";
import { canonicalJson } from "../activity/chain.ts";
import { settingOf } from "../settings/vocabulary.ts";
import type { CertificateRecord } from "./record.ts";
import type { Standing } from "./standing.ts";

type Profile = Row<typeof companyProfiles>;
const canonical = (value: unknown) => canonicalJson(value as never);
const filled = (...lines: (string | null | undefined)[]): string[] =>
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
async function tablesOf({ setup, set }: CertificateRecord, { lines }: Standing) {
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

/** Which statements a certificate makes. */
function statementsOf(
  record: CertificateRecord,
  tables: readonly CertificateParameter[],
): StatementKey[] {
  const { certificate, setup } = record;
  const all = tables.flatMap(({ lines }) => lines);
  const asks: Record<StatementKey, boolean> = {
    items_only: true,
    no_partial_copy: true,
    traceability: setup.standards.length > 0,
    uncertainty: all.some(({ as_found, as_left }) => as_found !== null || as_left !== null),
    decision_rule: all.some(({ rule }) => rule !== null),
    as_found_missing: certificate.asFoundMissing !== null,
    due_agreed: certificate.showDue && certificate.nextDueOn !== null,
    accredited_scope: certificate.accredited && all.some(({ in_scope }) => !in_scope),
    onsite: setup.place === "onsite",
    concession: certificate.concessions.length > 0,
  };
  return (Object.keys(asks) as StatementKey[]).filter((key) => asks[key]);
}

const labOf = (profile: Profile, company: Company, accredited: boolean) => ({
  name: profile.name,
  address: filled(profile.address),
  country: profile.country,
  phone: profile.phone,
  email: profile.email,
  tax_ids: profile.taxIds,
  accreditation: accredited ? settingOf(company, "accreditation") : null,
  time_zone: company.timeZone,
});

function customerOf({ consumer, site }: CertificateRecord): CertificateContent["customer"] {
  if (!consumer) return null;
  const { address, city, region, postalCode, country, phone, email } = consumer;
  const party: Party = {
    name: consumer.legalName ?? consumer.name,
    address: filled(address, [postalCode, city].filter(Boolean).join(" "), region),
    ...{ country, phone, email },
  };
  return { ...party, consumer_no: consumer.consumerNo, site: site?.name ?? null };
}

function itemOf({ machine, model, setup }: CertificateRecord): CertificateContent["item"] {
  return {
    ...{ machine_no: machine.machineNo, name: machine.name },
    ...{ manufacturer: model.manufacturer, model: model.model },
    ...{ serial_no: machine.serialNo, customer_tag: machine.customerTag },
    ...{ device_code: machine.deviceCode, firmware: machine.firmware },
    ...{ accessories: machine.accessories, year_of_make: machine.yearOfMake },
    location: machine.locationText,
    electrical_class: setup.device.electricalClass,
    applied_part: setup.device.appliedPart,
  };
}

const standardsOf = ({ setup, standards }: CertificateRecord): CertificateContent["standards"] =>
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

const environmentOf = ({ environment }: Standing): CertificateContent["environment"] =>
  environment.conditions.map(({ condition, typed, inside }) => ({
    ...{ quantity: condition.quantity, unit: condition.unit, lo: condition.lo, hi: condition.hi },
    ...{ log: condition.log, inside },
    first: typed.first.trim() || null,
    last: typed.last.trim() || null,
  }));

/** Everything that a certificate says, as it stands. Figures are the engine's; nothing refers to a row. */
export async function contentOf(
  record: CertificateRecord,
  standing: Standing,
  profile: Profile,
  company: Company,
): Promise<CertificateContent> {
  const { certificate, procedure, version, set, setup } = record;
  const parameters = await tablesOf(record, standing);
  const codes = new Set(parameters.flatMap(({ lines }) => lines.map(({ rule }) => rule)));
  const words = settingOf(company, "certificate_statements");
  return {
    ...{ kind: certificate.kind, title: certificate.title },
    lab: labOf(profile, company, certificate.accredited),
    customer: customerOf(record),
    item: itemOf(record),
    received_on: certificate.receivedOn,
    performed_from: certificate.calStartOn,
    performed_to: certificate.calEndOn,
    performed_at: certificate.performedAt,
    performed_address: certificate.performedAddress,
    condition_on_receipt: certificate.conditionOnReceipt,
    ...{ job_no: certificate.jobNo, request_no: certificate.requestNo, po_no: certificate.poNo },
    scheme_no: certificate.schemeNo,
    procedure: {
      ...{ code: procedure.code, title: procedure.name, version_no: version.versionNo },
      method_reference: version.methodReference,
    },
    rules: setup.rules
      .filter(({ code }) => codes.has(code))
      .map(({ code, name, kind, certificateText: text }) => ({ code, name, kind, text })),
    standards: standardsOf(record),
    environment: environmentOf(standing),
    acclimatised_minutes: set.measured.acclimatised.trim() || null,
    adjustment: certificate.adjustment,
    as_found_missing: certificate.asFoundMissing,
    parameters,
    safety: setup.content.safety,
    checks: standing.checks.flatMap((check) => checkOf(check) ?? []),
    conformity: standing.conformity,
    as_found_conformity: standing.asFound,
    deviations: certificate.deviations,
    concessions: certificate.concessions.map(({ gate, reason, grantedName, expiresOn }) => ({
      ...{ gate: `${gateTitles[gate]} (${gate})`, reason },
      ...{ granted_by: grantedName, expires_on: expiresOn },
    })),
    external_providers: certificate.externalProviders,
    ...{ opinion: certificate.opinion, opinion_by: certificate.opinionBy },
    next_due_on: certificate.showDue ? certificate.nextDueOn : null,
    statements: statementsOf(record, parameters).map((key) => ({
      key,
      text: words[key] ?? usualStatements[key],
    })),
    engine_version: ENGINE_VERSION,
    form: certificate.form ?? builtInCertificate,
  };
}

/** The longest text that is kept of a certificate, in characters. */
export const LONGEST_CONTENT = 1_500_000;

/** The text that is hashed, and its hash. */
export async function hashed(value: unknown): Promise<{ text: string; hash: string }> {
  const text = canonical(JSON.parse(JSON.stringify(value)));
  return { text, hash: await sha256(text) };
}
