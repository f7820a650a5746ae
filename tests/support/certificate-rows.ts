/* How the twin's certificate stands in each state, and what it is reckoned from. */
import { disciplineWords } from "#app/shared/calibration/disciplines.ts";
import { CompanyDb } from "#worker/db/company-db.ts";
import { contentOf } from "#worker/domain/certificates/content.ts";
import { recordOf } from "#worker/domain/certificates/record.ts";
import { recordReads } from "#worker/domain/certificates/record-reads.ts";
import { standingOf } from "#worker/domain/certificates/standing.ts";
import { hashed } from "#worker/domain/measurement/hashed.ts";
import { laboratoryQuery } from "#worker/domain/measurement/laboratory.ts";
import { resultsHash } from "#worker/domain/measurement/set.ts";
import type { Company } from "#worker/session.ts";
import { twinMeasured } from "./procedures.ts";
import { camel } from "./schema.ts";
import type { Row, Twin } from "./twins.ts";

type Rows = Record<string, Row>;

const NOBODY = "0198c7a2-0000-7000-8000-000000000000";
const HASH = "ab".repeat(32);

/** Triggers that keep a certificate and its measurement from going back. */
export const MEASURED_PAST = [
  ...["certificate_report_frozen", "measurement_set_frozen"],
  ...["added", "changed", "removed"].map((done) => `measurement_standards_${done}_while_open`),
];

const hasNumber = (status: string) => ["issued", "superseded", "voided"].includes(status);
const isSigned = (status: string) => !["draft", "cancelled"].includes(status);

const twinConcession = {
  ...{ gate: "G2", reason: "Twin reason", expiresOn: "2099-12-31" },
  ...{ grantedBy: NOBODY, grantedName: "Nobody", at: 1 },
};

/** The columns of the twin's certificate in a state; who signed it is nobody of the tests. */
export const certificateStanding = (status: string, rows: Rows, move: string): Row => ({
  status,
  measurement_set_id: rows.measurement_sets!.id!,
  machine_id: rows.machines!.id!,
  ...{ name: "Twin certificate", amendment_reason: null, revision_of_id: null, revision_no: 0 },
  ...{ replaced_by_id: null, scheme_no: null, accredited: 0, adjustment: "none", show_due: 0 },
  concessions: move === "withdraw" ? JSON.stringify([twinConcession]) : "[]",
  ...{ cal_start_on: "2026-01-02", cal_end_on: "2026-01-02", next_due_on: null },
  decision_rule_id: rows.decision_rules!.id!,
  certificate_no: hasNumber(status) ? "TWIN-C-1" : null,
  base_no: hasNumber(status) ? "TWIN-C-1" : null,
  document_sha256: hasNumber(status) ? HASH : null,
  content_sha256: isSigned(status) ? HASH : null,
  conformity: isSigned(status) ? "pass" : null,
  ...{ writer_ids: "[]", signatures: "[]", files: "{}", render_state: "none" },
  ...{ submitted_by: null, checked_by: null, approved_by: null, issued_on: null },
  ...{ issued_by: null, voided_by: null, void_reason: null },
});

const setStates: Record<string, string> = { draft: "open", submitted: "locked", checked: "locked" };

/** The measurement of a state, and for a move what its gates ask for: a standard with an accepted certificate, and an agreed rule. */
export const calibratedBesides = (state: string, move: string, rows: Rows): Rows => ({
  measurement_sets: {
    ...{ state: setStates[state] ?? "frozen", measured: JSON.stringify(twinMeasured) },
    procedure_version_id: rows.procedure_versions!.id!,
    ...{ results: null, results_sha256: null, was_signed: isSigned(state) ? 1 : 0 },
  },
  ...(move && {
    calibrator_certificates: {
      ...{ status: "superseded", accepted_by: NOBODY, accepted_at: 1 },
      calibrated_on: rows.calibrator_certificates!.calibrated_on!,
      valid_from: rows.calibrator_certificates!.valid_from ?? null,
      due_on: rows.calibrator_certificates!.due_on!,
    },
    calibrator_ranges: {
      ...{ quantity: "flow", unit: "mL/h", resolution: "0.01", u_kind: "pct_reading" },
      ...{ range_lo: "1", range_lo_num: 1, range_hi: "400", range_hi_num: 400 },
      ...{ u_pct: "1", u_abs: null, u_k: "2", u_equation: null, drift_kind: "none" },
      ...{ drift_value: null, correction: "none", correction_equation: null, points: "[]" },
    },
    consumers: { default_decision_rule_id: rows.decision_rules!.id! },
  }),
});

const SIGNING = ["submit", "check", "approve", "issue", "void"];
const every = (words: readonly string[]) => JSON.stringify(words);
const ROLES = ["calibrated_by", "checked_by", "approved_by", "authorised_signatory"];

/** What puts the rows about the twin's certificate before a call: its procedure and standard, no other that is open, and who signs it. */
export function settlingCertificates(
  { db, company, rows }: Twin,
  move: string,
): D1PreparedStatement[] {
  const run = (sql: string, ...values: (string | number | null)[]) =>
    db.prepare(sql).bind(company.id, ...values);
  const puttingBack = (table: string, row: Row) =>
    db
      .prepare(
        `insert or ignore into ${table} (${Object.keys(row).join(", ")}) values (${Object.keys(row).fill("?").join(", ")})`,
      )
      .bind(...Object.values(row));
  const own = String(rows.certificate_reports!.id);
  return [
    ...MEASURED_PAST.map((trigger) => db.prepare(`drop trigger if exists ${trigger}`)),
    run(
      "update certificate_reports set status = 'cancelled' where company_id = ? and machine_id = ? and id <> ? and status in ('draft', 'submitted', 'checked', 'approved')",
      String(rows.machines!.id),
      own,
    ),
    run(
      "update certificate_reports set revision_of_id = null where company_id = ? and revision_of_id = ?",
      own,
    ),
    // Calls have written other drafts into the version that it was measured by.
    db
      .prepare("update procedure_versions set content = ? where company_id = ? and id = ?")
      .bind(rows.procedure_versions!.content!, company.id, rows.procedure_versions!.id!),
    ...[rows.measurement_standards!, rows.inhouse_standard!].flatMap((standard) => [
      run(
        "delete from measurement_standards where company_id = ? and measurement_set_id = ?",
        standard.measurement_set_id!,
      ),
      puttingBack("measurement_standards", standard),
    ]),
    // A certificate that is saved again has other ranges.
    puttingBack("calibrator_ranges", rows.calibrator_ranges!),
    ...(SIGNING.includes(move)
      ? [
          // Everybody signs, but those of whom tests make the first signature.
          run(
            `insert into signatures (company_id, id, created_at, updated_at, user_id, name, designation, roles, disciplines, valid_from)
              select company_id, 's-' || id, 1, 1, id, name, 'Engineer', ?2, ?3, '2020-01-01' from users where company_id = ?1
              and email not like '%@signing.test' and id not in (select user_id from signatures where company_id = ?1 and deleted_at is null and status <> 'revoked')
              on conflict do nothing`,
            every(ROLES),
            every(Object.keys(disciplineWords)),
          ),
        ]
      : []),
  ];
}

/** The twin's company as a session knows it. */
async function companyOf({ db, company }: Twin): Promise<Company> {
  const all = (table: string) =>
    db.prepare(`select * from ${table} where company_id = ?`).bind(company.id).all<Row>();
  const [profile, settings] = [await all("company_profiles"), await all("company_settings")];
  return {
    ...camel(profile.results[0] as never),
    settings: Object.fromEntries(
      settings.results.map(({ id, value_json }) => [id, JSON.parse(String(value_json))]),
    ),
    ...{ counts: {}, locale: "en-GB" },
  } as unknown as Company;
}

const HAS_TEXT = ["check", "approve", "issue"];
/** Signs the twin's certificate as its rows stand, past the app: what a move from here on compares it with. */
export async function signAsItStands(twin: Twin, move: string): Promise<void> {
  if (!HAS_TEXT.includes(move)) return;
  const { db, company, rows } = twin;
  const id = String(rows.certificate_reports!.id);
  const reading = new CompanyDb(db, company.id, {
    ...{ actorKind: "system", actorId: null, actorName: "Tests", via: "system" },
    ...{ ip: null, userAgent: null, requestId: "tests" },
  });
  const read = await reading.read(...recordReads(reading, id), laboratoryQuery(reading));
  const record = recordOf(read);
  const standing = standingOf(record, null, "2026-01-02");
  const content = await contentOf(record, standing, read[16][0]!, await companyOf(twin));
  const { text, hash } = await hashed(content);
  const texts = rows.certificate_texts!;
  const run = (sql: string, ...values: (string | null)[]) =>
    db.prepare(sql).bind(company.id, ...values);
  await db.batch([
    run("delete from certificate_texts where company_id = ? and certificate_report_id = ?", id),
    run(
      `insert into certificate_texts (company_id, id, certificate_report_id, text) values (?1, ?2, ?3, ?4)`,
      ...[String(texts.id), id, text],
    ),
    run(
      "update certificate_reports set content_sha256 = ?3 where company_id = ?1 and id = ?2",
      id,
      hash,
    ),
    run(
      "update measurement_sets set results_sha256 = ?3 where company_id = ?1 and id = ?2",
      ...[record.set.id, await resultsHash(standing.lines)],
    ),
  ]);
}
