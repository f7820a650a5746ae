/** What is drawn from an issued certificate's document, and kept beside it: PDF and digital certificate. */
import { and, asc, eq } from "drizzle-orm";
import type { CertificateDocument } from "#app/shared/certificates/document.ts";
import { newId } from "#drizzle/columns.ts";
import { certificateTexts, certificateReports as table } from "#drizzle/tenant/index.ts";
import { sha256 } from "../../auth/tokens.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { keepDrawn, keptFile, type StoredFile } from "../../files/store.ts";
import { isRefusal } from "../../refusals.ts";
import { droppingText } from "./checking.ts";
import { lettersAbout, receiversOf } from "./letters.ts";

/** Draws a document, and nothing else; the same document gives the same bytes. */
export type Drawing = (
  document: CertificateDocument,
  documentSha256: string,
) => Promise<{ pdf: Uint8Array; dcc: Uint8Array }>;

type Pending = { certificate: Row<typeof table>; text: string };

/** Certificates of which nothing is drawn yet, the oldest first. */
const pendingOf = async (db: CompanyDb, most: number): Promise<Pending[]> => {
  const [rows] = await db.read(
    db
      .select({ certificate: table, text: certificateTexts.text })
      .from(table)
      .innerJoin(
        certificateTexts,
        and(
          eq(certificateTexts.companyId, table.companyId),
          eq(certificateTexts.certificateReportId, table.id),
        ),
      )
      .where(db.ofOwner(table, eq(table.renderState, "pending")))
      .orderBy(asc(table.id))
      .limit(most),
  );
  return rows as unknown as Pending[];
};

const bytesOf = (text: string) => new TextEncoder().encode(text);
const fileNameOf = (name: string, ending: string) =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}.${ending}`;

/** What is kept of a certificate, each under an id of its own. */
async function files(
  db: CompanyDb,
  bucket: R2Bucket,
  { certificate, text }: Pending,
  drawn: { pdf: Uint8Array; dcc: Uint8Array },
) {
  const { pdf, dcc } = drawn;
  const keep = (bytes: Uint8Array, mime: string, ending: string) =>
    keepDrawn(bucket, db.companyId, {
      ...{ id: newId(), bytes, mime, fileName: fileNameOf(certificate.name, ending) },
    });
  const [document, paper, digital] = await Promise.all([
    keep(bytesOf(text), "application/json", "json"),
    keep(pdf, "application/pdf", "pdf"),
    keep(dcc, "application/xml", "xml"),
  ]);
  return { document, pdf: paper, dcc: digital };
}

const rowsOf = (db: CompanyDb, file: StoredFile): Statement[] =>
  keptFile(db, file, { kind: "report_media", ownerKind: "calibration" });

/** Marks a certificate of which something else is kept than was issued: nothing is ever drawn of that. */
const marking = (db: CompanyDb, { certificate }: Pending) =>
  db.commit({
    writes: [
      db.assertUnchanged(table, certificate, eq(table.renderState, "pending")),
      db.updating(table, eq(table.id, certificate.id), { renderState: "failed" }),
    ],
    activity: [],
    answer: { status: 200, message: "", data: null },
  });

/** Draws one certificate and tells its receivers; another job that was first has done it. */
async function render(db: CompanyDb, bucket: R2Bucket, pending: Pending, drawing: Drawing) {
  const { certificate, text } = pending;
  if ((await sha256(text)) !== certificate.documentSha256) {
    console.error(`The document of certificate ${certificate.id} is not the one that was issued`);
    return marking(db, pending);
  }
  const issued = JSON.parse(text) as CertificateDocument;
  const drawn = await drawing(issued, certificate.documentSha256!);
  const { document, pdf, dcc } = await files(db, bucket, pending, drawn);
  const [receivers] = await db.read(receiversOf(db, certificate));
  try {
    await db.commit({
      writes: [
        db.assertUnchanged(table, certificate, eq(table.renderState, "pending")),
        ...[document, pdf, dcc].flatMap((file) => rowsOf(db, file)),
        db.updating(table, eq(table.id, certificate.id), {
          ...{ renderState: "done", pdfSha256: pdf.sha256, dccSha256: dcc.sha256 },
          files: { document: document.id, pdf: pdf.id, dcc: dcc.id },
        }),
        droppingText(db, certificate.id),
        ...lettersAbout(db, certificate, issued, receivers),
      ],
      activity: [],
      answer: { status: 200, message: "", data: null },
    });
  } catch (refusal) {
    if (!isRefusal(refusal, 409)) throw refusal;
  }
  return null;
}

/**
 * Draws what waits for it of one company, a few at a time. The text of a document stays in the database until its files are kept.
 * @returns whether there may be more
 */
export async function renderPending(
  db: CompanyDb,
  bucket: R2Bucket,
  drawing: Drawing,
  most: number,
): Promise<boolean> {
  const pending = await pendingOf(db, most);
  const failures: unknown[] = [];
  // One that fails is tried again with the job, and keeps none of the others waiting.
  for (const one of pending)
    await render(db, bucket, one, drawing).catch((cause: unknown) => failures.push(cause));
  if (failures.length > 0) throw failures[0];
  return pending.length === most;
}
