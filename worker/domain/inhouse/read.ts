import { asc, desc, eq, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { inhouseCalibrationRules } from "#app/shared/flows/inhouse-calibrations.ts";
import { movesOf, type Offer } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  certificateReports,
  dueOccurrences,
  inhouseCalibrationEvents,
  serviceReports,
  inhouseCalibrations as table,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { rare } from "../../db/predicates.ts";
import { keepsOwnStandards } from "../../inhouse-rights.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { openCalibrations } from "../due/calibrated.ts";
import { changesOf } from "../measurement/changes.ts";
import { isBuiltIn } from "./built-in.ts";
import { filesOf } from "./files.ts";
import { inhouseCalibrationFlow } from "./flow.ts";
import { waitingFor, waitingQuery } from "./own-standards.ts";
import { headOf, type InhouseHead, recordOf } from "./record.ts";
import { copyReads, headReads, own, recordReads } from "./record-reads.ts";
import { gatedMachine } from "./standing.ts";

const MOST_EVENTS = 60;
const MOST_REPORTS = 12;

const eventsQuery = (db: ReadingDb, id: string) =>
  db
    .select(pick(inhouseCalibrationEvents, ["id", "status", "note", "actorName", "at"]))
    .from(inhouseCalibrationEvents)
    .where(
      db.ofOwner(inhouseCalibrationEvents, eq(inhouseCalibrationEvents.inhouseCalibrationId, id)),
    )
    .orderBy(asc(inhouseCalibrationEvents.id))
    .limit(MOST_EVENTS);

/** What it names, as statements of one read. */
const namedReads = (db: ReadingDb, id: string) =>
  [
    db.byId(users, own(db, id, "technician_id")),
    db.byId(dueOccurrences, own(db, id, "due_occurrence_id")),
    db.byId(serviceReports, own(db, id, "service_report_id")),
    db.byId(certificateReports, own(db, id, "certificate_report_id")),
  ] as const;

const aboutOf = ({ asset, procedure, version }: InhouseHead) => ({
  asset: pick(asset, [
    ...(["id", "assetCode", "name", "make", "model", "serialNo"] as const),
    ...(["condition", "nextCalOn"] as const),
  ]),
  procedure: {
    ...pick(procedure, ["id", "code", "name"]),
    versionNo: version.versionNo,
    isBuiltIn: isBuiltIn(version),
  },
});

const offersOf = (session: Session, row: Row<typeof table>): Offer[] =>
  movesOf(inhouseCalibrationRules, row, inhouseCalibrationFlow.moverOf(session)).filter(
    ({ move }) => move !== "promote" || session.can("create-certificate-report"),
  );

/** An in-house calibration's page: what it says and how it stands, and what was typed. One round trip. @throws Response 403, 404 */
export async function inhouseDetail(session: Session, id: string) {
  const db = session.authorize("view-inhouse-calibration");
  const all = await db.read(
    ...headReads(db, id),
    ...namedReads(db, id),
    eventsQuery(db, id),
    changesOf(db, own(db, id, "measurement_set_id")),
    filesOf(db, id),
  );
  const head = headOf(all);
  const { calibration, set, version } = head;
  const [[technician], [occurrence], [report], [certificate]] = [all[5], all[6], all[7], all[8]];
  return {
    calibration,
    set: pick(set, ["id", "state", "measured", "results"]),
    ...aboutOf(head),
    setup: { content: version.content, device: calibration.device },
    technician: technician?.name ?? null,
    occurrence: occurrence ? pick(occurrence, ["id", "dueOn", "status"]) : null,
    report: report ? pick(report, ["id", "serviceTicket"]) : null,
    certificate: certificate ? pick(certificate, ["id", "name", "status"]) : null,
    moves: offersOf(session, calibration),
    may: {
      begin: session.can("create-inhouse-calibration"),
      report: session.can("create-breakdown"),
    },
    events: all[9],
    changes: all[10],
    files: all[11],
    today: dayIn(session.company.timeZone),
    now: Date.now(),
  };
}
export type InhouseDetail = Awaited<ReturnType<typeof inhouseDetail>>;

const reportsOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(serviceReports, ["id", "serviceTicket", "serviceOn"]))
    .from(serviceReports)
    .where(
      db.ofOwner(
        serviceReports,
        sql`${rare(eq(serviceReports.assetId, own(db, id, "asset_id")))} and ${isNull(serviceReports.cancelledAt)}`,
      ),
    )
    .orderBy(desc(serviceReports.serviceOn), desc(serviceReports.id))
    .limit(MOST_REPORTS);

/** A draft as its measuring page opens it. @throws Response 403, 404 */
export async function inhouseToMeasure(session: Session, id: string) {
  const db = session.authorize("edit-inhouse-calibration");
  const all = await db.read(
    ...recordReads(db, id),
    ...namedReads(db, id),
    openCalibrations(db, own(db, id, "asset_id")),
    reportsOf(db, id),
    filesOf(db, id),
    waitingQuery(db, id),
  );
  const record = recordOf(all);
  const { calibration, set, setup, standards } = record;
  const [[technician], [occurrence], [report]] = [all[11], all[12], all[13]];
  return {
    calibration,
    set: pick(set, ["id", "measured", "wasSigned"]),
    ...aboutOf(record),
    ...{ setup, machine: gatedMachine(record) },
    chosen: standards.map(({ calibratorId, role }) => ({ calibratorId, role })),
    technician: technician ? pick(technician, ["id", "name"]) : null,
    occurrence: occurrence ? pick(occurrence, ["id", "dueOn"]) : null,
    report: report ? pick(report, ["id", "serviceTicket"]) : null,
    planned: all[15],
    reports: all[16],
    files: all[17],
    waiting: waitingFor(session, all[18]),
    keepsStandards: keepsOwnStandards(session),
    moves: offersOf(session, calibration),
    today: dayIn(session.company.timeZone),
  };
}
export type InhouseToMeasure = Awaited<ReturnType<typeof inhouseToMeasure>>;

/** An in-house calibration for a client of the API. @throws Response 403, 404 */
export async function inhouseToRead(session: Session, id: string) {
  const db = session.authorize("view-inhouse-calibration");
  const all = await db.read(...copyReads(db, id), filesOf(db, id));
  const { calibration, set } = headOf(all);
  return {
    ...calibration,
    files: all[6],
    measured: set.measured,
    results: set.results,
    standards: all[5].map((one) =>
      pick(one, ["calibratorId", "role", "calibratorNo", "name", "certificateNo", "dueOn"]),
    ),
    moves: inhouseCalibrationFlow.movesOf(session, calibration),
  };
}

/** How far a draft has come. @throws Response 403, 404 */
export async function inhouseVersion(session: Session, id: string) {
  const db = session.authorize("edit-inhouse-calibration");
  const [[row]] = await db.read(db.byId(table, id));
  return pick(row ?? notFound("calibration"), ["status", "version"]);
}
