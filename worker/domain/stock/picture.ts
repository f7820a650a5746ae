import { eq, sql } from "drizzle-orm";
import { media, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Statement } from "../../db/db.ts";
import { hidingFiles, mediaRow, mustStore } from "../../files/store.ts";
import type { Upload } from "../../files/upload.ts";
import { invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

/** A new picture of an item; the one before is hidden. @throws Response 404, 413, 422, 503 while files cannot be stored */
export async function saveItemPicture(
  session: Session,
  bucket: R2Bucket,
  id: string,
  upload: Upload | null,
): Promise<Answer> {
  const db = session.authorize("edit-stock");
  const item = await itemOf(db, id);
  if (!upload) return invalid({ picture: ["Choose a picture"] });
  const { id: companyId } = session.company;
  const stored = await mustStore("picture", bucket, companyId, upload, "picture", "picture");
  return changed(db, item, "Picture saved", [
    ...mediaRow(db, stored, { kind: "photo", ownerKind: "stock_item", stockItemId: id }),
    pointing(db, id, stored.id),
  ]);
}

/** Takes the picture of an item away. @throws Response 404 */
export async function removeItemPicture(session: Session, id: string): Promise<Answer> {
  const db = session.authorize("edit-stock");
  return changed(db, await itemOf(db, id), "Picture removed", [pointing(db, id, null)]);
}

async function itemOf(db: CompanyDb, id: string) {
  const [[item]] = await db.read(db.byId(stockItems, id));
  return item ?? notFound("stock item");
}

/** The version stays, so that an open form of the item does not become stale. */
const pointing = (db: CompanyDb, id: string, imageMediaId: string | null): Statement =>
  db.updating(stockItems, eq(stockItems.id, id), {
    imageMediaId,
    version: sql`${stockItems.version}`,
  });

const changed = (
  db: CompanyDb,
  { id, name }: { id: string; name: string },
  message: string,
  writes: Statement[],
): Promise<Answer> =>
  db.commit({
    writes: [hidingFiles(db, eq(media.stockItemId, id)), ...writes],
    activity: {
      action: "update.stock_item",
      kind: "stock_item",
      id,
      label: name,
      changes: [{ field: "picture", from: null, to: message }],
    },
    answer: { status: 200, message, data: { id } },
  });
