import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { SetupDevice } from "#app/shared/measuring/setup.ts";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  minor,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { breakdowns } from "./breakdowns.ts";
import { certificateReports, conformities } from "./certificates.ts";
import { dueOccurrences } from "./due.ts";
import { media } from "./files.ts";
import { serviceReports } from "./maintenance.ts";
import { measurementSets } from "./measurements.ts";
import { users } from "./people.ts";
import { decisionRules } from "./procedures.ts";

export const inhouseStatuses = ["draft", "verified", "closed", "cancelled"] as const;
export const inhouseOutcomes = ["pass", "fail", "limited", "not_tested"] as const;
export const inhouseActions = ["none", "adjusted", "repaired", "out_of_service"] as const;

/** A company's own calibration of one of its devices: the lighter record of the same measurement. */
export const inhouseCalibrations = sqliteTable(
  "inhouse_calibrations",
  {
    ...owned,
    inhouseNo: nocase().notNull(),
    assetId: text().notNull(),
    measurementSetId: uncounted(text().notNull(), "its own measurement"),
    performedOn: day().notNull(),
    technicianId: text().notNull(),
    /** What of the device decides limits, ranges and resolutions, as it was known when this was begun, or as it was corrected here. */
    device: json<SetupDevice>().notNull(),
    decisionRuleId: text(),
    /** What the work came to; null until somebody has said so. */
    outcome: text({ enum: inhouseOutcomes }),
    outcomeReason: text(),
    /** Whoever was there when it could not be tested. */
    contactOnSite: text(),
    action: text({ enum: inhouseActions }).notNull().default("none"),
    asFoundMissing: text(),
    deviations: text(),
    costMinor: minor(),
    nextDueOn: day(),
    /** The planned calibration that it is to fulfil, and has fulfilled once it is closed; null: the rule finds one. */
    dueOccurrenceId: text(),
    serviceReportId: text(),
    /** The certificate that was begun with its measurement. */
    certificateReportId: text(),
    /** The service call that was reported because of it. */
    breakdownId: text(),
    status: text({ enum: inhouseStatuses }).notNull().default("draft"),
    /** What the figures say of the device, and of it as it was found, reckoned when it was verified. */
    conformity: text({ enum: conformities }),
    asFoundConformity: text({ enum: conformities }),
    /** Everybody who has written on it: none of them verifies it. */
    writerIds: json<string[]>().notNull().default([]),
    verifiedAt: integer(),
    verifiedBy: text(),
    closedAt: integer(),
    closedBy: text(),
    cancelledAt: integer(),
    cancelledBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, () => assets),
    inCompany(t, t.measurementSetId, () => measurementSets),
    inCompany(t, t.technicianId, (): OwnedTarget => users),
    inCompany(t, t.decisionRuleId, (): OwnedTarget => decisionRules),
    inCompany(t, t.dueOccurrenceId, (): OwnedTarget => dueOccurrences),
    inCompany(t, t.serviceReportId, (): OwnedTarget => serviceReports),
    inCompany(t, t.certificateReportId, (): OwnedTarget => certificateReports),
    inCompany(t, t.breakdownId, (): OwnedTarget => breakdowns),
    uniqueIndex("inhouse_calibrations_number").on(t.companyId, t.inhouseNo),
    index("inhouse_calibrations_by_status").on(t.companyId, t.status, t.id),
    index("inhouse_calibrations_by_asset").on(t.companyId, t.assetId, t.id),
    index("inhouse_calibrations_by_set").on(t.companyId, t.measurementSetId),
    index("inhouse_calibrations_by_technician").on(t.companyId, t.technicianId, t.id),
    index("inhouse_calibrations_by_rule")
      .on(t.companyId, t.decisionRuleId)
      .where(filled(t.decisionRuleId)),
    index("inhouse_calibrations_by_occurrence")
      .on(t.companyId, t.dueOccurrenceId)
      .where(filled(t.dueOccurrenceId)),
    uniqueIndex("one_calibration_per_occurrence")
      .on(t.companyId, t.dueOccurrenceId)
      .where(sql`due_occurrence_id is not null and status = 'closed'`),
    index("inhouse_calibrations_by_report")
      .on(t.companyId, t.serviceReportId)
      .where(filled(t.serviceReportId)),
    index("inhouse_calibrations_by_certificate")
      .on(t.companyId, t.certificateReportId)
      .where(filled(t.certificateReportId)),
    index("inhouse_calibrations_by_call")
      .on(t.companyId, t.breakdownId)
      .where(filled(t.breakdownId)),
    oneOf("inhouse_calibrations_status_known", t.status, inhouseStatuses),
    oneOf("inhouse_calibrations_outcome_known", t.outcome, inhouseOutcomes),
    oneOf("inhouse_calibrations_action_known", t.action, inhouseActions),
    oneOf("inhouse_calibrations_conformity_known", t.conformity, conformities),
    oneOf("inhouse_calibrations_as_found_known", t.asFoundConformity, conformities),
    check("inhouse_calibrations_cost_not_negative", sql`coalesce(${t.costMinor}, 0) >= 0`),
    check(
      "inhouse_calibrations_explained",
      sql`${t.status} in ('draft', 'cancelled') or ${t.outcome} = 'pass'
        or (${t.outcome} is not null and ${t.outcomeReason} is not null and (${t.outcome} <> 'not_tested' or ${t.contactOnSite} is not null))`,
    ),
    ...whole("inhouse_calibrations", t.version, t.costMinor),
  ],
);

/** What happened to an in-house calibration, in its order: append-only. */
export const inhouseCalibrationEvents = sqliteTable(
  "inhouse_calibration_events",
  {
    ...bare,
    inhouseCalibrationId: uncounted(text().notNull(), "a part of the calibration"),
    status: text({ enum: inhouseStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.inhouseCalibrationId, () => inhouseCalibrations),
    index("inhouse_calibration_events_by_calibration").on(
      ...([t.companyId, t.inhouseCalibrationId, t.id] as const),
    ),
    oneOf("inhouse_calibration_events_status_known", t.status, inhouseStatuses),
  ],
);

/** A photo or a paper that belongs to an in-house calibration. What was taken off it is hidden as a file. */
export const inhouseCalibrationFiles = sqliteTable(
  "inhouse_calibration_files",
  {
    ...bare,
    inhouseCalibrationId: uncounted(text().notNull(), "a part of the calibration"),
    mediaId: uncounted(text().notNull(), "its own file"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.inhouseCalibrationId, () => inhouseCalibrations),
    inCompany(t, t.mediaId, () => media),
    index("inhouse_calibration_files_by_calibration").on(
      ...([t.companyId, t.inhouseCalibrationId, t.id] as const),
    ),
    uniqueIndex("inhouse_calibration_files_once").on(t.companyId, t.mediaId),
  ],
);
