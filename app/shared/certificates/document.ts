/**
 * What a certificate says, as one document that refers to nothing outside of itself. It is made once, at approval (`content`) and at issue
 * (`document`), hashed as canonical JSON (RFC 8785), and everything that people hold in hands is drawn from it: PDF, DCC, CSV. The names are
 * those of the published JSON. Every measured or reckoned figure is text; instants are epoch milliseconds, days YYYY-MM-DD.
 */
import type { PointFlag, PointResult, ResultLine } from "../metrology/point.ts";
import type { DocumentFile } from "./document-file.ts";
import type { ReportForm } from "./form.ts";
import type { OwnAnswer } from "./own-fields.ts";

/** The schema's name, which goes up with any change of a name or of a meaning. */
export const CERTIFICATE_SCHEMA = "certificate/1";

export type CertificateKind = "calibration" | "test_report" | "electrical_safety" | "pm_report";

/** What is drawn alike: certificates, and the record of a company's own calibration, which is none. */
export type PaperKind = CertificateKind | "inhouse";

/** Where the work was done, in the words of the DCC. */
export type PerformancePlace =
  | "laboratory"
  | "customer"
  | "laboratoryBranch"
  | "customerBranch"
  | "other";

export type Adjustment = "none" | "adjusted" | "repaired" | "adjusted_and_repaired";

export type Conformity = "pass" | "conditional_pass" | "conditional_fail" | "fail" | "not_stated";

/** The texts that a company words for itself, by what they are about. */
export const statementKeys = [
  "items_only",
  "no_partial_copy",
  "traceability",
  "uncertainty",
  "decision_rule",
  "as_found_missing",
  "due_agreed",
  "accredited_scope",
  "onsite",
  "concession",
] as const;
export type StatementKey = (typeof statementKeys)[number];

/** A postal address and how a body is reached. Lines are as people typed them. */
export type Party = {
  name: string;
  address: readonly string[];
  country: string | null;
  phone: string | null;
  email: string | null;
};

export type CertificateLab = Party & {
  /** Left out where there is none. */
  logo?: DocumentFile;
  tax_ids: readonly { label: string; value: string }[];
  /** The laboratory's accreditation, where this certificate is accredited. */
  accreditation: { body: string; number: string; url: string | null } | null;
  /** The IANA zone that its days and times are of. */
  time_zone: string;
};

export type CertificateItem = {
  machine_no: string;
  name: string;
  manufacturer: string;
  model: string;
  serial_no: string | null;
  customer_tag: string | null;
  device_code: string | null;
  firmware: string | null;
  accessories: string | null;
  year_of_make: number | null;
  location: string | null;
  electrical_class: string | null;
  applied_part: string | null;
};

export type CertificateStandard = {
  /** What it is used as, in the procedure's words. */
  role: string;
  calibrator_no: string;
  name: string;
  manufacturer: string | null;
  model: string | null;
  serial_no: string | null;
  certificate_no: string;
  issued_by: string;
  accreditation: string | null;
  route: string;
  calibrated_on: string;
  due_on: string;
};

export type CertificateEnvironment = {
  quantity: string;
  unit: string;
  /** What the procedure allows. */
  lo: string;
  hi: string;
  /** The first and the last reading, or the lowest and the highest of a log. */
  log: "start_end" | "continuous";
  first: string | null;
  last: string | null;
  inside: boolean | null;
};

export type CertificateRule = { code: string; name: string; kind: string; text: string };

/**
 * One set of readings of a line, and what comes of it by the engine; reported figures are as they are printed. A figure that the engine
 * gains or renames is one of the schema too.
 */
export type CertificateResult = Readonly<
  Omit<PointResult, "engine_version" | "reasons" | "verdict" | "flags" | "budget">
> & {
  indications: readonly string[];
  references: readonly string[];
  verdict: Conformity;
  flags: readonly PointFlag[];
  budget: readonly ResultLine[];
  input_sha256: string;
};

/** A line of a table of results: a point, or a run of it up or down. */
export type CertificateLine = {
  key: string;
  /** Null: one-sided, without a nominal value. */
  nominal: string | null;
  /** Of a series that goes up and down. */
  direction: "up" | "down" | null;
  conditions: readonly { name: string; value: string }[];
  /** The tolerance as it is typed: "±max(15 %, 3)"; null where nothing is judged. */
  tolerance: string | null;
  /** The code of the decision rule that judges it; null where none does. */
  rule: string | null;
  in_scope: boolean;
  /** Why it was not measured; null where it was. */
  not_measured: string | null;
  /** Of what was not adjusted: its one set of readings. */
  as_found: CertificateResult | null;
  as_left: CertificateResult | null;
};

export type CertificateParameter = {
  key: string;
  name: string;
  quantity: string;
  /** A code of `units.ts`. */
  unit: string;
  /** `set_duc_read_std`: the device is set and the standard read; `set_std_read_duc`: the other way round. */
  setting: "set_duc_read_std" | "set_std_read_duc";
  /** Whether it has readings before and after an adjustment. */
  adjusted: boolean;
  lines: readonly CertificateLine[];
};

export type CertificateCheck = {
  group: "visual" | "function" | "alarm" | "electrical";
  name: string;
  answer: "yes" | "no" | "na";
  /** Why it does not apply, or what was seen. */
  remark: string | null;
  value: string | null;
  unit: string | null;
  limit: { op: "le" | "ge"; value: string; source: string | null } | null;
  verdict: "pass" | "fail" | "not_applicable" | "not_stated";
};

/** What signatures bind to: everything but the number and the signatures themselves. */
export type CertificateContent<K extends PaperKind = CertificateKind> = {
  kind: K;
  title: string;
  lab: CertificateLab;
  customer: (Party & { consumer_no: string; site: string | null }) | null;
  item: CertificateItem;
  received_on: string | null;
  performed_from: string;
  performed_to: string;
  performed_at: PerformancePlace;
  performed_address: string | null;
  condition_on_receipt: string | null;
  job_no: string | null;
  request_no: string | null;
  po_no: string | null;
  /** The number that the accreditation body asks for. */
  scheme_no: string | null;
  procedure: { code: string; title: string; version_no: number; method_reference: string };
  rules: readonly CertificateRule[];
  standards: readonly CertificateStandard[];
  environment: readonly CertificateEnvironment[];
  acclimatised_minutes: string | null;
  adjustment: Adjustment;
  /** Why there are no readings before the adjustment. */
  as_found_missing: string | null;
  parameters: readonly CertificateParameter[];
  /** By which standard electrical safety was tested; null where it was not. */
  safety: { standard: string; edition: string | null; method: string } | null;
  checks: readonly CertificateCheck[];
  conformity: Conformity;
  /** Of the readings before the adjustment, where there was one. */
  as_found_conformity: Conformity | null;
  deviations: string | null;
  concessions: readonly { gate: string; reason: string; granted_by: string; expires_on: string }[];
  /** What others did for the laboratory, and who. */
  external_providers: string | null;
  opinion: string | null;
  opinion_by: string | null;
  /** Only where the customer has agreed. */
  next_due_on: string | null;
  statements: readonly { key: StatementKey; text: string }[];
  /** What was filled in of the form's own fields; left out where it has none. */
  own_fields?: readonly OwnAnswer[];
  /** Files that belong to it; left out where there are none. */
  attachments?: readonly (DocumentFile & { caption: string | null })[];
  engine_version: string;
  /** How it is laid out. */
  form: ReportForm;
};

export type SignatureMeaning = "performed" | "reviewed" | "approved" | "authorised";

export type CertificateSignature = {
  meaning: SignatureMeaning;
  role: string;
  name: string;
  designation: string | null;
  signed_at: number;
  /** The picture of the signature; left out where there is none. It proves nothing. */
  image?: DocumentFile;
  /** How the person proved who they are: "password", "password and second factor". */
  auth_method: string;
  content_sha256: string;
};

/** What issuing adds. */
export type CertificateIssue = {
  certificate_no: string;
  revision_no: number;
  /** The revision before this one. */
  replaces: { certificate_no: string; document_sha256: string } | null;
  amendment_reason: string | null;
  /** What is new in this revision. */
  changes: readonly string[];
  issued_on: string;
  issued_at: number;
  verify_url: string;
  content_sha256: string;
  /** The ledger's last entry before that of this certificate. */
  ledger_seq: number;
  ledger_head: string;
  signatures: readonly CertificateSignature[];
};

export type CertificateDocument<K extends PaperKind = CertificateKind> = {
  schema: typeof CERTIFICATE_SCHEMA;
  content: CertificateContent<K>;
  issue: CertificateIssue;
};
export type PaperContent = CertificateContent<PaperKind>;
/** What is drawn: a certificate, or a record that is none. */
export type PaperDocument = CertificateDocument<PaperKind>;
