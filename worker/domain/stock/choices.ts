import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { formatMinor } from "#app/shared/money.ts";
import { stockItems, stores } from "#drizzle/tenant/index.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";

/** A store item as the wire shows it; `rate` is text with two decimals. An inactive one is listed, but may not be issued. */
type StoreItem = {
  id: string;
  name: string;
  rate: string;
  quantity: number;
  unit: string;
  is_active: boolean;
};

/** Every item that can be a part of a report; `offered` leaves out what is inactive, archived or out of stock. */
export async function offeredItems(session: Session, offered: boolean): Promise<StoreItem[]> {
  const db = session.authorizeAny("edit-asset", "view-stock");
  const [rows] = await db.read(
    db
      .select({
        id: sql<string>`${stockItems.id}`.as("item_id"),
        name: sql<string>`${stockItems.name}`.as("item_name"),
        rateMinor: stockItems.rateMinor,
        quantity: stockItems.quantity,
        unit: stockItems.unit,
        usable:
          sql<number>`(${stockItems.isActive} = 1 and ${stockItems.archivedAt} is null and ${stores.archivedAt} is null)`.as(
            "usable",
          ),
      })
      .from(stockItems)
      .innerJoin(stores, pointsTo(stockItems.storeId, stores))
      .where(
        db.ofOwner(
          stockItems,
          and(
            isNull(stockItems.deletedAt),
            ...(offered
              ? [
                  eq(stockItems.isActive, true),
                  isNull(stockItems.archivedAt),
                  isNull(stores.archivedAt),
                  gte(stockItems.quantity, 1),
                ]
              : []),
          ),
        ),
      )
      .orderBy(stockItems.name, stockItems.id),
  );
  return rows.map(({ rateMinor, usable, ...item }) => ({
    ...item,
    rate: formatMinor(rateMinor),
    is_active: Boolean(usable),
  }));
}
