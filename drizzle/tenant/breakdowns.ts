import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  filled,
  flag,
  inCompany,
  json,
  keyAndChange,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { contracts, departments, vendors } from "./masters.ts";
import { teams, users } from "./people.ts";

export const breakdownStatuses = [
  "new",
  "acknowledged",
  "assigned",
  "in_progress",
  "on_hold",
  "resolved",
  "closed",
  "cancelled",
  "closed_duplicate",
  "closed_condemned",
] as const;

/** What is not over, as its index and its queries say it. */
export const openCallsWhere =
  "status in ('new', 'acknowledged', 'assigned', 'in_progress', 'on_hold', 'resolved')";

/** A fault until it is closed: Service Call/Complaint. */
export const breakdowns = sqliteTable(
  "breakdowns",
  {
    ...owned,
    number: nocase().notNull(),
    assetId: text().notNull(),
    departmentId: text().notNull(),
    source: text({
      enum: ["web", "qr", "phone", "pm_finding", "calibration_fail", "api"],
    }).notNull(),
    reportedByName: text().notNull(),
    reportedByPhone: text(),
    reporterUserId: text(),
    reportedAt: integer().notNull(),
    failedAt: integer(),
    problem: text().notNull(),
    problemCode: text(),
    equipmentDown: flag(),
    patientImpact: text({ enum: ["none", "delay", "harm"] }),
    priority: text({ enum: ["critical", "high", "medium", "low"] }).notNull(),
    assignedTeamId: text(),
    assignedUserId: text(),
    vendorId: text(),
    contractId: text(),
    coverSnapshot: json<Record<string, unknown>>(),
    slaRespondBy: integer(),
    slaResolveBy: integer(),
    slaPausedMs: integer().notNull().default(0),
    acknowledgedAt: integer(),
    firstResponseAt: integer(),
    workStartedAt: integer(),
    resolvedAt: integer(),
    restoredAt: integer(),
    closedAt: integer(),
    holdReason: text(),
    /** Since when it is on hold; null while it is not. */
    heldAt: integer(),
    causeCode: text(),
    /** It came back: reopened, or the same cause on the same device within 30 days. */
    isRepeat: flag(),
    resolution: text(),
    rating: integer(),
    ratingNote: text(),
    duplicateOfId: text(),
    /** The hash of the private link by which its reporter follows it without an account. */
    followTokenHash: text(),
    /** When the vendor was last sent a letter about it. */
    vendorToldAt: integer(),
    /** When the clock that runs ends: to respond, then to resolve; far ahead while none does, null once the call is over. */
    clockBy: integer(),
    /** When the clock next has something to do with it: to escalate it, or to close it. */
    wakeAt: integer(),
    /** The escalations that people have been told of, each once until it is reopened. */
    escalated: json<string[]>().notNull().default([]),
    /** The service report whose failed checks began it. */
    raisedByReportId: text(),
    reopenCount: integer().notNull().default(0),
    status: text({ enum: breakdownStatuses }).notNull().default("new"),
  },
  (t) => [
    ...keyAndChange("breakdowns", t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.departmentId, (): OwnedTarget => departments),
    inCompany(t, t.reporterUserId, (): OwnedTarget => users),
    inCompany(t, t.assignedTeamId, (): OwnedTarget => teams),
    inCompany(t, t.assignedUserId, (): OwnedTarget => users),
    inCompany(t, t.vendorId, (): OwnedTarget => vendors),
    inCompany(t, t.contractId, (): OwnedTarget => contracts),
    inCompany(t, t.duplicateOfId, (): OwnedTarget => breakdowns),
    uniqueIndex("breakdowns_number").on(t.companyId, t.number),
    index("breakdowns_by_status").on(t.companyId, t.status, t.id),
    index("breakdowns_by_assignee")
      .on(t.companyId, t.assignedUserId, t.status)
      .where(filled(t.assignedUserId)),
    index("breakdowns_by_team")
      .on(t.companyId, t.assignedTeamId, t.status)
      .where(filled(t.assignedTeamId)),
    uniqueIndex("breakdowns_follow_token")
      .on(t.companyId, t.followTokenHash)
      .where(filled(t.followTokenHash)),
    index("breakdowns_open_by_clock")
      .on(t.companyId, t.clockBy, t.id)
      .where(sql`status in ('new','acknowledged','assigned','in_progress','on_hold')`),
    index("breakdowns_to_wake").on(t.companyId, t.wakeAt).where(filled(t.wakeAt)),
    index("breakdowns_by_contract").on(t.companyId, t.contractId).where(filled(t.contractId)),
    index("breakdowns_by_asset").on(t.companyId, t.assetId, t.id),
    index("breakdowns_open_by_asset")
      .on(t.companyId, t.assetId, t.id)
      .where(sql.raw(openCallsWhere)),
    index("breakdowns_by_department").on(t.companyId, t.departmentId, t.status),
    index("breakdowns_by_first").on(t.companyId, t.duplicateOfId).where(filled(t.duplicateOfId)),
    uniqueIndex("breakdowns_raised_by_report")
      .on(t.companyId, t.raisedByReportId)
      .where(filled(t.raisedByReportId)),
    index("breakdowns_by_vendor").on(t.companyId, t.vendorId, t.status).where(filled(t.vendorId)),
    oneOf("breakdowns_status_known", t.status, breakdownStatuses),
  ],
);

export const callEventKinds = ["move", "remark", "letter", "escalation", "rating"] as const;

/** What happened to a call, in its order: append-only. */
export const breakdownEvents = sqliteTable(
  "breakdown_events",
  {
    ...bare,
    breakdownId: text().notNull(),
    kind: text({ enum: callEventKinds }).notNull().default("move"),
    status: text({ enum: breakdownStatuses }).notNull(),
    note: text(),
    holdReason: text(),
    assigneeName: text(),
    /** Files that came with it, among those of the call. */
    mediaIds: json<string[]>().notNull().default([]),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.breakdownId, () => breakdowns),
    index("breakdown_events_by_breakdown").on(t.companyId, t.breakdownId, t.id),
    oneOf("breakdown_events_status_known", t.status, breakdownStatuses),
  ],
);

/** When a device could not be used. Two open stretches of one device are impossible; durations are never stored. */
export const assetDowntimes = sqliteTable(
  "asset_downtimes",
  {
    ...owned,
    assetId: text().notNull(),
    breakdownId: text(),
    kind: text({ enum: ["unplanned", "planned"] }).notNull(),
    startedAt: integer().notNull(),
    endedAt: integer(),
    reason: text(),
    /** It never was: it counts nowhere. */
    cancelledAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.breakdownId, () => breakdowns),
    index("asset_downtimes_by_asset").on(t.companyId, t.assetId, t.startedAt),
    index("asset_downtimes_by_time").on(t.companyId, t.startedAt, t.endedAt),
    index("asset_downtimes_by_breakdown")
      .on(t.companyId, t.breakdownId)
      .where(filled(t.breakdownId)),
    uniqueIndex("one_open_downtime_per_asset")
      .on(t.companyId, t.assetId)
      .where(sql`ended_at is null`),
    oneOf("asset_downtimes_kind_known", t.kind, ["unplanned", "planned"]),
    check("downtime_ends_after_start", sql`${t.endedAt} is null or ${t.endedAt} > ${t.startedAt}`),
    ...whole("asset_downtimes", t.version, t.startedAt, t.endedAt),
  ],
);

/** What was sent from a public device page, to count it by device and by network; kept for a day. */
export const publicReports = sqliteTable(
  "public_reports",
  {
    ...bare,
    assetId: uncounted(
      text().notNull(),
      "counts what was sent on a day; the service call itself is asked",
    ),
    network: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    index("public_reports_by_asset").on(t.companyId, t.assetId, t.at),
    index("public_reports_by_network").on(t.companyId, t.network, t.at),
  ],
);

export const publicTryKinds = ["pin", "link"] as const;

/** What failed at a public page, a wrong PIN or a link that names no call, to count it by network and company; kept for a day. */
export const publicTries = sqliteTable(
  "public_tries",
  {
    ...bare,
    kind: text({ enum: publicTryKinds }).notNull(),
    network: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    index("public_tries_by_kind").on(t.companyId, t.kind, t.at),
    oneOf("public_tries_kind_known", t.kind, publicTryKinds),
  ],
);
