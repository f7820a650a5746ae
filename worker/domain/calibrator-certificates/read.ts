import { desc, eq } from "drizzle-orm";
import {
  calibratorCertificateEvents,
  calibratorCertificates,
  calibratorRanges,
  calibrators,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { certificateFlow } from "./flow.ts";
import { sourceOf } from "./source.ts";

/** So many certificates of a standard are shown, the newest first. */
const MOST = 60;
const MOST_EVENTS = 50;

export const rangesOf = (db: ReadingDb, certificateId: string) =>
  db
    .select()
    .from(calibratorRanges)
    .where(
      db.ofOwner(calibratorRanges, eq(calibratorRanges.calibratorCertificateId, certificateId)),
    )
    .orderBy(calibratorRanges.sort, calibratorRanges.id);

/** The certificates of a standard, those of the latest calibration first, as a statement of a read. */
export const certificatesOf = (db: ReadingDb, calibratorId: string) =>
  db
    .select()
    .from(calibratorCertificates)
    .where(
      db.ofOwner(calibratorCertificates, eq(calibratorCertificates.calibratorId, calibratorId)),
    )
    .orderBy(desc(calibratorCertificates.calibratedOn), desc(calibratorCertificates.id))
    .limit(MOST);

/** The certificates of a standard for the API, each with the moves of who reads. @throws Response 403, 404 */
export async function listCertificates(session: Session, calibratorId: string) {
  const db = session.authorize("view-calibrator");
  const [[calibrator], rows] = await db.read(
    db.byId(calibrators, calibratorId),
    certificatesOf(db, calibratorId),
  );
  if (!calibrator) notFound("calibrator");
  return rows;
}

/** A certificate with its ranges and what happened to it. @throws Response 403, 404 */
export async function findCertificate(session: Session, id: string) {
  const db = session.authorize("view-calibrator");
  const [[row], ranges, [source], events] = await db.read(
    db.byId(calibratorCertificates, id),
    rangesOf(db, id),
    sourceOf(db, id),
    db
      .select()
      .from(calibratorCertificateEvents)
      .where(
        db.ofOwner(
          calibratorCertificateEvents,
          eq(calibratorCertificateEvents.calibratorCertificateId, id),
        ),
      )
      .orderBy(calibratorCertificateEvents.id)
      .limit(MOST_EVENTS),
  );
  const certificate = row ?? notFound("certificate");
  return {
    ...certificate,
    ...{
      sourceCertificateId: source?.id ?? null,
      sourceCertificateNo: source?.certificateNo ?? null,
    },
    ...{ ranges, events, moves: certificateFlow.movesOf(session, certificate) },
  };
}
