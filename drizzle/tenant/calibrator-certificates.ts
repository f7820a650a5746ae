import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { CalibratedPoint } from "#app/shared/calibration/calibrated-points.ts";
import {
  bare,
  day,
  decimal,
  decimals,
  filled,
  flag,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  searchedDecimal,
  uncounted,
  whole,
} from "../columns.ts";
import { calibrators } from "./calibrators.ts";
import { media } from "./files.ts";

export const traceRoutes = [
  "accredited_lab",
  "national_institute",
  "certified_material",
  "in_house",
  "none",
] as const;
export const asFoundStates = ["in_tolerance", "out_of_tolerance", "not_stated"] as const;
export const calibratorCertificateStatuses = [
  "entered",
  "accepted",
  "rejected",
  "superseded",
] as const;

/** A certificate of a standard; once accepted it is never edited, and a newer one supersedes it. */
export const calibratorCertificates = sqliteTable(
  "calibrator_certificates",
  {
    ...owned,
    calibratorId: uncounted(text().notNull(), "a part of the calibrator"),
    certificateNo: nocase().notNull(),
    issuedBy: text().notNull(),
    accreditationBody: text(),
    accreditationNo: text(),
    route: text({ enum: traceRoutes }).notNull(),
    calibratedOn: day().notNull(),
    issuedOn: day().notNull(),
    dueOn: day().notNull(),
    asFound: text({ enum: asFoundStates }).notNull(),
    adjusted: flag(),
    envTemp: decimal(),
    envRh: decimal(),
    /** The certificate itself; without it nothing is accepted. */
    mediaId: uncounted(text(), "the paper of the certificate"),
    dccMediaId: uncounted(text(), "the file it was filled from"),
    status: text({ enum: calibratorCertificateStatuses }).notNull().default("entered"),
    /** Everybody who has written on it: none of them accepts it. */
    enteredBy: json<string[]>().notNull().default([]),
    acceptedAt: integer(),
    acceptedBy: text(),
    rejectedAt: integer(),
    rejectedBy: text(),
    /** The days on which it was the one in force; open until a newer one is accepted. */
    validFrom: day(),
    validUntil: day(),
    note: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorId, () => calibrators),
    inCompany(t, t.mediaId, (): OwnedTarget => media),
    inCompany(t, t.dccMediaId, (): OwnedTarget => media),
    uniqueIndex("calibrator_certificates_number")
      .on(t.companyId, t.calibratorId, t.certificateNo)
      .where(sql`status <> 'rejected'`),
    uniqueIndex("one_accepted_certificate")
      .on(t.companyId, t.calibratorId)
      .where(sql`status = 'accepted'`),
    index("calibrator_certificates_by_calibrator").on(
      ...([t.companyId, t.calibratorId, t.calibratedOn, t.id] as const),
    ),
    index("calibrator_certificates_to_accept").on(t.companyId, t.id).where(sql`status = 'entered'`),
    index("calibrator_certificates_by_file").on(t.companyId, t.mediaId).where(filled(t.mediaId)),
    index("calibrator_certificates_by_dcc")
      .on(t.companyId, t.dccMediaId)
      .where(filled(t.dccMediaId)),
    oneOf("calibrator_certificates_route_known", t.route, traceRoutes),
    oneOf("calibrator_certificates_as_found_known", t.asFound, asFoundStates),
    oneOf("calibrator_certificates_status_known", t.status, calibratorCertificateStatuses),
    check(
      "calibrator_certificates_dates_in_order",
      sql`${t.issuedOn} >= ${t.calibratedOn} and ${t.dueOn} > ${t.calibratedOn}`,
    ),
    check(
      "calibrator_certificates_accepted_with_paper",
      sql`${t.status} not in ('accepted', 'superseded') or (${t.mediaId} is not null and ${t.acceptedBy} is not null)`,
    ),
    ...decimals("calibrator_certificates", t),
    ...whole("calibrator_certificates", t.version),
  ],
);

/** What happened to a certificate, in its order: append-only. */
export const calibratorCertificateEvents = sqliteTable(
  "calibrator_certificate_events",
  {
    ...bare,
    calibratorCertificateId: text().notNull(),
    status: text({ enum: calibratorCertificateStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorCertificateId, () => calibratorCertificates),
    index("calibrator_certificate_events_by_certificate").on(
      ...([t.companyId, t.calibratorCertificateId, t.id] as const),
    ),
    oneOf("calibrator_certificate_events_status_known", t.status, calibratorCertificateStatuses),
  ],
);

export const uncertaintyKinds = [
  "abs",
  "pct_reading",
  "pct_plus_abs",
  "table",
  "equation",
] as const;
export const driftKinds = [
  "per_year_abs",
  "per_year_pct",
  "from_history",
  "spec_only",
  "none",
] as const;
export const correctionKinds = ["none", "linear", "equation"] as const;

/** A range that a certificate covers, with its points and its uncertainty. */
export const calibratorRanges = sqliteTable(
  "calibrator_ranges",
  {
    ...owned,
    calibratorCertificateId: uncounted(text().notNull(), "a part of the certificate"),
    /** The same as the certificate's, by which ranges of a standard are found over the years. */
    calibratorId: uncounted(text().notNull(), "a part of the certificate"),
    sort: integer().notNull().default(0),
    parameter: nocase().notNull(),
    quantity: text().notNull(),
    unit: text().notNull(),
    ...searchedDecimal("rangeLo"),
    ...searchedDecimal("rangeHi"),
    ...searchedDecimal("frequencyLo"),
    ...searchedDecimal("frequencyHi"),
    resolution: decimal(),
    uKind: text({ enum: uncertaintyKinds }).notNull(),
    uAbs: decimal(),
    uPct: decimal(),
    /** An expression of the reading, where the kind is `equation`. */
    uEquation: text(),
    uK: decimal().notNull().default("2"),
    uP: decimal(),
    /** Null: infinite. */
    uDof: decimal(),
    specAbs: decimal(),
    specPct: decimal(),
    driftKind: text({ enum: driftKinds }).notNull().default("none"),
    driftValue: decimal(),
    correction: text({ enum: correctionKinds }).notNull().default("none"),
    correctionEquation: text(),
    points: json<CalibratedPoint[]>().notNull().default([]),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorCertificateId, () => calibratorCertificates),
    inCompany(t, t.calibratorId, () => calibrators),
    index("calibrator_ranges_by_certificate").on(
      ...([t.companyId, t.calibratorCertificateId, t.sort, t.id] as const),
    ),
    index("calibrator_ranges_by_calibrator").on(t.companyId, t.calibratorId, t.parameter, t.id),
    index("calibrator_ranges_by_quantity").on(t.companyId, t.quantity, t.unit, t.rangeLoNum),
    oneOf("calibrator_ranges_u_kind_known", t.uKind, uncertaintyKinds),
    oneOf("calibrator_ranges_drift_kind_known", t.driftKind, driftKinds),
    oneOf("calibrator_ranges_correction_known", t.correction, correctionKinds),
    check(
      "calibrator_ranges_have_range",
      sql`${t.rangeLo} is not null and ${t.rangeHi} is not null`,
    ),
    ...decimals("calibrator_ranges", t),
    ...whole("calibrator_ranges", t.version, t.sort),
  ],
);
