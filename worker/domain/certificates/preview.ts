/** A certificate as paper before it is issued, and marked where it does not hold any more. */
import {
  CERTIFICATE_SCHEMA,
  type CertificateContent,
  type CertificateDocument,
} from "#app/shared/certificates/document.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { media } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import { objectAt } from "../../files/stored.ts";
import { notFound, unavailable } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { FIRST } from "../activity/chain.ts";
import { hashed } from "../measurement/hashed.ts";
import { laboratoryQuery } from "../measurement/laboratory.ts";
import { contentOf } from "./content.ts";
import { type CertificateRecord, recordOf } from "./record.ts";
import { recordReads } from "./record-reads.ts";
import { printed } from "./signing.ts";
import { standingOf } from "./standing.ts";

export type Preview = {
  document: CertificateDocument;
  documentSha256: string;
  watermark: "DRAFT" | "VOID" | "SUPERSEDED" | null;
};

export const watermarks = { voided: "VOID", superseded: "SUPERSEDED" } as const;

/** The document that an issued certificate was drawn from. @throws Response 503 while the object store does not answer */
async function issuedDocument(bucket: R2Bucket, file: Row<typeof media> | undefined) {
  const object = file ? await objectAt(bucket, file.objectKey) : null;
  if (!object) return unavailable("It is still being drawn. Try again in a moment.");
  return JSON.parse(await object.text()) as CertificateDocument;
}

/** A draft's document: without a number, and with the signatures that it has by now. */
const draftDocument = (
  { certificate }: CertificateRecord,
  content: CertificateContent,
  session: Session,
): CertificateDocument => ({
  schema: CERTIFICATE_SCHEMA,
  content,
  issue: {
    certificate_no: "Draft",
    revision_no: certificate.revisionNo,
    replaces: null,
    amendment_reason: certificate.amendmentReason,
    changes: [],
    issued_on: dayIn(session.company.timeZone),
    issued_at: Date.now(),
    verify_url: `${session.origin}/certificate-report/${certificate.id}`,
    content_sha256: certificate.contentSha256 ?? FIRST,
    ledger_seq: 0,
    ledger_head: FIRST,
    signatures: certificate.signatures.map(printed),
  },
});

/** What a certificate's paper is made of, with the files of one that was issued. */
async function readToPrint(session: Session, id: string) {
  const db = session.authorize("view-certificate-report");
  const all = await db.read(...recordReads(db, id), laboratoryQuery(db));
  const record = recordOf(all);
  const { documentSha256, files } = record.certificate;
  const [[document], [pdf]] = documentSha256
    ? await db.read(db.byId(media, files.document ?? ""), db.byId(media, files.pdf ?? ""))
    : [[], []];
  return { record, profile: all[16][0], document, pdf };
}

async function previewOf(
  session: Session,
  bucket: R2Bucket,
  { record, document: file, ...read }: Awaited<ReturnType<typeof readToPrint>>,
): Promise<Preview> {
  const { status, documentSha256 } = record.certificate;
  if (documentSha256)
    return {
      document: await issuedDocument(bucket, file),
      documentSha256,
      watermark: watermarks[status as keyof typeof watermarks] ?? null,
    };
  const profile = read.profile ?? notFound("company");
  const standing = standingOf(record, null, dayIn(session.company.timeZone));
  const content = await contentOf(record, standing, profile, session.company);
  const document = draftDocument(record, content, session);
  return { document, documentSha256: (await hashed(document)).hash, watermark: "DRAFT" };
}

/** A certificate to be drawn as it stands: a draft marked as one, an issued one by its document. @throws Response 403, 404, 503 */
export const certificatePreview = async (session: Session, bucket: R2Bucket, id: string) =>
  previewOf(session, bucket, await readToPrint(session, id));

/**
 * A certificate as paper. One in force is the file that was made at issue, since one drawn anew has other bytes than those that can be
 * verified; all else is to be drawn as it stands.
 * @throws Response 403, 404, 503
 */
export async function certificatePaper(session: Session, bucket: R2Bucket, id: string) {
  const read = await readToPrint(session, id);
  return read.record.certificate.status === "issued" && read.pdf
    ? { stored: read.pdf }
    : { stored: null, ...(await previewOf(session, bucket, read)) };
}
