import { and, eq, isNull, sql } from "drizzle-orm";
import { stockItems, stores } from "#drizzle/tenant/index.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { foundBy } from "../search/found-by.ts";

/** One quantity to count: an item, or a batch of it. */
export type CountLine = {
  /** The item, its version, and the batch, as JSON: the name of its field. */
  key: string;
  id: string;
  version: number;
  name: string;
  partNo: string | null;
  place: string;
  unit: string;
  rateMinor: number;
  /** What the books say. */
  booked: number;
  batchNo: string;
  expiryOn: string;
};

type Batch = [batchNo: string, expiryOn: string, quantity: number];

// Names are written in full: inside a selected field Drizzle leaves the table out.
const batches =
  sql.raw(`(select json_group_array(json_array("batch_no", "expiry_on", "quantity")) from (
    select "batch_no", "expiry_on", "quantity" from "stock_batches"
    where "stock_batches"."company_id" = "stock_items"."company_id" and "stock_batches"."stock_item_id" = "stock_items"."id" and "quantity" > 0
    order by "expiry_on", "batch_no"))`);

/** A page of what is to be counted in a store, by name. @throws Response 404 */
export async function countList(session: Session, storeId: string, params: URLSearchParams) {
  const db = session.authorize("approve-stock");
  const query = askedOf(params, ["name"], []);
  const slice = keyset(stockItems.name, stockItems.id, query, params);
  const matches = query.q ? foundBy(db.companyId, "stock_item", stockItems.id, query.q) : undefined;
  const [[store], items] = await db.read(
    db.byId(stores, storeId),
    db
      .select({
        id: stockItems.id,
        version: stockItems.version,
        name: stockItems.name,
        partNo: stockItems.partNo,
        rack: stockItems.rack,
        bin: stockItems.bin,
        unit: stockItems.unit,
        rateMinor: stockItems.rateMinor,
        quantity: stockItems.quantity,
        isKept: sql<number>`("stock_items"."has_batches" = 1 or "stock_items"."has_expiry" = 1)`.as(
          "is_kept",
        ),
        batches: sql<Batch[]>`${batches}`
          .mapWith((text: string) => JSON.parse(text) as Batch[])
          .as("batches"),
      })
      .from(stockItems)
      .where(
        db.ofOwner(
          stockItems,
          and(
            sql`deleted_at is null`,
            isNull(stockItems.archivedAt),
            eq(stockItems.storeId, storeId),
            matches,
            slice.where,
          ),
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  if (!store) return notFound("store");
  const { rows, page } = slice.page(items, (row) => row.name, null);
  const lines = rows.flatMap(({ batches, isKept, quantity, rack, bin, ...item }): CountLine[] => {
    const place = [rack && `Rack ${rack}`, bin && `bin ${bin}`].filter(Boolean).join(", ");
    const shown: Batch[] = isKept && batches.length ? batches : [["", "", quantity]];
    return shown.map(([batchNo, expiryOn, booked]) => ({
      ...item,
      place,
      booked,
      batchNo,
      expiryOn,
      key: JSON.stringify([item.id, item.version, batchNo, expiryOn]),
    }));
  });
  return { store, rows: lines, page, query };
}
