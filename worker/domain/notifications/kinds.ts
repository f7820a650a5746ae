import type { noticeModes, severities } from "#drizzle/tenant/notices.ts";
import type { Permission } from "../../permissions.ts";

type Mode = (typeof noticeModes)[number];
type Kind = {
  label: string;
  /** What it tells, for the page of preferences. */
  about: string;
  severity: (typeof severities)[number];
  /** Who is told: everybody who holds all of these, or the Admins. Null for those alone who are named. */
  audience: readonly Permission[] | "admins" | null;
  /** What one must hold to be told at all. */
  needs: Permission | null;
  /** How it reaches a person who has not chosen. */
  screen: Exclude<Mode, "digest">;
  mail: Mode;
};

const toAdmins = { severity: "warning", audience: "admins", needs: null } as const;
const allAdmins = { ...toAdmins, screen: "now", mail: "now" } as const;
const whoAsked = { audience: null, needs: null, screen: "now" } as const;

/** Everything a person can be told of. */
export const noticeKinds = {
  "stock.low": {
    label: "Low stock",
    about: "An item is at or under its minimum",
    severity: "warning",
    audience: ["view-stock", "edit-stock"],
    needs: "view-stock",
    screen: "now",
    mail: "digest",
  },
  "asset.warranty_ending": {
    label: "Warranty ending",
    about: "The warranty of an asset ends in the days your company has set",
    severity: "info",
    audience: ["view-asset", "edit-asset"],
    needs: "view-asset",
    screen: "now",
    mail: "digest",
  },
  "contract.ending": {
    label: "Contract ending",
    about: "A contract that nothing renews ends in the days your company has set",
    severity: "info",
    audience: ["view-vendor", "edit-vendor"],
    needs: "view-vendor",
    screen: "now",
    mail: "digest",
  },
  "due.coming": {
    label: "Planned service due",
    about: "A planned service of yours, your team's or your Locations' falls due",
    severity: "info",
    audience: null,
    needs: "view-asset",
    screen: "now",
    mail: "digest",
  },
  "due.overdue": {
    label: "Planned service overdue",
    about: "A planned service of your team, or of the company, is overdue for too long",
    severity: "warning",
    audience: null,
    needs: "view-asset",
    screen: "now",
    mail: "now",
  },
  "due.assigned": {
    label: "Planned service assigned",
    about: "A planned service is assigned to you or your team",
    severity: "info",
    audience: null,
    needs: "view-asset",
    screen: "now",
    mail: "digest",
  },
  "document.ending": {
    label: "Document of an asset ending",
    about: "A licence or document of an asset ends in the days your company has set",
    severity: "info",
    audience: ["view-asset", "edit-asset"],
    needs: "view-asset",
    screen: "now",
    mail: "digest",
  },
  "vendor.document_ending": {
    label: "Document of a vendor ending",
    about:
      "A document of a vendor or contract, or a lab's accreditation, ends in the days your company has set",
    severity: "info",
    audience: ["view-vendor", "edit-vendor"],
    needs: "view-vendor",
    screen: "now",
    mail: "digest",
  },
  "machine.due": {
    label: "Machine due",
    about: "The calibration of a machine falls due: 30 days ahead, 45 or 60 by its risk",
    severity: "info",
    audience: ["view-machine", "edit-machine"],
    needs: "view-machine",
    screen: "now",
    mail: "digest",
  },
  "recalibration.requested": {
    label: "Recalibration requested",
    about: "A consumer asks in the portal for the recalibration of machines",
    severity: "info",
    audience: ["view-consumer", "edit-consumer"],
    needs: "view-consumer",
    screen: "now",
    mail: "digest",
  },
  "calibrator.due": {
    label: "Calibrator due",
    about: "A calibrator's certificate or intermediate check falls due: 60, 45 and 30 days ahead",
    severity: "info",
    audience: ["view-calibrator", "edit-calibrator"],
    needs: "view-calibrator",
    screen: "now",
    mail: "digest",
  },
  "problem.reported": {
    label: "Problem reported",
    about: "Somebody has reported a problem through an asset's label",
    severity: "warning",
    audience: ["view-asset", "edit-asset"],
    needs: "view-breakdown",
    screen: "now",
    mail: "now",
  },
  "pass.to_approve": {
    label: "Gate pass to approve",
    about: "Somebody asks for the approval of a gate pass",
    severity: "info",
    audience: ["view-gate-pass", "approve-gate-pass"],
    needs: "view-gate-pass",
    screen: "now",
    mail: "digest",
  },
  "pass.decided": {
    label: "Gate pass decided",
    about: "A gate pass you have made out was approved or rejected",
    severity: "info",
    audience: null,
    needs: "view-gate-pass",
    screen: "now",
    mail: "digest",
  },
  "pass.due": {
    label: "Gate pass due back",
    about: "Something on a gate pass of yours is to come back in the days your company has set",
    severity: "info",
    audience: null,
    needs: "view-gate-pass",
    screen: "now",
    mail: "digest",
  },
  "pass.overdue": {
    label: "Gate pass overdue",
    about: "Something on a gate pass has not come back on its day",
    severity: "warning",
    audience: ["view-gate-pass", "approve-gate-pass"],
    needs: "view-gate-pass",
    screen: "now",
    mail: "digest",
  },
  "call.remarked": {
    label: "Reporter's answer",
    about: "Who reported a problem adds a remark to your call, reopens it or rates it badly",
    severity: "warning",
    audience: null,
    needs: "view-breakdown",
    screen: "now",
    mail: "now",
  },
  "call.assigned": {
    label: "Service call assigned",
    about: "A service call is assigned to you or your team",
    severity: "warning",
    audience: null,
    needs: "view-breakdown",
    screen: "now",
    mail: "now",
  },
  "call.escalated": {
    label: "Service call escalated",
    about: "A service call waits for too long, or its time to respond or to resolve runs out",
    severity: "warning",
    audience: null,
    needs: "view-breakdown",
    screen: "now",
    mail: "now",
  },
  "call.answered": {
    label: "Your service call",
    about: "What becomes of a service call you have reported",
    severity: "info",
    ...whoAsked,
    mail: "off",
  },
  "webhook.off": {
    label: "Webhook switched off",
    about: "A webhook was switched off, because nothing arrived there for five days or it is gone",
    ...allAdmins,
  },
  "transfer.requested": {
    label: "Transfer requested",
    about: "A transfer waits for approval",
    severity: "info",
    audience: ["view-asset-transfer", "approve-asset-transfer"],
    needs: "view-asset-transfer",
    screen: "now",
    mail: "now",
  },
  "transfer.dispatched": {
    label: "Transfer on its way",
    about: "Assets are on their way to your Location",
    severity: "info",
    audience: ["view-asset-transfer", "edit-asset-transfer"],
    needs: "view-asset-transfer",
    screen: "now",
    mail: "digest",
  },
  "transfer.decided": {
    label: "Transfer decided",
    about: "A transfer you have asked for was approved or rejected",
    severity: "info",
    audience: null,
    needs: "view-asset-transfer",
    screen: "now",
    mail: "digest",
  },
  "transfer.discrepancy": {
    label: "Transfer with discrepancy",
    about: "A transfer of yours did not arrive as it left",
    severity: "warning",
    audience: null,
    needs: "view-asset-transfer",
    screen: "now",
    mail: "now",
  },
  "transfer.due": {
    label: "Transfer due back",
    about: "A temporary transfer of yours is due back in the days your company has set",
    severity: "info",
    audience: null,
    needs: "view-asset-transfer",
    screen: "now",
    mail: "digest",
  },
  "transfer.overdue": {
    label: "Transfer overdue",
    about: "A temporary transfer was due back and is not",
    severity: "warning",
    audience: ["view-asset-transfer", "approve-asset-transfer"],
    needs: "view-asset-transfer",
    screen: "now",
    mail: "digest",
  },
  "calibrator.quarantined": {
    label: "Calibrator in quarantine",
    about: "A calibrator was put into quarantine: nothing is measured with it until it is released",
    severity: "warning",
    audience: ["view-calibrator", "edit-calibrator"],
    needs: "view-calibrator",
    screen: "now",
    mail: "now",
  },
  "report.ready": {
    label: "File ready",
    about: "A report or another file you have asked for is ready, or could not be made",
    severity: "info",
    ...whoAsked,
    mail: "off",
  },
  "report.monthly": {
    label: "Monthly report",
    about: "A report that you get each month is ready",
    severity: "info",
    ...whoAsked,
    mail: "now",
  },
  "import.done": {
    label: "Import finished",
    about: "A spreadsheet you brought in is done",
    severity: "info",
    ...whoAsked,
    mail: "off",
  },
  "staff.entered": {
    label: "Staff of the platform inside",
    about: "Somebody of the platform's staff has entered the company",
    ...allAdmins,
  },
} as const satisfies Record<string, Kind>;
export type NoticeKind = keyof typeof noticeKinds;
export const kindNames = Object.keys(noticeKinds) as NoticeKind[];
