import { and, eq, isNull, sql } from "drizzle-orm";
import type { Change } from "#drizzle/both.ts";
import { newId } from "#drizzle/columns.ts";
import {
  calibratorCertificateEvents,
  calibratorCertificates,
  calibratorRanges,
  calibrators,
  media,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row, Statement } from "../../db/db.ts";
import { mediaRow, mustStore, type StoredFile } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, isRefusal, notFound, refuseStale } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { changesBetween } from "../entity/changes.ts";
import { checked } from "../entity/fields.ts";
import { type CertificateInput, certificateInput, rangeRows } from "./input.ts";
import { rangesOf } from "./read.ts";
import { refuseUnknownSource, reportNumbered, sourced, sourceOf } from "./source.ts";

type Certificate = Row<typeof calibratorCertificates>;
type Saved = Answer<{ id: string; calibratorId: string }>;
const XML = "application/xml";

/** What a form about a certificate brings besides its fields. */
export type Paper = { bucket: R2Bucket; upload: Upload | null };

/** Stores the paper that a form brings; null where it brings none. @throws Response 413, 422, 503 */
export const storedPaper = async (
  session: Session,
  { bucket, upload }: Paper,
): Promise<StoredFile | null> =>
  upload && mustStore("paper", bucket, session.company.id, upload, "paper", "file");

const kept = (db: CompanyDb, file: StoredFile | null): Statement[] =>
  file ? mediaRow(db, file, { kind: "calibration", ownerKind: "calibration" }) : [];

/** A file that a certificate was filled from is one of the laboratory's. */
const filledFrom = (id: string) =>
  and(
    eq(media.id, id),
    eq(media.ownerKind, "calibration"),
    eq(media.mime, XML),
    isNull(media.deletedAt),
  )!;
/** The file that a form says it was filled from. */
const fileNamed = (db: CompanyDb, dccMediaId: unknown) =>
  db
    .select({ id: media.id })
    .from(media)
    .where(db.ofOwner(media, filledFrom(typeof dccMediaId === "string" ? dccMediaId : "")))
    .limit(1);
const refuseForeign = ({ dccMediaId }: CertificateInput, found: readonly unknown[]) => {
  if (dccMediaId && !found.length) notFound("dcc");
};

const columnsOf = ({ ranges: _, sourceCertificateNo: __, ...head }: CertificateInput) => head;

/** What of the ranges the log tells: how many there are, and of what. */
const namesOf = (ranges: readonly { parameter: string; unit: string }[]) =>
  ranges.map(({ parameter, unit }) => `${parameter} (${unit})`).join(", ");
const loggedOf = ({ ranges, dccMediaId: _, ...head }: CertificateInput) => ({
  ...head,
  ranges: namesOf(ranges),
});
const paperLogged = (file: StoredFile | null): Change[] =>
  file ? [{ field: "paper", from: null, to: file.fileName }] : [];

type Of = { id: string; calibratorNo: string };
/** What enters a certificate of a standard, for the batch of a command. */
export function entering(
  db: CompanyDb,
  session: Session,
  { id: calibratorId, calibratorNo }: Of,
  values: CertificateInput,
  file: StoredFile | null,
  source: Parameters<typeof sourced>[2],
) {
  const id = newId();
  const { actorId, actorName } = db.stamp;
  const row = {
    ...{ id, calibratorId, enteredBy: [session.actor.userId], mediaId: file?.id ?? null },
    ...columnsOf(values),
  };
  return {
    id,
    writes: [
      ...kept(db, file),
      db.inserting(calibratorCertificates, row),
      db.insertingAll(calibratorRanges, rangeRows(values, calibratorId, id)),
      ...sourced(db, id, source),
      db.inserting(calibratorCertificateEvents, {
        ...{ calibratorCertificateId: id, status: "entered", note: null },
        ...{ actorId, actorName, at: Date.now() },
      }),
    ],
    activity: {
      ...{ action: "create.calibrator_certificate", kind: "calibrator_certificate", id },
      label: `${calibratorNo} ${values.certificateNo}`,
      changes: changesBetween({}, loggedOf(values)),
    },
  };
}

/**
 * Enters a certificate of a standard; another person accepts it.
 * @throws Response 403; 404; 409 for one that is retired; 413; 422; 503
 */
export async function createCertificate(
  session: Session,
  calibratorId: string,
  sent: unknown,
  paper: Paper | null = null,
): Promise<Saved> {
  const db = session.authorize("edit-calibrator");
  const values = checked(certificateInput, sent);
  const [[calibrator], found, source] = await db.read(
    db.byId(calibrators, calibratorId),
    fileNamed(db, values.dccMediaId),
    reportNumbered(db, values.sourceCertificateNo),
  );
  const { calibratorNo, status } = calibrator ?? notFound("calibrator");
  if (status === "retired") conflict("This calibrator is retired");
  refuseForeign(values, found);
  refuseUnknownSource(values.sourceCertificateNo, source);
  const file = paper && (await storedPaper(session, paper));
  const of = { id: calibratorId, calibratorNo };
  const { id, writes, activity } = entering(db, session, of, values, file, source);
  return db.commit({
    writes: [
      db.assert(
        "state",
        db.exists(
          calibrators,
          and(eq(calibrators.id, calibratorId), isNull(calibrators.deletedAt))!,
        ),
      ),
      ...writes,
    ],
    activity,
    answer: { status: 201, message: "Certificate entered", data: { id, calibratorId } },
  });
}

/** The batch stops here unless a certificate is still as it was read, and still entered. */
const stillEntered = (db: CompanyDb, before: Certificate) =>
  db.assertUnchanged(calibratorCertificates, before, eq(calibratorCertificates.status, "entered"));

/** The standard that a certificate is of. */
const calibratorOf = (db: CompanyDb, id: string) =>
  db
    .select({ calibratorNo: calibrators.calibratorNo })
    .from(calibrators)
    .where(
      db.ofOwner(
        calibrators,
        sql`${calibrators.id} = (select ${calibratorCertificates.calibratorId} from ${calibratorCertificates} where ${db.ofOwner(calibratorCertificates, eq(calibratorCertificates.id, id))})`,
      ),
    )
    .limit(1);

/** A certificate that may be changed. @throws Response 404, 409 */
async function refuseSettled(db: CompanyDb, row: Certificate | undefined): Promise<Certificate> {
  const certificate = row ?? notFound("certificate");
  if (certificate.status !== "entered")
    return (await db.firstAnswer())
      ? certificate
      : conflict(`This certificate is ${certificate.status}`);
  return certificate;
}
const writers = ({ enteredBy }: Certificate, session: Session) => [
  ...new Set([...enteredBy, session.actor.userId]),
];

/**
 * Saves a changed certificate with its ranges, while nobody has accepted it. Who writes on it does not accept it.
 * @throws Response 403; 404; 409 when it is no longer entered, or someone else changed it; 413; 422; 503
 */
export async function updateCertificate(
  session: Session,
  id: string,
  { version, ...sent }: Record<string, unknown>,
  paper: Paper | null = null,
): Promise<Saved> {
  const db = session.authorize("edit-calibrator");
  const [[row], ranges, [calibrator], found, source, [sourceBefore]] = await db.read(
    db.byId(calibratorCertificates, id),
    rangesOf(db, id),
    calibratorOf(db, id),
    fileNamed(db, sent.dccMediaId),
    reportNumbered(db, sent.sourceCertificateNo),
    sourceOf(db, id),
  );
  const before = await refuseSettled(db, row);
  const values = checked(certificateInput, sent);
  refuseStale(before, version);
  refuseUnknownSource(values.sourceCertificateNo, source);
  const dccMediaId = values.dccMediaId ?? before.dccMediaId;
  if (dccMediaId !== before.dccMediaId) refuseForeign(values, found);
  const file = paper && (await storedPaper(session, paper));
  const columns = {
    ...columnsOf(values),
    ...{ dccMediaId, enteredBy: writers(before, session), mediaId: file?.id ?? before.mediaId },
  };
  const ofCertificate = eq(calibratorRanges.calibratorCertificateId, id);
  try {
    return await db.commit({
      writes: [
        stillEntered(db, before),
        ...kept(db, file),
        db.updating(calibratorCertificates, eq(calibratorCertificates.id, id), columns),
        db.removing(calibratorRanges, ofCertificate),
        db.insertingAll(calibratorRanges, rangeRows(values, before.calibratorId, id)),
        ...sourced(db, id, source),
      ],
      activity: {
        ...{ action: "update.calibrator_certificate", kind: "calibrator_certificate", id },
        label: `${calibrator?.calibratorNo ?? ""} ${values.certificateNo}`.trim(),
        changes: [
          ...changesBetween(
            {
              ...before,
              ranges: namesOf(ranges),
              sourceCertificateNo: sourceBefore?.certificateNo ?? null,
            },
            loggedOf(values),
          ),
          ...paperLogged(file),
        ],
      },
      answer: {
        ...{ status: 200, message: "Certificate saved" },
        data: { id, calibratorId: before.calibratorId },
      },
    });
  } catch (refusal) {
    if (!isRefusal(refusal, 409)) throw refusal;
    const [[now]] = await db.read(db.byId(calibratorCertificates, id));
    if (now) refuseStale(now, before.version);
    throw refusal;
  }
}

/**
 * Puts the paper of a certificate beside its figures, in the place of another one.
 * @throws Response 403; 404; 409 when it is no longer entered; 413; 422; 503
 */
export async function addPaper(session: Session, id: string, paper: Paper): Promise<Saved> {
  const db = session.authorize("edit-calibrator");
  const [[row]] = await db.read(db.byId(calibratorCertificates, id));
  const before = await refuseSettled(db, row);
  const file = await storedPaper(session, paper);
  if (!file) return invalid({ file: ["Choose the PDF of the certificate"] });
  return db.commit({
    writes: [
      stillEntered(db, before),
      ...kept(db, file),
      db.updating(calibratorCertificates, eq(calibratorCertificates.id, id), {
        mediaId: file.id,
        enteredBy: writers(before, session),
      }),
    ],
    activity: {
      ...{ action: "upload.calibrator_certificate", kind: "calibrator_certificate", id },
      label: before.certificateNo,
      changes: paperLogged(file),
    },
    answer: {
      ...{ status: 200, message: "Paper added" },
      data: { id, calibratorId: before.calibratorId },
    },
  });
}
