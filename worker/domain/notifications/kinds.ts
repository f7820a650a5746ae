import type { noticeModes, severities } from "#drizzle/tenant/notices.ts";
import type { Permission } from "../../permissions.ts";

type Mode = (typeof noticeModes)[number];
type Kind = {
  label: string;
  /** What it tells, for the page of preferences. */
  about: string;
  severity: (typeof severities)[number];
  /** Who is told: everybody who holds all of these. Null for those alone who are named. */
  audience: readonly Permission[] | null;
  /** What one must hold to be told at all. */
  needs: Permission | null;
  /** How it reaches a person who has not chosen. */
  screen: Exclude<Mode, "digest">;
  mail: Mode;
};

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
  "pass.overdue": {
    label: "Gate pass overdue",
    about: "Something on a gate pass has not come back on its day",
    severity: "warning",
    audience: ["view-gate-pass", "approve-gate-pass"],
    needs: "view-gate-pass",
    screen: "now",
    mail: "digest",
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
    audience: null,
    needs: null,
    screen: "now",
    mail: "off",
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
  "transfer.overdue": {
    label: "Transfer overdue",
    about: "A temporary transfer of yours was due back and is not",
    severity: "warning",
    audience: null,
    needs: "view-asset-transfer",
    screen: "now",
    mail: "digest",
  },
  "import.done": {
    label: "Import finished",
    about: "A spreadsheet you brought in is done",
    severity: "info",
    audience: null,
    needs: null,
    screen: "now",
    mail: "off",
  },
} as const satisfies Record<string, Kind>;
export type NoticeKind = keyof typeof noticeKinds;
export const kindNames = Object.keys(noticeKinds) as NoticeKind[];
