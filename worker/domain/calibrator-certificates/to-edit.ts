import { eq, type SQL, sql } from "drizzle-orm";
import { calibratorCertificates, calibrators, media } from "#drizzle/tenant/index.ts";
import { conflict, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { rangesOf } from "./read.ts";
import { sourceOf } from "./source.ts";

/** A standard whose certificate is to be entered. @throws Response 403, 404, 409 for one that is retired */
export async function certificateToEnter(session: Session, calibratorId: string) {
  const db = session.authorize("edit-calibrator");
  const [[row]] = await db.read(db.byId(calibrators, calibratorId));
  const { id, calibratorNo, name, status, serialNo } = row ?? notFound("calibrator");
  if (status === "retired") conflict("This calibrator is retired");
  return { calibrator: { id, calibratorNo, name, serialNo } };
}

/** A certificate as its form opens it, with its ranges and its paper. @throws Response 403, 404, 409 once it was accepted or rejected */
export async function certificateToEdit(session: Session, id: string) {
  const db = session.authorize("edit-calibrator");
  const named = (column: SQL) =>
    sql`(select ${column} from ${calibratorCertificates} where ${db.ofOwner(calibratorCertificates, eq(calibratorCertificates.id, id))})`;
  const [[row], ranges, [calibrator], [paper], [source]] = await db.read(
    db.byId(calibratorCertificates, id),
    rangesOf(db, id),
    db.byId(calibrators, named(sql`${calibratorCertificates.calibratorId}`)),
    db.byId(media, named(sql`${calibratorCertificates.mediaId}`)),
    sourceOf(db, id),
  );
  const certificate = row ?? notFound("certificate");
  if (certificate.status !== "entered") conflict(`This certificate is ${certificate.status}`);
  const { calibratorNo, name } = calibrator ?? notFound("calibrator");
  return {
    calibrator: { id: certificate.calibratorId, calibratorNo, name },
    values: { ...certificate, ranges, sourceCertificateNo: source?.certificateNo ?? "" },
    paper: paper ? { name: paper.fileName, href: `/media/${paper.id}` } : null,
  };
}
