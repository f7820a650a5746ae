import { type SQL, sql } from "drizzle-orm";
import { counters, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";

/** The counter of items at or under their minimum: active, neither archived nor deleted. */
export const LOW_STOCK = "stock.low";

/** 1 when an item would be low at this quantity, else 0. */
export const lowWeight = (quantity: SQL): SQL =>
  sql`coalesce((${quantity}) <= ${stockItems.minQty} and ${stockItems.isActive} = 1
    and ${stockItems.archivedAt} is null and ${stockItems.deletedAt} is null, 0)`;

/** Counts the low items anew; for changes that are no movement. */
export const countLow = (db: CompanyDb): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value") select ${db.companyId}, ${LOW_STOCK}, count(*) from ${stockItems}
    where ${stockItems.companyId} = ${db.companyId} and quantity <= min_qty and is_active = 1 and archived_at is null and deleted_at is null
    on conflict ("company_id", "id") do update set "value" = excluded."value"`);
