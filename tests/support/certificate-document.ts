/* A certificate that was never issued: a defibrillator that was adjusted, with figures of the engine and words in several scripts. */

import type {
  CertificateCheck,
  CertificateContent,
  CertificateDocument,
  CertificateLine,
  CertificateParameter,
  CertificateResult,
} from "#app/shared/certificates/document.ts";
import { builtInCertificate } from "#app/shared/certificates/forms/calibration.ts";
import { evaluatePoint } from "#app/shared/metrology/evaluate-point.ts";
import type { PointInput } from "#app/shared/metrology/point.ts";
import { toleranceText } from "#app/shared/metrology/tolerance-text.ts";
import { component, defibrillator, display, repeatability } from "./worked-point.ts";

const HASH = "5a69a7ec69c7e2d7dba2959ddfee1950f7f16226905dc864aa5da1c59ef96705";

/** A point as the engine reckons it, as a certificate keeps it. */
export function resultOf(input: PointInput): CertificateResult {
  const { engine_version: _, reasons, verdict, ...figures } = evaluatePoint(input);
  if (verdict === "invalid") throw new Error(JSON.stringify(reasons));
  const typed = (all: PointInput["indications"]) => all.map(String);
  return {
    ...figures,
    verdict,
    indications: typed(input.indications),
    references: typed(input.references),
    input_sha256: HASH,
  };
}

const energy = (nominal: string, references: string[]): PointInput => ({
  ...defibrillator,
  nominal,
  references,
  cmc: { abs: "0.2", pct: "0.5" },
});
const line = (input: PointInput, more: Partial<CertificateLine>): CertificateLine => ({
  ...{ key: `p${input.nominal}`, nominal: input.nominal, direction: null, conditions: [] },
  ...{ tolerance: input.tolerance && toleranceText(input.tolerance), rule: "Z540-M6" },
  ...{ in_scope: true, not_measured: null, as_found: resultOf(input), as_left: null },
  ...more,
});

const shots: [string, string[], string[]][] = [
  ["20", ["17.9", "18.1", "18.0", "17.8", "18.0"], ["19.8", "20.1", "19.9", "19.9", "20.0"]],
  ["50", ["44.6", "44.9", "44.7", "44.8", "44.7"], ["49.7", "49.9", "49.6", "49.8", "49.8"]],
  ["100", ["87.9", "88.3", "88.0", "88.2", "88.1"], ["99.2", "99.6", "99.3", "99.5", "99.4"]],
  [
    "200",
    ["174.0", "174.6", "174.1", "174.4", "174.2"],
    ["198.2", "199.1", "198.7", "198.9", "198.4"],
  ],
  [
    "360",
    ["304.3", "304.9", "304.1", "304.7", "304.5"],
    ["357.1", "357.9", "357.2", "357.6", "357.4"],
  ],
];
const delivered: CertificateParameter = {
  ...{ key: "energy", name: "Delivered energy into 50 Ω", quantity: "energy", unit: "J" },
  ...{ setting: "set_duc_read_std", adjusted: true },
  lines: shots.map(([nominal, found, left]) =>
    line(energy(nominal, found), { as_left: resultOf(energy(nominal, left)) }),
  ),
};
const charge: CertificateParameter = {
  ...{ key: "charge", name: "Charge time to 360 J", quantity: "time", unit: "s" },
  ...{ setting: "set_duc_read_std", adjusted: false },
  lines: [
    line(
      {
        ...defibrillator,
        ...{ unit: "s", nominal: null, references: ["6.8", "6.9", "6.7"], readings: 3 },
        tolerance: { op: "le", value: "15" },
        components: [
          repeatability,
          component("std", { source: "std_certificate", distribution: "normal_k", value: "0.02" }),
          display,
        ],
        rule: { kind: "guard_U" },
      },
      { key: "charge1", rule: "GUARD-U", in_scope: false },
    ),
    {
      ...{ key: "charge2", nominal: null, direction: null, tolerance: "≤ 20", rule: "GUARD-U" },
      conditions: [{ name: "Supply", value: "battery" }],
      ...{ in_scope: false, as_found: null, as_left: null },
      not_measured: "The battery is at its end of life",
    },
  ],
};

const check = (more: Partial<CertificateCheck>): CertificateCheck => ({
  ...{ group: "visual", name: "Housing", answer: "yes", remark: null, value: null, unit: null },
  ...{ limit: null, verdict: "pass" },
  ...more,
});

/** What was signed. */
export const certificateContent: CertificateContent = {
  kind: "calibration",
  title: "Calibration certificate",
  lab: {
    name: "Meridian General Hospital",
    address: ["Biomedical Calibration Laboratory", "14 Lake Road", "682016 Kochi"],
    ...{ country: "IN", phone: "+91 484 255 0147", email: "calibration@meridian.example" },
    tax_ids: [{ label: "GSTIN", value: "32AAAAA0000A1Z5" }],
    accreditation: { body: "NABL", number: "CL-2194", url: "https://accreditation.example/2194" },
    time_zone: "Asia/Kolkata",
  },
  customer: {
    ...{ name: "सेंट थॉमस अस्पताल & Söhne", consumer_no: "CUS/2026/0007", site: "Main building" },
    ...{ address: ["7 MC Road", "686001 Kottayam"], country: "IN", phone: null, email: null },
  },
  item: {
    ...{ machine_no: "DUC-000123", name: "Defibrillator", manufacturer: "Zoll", model: "R Series" },
    ...{ serial_no: "AF14K021883", customer_tag: "ICU-4", device_code: null, firmware: "17.22" },
    ...{ accessories: "Paddles", year_of_make: 2019, location: "ICU", electrical_class: "I" },
    applied_part: "CF",
  },
  ...{ received_on: "2026-11-19", performed_from: "2026-11-20", performed_to: "2026-11-20" },
  ...{ performed_at: "laboratory", performed_address: null },
  condition_on_receipt: "Good, with paddles",
  ...{ job_no: "J-88", request_no: null, po_no: "PO <7>", scheme_no: "CC219426000000731F" },
  procedure: {
    ...{ code: "CP-DEF-01", title: "Defibrillators", version_no: 3 },
    method_reference: "IEC 60601-2-4:2010, own method CP-DEF-01",
  },
  rules: [
    {
      ...{ code: "Z540-M6", name: "Z540.3 method 6", kind: "z540_method6" },
      text: "Acceptance limits are the tolerance less a guard band by ANSI/NCSL Z540.3, method 6.",
    },
    {
      ...{ code: "GUARD-U", name: "Guard band of U", kind: "guard_U" },
      text: "Acceptance limits are the tolerance less the expanded uncertainty U.",
    },
  ],
  standards: [
    {
      ...{ role: "defibrillator analyser", calibrator_no: "DA-02", name: "Defibrillator analyser" },
      ...{ manufacturer: "Fluke", model: "Impulse 7000DP", serial_no: "2811007" },
      ...{ certificate_no: "K-2026-11", issued_by: "Physikalisches Labor", accreditation: "DAkkS" },
      ...{ route: "accredited_lab", calibrated_on: "2026-05-12", due_on: "2027-05-12" },
    },
  ],
  environment: [
    {
      ...{ quantity: "Temperature", unit: "degC", lo: "18", hi: "28", log: "start_end" },
      ...{ first: "23.4", last: "23.9", inside: true },
    },
    {
      ...{ quantity: "Relative humidity", unit: "%RH", lo: "30", hi: "75", log: "start_end" },
      ...{ first: "48", last: "47", inside: true },
    },
    {
      ...{ quantity: "Air pressure", unit: "kPa", lo: "86", hi: "106", log: "continuous" },
      ...{ first: "100.8", last: "101.0", inside: true },
    },
  ],
  acclimatised_minutes: "45",
  adjustment: "adjusted",
  as_found_missing: null,
  parameters: [delivered, charge],
  safety: { standard: "IEC 62353", edition: "2014", method: "direct" },
  checks: [
    check({}),
    check({ name: "Mains cord", answer: "no", remark: "Cut near the plug", verdict: "fail" }),
    check({ group: "alarm", name: "Battery low", answer: "na", verdict: "not_applicable" }),
    check({
      ...{ group: "electrical", name: "Equipment leakage", value: "212", unit: "uA" },
      limit: { op: "le", value: "500", source: "IEC 62353:2014, table 2" },
    }),
  ],
  conformity: "pass",
  as_found_conformity: "fail",
  deviations: null,
  concessions: [],
  external_providers: null,
  ...{ opinion: "The device may be used again.", opinion_by: "Asha Menon" },
  next_due_on: "2027-05-20",
  statements: [
    { key: "items_only", text: "The results relate only to the item described." },
    {
      key: "no_partial_copy",
      text: "This certificate is reproduced only in full, unless the laboratory has agreed in writing.",
    },
    { key: "traceability", text: "Results are traceable to the SI through the standards named." },
    {
      key: "uncertainty",
      text: "U is the standard uncertainty times k, for a coverage probability of about 95 %.",
    },
  ],
  engine_version: "1",
  form: builtInCertificate,
};

const signed = (name: string, designation: string, at: string) => ({
  ...{ name, designation, signed_at: Date.parse(at), auth_method: "password" },
  content_sha256: HASH,
});
/** The same, as issued. */
export const certificateDocument: CertificateDocument = {
  schema: "certificate/1",
  content: certificateContent,
  issue: {
    ...{ certificate_no: "MGH/CAL/26-27/00731", revision_no: 0, replaces: null },
    ...{ amendment_reason: null, changes: [], issued_on: "2026-11-20" },
    issued_at: Date.parse("2026-11-20T11:12:00Z"),
    verify_url: "https://meridian.example/verify/k7q2mx4vt9zr6bnd3hjw5cysaf",
    content_sha256: HASH,
    ledger_seq: 1841,
    ledger_head: "c9875a4cad4bdadac9875a4cad4bdadac9875a4cad4bdadac9875a4cad4bdada",
    signatures: [
      {
        ...signed("S. Pillai", "Calibration engineer", "2026-11-20T06:22:00Z"),
        ...{ meaning: "performed", role: "calibrated_by" },
      },
      {
        ...signed("R. Krishnan", "Senior engineer", "2026-11-20T08:50:00Z"),
        ...{ meaning: "reviewed", role: "checked_by" },
      },
      {
        ...signed("Asha Menon", "Technical manager", "2026-11-20T11:10:00Z"),
        ...{ meaning: "approved", role: "approved_by" },
      },
      {
        ...signed("Asha Menon", "Technical manager", "2026-11-20T11:12:00Z"),
        ...{ meaning: "authorised", role: "authorised_signatory" },
      },
    ],
  },
};
