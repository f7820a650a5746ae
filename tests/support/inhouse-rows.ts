/* How the twin's in-house calibration stands in each state. */
import { twinMeasured } from "./procedures.ts";
import type { Row } from "./twins.ts";

type Rows = Record<string, Row>;
const NOBODY = "0198c7a2-0000-7000-8000-000000000000";

/** Triggers that keep an in-house calibration from going back. */
export const INHOUSE_PAST = ["inhouse_calibration_frozen", "measurement_set_frozen"];

/** The columns of the twin's calibration in a state; who wrote it is nobody of the tests. */
export const inhouseStanding = (status: string, _move: string, rows: Rows): Row => ({
  status,
  measurement_set_id: rows.measurement_sets!.id!,
  ...{ performed_on: "2026-01-02", outcome: "pass", outcome_reason: null, contact_on_site: null },
  ...{ action: "none", as_found_missing: null, deviations: null, cost_minor: null },
  ...{ next_due_on: null, due_occurrence_id: null, service_report_id: null },
  ...{ certificate_report_id: null, breakdown_id: null, writer_ids: "[]" },
  technician_id: rows.users!.id!,
  decision_rule_id: rows.decision_rules!.id!,
  conformity: status === "verified" || status === "closed" ? "pass" : null,
  ...{ as_found_conformity: null, verified_by: null, closed_by: null, cancelled_by: null },
});

const setStates: Record<string, string> = { draft: "open", verified: "locked" };

/** What a move finds beside the calibration: its measurement, a standard with an accepted certificate, and a machine that is free. */
export const inhouseBesides = (state: string, move: string, rows: Rows): Rows =>
  move
    ? {
        measurement_sets: {
          ...{ state: setStates[state] ?? "frozen", measured: JSON.stringify(twinMeasured) },
          procedure_version_id: rows.procedure_versions!.id!,
          ...{ results: null, results_sha256: null, was_signed: state === "draft" ? 0 : 1 },
        },
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
        ...(move === "promote"
          ? {
              certificate_reports: { status: "cancelled" },
              machines: {
                ...{ status: "active", owner: "own_asset", asset_id: rows.assets!.id! },
                ...{ consumer_id: null, consumer_site_id: null, archived_at: null },
              },
            }
          : {}),
      }
    : {};

/** A draft of the twin's calibration by the names of its form. */
export const inhouseDraft = (rows: Rows) => ({
  ...{ performedOn: "2026-01-02", technicianId: String(rows.users!.id), outcome: "pass" },
  action: "none",
  decisionRuleId: String(rows.decision_rules!.id),
});
