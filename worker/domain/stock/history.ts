import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { pick } from "#app/shared/pick.ts";
import { stockBatches, stockItems, stockMovements, stores } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Results, Row } from "../../db/db.ts";
import { pointsTo } from "../../db/predicates.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";

const MOST_RECEIPTS = 24;
const MOST_BATCHES = 50;

const costNames = ["at", "qty", "unitCostMinor", "party", "billNo"] as const;
export type Cost = Pick<Row<typeof stockMovements>, (typeof costNames)[number]>;
export type BatchThere = { id: string; batchNo: string; expiryOn: string; quantity: number };

/** What the last receipts of an item cost, newest first, as a statement of a page's batch. */
const costsOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(stockMovements, costNames))
    .from(stockMovements)
    .where(
      db.ofOwner(stockMovements, and(eq(stockMovements.stockItemId, id), sql`kind = 'receipt'`)),
    )
    .orderBy(desc(stockMovements.seq))
    .limit(MOST_RECEIPTS);

/** The batches of an item with a quantity, in the order they are to be used. */
const batchesOf = (db: ReadingDb, id: string) =>
  db
    .select(pick(stockBatches, ["id", "batchNo", "expiryOn", "quantity"]))
    .from(stockBatches)
    .where(
      db.ofOwner(stockBatches, and(eq(stockBatches.stockItemId, id), gt(stockBatches.quantity, 0))),
    )
    .orderBy(sql`${stockBatches.expiryOn} = ''`, stockBatches.expiryOn, stockBatches.batchNo)
    .limit(MOST_BATCHES);

/** The stores an item may be moved to. */
const otherStores = (db: ReadingDb, id: string) =>
  db
    .select({ value: stores.id, label: stores.name })
    .from(stores)
    .where(
      db.ofOwner(
        stores,
        and(
          isNull(stores.deletedAt),
          isNull(stores.archivedAt),
          sql`${stores.id} <> (select ${stockItems.storeId} from ${stockItems} where ${db.ofOwner(stockItems, eq(stockItems.id, id))})`,
        ),
      ),
    )
    .orderBy(stores.name)
    .limit(50);

// Joins the file's row, so that people who may not see the file do not see its id.
const picture =
  sql.raw(`(select "media"."id" from "media" where "media"."company_id" = "stock_items"."company_id"
  and "media"."id" = "stock_items"."image_media_id" and "media"."deleted_at" is null)`);

/** What the head of an item's page shows. */
export const itemHead = (db: ReadingDb, id: string) =>
  db
    .select({
      id: stockItems.id,
      name: stockItems.name,
      partNo: stockItems.partNo,
      kind: stockItems.kind,
      unit: stockItems.unit,
      quantity: stockItems.quantity,
      minQty: stockItems.minQty,
      maxQty: stockItems.maxQty,
      reorderQty: stockItems.reorderQty,
      rateMinor: stockItems.rateMinor,
      rack: stockItems.rack,
      bin: stockItems.bin,
      hasBatches: stockItems.hasBatches,
      hasExpiry: stockItems.hasExpiry,
      nextExpiryOn: stockItems.nextExpiryOn,
      vendorId: stockItems.vendorId,
      pictureId: sql<string | null>`${picture}`.as("picture_id"),
      isActive: stockItems.isActive,
      archivedAt: stockItems.archivedAt,
      storeId: stockItems.storeId,
      storeName: sql<string>`${stores.name}`.as("store_name"),
    })
    .from(stockItems)
    .innerJoin(stores, pointsTo(stockItems.storeId, stores))
    .where(db.ofOwner(stockItems, and(eq(stockItems.id, id), isNull(stockItems.deletedAt))))
    .limit(1);

/** What an item's page shows whatever its tab, as statements of the page's batch. */
export const aboutItem = (db: ReadingDb, id: string) =>
  [itemHead(db, id), batchesOf(db, id), costsOf(db, id), otherStores(db, id)] as const;

/** An item with what its moves ask of. @throws Response 404 */
export const itemToMove = async (session: Session, id: string) => {
  const db = session.authorize("view-stock");
  return aboutOf(await db.read(...aboutItem(db, id)), session.company.timeZone);
};

/** What those statements answered. @throws Response 404 */
export function aboutOf(
  [[item], batches, costs, stores]: Results<ReturnType<typeof aboutItem>>,
  timeZone: string,
) {
  if (!item) return notFound("stock item");
  return { item, batches, costs, stores, today: dayIn(timeZone) };
}
