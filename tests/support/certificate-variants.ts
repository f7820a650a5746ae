/* Certificates of every kind, made from the sample: what is not there, what is odd, and what people may type. */
import type {
  CertificateContent,
  CertificateDocument,
  CertificateIssue,
  CertificateLine,
  CertificateParameter,
} from "#app/shared/certificates/document.ts";
import type { PointInput } from "#app/shared/metrology/point.ts";
import { certificateContent, certificateDocument, resultOf } from "./certificate-document.ts";
import { component, defibrillator, display, repeatability } from "./worked-point.ts";

export const withContent = (
  content: Partial<CertificateContent>,
  issue: Partial<CertificateIssue> = {},
): CertificateDocument => ({
  ...certificateDocument,
  content: { ...certificateContent, ...content },
  issue: { ...certificateDocument.issue, ...issue },
});

/** A set of readings of 10 units of which the device shows a little more, judged by its rule. */
const shown: PointInput = {
  ...defibrillator,
  ...{ setting: "set_std_read_duc", unit: "kPa", nominal: "10.0", readings: 3, correction: "0.02" },
  ...{ references: [], indications: ["10.1", "10.2", "10.2"], standardResolution: null },
  ...{ resolution: "0.1", tolerance: { op: "sym", abs: "0.5" }, rule: { kind: "guard_U" } },
  components: [repeatability, component("std", { value: "0.05" })],
};
const plainLine = (input: PointInput, more: Partial<CertificateLine> = {}): CertificateLine => ({
  ...{ key: "line", nominal: input.nominal, direction: null, conditions: [], tolerance: null },
  ...{ rule: "GUARD-U", in_scope: true, not_measured: null },
  ...{ as_found: resultOf(input), as_left: null },
  ...more,
});
const parameter = (lines: CertificateLine[], more: Partial<CertificateParameter> = {}) => ({
  ...{ key: "pressure", name: "Pressure", quantity: "pressure", unit: "kPa" },
  ...{ setting: "set_std_read_duc" as const, adjusted: false, lines },
  ...more,
});

const up = [
  plainLine(shown, { direction: "up" }),
  plainLine(shown, { direction: "down", in_scope: false }),
  plainLine({ ...shown, nominal: "-10.0", indications: ["-10.1", "-10.3", "-10.2"] }),
  plainLine({ ...shown, indications: ["10.4", "10.5", "10.4"] }, { direction: "up" }),
];
const odd = [
  plainLine({ ...shown, rule: { kind: "none" } }, { rule: null }),
  plainLine({ ...shown, tolerance: null }, { rule: null }),
  plainLine({ ...shown, tolerance: { op: "ge", value: "9.5" } }),
  plainLine({ ...shown, tolerance: { op: "le", value: "10.2" } }),
  plainLine({
    ...shown,
    rule: { kind: "guard_U_nonbinary" },
    tolerance: { op: "sym", abs: "0.2" },
  }),
  plainLine(
    { ...shown, coverage: { mode: "k", k: "2" } },
    { conditions: [{ name: "Gas", value: "air" }] },
  ),
  plainLine({ ...shown, components: [display], indications: ["10.1", "10.1", "10.1"] }),
];
const dull = plainLine(shown, {
  as_found: { ...resultOf(shown), k: null, p: null, coverage: null, u_reported: "0" },
});
const silent = plainLine(shown, {
  as_found: { ...resultOf(shown), value_reported: null, error_reported: null },
});

const single: CertificateParameter[] = certificateContent.parameters.map((one) => ({
  ...one,
  adjusted: false,
  lines: one.lines.map((line) => ({ ...line, as_left: null })),
}));
const none: readonly CertificateLine[] = certificateContent.parameters.flatMap(({ lines }) =>
  lines.map((line) => ({ ...line, as_found: null, as_left: null, not_measured: "No battery" })),
);

/** What breaks markup, what XML cannot hold, other scripts, and a formula. @param unfit what becomes of a letter that XML cannot hold */
const nastyText = (unfit: (letter: string) => string) =>
  ` =<b> & ]]> "double" 'single' ${["\u0000", "\u0007", "\u000b", "\uffff"].map(unfit).join("")} मापन यन्त्र 🩺 ${unfit("\ud800")} x${unfit("\udc00")} &amp; \r\n\t<!-- `;
export const NASTY = nastyText((letter) => letter);
/** The same as XML can hold it. */
export const NASTY_KEPT = nastyText(() => "\ufffd");
const nasty = <T extends object>(of: T, names: readonly (keyof T)[]): T => ({
  ...of,
  ...Object.fromEntries(names.map((name) => [name, NASTY])),
});
const nastyBody = {
  name: NASTY,
  address: [NASTY, "   "],
  phone: NASTY,
  email: NASTY,
  country: "in",
};

const nastyContent: CertificateContent = {
  ...nasty(certificateContent, [
    "title",
    "condition_on_receipt",
    "performed_address",
    "deviations",
  ]),
  ...nasty({ job_no: "", request_no: "", po_no: "", scheme_no: "", opinion: "", opinion_by: "" }, [
    ...(["job_no", "request_no", "po_no", "scheme_no", "opinion", "opinion_by"] as const),
  ]),
  lab: {
    ...{ ...certificateContent.lab, ...nastyBody, tax_ids: [{ label: NASTY, value: NASTY }] },
    accreditation: { body: NASTY, number: NASTY, url: 'https://a.example/{"x y"}|[z]%zz?^`#<&>#[' },
  },
  customer: { ...nastyBody, consumer_no: NASTY, site: NASTY },
  item: nasty(certificateContent.item, [
    ...(["name", "machine_no", "manufacturer", "model", "serial_no", "customer_tag"] as const),
    ...(["device_code", "firmware", "accessories", "location", "electrical_class"] as const),
  ]),
  procedure: { code: NASTY, title: NASTY, version_no: 1, method_reference: NASTY },
  rules: certificateContent.rules.map((rule) => nasty(rule, ["name", "text"])),
  standards: certificateContent.standards.map((one) =>
    nasty(one, [
      ...(["role", "calibrator_no", "name", "manufacturer", "model", "serial_no"] as const),
      ...(["certificate_no", "issued_by", "accreditation", "route"] as const),
    ]),
  ),
  environment: certificateContent.environment.map((one) => nasty(one, ["quantity", "lo", "hi"])),
  parameters: certificateContent.parameters.map((one) => ({
    ...nasty(one, ["name"]),
    lines: one.lines.map((line) => ({
      ...{ ...line, conditions: [{ name: NASTY, value: NASTY }] },
      not_measured: line.not_measured && NASTY,
    })),
  })),
  safety: { standard: NASTY, edition: NASTY, method: NASTY },
  checks: certificateContent.checks.map((check) => nasty(check, ["name", "remark", "unit"])),
  statements: certificateContent.statements.map((one) => nasty(one, ["text"])),
  concessions: [{ gate: NASTY, reason: NASTY, granted_by: NASTY, expires_on: "2026-12-31" }],
};

export const revision: CertificateIssue = {
  ...certificateDocument.issue,
  ...{ certificate_no: "MGH/CAL/26-27/00731-R1", revision_no: 1 },
  replaces: { certificate_no: "MGH/CAL/26-27/00731", document_sha256: "ab".repeat(32) },
  amendment_reason: "The serial number was wrong",
  changes: ["Serial number", "Place of the item"],
};

/** Each by what it shows. */
export const variants: Readonly<Record<string, CertificateDocument>> = {
  adjusted: certificateDocument,
  repaired: withContent({ adjustment: "repaired" }),
  "adjusted and repaired": withContent({ adjustment: "adjusted_and_repaired" }),
  "not adjusted": withContent({
    ...{ adjustment: "none", as_found_conformity: null, parameters: single },
  }),
  "adjusted without readings as found": withContent({
    ...{ as_found_missing: "The device did not switch on", as_found_conformity: null },
    parameters: certificateContent.parameters.map((one) =>
      one.adjusted
        ? { ...one, lines: one.lines.map((line) => ({ ...line, as_found: null })) }
        : one,
    ),
  }),
  revision: withContent({}, revision),
  "own asset": withContent({ customer: null }),
  "without accreditation": withContent({
    lab: { ...certificateContent.lab, accreditation: null, country: null, address: [] },
  }),
  "nothing measured": withContent({
    parameters: [parameter([...none], { unit: "J", adjusted: true })],
  }),
  "checks alone": withContent({ kind: "electrical_safety", parameters: [], rules: [] }),
  "without results": withContent({
    ...{ kind: "pm_report", parameters: [], checks: [], rules: [], standards: [] },
    ...{ environment: [], statements: [], safety: null, acclimatised_minutes: null },
    conformity: "not_stated",
    as_found_conformity: null,
  }),
  "up and down": withContent({ parameters: [parameter(up)] }),
  "odd lines": withContent({
    parameters: [
      parameter(odd),
      parameter([dull, silent], { unit: "cmH2O" }),
      parameter([...up, ...odd], { unit: "dBA" }),
      parameter(up, { unit: "a unit of our own" }),
    ],
    environment: [
      { ...certificateContent.environment[0]!, first: null, last: null, inside: null },
      { ...certificateContent.environment[1]!, last: null, inside: false },
    ],
    checks: [
      { ...certificateContent.checks[3]!, value: "> 2 M", verdict: "not_stated" },
      {
        ...certificateContent.checks[3]!,
        limit: { op: "ge", value: "2", source: null },
        unit: null,
      },
    ],
    conformity: "conditional_fail",
    concessions: [
      { gate: "G3", reason: "Sent late", granted_by: "A. Menon", expires_on: "2026-12-31" },
    ],
  }),
  "nobody signed": withContent({}, { signatures: [] }),
  "nasty texts": {
    ...certificateDocument,
    content: nastyContent,
    issue: {
      ...nasty(revision, ["certificate_no", "amendment_reason", "verify_url"]),
      changes: [NASTY, NASTY],
      replaces: { certificate_no: NASTY, document_sha256: "ab".repeat(32) },
      signatures: revision.signatures.map((one) =>
        nasty(one, ["name", "designation", "role", "auth_method"]),
      ),
    },
  },
};
