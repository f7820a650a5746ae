import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { certificateRules } from "#app/shared/flows/calibrator-certificates.ts";
import { movesOf } from "#app/shared/flows/rules.ts";
import { pick } from "#app/shared/pick.ts";
import {
  activityLog,
  calibratorCertificates,
  calibratorEvents,
  calibratorRanges,
  calibrators,
  locations,
  media,
  users,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { labelled } from "../activity/labels.ts";
import { certificateFlow } from "../calibrator-certificates/flow.ts";
import { namedBy } from "../lists/more-columns.ts";
import { calibratorFlow } from "./flow.ts";
import { historyOf, historyReads, isProved } from "./history.ts";
import { eventsOf } from "./read.ts";

const LATEST = 10;
/** So many of its latest certificates are listed, each with its paper: two decades of a standard that is calibrated each year. */
const MOST_CERTIFICATES = 20;

/** A calibrator with the names of what it points to, as a statement of a read. */
const named = (db: ReadingDb, id: string) =>
  db
    .select({
      locationName: namedBy(locations, locations.path, calibrators.locationId),
      custodianName: sql<
        string | null
      >`${namedBy(users, users.name, calibrators.custodianId).sql}`.as("custodian_named"),
    })
    .from(calibrators)
    .where(db.ofOwner(calibrators, eq(calibrators.id, id)))
    .limit(1);

/** Its certificates, those of the latest calibration first. */
const certificatesOf = (db: ReadingDb, id: string) =>
  db
    .select({
      ...pick(calibratorCertificates, [
        ...(["id", "version", "certificateNo", "issuedBy", "accreditationBody"] as const),
        ...(["accreditationNo", "route", "calibratedOn", "issuedOn", "dueOn", "asFound"] as const),
        ...(["adjusted", "envTemp", "envRh", "mediaId", "dccMediaId", "status"] as const),
        ...(["enteredBy", "acceptedAt", "validFrom", "validUntil", "note"] as const),
      ]),
      acceptedByName: namedBy(users, users.name, calibratorCertificates.acceptedBy),
    })
    .from(calibratorCertificates)
    .where(db.ofOwner(calibratorCertificates, eq(calibratorCertificates.calibratorId, id)))
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST_CERTIFICATES);

/** The certificate whose ranges are shown: the one that is asked for, else the one in force, else the latest. */
const shownCertificate = (db: ReadingDb, id: string, asked: string): SQL => {
  const own = sql`${calibratorCertificates.companyId} = ${db.companyId} and ${calibratorCertificates.calibratorId} = ${id}`;
  return sql`coalesce(
    (select ${calibratorCertificates.id} from ${calibratorCertificates} where ${own} and ${calibratorCertificates.id} = ${asked}),
    (select ${calibrators.currentCertificateId} from ${calibrators} where ${calibrators.companyId} = ${db.companyId} and ${calibrators.id} = ${id}),
    (select ${calibratorCertificates.id} from ${calibratorCertificates} where ${own} order by ${calibratorCertificates.calibratedOn} desc, ${calibratorCertificates.id} desc limit 1))`;
};
const rangesShown = (db: ReadingDb, id: string, asked: string) =>
  db
    .select()
    .from(calibratorRanges)
    .where(
      db.ofOwner(
        calibratorRanges,
        sql`${calibratorRanges.calibratorCertificateId} = ${shownCertificate(db, id, asked)}`,
      ),
    )
    .orderBy(calibratorRanges.sort, calibratorRanges.id);

/** The papers of its latest certificates and the files of what happened to it lately. */
const filesOf = (db: ReadingDb, id: string) => {
  const own = (of: typeof calibratorCertificates | typeof calibratorEvents) =>
    sql`${of.companyId} = ${db.companyId} and ${of.calibratorId} = ${id}`;
  const latest = sql.raw(String(MOST_CERTIFICATES));
  const papers = sql`select ${calibratorCertificates.mediaId} as "paper", ${calibratorCertificates.dccMediaId} as "dcc" from ${calibratorCertificates}
    where ${own(calibratorCertificates)} order by ${calibratorCertificates.calibratedOn} desc, ${calibratorCertificates.id} desc limit ${latest}`;
  const named = sql`${media.id} in (with "papers" as (${papers}) select "paper" from "papers" union all select "dcc" from "papers"
    union all select "file" from (select ${calibratorEvents.mediaId} as "file" from ${calibratorEvents}
      where ${own(calibratorEvents)} order by ${calibratorEvents.id} desc limit ${latest}))`;
  return db
    .select(pick(media, ["id", "fileName", "mime", "bytes", "uploadedAt"]))
    .from(media)
    .where(db.ofOwner(media, and(named, isNull(media.deletedAt))))
    .orderBy(desc(media.id));
};

/** What was done to so many of its latest certificates is told among the latest activity. */
const MOST_TOLD = 10;
/** The latest entries of the log about it and about its certificates. */
const latestOf = (db: ReadingDb, id: string) => {
  const [latest, told] = [sql.raw(String(LATEST)), sql.raw(String(MOST_TOLD))];
  const entries = (entity: SQL) =>
    sql`select * from (select "one"."id" from ${activityLog} as "one" where "one"."company_id" = ${db.companyId}
      and "one"."asset_id" is null and "one"."entity_id" ${entity} order by "one"."id" desc limit ${latest})`;
  const certificates = sql`in (select ${calibratorCertificates.id} from ${calibratorCertificates}
    where ${calibratorCertificates.companyId} = ${db.companyId} and ${calibratorCertificates.calibratorId} = ${id}
    order by ${calibratorCertificates.calibratedOn} desc, ${calibratorCertificates.id} desc limit ${told})`;
  const either = sql`${activityLog.id} in (${entries(sql`= ${id}`)} union all ${entries(certificates)})`;
  return db
    .select(
      pick(activityLog, [
        ...(["id", "at", "actorKind", "actorName", "via", "action", "entityKind"] as const),
        ...(["entityId", "entityLabel", "changes", "reason"] as const),
      ]),
    )
    .from(activityLog)
    .where(db.ofOwner(activityLog, either))
    .orderBy(desc(activityLog.id))
    .limit(LATEST);
};

/** A calibrator's page: its certificates, the ranges of one of them, and what happened to it. One round trip. @throws Response 403, 404 */
export async function calibratorPage(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-calibrator");
  const asked = (params.get("certificate") ?? "").slice(0, 64);
  const [[row], [names], certificates, ranges, events, files, latest, ...history] = await db.read(
    db.byId(calibrators, id),
    named(db, id),
    certificatesOf(db, id),
    rangesShown(db, id, asked),
    eventsOf(db, id),
    filesOf(db, id),
    latestOf(db, id),
    ...historyReads(db, id),
  );
  const calibrator = row ?? notFound("calibrator");
  const mover = certificateFlow.moverOf(session);
  const shown =
    certificates.find((one) => one.id === (asked || calibrator.currentCertificateId)) ??
    certificates.find((one) => one.id === calibrator.currentCertificateId) ??
    certificates[0] ??
    null;
  const proved = { ...calibrator, isProved: isProved(calibrator, certificates, history[0]) };
  return {
    calibrator: { ...calibrator, ...names!, moves: calibratorFlow.movesOf(session, proved) },
    certificates: certificates.map((one) => ({
      ...one,
      moves: movesOf(certificateRules, one, mover).filter(({ fits }) => fits),
    })),
    shown: shown?.id ?? null,
    ranges,
    events: events.toReversed(),
    files,
    latest: latest.map(labelled),
    history: historyOf(session, calibrator, history),
    today: dayIn(session.company.timeZone),
    now: Date.now(),
    may: {
      edit: session.can("edit-calibrator"),
      accept: session.can("accept-calibrator-certificate"),
    },
  };
}
export type CalibratorPage = Awaited<ReturnType<typeof calibratorPage>>;

/** A calibrator as its form opens it, with the names of what it points to. @throws Response 403, 404 */
export async function calibratorToEdit(session: Session, id: string) {
  const db = session.authorize("edit-calibrator");
  const [[row], [names]] = await db.read(db.byId(calibrators, id), named(db, id));
  return { ...(row ?? notFound("calibrator")), ...names! };
}
