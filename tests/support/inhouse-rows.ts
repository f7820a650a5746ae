/* How the twin's in-house calibration stands in each state. */
import { calibratedBesides } from "./certificate-rows.ts";
import type { Row } from "./twins.ts";

type Rows = Record<string, Row>;

/** Triggers that keep an in-house calibration from going back. */
export const INHOUSE_PAST = ["inhouse_calibration_frozen", "measurement_set_frozen"];

/** The columns of the twin's calibration in a state; who wrote it is nobody of the tests. */
export const inhouseStanding = (status: string, _move: string, rows: Rows): Row => ({
  status,
  measurement_set_id: rows.inhouse_set!.id!,
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

/** Its measurement in a state, and what a move finds beside it: a standard with an accepted certificate, and a machine that is free. */
export const inhouseBesides = (state: string, move: string, rows: Rows): Rows => {
  const { measurement_sets, ...standard } = calibratedBesides("draft", move, rows);
  return {
    ...standard,
    inhouse_set: {
      ...measurement_sets,
      ...{ state: setStates[state] ?? "frozen", was_signed: state === "draft" ? 0 : 1 },
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
  };
};

/** A draft of the twin's calibration by the names of its form. */
export const inhouseDraft = (rows: Rows) => ({
  ...{ performedOn: "2026-01-02", technicianId: String(rows.users!.id), outcome: "pass" },
  action: "none",
  decisionRuleId: String(rows.decision_rules!.id),
});
