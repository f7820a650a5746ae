import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ImpactShift } from "#app/shared/measuring/impact.ts";
import {
  bare,
  day,
  decimal,
  decimals,
  flag,
  inCompany,
  json,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { calibratorCertificates } from "./calibrator-certificates.ts";
import { calibrators } from "./calibrators.ts";
import { certificateReports, conformities } from "./certificates.ts";
import { inhouseCalibrations, inhouseOutcomes } from "./inhouse.ts";

/** Our own certificate by which a standard was calibrated; the database lets no key be added to a table that is there. */
export const calibratorCertificateSources = sqliteTable(
  "calibrator_certificate_sources",
  {
    ...bare,
    calibratorCertificateId: uncounted(text().notNull(), "a part of the certificate"),
    certificateReportId: uncounted(text().notNull(), "what was issued stays"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorCertificateId, () => calibratorCertificates),
    inCompany(t, t.certificateReportId, () => certificateReports),
    uniqueIndex("calibrator_certificate_sources_once").on(t.companyId, t.calibratorCertificateId),
    index("calibrator_certificate_sources_by_report").on(t.companyId, t.certificateReportId),
  ],
);

export const impactReviewStatuses = ["open", "closed"] as const;
export const impactActions = ["undecided", "none", "notify", "recall"] as const;
export const impactInhouseActions = ["undecided", "none", "recalibrate"] as const;

/** What a standard that was found out of tolerance means for the certificates that rest on it. */
export const impactReviews = sqliteTable(
  "impact_reviews",
  {
    ...owned,
    calibratorId: text().notNull(),
    /** As it was called when the review was opened. */
    calibratorNo: text().notNull(),
    calibratorName: text().notNull(),
    /** The day of the last good check: certificates of later work are affected. */
    sinceOn: day().notNull(),
    /** How far it was off, by range. */
    shifts: json<ImpactShift[]>().notNull(),
    reason: text().notNull(),
    status: text({ enum: impactReviewStatuses }).notNull().default("open"),
    lineCount: integer().notNull(),
    undecidedCount: integer().notNull(),
    /** More certificates are affected than a review holds. */
    hasMore: flag(),
    conclusion: text(),
    closedAt: integer(),
    closedBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorId, () => calibrators),
    uniqueIndex("one_open_impact_review")
      .on(t.companyId, t.calibratorId)
      .where(sql`status = 'open'`),
    index("impact_reviews_by_status").on(t.companyId, t.status, t.id),
    index("impact_reviews_by_calibrator").on(t.companyId, t.calibratorId, t.id),
    oneOf("impact_reviews_status_known", t.status, impactReviewStatuses),
    check(
      "impact_reviews_closed_when_decided",
      sql`${t.status} = 'open' or ${t.undecidedCount} = 0`,
    ),
    ...whole("impact_reviews", t.version, t.lineCount, t.undecidedCount),
  ],
);

/** What the shift means for a record that rests on the standard. */
const figures = () => ({
  /** 1: measured with the standard itself; each standard of our own between adds one. */
  depth: integer().notNull(),
  /** The point that the shift means most for; null where none was measured in a range that shifted. */
  point: text(),
  unit: text(),
  shift: decimal(),
  /** The shift over the tolerance, and over U, of that point. */
  toleranceRatio: decimal(),
  uncertaintyRatio: decimal(),
  verdict: text({ enum: conformities }),
  shiftedVerdict: text({ enum: conformities }),
  /** The verdict of a point would be another one. */
  isChanged: flag(),
});

/** A certificate that rests on the standard: what the shift means for it, and what is done. */
export const impactLines = sqliteTable(
  "impact_lines",
  {
    ...owned,
    impactReviewId: uncounted(text().notNull(), "a line of the review"),
    certificateReportId: uncounted(text().notNull(), "what was issued stays"),
    certificateNo: text().notNull(),
    ...figures(),
    action: text({ enum: impactActions }).notNull().default("undecided"),
    note: text(),
    decidedAt: integer(),
    decidedBy: text(),
    /** When the letter about it went out by mail. */
    mailedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.impactReviewId, () => impactReviews),
    inCompany(t, t.certificateReportId, () => certificateReports),
    uniqueIndex("impact_lines_once").on(t.companyId, t.impactReviewId, t.certificateReportId),
    index("impact_lines_by_review").on(t.companyId, t.impactReviewId, t.id),
    index("impact_lines_by_certificate").on(t.companyId, t.certificateReportId),
    oneOf("impact_lines_action_known", t.action, impactActions),
    oneOf("impact_lines_verdict_known", t.verdict, conformities),
    oneOf("impact_lines_shifted_known", t.shiftedVerdict, conformities),
    ...decimals("impact_lines", t),
    ...whole("impact_lines", t.version, t.depth),
  ],
);

/** An in-house calibration that rests on the standard: what the shift means for it, and whether the device is calibrated again. */
export const impactInhouseLines = sqliteTable(
  "impact_inhouse_lines",
  {
    ...owned,
    impactReviewId: uncounted(text().notNull(), "a line of the review"),
    inhouseCalibrationId: uncounted(text().notNull(), "what was closed stays"),
    /** The calibration and its device as they were when the review was opened. */
    assetId: uncounted(text().notNull(), "the calibration's own device"),
    inhouseNo: text().notNull(),
    assetCode: text().notNull(),
    assetName: text().notNull(),
    performedOn: day().notNull(),
    outcome: text({ enum: inhouseOutcomes }),
    ...figures(),
    action: text({ enum: impactInhouseActions }).notNull().default("undecided"),
    note: text(),
    decidedAt: integer(),
    decidedBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.impactReviewId, () => impactReviews),
    inCompany(t, t.inhouseCalibrationId, () => inhouseCalibrations),
    inCompany(t, t.assetId, () => assets),
    uniqueIndex("impact_inhouse_lines_once").on(
      ...([t.companyId, t.impactReviewId, t.inhouseCalibrationId] as const),
    ),
    index("impact_inhouse_lines_by_review").on(t.companyId, t.impactReviewId, t.id),
    index("impact_inhouse_lines_by_calibration").on(t.companyId, t.inhouseCalibrationId),
    index("impact_inhouse_lines_by_asset").on(t.companyId, t.assetId),
    oneOf("impact_inhouse_lines_action_known", t.action, impactInhouseActions),
    oneOf("impact_inhouse_lines_outcome_known", t.outcome, inhouseOutcomes),
    oneOf("impact_inhouse_lines_verdict_known", t.verdict, conformities),
    oneOf("impact_inhouse_lines_shifted_known", t.shiftedVerdict, conformities),
    ...decimals("impact_inhouse_lines", t),
    ...whole("impact_inhouse_lines", t.version, t.depth),
  ],
);
