import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  filled,
  flag,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
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
    causeCode: text(),
    resolution: text(),
    rating: integer(),
    duplicateOfId: text(),
    /** The service report whose failed checks began it. */
    raisedByReportId: text(),
    reopenCount: integer().notNull().default(0),
    status: text({ enum: breakdownStatuses }).notNull().default("new"),
  },
  (t) => [
    ownedKey(t),
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
    index("breakdowns_by_asset").on(t.companyId, t.assetId, t.id),
    index("breakdowns_by_department").on(t.companyId, t.departmentId, t.status),
    uniqueIndex("breakdowns_raised_by_report")
      .on(t.companyId, t.raisedByReportId)
      .where(filled(t.raisedByReportId)),
    index("breakdowns_by_vendor").on(t.companyId, t.vendorId, t.status).where(filled(t.vendorId)),
    oneOf("breakdowns_status_known", t.status, breakdownStatuses),
  ],
);

/** What happened to a call, in its order: append-only. */
export const breakdownEvents = sqliteTable(
  "breakdown_events",
  {
    ...bare,
    breakdownId: text().notNull(),
    status: text({ enum: breakdownStatuses }).notNull(),
    note: text(),
    holdReason: text(),
    assigneeName: text(),
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
