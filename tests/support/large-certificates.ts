import { type Copies, idOf } from "./copies.ts";
import { LARGE } from "./large-hospital.ts";
import type { Twin } from "./twins.ts";

/** How many certificates a laboratory has, and how many of them are of the machine and by the standard that pages are opened on. */
export const LARGE_CERTIFICATES = {
  certificateReports: 50_000,
  certificatesOfMachine: 200,
  setsOfCalibrator: 3_000,
  inhouseCalibrations: 20_000,
  calibrationsOfDevice: 200,
} as const;
type Laboratory = Record<
  "machines" | "consumers" | "calibrators" | "certificates" | "versions",
  number
>;

const LINES = 24;
/** Readings of a certificate as they usually are: some two thousand characters. */
const usualReadings = JSON.stringify({
  as_found: Object.fromEntries(
    Array.from({ length: LINES }, (_, at) => [
      `p1-${at + 1}`,
      { indication: [], reference: ["100.12", "100.15", "100.09"], imported: [] },
    ]),
  ),
  ...{ as_left: {}, adjusted: [], bothSides: [], notMeasured: {} },
  ...{ checks: { c1: { answer: "yes", value: "", remark: "" } }, environment: [] },
  acclimatised: "",
});

const open = "(n > 200 and n <= 20200 and (n % 20000 + 1) % 20 = 0)";
/** How the certificate of a number stands: a machine has one that is open, most are issued. */
const certificateStatus = `case when ${open} then json_array('draft', 'submitted', 'checked', 'approved') ->> (n / 20 % 4)
  when n % 40 = 0 then 'superseded' when n % 97 = 0 then 'voided' when n % 53 = 0 then 'cancelled' else 'issued' end`;
const ifNumbered = (value: string) =>
  `iif(${certificateStatus} in ('issued', 'superseded', 'voided'), ${value}, null)`;

/** Certificates of two decades with what was measured, by which standards and what happened to them. */
export function certificateCopies({ rows }: Twin, laboratory: Laboratory): Copies {
  const { certificateReports, certificatesOfMachine, setsOfCalibrator } = LARGE_CERTIFICATES;
  const { inhouseCalibrations, calibrationsOfDevice } = LARGE_CERTIFICATES;
  const { machines, consumers, calibrators, certificates, versions } = laboratory;
  const own = (table: string) => `'${String(rows[table]!.id)}'`;
  const machine = `iif(n <= ${certificatesOfMachine}, ${own("machines")}, ${idOf("machines", `n % ${machines} + 1`)})`;
  const report = idOf("certificate_reports", `n % ${certificateReports} + 1`);
  const set = idOf("measurement_sets", `n % ${certificateReports} + 1`);
  const day = "date('2006-01-01', (n % 7000) || ' days')";
  const deviceOf = (n: string) =>
    `iif(${n} <= ${calibrationsOfDevice}, ${own("assets")}, ${idOf("assets", `${n} % ${LARGE.assets} + 1`)})`;
  const inhouseStatus = `case when n % 50 = 0 then 'draft' when n % 51 = 0 then 'verified' when n % 97 = 0 then 'cancelled' else 'closed' end`;
  return [
    [
      "measurement_sets",
      certificateReports + inhouseCalibrations,
      {
        machine_id: `iif(n <= ${certificateReports}, ${machine}, null)`,
        asset_id: `iif(n <= ${certificateReports}, null, ${deviceOf(`(n - ${certificateReports})`)})`,
        measured: `'${usualReadings}'`,
        procedure_version_id: idOf("procedure_versions", `n % ${versions} + 1`),
      },
    ],
    [
      "certificate_reports",
      certificateReports,
      {
        ...{ machine_id: machine, status: certificateStatus, name: "'C-' || n" },
        consumer_id: `iif(n <= 5000, ${own("consumers")}, ${idOf("consumers", `n % ${consumers} + 1`)})`,
        consumer_site_id: "null",
        measurement_set_id: idOf("measurement_sets", "n"),
        decision_rule_id: idOf("decision_rules", "n % 100 + 1"),
        ...{ certificate_no: ifNumbered("'C-' || n"), base_no: ifNumbered("'C-' || n") },
        ...{ document_sha256: ifNumbered("'d' || n"), issued_on: ifNumbered(day) },
        ...{ cal_start_on: day, cal_end_on: day, verify_token: "'lt' || n" },
        ...{ revision_of_id: "null", replaced_by_id: "null" },
      },
    ],
    [
      "inhouse_calibrations",
      inhouseCalibrations,
      {
        ...{ inhouse_no: "'I-' || n", asset_id: deviceOf("n"), status: inhouseStatus },
        measurement_set_id: idOf("measurement_sets", `n + ${certificateReports}`),
        ...{ performed_on: day, next_due_on: day, due_occurrence_id: "null" },
        ...{ certificate_report_id: "null", breakdown_id: "null" },
      },
    ],
    [
      "inhouse_calibration_events",
      80_000,
      {
        inhouse_calibration_id: `iif(n <= 20, ${own("inhouse_calibrations")}, ${idOf("inhouse_calibrations", `n % ${inhouseCalibrations} + 1`)})`,
      },
    ],
    [
      "certificate_report_events",
      150_000,
      {
        certificate_report_id: `iif(n <= 100, ${own("certificate_reports")}, ${report})`,
        signature_id: idOf("signatures", "n % 200 + 1"),
      },
    ],
    ["certificate_texts", 2_000, { certificate_report_id: idOf("certificate_reports", "n") }],
    [
      "measurement_changes",
      100_000,
      { measurement_set_id: `iif(n <= 200, ${own("measurement_sets")}, ${set})` },
    ],
    [
      "measurement_standards",
      2 * certificateReports,
      {
        ...{ measurement_set_id: set, role: "'role ' || (n > 50000)" },
        calibrator_id: `iif(n <= ${setsOfCalibrator}, ${own("calibrators")}, ${idOf("calibrators", `n % ${calibrators} + 1`)})`,
        calibrator_certificate_id: idOf("calibrator_certificates", `n % ${certificates} + 1`),
      },
    ],
  ];
}
