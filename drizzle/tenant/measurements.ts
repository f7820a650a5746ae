import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Measured, MeasuredChange } from "#app/shared/measuring/measured.ts";
import type { ReportedLine } from "#app/shared/measuring/reported.ts";
import {
  bare,
  day,
  filled,
  flag,
  inCompany,
  json,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { calibratorCertificates, traceRoutes } from "./calibrator-certificates.ts";
import { calibrators } from "./calibrators.ts";
import { machines } from "./machines.ts";
import { procedureVersions } from "./procedures.ts";

export const setStates = ["open", "locked", "frozen"] as const;

/** What was measured of a device by a procedure: the body of a certificate or of an in-house calibration, as one document (decision 075). */
export const measurementSets = sqliteTable(
  "measurement_sets",
  {
    ...owned,
    procedureVersionId: text().notNull(),
    machineId: uncounted(text(), "its certificate uses it"),
    assetId: uncounted(text(), "its in-house calibration uses it"),
    state: text({ enum: setStates }).notNull().default("open"),
    /** What was typed. */
    measured: json<Measured>().notNull(),
    /** Corrections say why, once somebody has signed. */
    wasSigned: flag(),
    /** What came of it when it was locked: reported figures and verdicts, without the budgets. */
    results: json<ReportedLine[]>(),
    engineVersion: text(),
    /** Of everything that came of it, budgets included, as canonical JSON. */
    resultsSha256: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.procedureVersionId, () => procedureVersions),
    inCompany(t, t.machineId, () => machines),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    index("measurement_sets_by_version").on(t.companyId, t.procedureVersionId),
    index("measurement_sets_by_machine").on(t.companyId, t.machineId).where(filled(t.machineId)),
    index("measurement_sets_by_asset").on(t.companyId, t.assetId).where(filled(t.assetId)),
    oneOf("measurement_sets_state_known", t.state, setStates),
    ...whole("measurement_sets", t.version),
  ],
);

/** What was typed, changed and corrected, by whom and when: append-only. The latest of each place is what the set says. */
export const measurementChanges = sqliteTable(
  "measurement_changes",
  {
    ...bare,
    measurementSetId: uncounted(text().notNull(), "a part of the measurement"),
    changes: json<MeasuredChange[]>().notNull(),
    reason: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.measurementSetId, () => measurementSets),
    index("measurement_changes_by_set").on(t.companyId, t.measurementSetId, t.id),
  ],
);

/** The standards of a measurement, each with the certificate that was in force on the day of the work. */
export const measurementStandards = sqliteTable(
  "measurement_standards",
  {
    ...owned,
    measurementSetId: uncounted(text().notNull(), "a part of the measurement"),
    calibratorId: text().notNull(),
    calibratorCertificateId: uncounted(text(), "its calibrator is used"),
    role: text().notNull(),
    sort: integer().notNull().default(0),
    calibratorNo: text().notNull(),
    name: text().notNull(),
    serialNo: text(),
    certificateNo: text(),
    dueOn: day(),
    route: text({ enum: traceRoutes }),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.measurementSetId, () => measurementSets),
    inCompany(t, t.calibratorId, (): OwnedTarget => calibrators),
    inCompany(t, t.calibratorCertificateId, (): OwnedTarget => calibratorCertificates),
    uniqueIndex("measurement_standards_once").on(
      ...([t.companyId, t.measurementSetId, t.calibratorId, t.role] as const),
    ),
    index("measurement_standards_by_calibrator").on(
      ...([t.companyId, t.calibratorId, t.measurementSetId] as const),
    ),
    index("measurement_standards_by_certificate")
      .on(t.companyId, t.calibratorCertificateId)
      .where(filled(t.calibratorCertificateId)),
    oneOf("measurement_standards_route_known", t.route, traceRoutes),
    ...whole("measurement_standards", t.version, t.sort),
  ],
);
