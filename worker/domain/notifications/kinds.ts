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
  "problem.reported": {
    label: "Problem reported",
    about: "Somebody has reported a problem through an asset's label",
    severity: "warning",
    audience: ["view-asset", "edit-asset"],
    needs: "view-breakdown",
    screen: "now",
    mail: "now",
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
    audience: null,
    needs: null,
    screen: "now",
    mail: "off",
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
