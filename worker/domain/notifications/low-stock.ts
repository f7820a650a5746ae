import { and, eq, sql } from "drizzle-orm";
import { quantityText } from "#app/shared/quantity.ts";
import { stockItems, stores } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import { tellingEach } from "../webhooks/telling.ts";
import { type Notice, notifying } from "./notify.ts";

const AT_ONCE = 25;

/**
 * Tells of items that came to their minimum and of which nobody was told since: keepers of their store, and who may view and edit stock.
 * @returns how many items were told of
 */
export async function tellLowStock(db: CompanyDb, origin: string, now: number): Promise<number> {
  const [items] = await db.read(
    db
      .select({
        id: stockItems.id,
        name: stockItems.name,
        unit: stockItems.unit,
        quantity: stockItems.quantity,
        minQty: stockItems.minQty,
        store: sql<string>`${stores.name}`.as("store_name"),
        keeper: stores.keeperUserId,
      })
      .from(stockItems)
      .innerJoin(
        stores,
        and(eq(stores.companyId, stockItems.companyId), eq(stores.id, stockItems.storeId)),
      )
      .where(
        db.ofOwner(
          stockItems,
          sql`quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and "stock_items"."archived_at" is null
            and "stock_items"."deleted_at" is null`,
        ),
      )
      .orderBy(stockItems.id)
      .limit(AT_ONCE),
  );
  if (!items.length) return 0;
  const notices = items.map(({ id, name, unit, quantity, minQty, store, keeper }): Notice => {
    const isOut = quantity === 0;
    return {
      key: `stock.low:${id}:${now}`,
      title: isOut
        ? `Out of stock: ${name}`
        : `Low stock: ${name}, ${quantityText(quantity, unit)} left`,
      body: `${store}. Minimum ${minQty} ${unit}.`,
      link: `/stocks/ledger/${id}`,
      severity: isOut ? "critical" : "warning",
      entityKind: "stock_item",
      entityId: id,
      userIds: [keeper],
    };
  });
  const ids = JSON.stringify(items.map(({ id }) => id));
  const told = sql`${stockItems.id} in (select "value" from json_each(${ids})) and "low_stock_notified_at" is not null`;
  const [first, ...more] = [
    // Of two runs that tell of the same items, the later one tells nothing.
    db.assert("state", sql`not ${db.exists(stockItems, told)}`),
    ...notifying(db, origin, "stock.low", notices, now),
    tellingEach(
      db,
      "stock.low",
      items.map(({ id, name, unit, quantity, minQty, store }) => ({
        id: `stock:${id}:${now}`,
        data: {
          ...{ id, name, store, quantity, min_quantity: minQty, unit },
          url: `${origin}/stocks/ledger/${id}`,
        },
      })),
      now,
    ),
    db.run(sql`update ${stockItems} set "low_stock_notified_at" = cast(${now} as integer) where ${stockItems.companyId} = ${db.companyId}
      and ${stockItems.id} in (select "value" from json_each(${ids}))`),
  ];
  await db.read(first!, ...more);
  return items.length;
}
