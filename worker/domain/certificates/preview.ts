/** A certificate as paper before it is issued, and marked where it does not hold any more. */
import {
  CERTIFICATE_SCHEMA,
  type CertificateContent,
  type CertificateDocument,
} from "#app/shared/certificates/document.ts";
import { dayIn } from "#app/shared/company-time.ts";
import { media } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
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
  /** The PDF that was made at issue, of a certificate in force: one drawn anew has other bytes than those that can be verified. */
  stored: Row<typeof media> | null;
};

export const watermarks = { voided: "VOID", superseded: "SUPERSEDED" } as const;

/** The document that an issued certificate was drawn from. @throws Response 503 while the object store does not answer */
async function issuedDocument(bucket: R2Bucket, file: Row<typeof media> | undefined) {
  const object = file ? await bucket.get(file.objectKey).catch(() => null) : null;
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

/** A certificate to be drawn as it stands: a draft marked as one, an issued one by its document. @throws Response 403, 404, 503 */
export async function certificatePreview(
  session: Session,
  bucket: R2Bucket,
  id: string,
): Promise<Preview> {
  const db = session.authorize("view-certificate-report");
  const all = await db.read(...recordReads(db, id), laboratoryQuery(db));
  const record = recordOf(all);
  const { certificate } = record;
  if (certificate.documentSha256) {
    const { status, documentSha256 } = certificate;
    const [[file], [pdf]] = await db.read(
      db.byId(media, certificate.files.document ?? ""),
      db.byId(media, certificate.files.pdf ?? ""),
    );
    const watermark = watermarks[status as keyof typeof watermarks] ?? null;
    const document = await issuedDocument(bucket, file);
    return { document, documentSha256, watermark, stored: watermark ? null : (pdf ?? null) };
  }
  const profile = all[16][0] ?? notFound("company");
  const standing = standingOf(record, null, dayIn(session.company.timeZone));
  const content = await contentOf(record, standing, profile, session.company);
  const document = draftDocument(record, content, session);
  const { hash: documentSha256 } = await hashed(document);
  return { document, documentSha256, watermark: "DRAFT", stored: null };
}
