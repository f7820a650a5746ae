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
  living,
  livingWith,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  searchedDecimal,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";
import { calibrationInterval, calibrationIntervalUnits, machines } from "./machines.ts";
import { locations } from "./masters.ts";
import { users } from "./people.ts";

export const calibratorKinds = [
  "reference_standard",
  "working_standard",
  "reference_material",
  "simulator",
  "analyser",
  "auxiliary",
] as const;
export const calibratorStatuses = [
  "in_service",
  "out_for_calibration",
  "quarantined",
  "damaged",
  "retired",
] as const;

/** A reference standard: what devices are compared with. */
export const calibrators = sqliteTable(
  "calibrators",
  {
    ...owned,
    ...master,
    calibratorNo: nocase().notNull(),
    name: nocase().notNull(),
    manufacturer: nocase(),
    model: nocase(),
    serialNo: nocase().notNull(),
    firmware: text(),
    kind: text({ enum: calibratorKinds }).notNull(),
    /** What it can stand in for in a procedure. */
    roleCodes: json<string[]>().notNull().default([]),
    locationId: text(),
    custodianId: text(),
    ...calibrationInterval,
    /** How often it is checked between calibrations. */
    checkEveryValue: integer(),
    checkEveryUnit: text({ enum: calibrationIntervalUnits }),
    nextCheckOn: day(),
    status: text({ enum: calibratorStatuses }).notNull().default("in_service"),
    quarantineReason: text(),
    quarantinedAt: integer(),
    /** Who took it out of use: another person releases it. */
    quarantinedBy: text(),
    /** The accepted certificate in force, and until when it holds. */
    currentCertificateId: uncounted(text(), "a certificate of its own"),
    dueOn: day(),
    /** Where it stands in the list: its due date, or a day after all others. */
    orderOn: day().notNull(),
    handlingNotes: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.locationId, (): OwnedTarget => locations),
    inCompany(t, t.custodianId, (): OwnedTarget => users),
    inCompany(t, t.currentCertificateId, (): OwnedTarget => calibratorCertificates),
    uniqueIndex("calibrators_number").on(t.companyId, t.calibratorNo).where(living),
    uniqueIndex("calibrators_serial")
      .on(t.companyId, t.manufacturer, t.model, t.serialNo)
      .where(living),
    index("calibrators_by_name").on(t.companyId, t.name, t.id).where(living),
    index("calibrators_in_order").on(t.companyId, t.orderOn, t.id).where(living),
    index("calibrators_by_status").on(t.companyId, t.status, t.calibratorNo, t.id).where(living),
    index("calibrators_due").on(t.companyId, t.dueOn, t.id).where(livingWith(t.dueOn)),
    index("calibrators_check_due")
      .on(t.companyId, t.nextCheckOn, t.id)
      .where(livingWith(t.nextCheckOn)),
    index("calibrators_by_location").on(t.companyId, t.locationId).where(filled(t.locationId)),
    index("calibrators_by_custodian").on(t.companyId, t.custodianId).where(filled(t.custodianId)),
    index("calibrators_by_certificate")
      .on(t.companyId, t.currentCertificateId)
      .where(filled(t.currentCertificateId)),
    oneOf("calibrators_kind_known", t.kind, calibratorKinds),
    oneOf("calibrators_status_known", t.status, calibratorStatuses),
    check(
      "calibrators_interval_complete",
      sql`(${t.intervalValue} is null) = (${t.intervalUnit} is null) and (${t.checkEveryValue} is null) = (${t.checkEveryUnit} is null)`,
    ),
    check(
      "calibrators_quarantine_told",
      sql`${t.status} <> 'quarantined' or ${t.quarantineReason} is not null`,
    ),
    ...whole("calibrators", t.version, t.intervalValue, t.checkEveryValue),
  ],
);

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

export const checkResults = ["ok", "warn", "fail"] as const;

/** A check of a standard between two calibrations: append-only. */
export const calibratorChecks = sqliteTable(
  "calibrator_checks",
  {
    ...bare,
    calibratorId: text().notNull(),
    checkStandardId: text(),
    checkedOn: day().notNull(),
    parameter: nocase().notNull(),
    unit: text().notNull(),
    nominal: decimal(),
    value: decimal().notNull(),
    reference: decimal().notNull(),
    /** How far the value may be from the reference: from two thirds of it on a check warns. */
    limitValue: decimal().notNull(),
    result: text({ enum: checkResults }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorId, () => calibrators),
    inCompany(t, t.checkStandardId, (): OwnedTarget => calibrators),
    index("calibrator_checks_by_calibrator").on(
      ...([t.companyId, t.calibratorId, t.checkedOn, t.id] as const),
    ),
    index("calibrator_checks_by_standard")
      .on(t.companyId, t.checkStandardId)
      .where(filled(t.checkStandardId)),
    oneOf("calibrator_checks_result_known", t.result, checkResults),
    ...decimals("calibrator_checks", t),
  ],
);

export const calibratorEventKinds = [
  "sent",
  "returned",
  "repair",
  "adjust",
  "transport_check",
  "quarantine",
  "release",
  "damage",
  "retire",
  "concession",
] as const;

/** What happened to a standard, in its order: append-only. */
export const calibratorEvents = sqliteTable(
  "calibrator_events",
  {
    ...bare,
    calibratorId: text().notNull(),
    kind: text({ enum: calibratorEventKinds }).notNull(),
    status: text({ enum: calibratorStatuses }).notNull(),
    onDay: day().notNull(),
    note: text(),
    mediaId: uncounted(text(), "shows a file of the event"),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.calibratorId, () => calibrators),
    inCompany(t, t.mediaId, (): OwnedTarget => media),
    index("calibrator_events_by_calibrator").on(t.companyId, t.calibratorId, t.id),
    index("calibrator_events_by_file").on(t.companyId, t.mediaId).where(filled(t.mediaId)),
    oneOf("calibrator_events_kind_known", t.kind, calibratorEventKinds),
    oneOf("calibrator_events_status_known", t.status, calibratorStatuses),
  ],
);

export const proposalMethods = ["staircase", "a1", "a3", "variables"] as const;
export const intervalProposalStatuses = ["open", "accepted", "rejected"] as const;

/** An interval that history speaks for; a person decides. */
export const intervalProposals = sqliteTable(
  "interval_proposals",
  {
    ...owned,
    machineId: text(),
    calibratorId: text(),
    method: text({ enum: proposalMethods }).notNull(),
    /** What it was reckoned from, and how, as it was shown. */
    history: json<{ on: string; error: string; limit: string; inTolerance: boolean }[]>()
      .notNull()
      .default([]),
    arithmetic: json<string[]>().notNull().default([]),
    factor: decimal(),
    currentValue: integer().notNull(),
    currentUnit: text({ enum: calibrationIntervalUnits }).notNull(),
    proposedValue: integer().notNull(),
    proposedUnit: text({ enum: calibrationIntervalUnits }).notNull(),
    status: text({ enum: intervalProposalStatuses }).notNull().default("open"),
    reason: text(),
    decidedAt: integer(),
    decidedBy: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.machineId, (): OwnedTarget => machines),
    inCompany(t, t.calibratorId, () => calibrators),
    uniqueIndex("one_open_proposal_for_machine")
      .on(t.companyId, t.machineId)
      .where(sql`machine_id is not null and status = 'open'`),
    uniqueIndex("one_open_proposal_for_calibrator")
      .on(t.companyId, t.calibratorId)
      .where(sql`calibrator_id is not null and status = 'open'`),
    index("interval_proposals_by_machine")
      .on(t.companyId, t.machineId, t.id)
      .where(filled(t.machineId)),
    index("interval_proposals_by_calibrator")
      .on(t.companyId, t.calibratorId, t.id)
      .where(filled(t.calibratorId)),
    index("interval_proposals_by_status").on(t.companyId, t.status, t.id),
    oneOf("interval_proposals_method_known", t.method, proposalMethods),
    oneOf("interval_proposals_status_known", t.status, intervalProposalStatuses),
    check(
      "interval_proposals_about_one",
      sql`(${t.machineId} is null) <> (${t.calibratorId} is null)`,
    ),
    check("interval_proposals_positive", sql`${t.currentValue} >= 1 and ${t.proposedValue} >= 1`),
    ...decimals("interval_proposals", t),
    ...whole("interval_proposals", t.version, t.currentValue, t.proposedValue),
  ],
);

/** What a customer may later want proved, as a chain of hashes: append-only. */
export const ledgerEvents = sqliteTable(
  "ledger_events",
  {
    ...bare,
    seq: integer().notNull(),
    at: integer().notNull(),
    actorId: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    payloadSha256: text().notNull(),
    prevHash: text().notNull(),
    hash: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    uniqueIndex("ledger_events_seq").on(t.companyId, t.seq),
    uniqueIndex("ledger_events_prev_hash").on(t.companyId, t.prevHash),
    index("ledger_events_by_entity").on(t.companyId, t.entityId, t.seq),
    check("ledger_events_seq_positive", sql`${t.seq} >= 1`),
    ...whole("ledger_events", t.seq),
  ],
);
