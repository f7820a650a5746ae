/** A report that nobody was given, for looking at a form where there is no report of its kind yet. Its figures are the engine's. */
import {
  CERTIFICATE_SCHEMA,
  type CertificateCheck,
  type CertificateDocument,
  type CertificateKind,
  type CertificateLab,
  type CertificateLine,
  type CertificateResult,
  type SignatureMeaning,
} from "#app/shared/certificates/document.ts";
import type { ReportForm } from "#app/shared/certificates/form.ts";
import { kindNames } from "#app/shared/certificates/forms/kinds.ts";
import { usualStatements } from "#app/shared/certificates/statements.ts";
import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import { type Component, ENGINE_VERSION, type PointInput } from "#app/shared/metrology/point.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import { FIRST } from "../activity/chain.ts";

const component = (symbol: string, name: string, more: Partial<Component>): Component => ({
  ...{ symbol, name, source: "custom", evaluation: "B", distribution: "rectangular", value: "0" },
  ...more,
});
const energy = (nominal: string, references: string[]): PointInput => ({
  ...{ setting: "set_duc_read_std", unit: "J", indications: [], references, nominal },
  ...{ readings: references.length, correction: "0", standardResolution: "0.1", model: null },
  tolerance: { op: "sym", pct: "15", abs: "3", combine: "max" },
  components: [
    component("rep", "Repeatability", {
      ...{ source: "repeatability", evaluation: "A", distribution: "type_a_readings" },
    }),
    component("std", "Analyser", {
      ...{ source: "std_certificate", distribution: "normal_k", value: "0.01*ref", k: "2" },
    }),
    component("drift", "Drift of the analyser", { source: "std_drift", value: "0.005*ref" }),
    component("res", "Resolution of the analyser", {
      ...{ source: "std_resolution", distribution: "resolution", value: "0.1" },
    }),
  ],
  names: {},
  coverage: { mode: "p", p: "0.9545" },
  rounding: { digits: 2, mode: "ea5" },
  rule: { kind: "guard_U" },
});

function resultOf(input: PointInput): CertificateResult {
  const { engine_version: _, reasons: __, verdict, ...figures } = evaluatePoint(input);
  return {
    ...figures,
    verdict: verdict === "invalid" ? "not_stated" : verdict,
    indications: input.indications.map(String),
    references: input.references.map(String),
    input_sha256: FIRST,
  };
}

const shots: readonly (readonly [nominal: string, found: string[], left: string[]])[] = [
  ["20", ["17.9", "18.1", "18.0"], ["19.8", "20.1", "19.9"]],
  ["50", ["44.6", "44.9", "44.7"], ["49.7", "49.9", "49.6"]],
  ["100", ["87.9", "88.3", "88.0"], ["99.2", "99.6", "99.3"]],
  ["200", ["174.0", "174.6", "174.1"], ["198.2", "199.1", "198.7"]],
  ["360", ["304.3", "304.9", "304.1"], ["357.1", "357.9", "357.2"]],
];
const lines = (): CertificateLine[] =>
  shots.map(([nominal, found, left]) => {
    const [before, after] = [energy(nominal, found), energy(nominal, left)];
    return {
      ...{ key: `e${nominal}`, nominal, direction: null, conditions: [], rule: "GUARD-U" },
      tolerance: before.tolerance && toleranceText(before.tolerance),
      ...{ in_scope: true, not_measured: null },
      ...{ as_found: resultOf(before), as_left: resultOf(after) },
    };
  });

const check = (more: Partial<CertificateCheck>): CertificateCheck => ({
  ...{ group: "visual", name: "Housing and labels", answer: "yes", remark: null, value: null },
  ...{ unit: null, limit: null, verdict: "pass" },
  ...more,
});
const checks = (): CertificateCheck[] => [
  check({}),
  check({ name: "Cables and paddles" }),
  check({ group: "function", name: "Charges, delivers and disarms" }),
  check({ group: "alarm", name: "Low battery alarm" }),
  check({
    ...{ group: "electrical", name: "Protective earth", value: "0.12", unit: "ohm" },
    limit: { op: "le", value: "0.3", source: "IEC 62353:2014, detachable cord" },
  }),
  check({
    ...{ group: "electrical", name: "Equipment leakage", value: "212", unit: "uA" },
    limit: { op: "le", value: "500", source: "IEC 62353:2014, class I, direct" },
  }),
];

const signers: readonly (readonly [SignatureMeaning, role: string, name: string])[] = [
  ["performed", "calibrated_by", "Who measures"],
  ["reviewed", "checked_by", "Who checks"],
  ["approved", "approved_by", "Who approves"],
  ["authorised", "authorised_signatory", "Who authorises"],
];

/** @param today the day on which everything in it was done */
export function sampleDocument(
  kind: CertificateKind,
  {
    lab,
    form,
    today,
    origin,
  }: { lab: CertificateLab; form: ReportForm; today: string; origin: string },
): CertificateDocument {
  const at = Date.parse(`${today}T12:00:00Z`);
  return {
    schema: CERTIFICATE_SCHEMA,
    content: {
      ...{ kind, title: kindNames[kind], lab, form, engine_version: ENGINE_VERSION },
      customer: {
        ...{ name: "A customer", address: ["14 Sample Street", "10115 Sampletown"] },
        ...{ country: null, phone: null, email: null, consumer_no: "CUS/0001", site: null },
      },
      item: {
        ...{ machine_no: "DUC-000001", name: "Defibrillator", manufacturer: "Maker" },
        ...{ model: "Model", serial_no: "SAMPLE-1", customer_tag: "ICU-4", device_code: null },
        ...{ firmware: "1.0", accessories: "Paddles", year_of_make: null, location: "ICU" },
        ...{ electrical_class: "I", applied_part: "CF" },
      },
      ...{ received_on: today, performed_from: today, performed_to: today },
      ...{ performed_at: "laboratory", performed_address: null },
      condition_on_receipt: "Clean, complete, working",
      ...{ job_no: "J-1", request_no: null, po_no: null, scheme_no: null },
      procedure: {
        ...{ code: "CP-01", title: "Defibrillators", version_no: 1 },
        method_reference: "IEC 60601-2-4",
      },
      rules: [
        {
          ...{ code: "GUARD-U", name: "Guard band of U", kind: "guard_U" },
          text: "Acceptance limits are the tolerance less the expanded uncertainty U.",
        },
      ],
      standards: [
        {
          ...{ role: "defibrillator analyser", calibrator_no: "CAL-01" },
          ...{ name: "Defibrillator analyser", manufacturer: "Maker", model: "Analyser" },
          ...{ serial_no: "SAMPLE-2", certificate_no: "K-0001", issued_by: "A laboratory" },
          ...{ accreditation: null, route: "accredited_lab" },
          ...{ calibrated_on: today, due_on: today },
        },
      ],
      environment: [
        {
          ...{ quantity: "Temperature", unit: "degC", lo: "18", hi: "28", log: "start_end" },
          ...{ first: "23.4", last: "23.9", inside: true },
        },
        {
          ...{ quantity: "Relative humidity", unit: "%RH", lo: "30", hi: "75", log: "start_end" },
          ...{ first: "48", last: "50", inside: true },
        },
      ],
      ...{ acclimatised_minutes: "45", adjustment: "adjusted", as_found_missing: null },
      parameters: [
        {
          ...{ key: "energy", name: "Delivered energy", quantity: "energy", unit: "J" },
          ...{ setting: "set_duc_read_std", adjusted: true, lines: lines() },
        },
      ],
      safety: { standard: "IEC 62353", edition: "2014", method: "direct" },
      checks: checks(),
      ...{ conformity: "pass", as_found_conformity: "fail", deviations: null, concessions: [] },
      ...{ external_providers: "None", opinion: "It may be used again.", opinion_by: "Who checks" },
      next_due_on: null,
      statements: (
        ["items_only", "no_partial_copy", "traceability", "uncertainty", "decision_rule"] as const
      ).map((key) => ({ key, text: usualStatements[key] })),
    },
    issue: {
      ...{ certificate_no: "SAMPLE", revision_no: 0, replaces: null, amendment_reason: null },
      ...{ changes: [], issued_on: today, issued_at: at, verify_url: `${origin}/verify/sample` },
      ...{ content_sha256: FIRST, ledger_seq: 0, ledger_head: FIRST },
      signatures: signers.map(([meaning, role, name]) => ({
        ...{ meaning, role, name, designation: null, signed_at: at, auth_method: "password" },
        content_sha256: FIRST,
      })),
    },
  };
}
