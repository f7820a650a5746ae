import { and, eq, isNull } from "drizzle-orm";
import { contractReviews, media } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer } from "../../db/db.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

type Kept = Answer<{ id: string }>;

async function reviewOf(db: CompanyDb, id: string) {
  const [[review]] = await db.read(db.byId(contractReviews, id));
  return review ?? null;
}
const entryOf = (action: string, review: { id: string; scope: string }) => ({
  ...{ action, kind: "contract_review", id: review.id, label: review.scope },
});

/** The file that a contract review carries: what was signed. */
export const reviewFile = {
  /** Keeps a file with a review; the one before is hidden. @throws Response 404, 409, 413, 422, 503 */
  async add(session: Session, bucket: R2Bucket, id: string, upload: Upload | null): Promise<Kept> {
    const db = session.authorize("edit-consumer");
    if (!upload) return invalid({ file: ["Choose a file"] });
    const review = (await reviewOf(db, id)) ?? notFound("contract review");
    const stored = await mustStore("file", bucket, session.company.id, upload, "report", "file");
    return db.commit({
      writes: [
        db.assertUnchanged(contractReviews, review),
        ...mediaRow(db, stored, { kind: "document", ownerKind: "calibration" }),
        db.updating(contractReviews, eq(contractReviews.id, id), { mediaId: stored.id }),
        ...(review.mediaId ? [hidingFiles(db, eq(media.id, review.mediaId))] : []),
      ],
      activity: {
        ...entryOf("upload.contract_review", review),
        changes: [{ field: "document", from: null, to: stored.fileName }],
      },
      answer: { status: 201, message: "File added", data: { id: stored.id } },
    });
  },

  /** Takes the file away; its object is kept for 30 days. @throws Response 404 */
  async remove(session: Session, id: string): Promise<Kept> {
    const db = session.authorize("edit-consumer");
    const review = await reviewOf(db, id);
    if (!review?.mediaId) return (await db.firstAnswer<{ id: string }>()) ?? notFound("file");
    const { mediaId } = review;
    const [[file]] = await db.read(
      db
        .select({ fileName: media.fileName })
        .from(media)
        .where(db.ofOwner(media, and(eq(media.id, mediaId), isNull(media.deletedAt))))
        .limit(1),
    );
    return db.commit({
      writes: [
        db.assertUnchanged(contractReviews, review),
        db.updating(contractReviews, eq(contractReviews.id, id), { mediaId: null }),
        hidingFiles(db, eq(media.id, mediaId)),
      ],
      activity: {
        ...entryOf("delete_document.contract_review", review),
        changes: [{ field: "document", from: file?.fileName ?? null, to: null }],
      },
      answer: { status: 200, message: "File deleted", data: { id: mediaId } },
    });
  },
};
