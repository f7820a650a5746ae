import type { Permission } from "../../permissions.ts";
import type { Session } from "../../session.ts";
import { resources } from "../index.ts";

/** The permission to see what happened to a kind of record. Of a kind that is not here people see only what they did; Admins see all. */
export const viewNeeds: Record<string, string> = {
  service_report: "view-asset",
  media: "view-asset",
  schedule: "view-asset",
  due_occurrence: "view-asset",
  recall_asset: "view-breakdown",
  breakdown: "view-breakdown",
  asset_downtime: "view-breakdown",
  contract: "view-vendor",
  calibrator_certificate: "view-calibrator",
  asset_transfer: "view-asset-transfer",
  gate_pass: "view-gate-pass",
  condemn_proposal: "view-asset",
  procedure_version: "view-procedure",
  report_form_version: "view-report-form",
  certificate_report: "view-certificate-report",
  inhouse_calibration: "view-inhouse-calibration",
  stock_count: "view-stock",
  interval_proposal: "view-calibrator",
  impact_review: "view-calibrator",
  impact_line: "view-calibrator",
  recalibration_request: "view-consumer",
  contact_account: "view-consumer",
  impact_inhouse_line: "view-calibrator",
  settings: "view-settings",
  webhook: "edit-settings",
  webhook_delivery: "edit-settings",
  ...Object.fromEntries(
    Object.values(resources).map(({ name, permissions }) => [name, permissions.view]),
  ),
};

/** What visibility looks at in a row of the log. */
export type Looked = {
  actorId: string | null;
  entityKind: string;
  assetId: string | null;
  departmentId: string | null;
};

/** Whether a person may see a row: an Admin all of them, others what they did and what was done to records they may view. */
export function seesRow(session: Session): (row: Looked) => boolean {
  if (session.type === "Admin") return () => true;
  const limited = new Set(session.departments);
  return ({ actorId, entityKind, assetId, departmentId }) => {
    if (actorId === session.actor.userId) return true;
    const needed = Object.hasOwn(viewNeeds, entityKind) ? viewNeeds[entityKind] : undefined;
    if (!needed || !session.can(needed as Permission)) return false;
    const ofAsset = assetId !== null || needed === "view-asset";
    if (!ofAsset) return true;
    return (
      session.can("view-asset") &&
      (limited.size === 0 || (departmentId !== null && limited.has(departmentId)))
    );
  };
}
