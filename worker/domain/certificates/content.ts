/** What a certificate says, put together once from its rows (calibration 7.1). Signatures bind to its hash. */
import type {
  CertificateContent,
  CertificateParameter,
  Party,
  StatementKey,
} from "#app/shared/certificates/document.ts";
import type { ReportForm } from "#app/shared/certificates/form.ts";
import { ownFieldsOf } from "#app/shared/certificates/forms/layout.ts";
import { answersOf } from "#app/shared/certificates/own-fields.ts";
import { usualStatements } from "#app/shared/certificates/statements.ts";
import { gateTitles } from "#app/shared/measuring/gate-types.ts";
import { ENGINE_VERSION } from "#app/shared/metrology/point.ts";
import type { Company } from "../../session.ts";
import type { Laboratory } from "../measurement/laboratory.ts";
import {
  checksOf,
  environmentOf,
  filled,
  judgedBy,
  labOf,
  standardsOf,
  tablesOf,
} from "../measurement/told.ts";
import { settingOf } from "../settings/vocabulary.ts";
import { printedForm } from "./laid-out.ts";
import type { CertificateRecord } from "./record.ts";
import type { Standing } from "./standing.ts";

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

/** What was filled in of the form's own fields, and the files that none of them is. */
function filledIn(
  { certificate }: CertificateRecord,
  form: ReportForm,
): Pick<CertificateContent, "own_fields" | "attachments"> {
  const { attachments, ownFields } = certificate;
  const fields = ownFieldsOf(form);
  const answers = answersOf(fields, ownFields, new Map(attachments.map((one) => [one.id, one])));
  const others = attachments.filter(({ id }) => !answers.some(({ file }) => file?.id === id));
  return {
    ...(fields.length ? { own_fields: answers } : {}),
    ...(others.length ? { attachments: others } : {}),
  };
}

/** Everything that a certificate says, as it stands. Figures are the engine's; nothing refers to a row. */
export async function contentOf(
  record: CertificateRecord,
  standing: Standing,
  profile: Laboratory,
  company: Company,
): Promise<CertificateContent> {
  const { certificate, procedure, version, set, setup } = record;
  const parameters = await tablesOf(record, standing);
  const words = settingOf(company, "certificate_statements");
  const form = printedForm(certificate.kind, certificate.form);
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
    rules: judgedBy(record, parameters),
    standards: standardsOf(record),
    environment: environmentOf(standing),
    acclimatised_minutes: set.measured.acclimatised.trim() || null,
    adjustment: certificate.adjustment,
    as_found_missing: certificate.asFoundMissing,
    parameters,
    safety: setup.content.safety,
    checks: checksOf(standing),
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
    ...filledIn(record, form),
    form,
  };
}

/** The longest text that is kept of a certificate, in characters. */
export const LONGEST_CONTENT = 1_500_000;
