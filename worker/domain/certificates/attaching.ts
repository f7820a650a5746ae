/** Files and pictures that are attached to a draft. */
import { and, desc, eq, isNull } from "drizzle-orm";
import type { DocumentFile } from "#app/shared/certificates/document-file.ts";
import { certificateUploads, media, certificateReports as table } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { documentFile, fileColumns } from "../measurement/laboratory.ts";

/** So many files of a draft are listed. */
const MOST_LISTED = 100;
/** The files that were stored for a draft and are still there. @throws Response 403, 404 */
export async function filesForDraft(session: Session, id: string): Promise<DocumentFile[]> {
  const db = session.authorize("edit-certificate-report");
  const [[draft], files] = await db.read(
    db.byId(table, id),
    db
      .select(fileColumns)
      .from(certificateUploads)
      .innerJoin(
        media,
        and(
          eq(media.companyId, certificateUploads.companyId),
          eq(media.id, certificateUploads.mediaId),
        ),
      )
      .where(
        db.ofOwner(
          certificateUploads,
          and(eq(certificateUploads.certificateReportId, id), isNull(media.deletedAt)),
        ),
      )
      .orderBy(desc(certificateUploads.id))
      .limit(MOST_LISTED),
  );
  if (!draft) return notFound("certificate");
  return files.map(documentFile);
}

/**
 * Stores a file for a draft, which names it when it is saved: by an own field or among its attachments. The draft itself is not changed, so
 * that whoever types on it goes on.
 * @throws Response 403, 404, 409 for what is no draft or over the plan's storage, 413, 422, 503 while files cannot be stored
 */
export async function storeForDraft(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
): Promise<Answer<DocumentFile>> {
  const db = session.authorize("edit-certificate-report");
  const [[draft]] = await db.read(db.byId(table, id));
  if (!draft) return notFound("certificate");
  if (draft.status !== "draft") conflict("Only a draft is changed");
  if (!upload) return invalid({ file: ["Choose a file"] });
  const stored = await mustStore("file", bucket, session.company.id, upload, "event", "file");
  return db.commit({
    writes: [
      db.assert("state", db.exists(table, and(eq(table.id, id), eq(table.status, "draft"))!)),
      ...mediaRow(db, stored, { kind: "report_media", ownerKind: "calibration" }),
      db.inserting(certificateUploads, { certificateReportId: id, mediaId: stored.id }),
    ],
    activity: {
      ...{ action: "upload.certificate_report", kind: "certificate_report", id },
      ...{
        label: draft.name,
        changes: [{ field: "attachments", from: null, to: stored.fileName }],
      },
    },
    answer: { status: 201, message: "File stored", data: documentFile(stored) },
  });
}
