import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { media, vendors } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { checked, optionalDay } from "../entity/fields.ts";

const input = z.strictObject({
  kind: z.enum(["document", "licence", "invoice", "other"], "Choose a kind"),
  validUntil: optionalDay("Valid until"),
});

/** Keeps a file with a vendor. @throws Response 404, 409 over the plan's storage, 413, 422, 503 while files cannot be stored */
export async function addVendorDocument(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
  sent: unknown,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-vendor");
  const values = checked(input, sent);
  if (!upload) return invalid({ file: ["Choose a file"] });
  const [[vendor]] = await db.read(db.byId(vendors, id));
  if (!vendor) return notFound("vendor");
  const stored = await mustStore("file", bucket, session.company.id, upload, "report", "file");
  return db.commit({
    writes: [
      db.assert(
        "usable_reference",
        db.exists(vendors, and(eq(vendors.id, id), isNull(vendors.deletedAt))!),
      ),
      ...mediaRow(db, stored, { ...values, ownerKind: "vendor", vendorId: id }),
    ],
    activity: {
      action: "upload.vendor",
      kind: "vendor",
      id,
      label: vendor.name,
      changes: [{ field: "document", from: null, to: stored.fileName }],
    },
    answer: { status: 201, message: "Document added", data: { id: stored.id } },
  });
}

/** Hides a vendor's file; its object is kept for 30 days. @throws Response 404 */
export async function removeVendorDocument(
  session: Session,
  id: string,
  documentId: string,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-vendor");
  const isOfVendor = and(
    eq(media.id, documentId),
    eq(media.vendorId, id),
    isNull(media.deletedAt),
  )!;
  const [[file]] = await db.read(
    db
      .select({ fileName: media.fileName, name: vendors.name })
      .from(media)
      .innerJoin(vendors, pointsTo(media.vendorId, vendors))
      .where(db.ofOwner(media, isOfVendor))
      .limit(1),
  );
  if (!file) return (await db.firstAnswer<{ id: string }>()) ?? notFound("document");
  return db.commit({
    writes: [db.assert("state", db.exists(media, isOfVendor)), hidingFiles(db, isOfVendor)],
    activity: {
      action: "delete_document.vendor",
      kind: "vendor",
      id,
      label: file.name,
      changes: [{ field: "document", from: file.fileName, to: null }],
    },
    answer: { status: 200, message: "Document deleted", data: { id: documentId } },
  });
}
