import { type SQL, sql } from "drizzle-orm";
import { stockItems } from "#drizzle/tenant/index.ts";

/** The counter of items at or under their minimum: active, neither archived nor deleted. */
export const LOW_STOCK = "stock.low";

/** 1 when an item would be low at this quantity, else 0. */
export const lowWeight = (quantity: SQL): SQL =>
  sql`coalesce((${quantity}) <= ${stockItems.minQty} and ${stockItems.isActive} = 1
    and ${stockItems.archivedAt} is null and ${stockItems.deletedAt} is null, 0)`;
