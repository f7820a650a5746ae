import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  inCompany,
  json,
  keyAndChange,
  living,
  livingWith,
  master,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { calibratorCertificates } from "./calibrator-certificates.ts";
import { media } from "./files.ts";
import { calibrationInterval, calibrationIntervalUnits } from "./machines.ts";
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
    ...keyAndChange("calibrators", t),
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
    index("calibrator_events_by_day").on(t.companyId, t.calibratorId, t.onDay, t.id),
    index("calibrator_events_by_calibrator").on(t.companyId, t.calibratorId, t.id),
    index("calibrator_events_by_file").on(t.companyId, t.mediaId).where(filled(t.mediaId)),
    oneOf("calibrator_events_kind_known", t.kind, calibratorEventKinds),
    oneOf("calibrator_events_status_known", t.status, calibratorStatuses),
  ],
);
