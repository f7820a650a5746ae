import { and, eq, inArray } from "drizzle-orm";
import { arrived } from "#app/shared/flows/transfers.ts";
import { assetTransferLines, assetTransfers } from "#drizzle/tenant/index.ts";
import type { Answer } from "../../db/db.ts";
import { mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { labelOf } from "./lines.ts";

/** A device is photographed where it arrives: on its way, when it came, and when it comes back. */
const shows = ["requested", "approved", "dispatched", ...arrived] as const;

/**
 * Keeps a photo of a device as it arrived, in the place of the one before. The transfer itself stays as it is.
 * @throws Response 403; 404; 409 before it is asked for and when it is over; 413, 422 for what is no photo, 503
 */
export async function addPhoto(
  session: Session,
  bucket: R2Bucket,
  id: string,
  lineId: string,
  upload: Upload | null,
): Promise<Answer<{ id: string }>> {
  const db = session.authorize("edit-asset-transfer");
  const ofLine = and(eq(assetTransferLines.id, lineId), eq(assetTransferLines.transferId, id))!;
  const [[transfer], [line]] = await db.read(
    db.byId(assetTransfers, id),
    db.select().from(assetTransferLines).where(db.ofOwner(assetTransferLines, ofLine)).limit(1),
  );
  if (!transfer) return notFound("transfer");
  if (!line) return notFound("line");
  if (!(shows as readonly string[]).includes(transfer.status))
    conflict("Photos are added while the assets arrive");
  if (!upload) return invalid({ photo: ["Choose a photo"] });
  const stored = await mustStore("photo", bucket, session.company.id, upload, "photo", "photo");
  return db.commit({
    writes: [
      db.assert(
        "state",
        db.exists(
          assetTransfers,
          and(eq(assetTransfers.id, id), inArray(assetTransfers.status, [...shows]))!,
        ),
      ),
      ...mediaRow(db, stored, { kind: "photo", ownerKind: "transfer", transferId: id }),
      db.updating(assetTransferLines, ofLine, { photoMediaId: stored.id }),
    ],
    activity: {
      action: "add_photo.asset_transfer",
      kind: "asset_transfer",
      id,
      label: transfer.number,
      changes: [{ field: labelOf(line), from: null, to: stored.fileName }],
    },
    answer: { status: 201, message: "Photo added", data: { id: stored.id } },
  });
}
