import { type SQL, sql } from "drizzle-orm";
import { stockItems, stockMovements } from "#drizzle/tenant/index.ts";

/** An item that lay for so many days without a movement is told. */
export const STILL_DAYS = 365;
/** An item that is neither archived nor deleted. */
export const isKept = sql`(${stockItems.archivedAt} is null and ${stockItems.deletedAt} is null)`;

/** An item in use of which there is none. */
export const isOut = sql`(${isKept} and ${stockItems.isActive} = 1 and ${stockItems.quantity} = 0)`;

/** An item that is there and has not moved since an instant. */
export const isStill = (since: number): SQL =>
  sql`(${isKept} and ${stockItems.quantity} > 0 and coalesce((select "last"."at" from ${stockMovements} as "last"
    where "last"."company_id" = ${stockItems.companyId} and "last"."stock_item_id" = ${stockItems.id}
    order by "last"."seq" desc limit 1), 0) < ${since})`;
