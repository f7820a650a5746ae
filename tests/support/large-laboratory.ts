import { companyWord } from "#worker/db/guard.ts";
import { MEASURED_PAST } from "./certificate-rows.ts";
import { type Copies, copyRows, idOf } from "./copies.ts";
import { certificateCopies } from "./large-certificates.ts";
import { pastTriggers } from "./past-triggers.ts";
import type { Twin } from "./twins.ts";

/** How many rows the laboratory has, and how many of them are about the records that pages are opened on. */
export const LARGE_LABORATORY = {
  consumers: 2_000,
  machines: 20_000,
  machinesOfConsumer: 3_000,
  calibrators: 500,
  certificates: 5_000,
  certificatesOfCalibrator: 200,
  checks: 20_000,
  checksOfCalibrator: 2_000,
  procedures: 500,
  versions: 5_000,
  versionsOfProcedure: 100,
} as const;

/**
 * Gives a twin's company the registers of a laboratory that has worked for decades: copies of its own rows, made by SQLite itself.
 * The twin's consumer has 3,000 machines, its machine 200 certificates, its calibrator 200 certificates of its own and 2,000 checks, its procedure 100 versions.
 */
export async function enlargeLaboratory(twin: Twin): Promise<void> {
  const { db, rows, company } = twin;
  const admin = company.users.admin.id;
  const { calibrators, certificates, procedures, versions } = LARGE_LABORATORY;
  /** The twin's own record for the first copies, one of many for the others. */
  const first = (table: string, most: number, count: number) =>
    `iif(n <= ${most}, '${String(rows[table]!.id)}', ${idOf(table, `n % ${count} + 1`)})`;
  const soon = "date('now', (n % 700 - 200) || ' days')";
  const numbers = { range_lo: "n % 100", range_lo_num: "n % 100" };
  const above = { range_hi: "n % 100 + 50", range_hi_num: "n % 100 + 50" };
  const copies: Copies = [
    [
      "consumers",
      LARGE_LABORATORY.consumers,
      { consumer_no: "'CN-' || n", name: "'Clinic ' || n", tax_no: "null", logo_media_id: "null" },
    ],
    [
      "consumer_sites",
      4_000,
      {
        consumer_id: first("consumers", 200, LARGE_LABORATORY.consumers),
        name: "'Site ' || n",
      },
    ],
    [
      "consumer_contacts",
      6_000,
      {
        consumer_id: first("consumers", 200, LARGE_LABORATORY.consumers),
        ...{ name: "'Contact ' || n", email: "'contact' || n || '@large.test'", user_id: "null" },
      },
    ],
    [
      "contract_reviews",
      6_000,
      {
        consumer_id: first("consumers", 200, LARGE_LABORATORY.consumers),
        reviewed_on: "date('2016-01-01', (n % 3000) || ' days')",
        media_id: "null",
      },
    ],
    ["machine_models", 1_000, { name: "'Maker M' || n", model: "'M' || n", origin_key: "null" }],
    [
      "machines",
      LARGE_LABORATORY.machines,
      {
        ...{ machine_no: "printf('MC-%05d', n)", name: "'Defibrillator ' || n % 500" },
        ...{ serial_no: "'LS' || n", qr_token: "'lqr' || n", owner: "'consumer'" },
        consumer_id: first(
          "consumers",
          LARGE_LABORATORY.machinesOfConsumer,
          LARGE_LABORATORY.consumers,
        ),
        ...{ consumer_site_id: "null", asset_id: "null" },
        machine_model_id: first("machine_models", 3_000, 1_000),
        status: "iif(n % 20, 'active', 'in_calibration')",
        ...{ next_due_on: soon, order_on: soon },
      },
    ],
    ["machine_events", 60_000, { machine_id: first("machines", 500, LARGE_LABORATORY.machines) }],
    [
      "calibrators",
      calibrators,
      {
        ...{ calibrator_no: "'ST-' || n", name: "'Analyser ' || n", serial_no: "'CS' || n" },
        ...{ current_certificate_id: "null", due_on: soon, order_on: soon, next_check_on: soon },
      },
    ],
    [
      "calibrator_events",
      10_000,
      { calibrator_id: first("calibrators", 500, calibrators), media_id: "null" },
    ],
    [
      "calibrator_certificates",
      certificates,
      {
        calibrator_id: first("calibrators", LARGE_LABORATORY.certificatesOfCalibrator, calibrators),
        certificate_no: "'K-' || n",
        calibrated_on: "date('1990-01-01', (n % 5000) || ' days')",
        issued_on: "date('1990-01-02', (n % 5000) || ' days')",
        due_on: "date('1991-01-01', (n % 5000) || ' days')",
        ...{ status: "'entered'", accepted_by: "null", media_id: `'${String(rows.media!.id)}'` },
        dcc_media_id: "null",
      },
    ],
    [
      "calibrator_certificate_events",
      15_000,
      { calibrator_certificate_id: first("calibrator_certificates", 50, certificates) },
    ],
    [
      "calibrator_ranges",
      20_000,
      {
        calibrator_certificate_id: first("calibrator_certificates", 30, certificates),
        calibrator_id: first("calibrators", 1_000, calibrators),
        ...{ parameter: "'parameter ' || n % 40", sort: "n % 20", ...numbers, ...above },
      },
    ],
    [
      "calibrator_checks",
      LARGE_LABORATORY.checks,
      {
        calibrator_id: first("calibrators", LARGE_LABORATORY.checksOfCalibrator, calibrators),
        checked_on: "date('2012-01-01', (n % 5000) || ' days')",
      },
    ],
    [
      "interval_proposals",
      4_000,
      {
        calibrator_id: first("calibrators", 30, calibrators),
        ...{ machine_id: "null", status: "'rejected'", reason: "'Too early'" },
        ...{ decided_at: "n", decided_by: `'${admin}'` },
      },
    ],
    ["decision_rules", 100, { code: "'R-' || n", name: "'Rule ' || n", built_in: "0" }],
    ["cmc_entries", 1_000, { parameter: "'parameter ' || n % 40", ...numbers, ...above }],
    [
      "procedures",
      procedures,
      { code: "'P-' || n", name: "'Procedure ' || n", current_version_id: "null" },
    ],
    [
      "procedure_versions",
      versions,
      {
        procedure_id: first("procedures", LARGE_LABORATORY.versionsOfProcedure, procedures),
        version_no: "n + 10",
        status: "'withdrawn'",
        ...{ approved_at: "1", approved_by: `'${admin}'`, withdrawn_at: "2" },
        withdrawn_by: `'${admin}'`,
      },
    ],
    [
      "procedure_events",
      20_000,
      { procedure_version_id: first("procedure_versions", 200, versions) },
    ],
    [
      "signatures",
      200,
      {
        ...{ user_id: idOf("users", "n"), name: "'Signatory ' || n", image_media_id: "null" },
        status: "iif(n % 10, 'active', 'suspended')",
      },
    ],
    ["signature_changes", 5_000, { signature_id: first("signatures", 300, 200) }],
    ["device_templates", 200, { name: "'Template ' || n", origin_key: "null" }],
    ["safety_limits", 2_000, { name: "'Limit ' || n", origin_key: "null" }],
  ];
  await db.batch([
    ...MEASURED_PAST.map((trigger) => db.prepare(`drop trigger if exists ${trigger}`)),
    db.prepare("update measurement_sets set state = 'open' where company_id = ?").bind(company.id),
  ]);
  // A law may have accepted the twin's own certificate: it is as it was made, so that ranges can be copied for it.
  await db
    .prepare("update calibrators set current_certificate_id = null where company_id = ? and id = ?")
    .bind(company.id, String(rows.calibrators!.id))
    .run();
  await pastTriggers(db, ["calibrator_certificates"], () =>
    db
      .prepare(
        "update calibrator_certificates set status = 'entered', accepted_by = null, accepted_at = null where company_id = ? and id = ?",
      )
      .bind(company.id, String(rows.calibrator_certificates!.id))
      .run(),
  );
  await copyRows(twin, [...copies, ...certificateCopies(twin, LARGE_LABORATORY)]);
  await db
    .prepare(
      "update measurement_sets set state = 'frozen' where company_id = ? and id not in (?, ?)",
    )
    .bind(company.id, String(rows.measurement_sets!.id), String(rows.inhouse_set!.id))
    .run();
  // Ranges are written while a certificate is entered; each standard then has one in force.
  const accepted = "status = ?2, accepted_at = 1, accepted_by = ?3";
  const own = "company_id = ?1 and status = 'entered' and certificate_no like 'K-%'";
  const set = (status: string, which: string) =>
    db
      .prepare(`update calibrator_certificates set ${accepted} where ${own} and ${which}`)
      .bind(company.id, status, admin);
  const number = "cast(substr(certificate_no, 3) as integer)";
  const { certificatesOfCalibrator: old } = LARGE_LABORATORY;
  await db.batch([
    set("accepted", `${number} > ${old} and ${number} <= ${old + calibrators}`),
    set("superseded", "true"),
    db
      .prepare(
        `update calibrators set current_certificate_id = (select c.id from calibrator_certificates as c where c.company_id = ?1
         and c.calibrator_id = calibrators.id and c.status = 'accepted') where company_id = ?1 and current_certificate_id is null`,
      )
      .bind(company.id),
  ]);
  const searched: [kind: string, table: string, words: string][] = [
    ["machine", "machines", "machine_no || ' ' || name || ' ' || coalesce(serial_no, '')"],
    ["machine_model", "machine_models", "name"],
    ["consumer", "consumers", "consumer_no || ' ' || name"],
    ["calibrator", "calibrators", "calibrator_no || ' ' || name"],
    ["procedure", "procedures", "code || ' ' || name"],
    ["certificate_report", "certificate_reports", "name"],
    ["inhouse_calibration", "inhouse_calibrations", "inhouse_no"],
  ];
  await db.batch(
    searched.map(([kind, table, words]) =>
      db
        .prepare(
          `insert into search_index (company, kind, words, record_id)
           select ?1, ?2, ${words}, id from ${table} where company_id = ?3 and id <> ?4`,
        )
        .bind(companyWord(company.id), kind, company.id, String(rows[table]!.id)),
    ),
  );
}
