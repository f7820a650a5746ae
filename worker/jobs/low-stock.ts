import { tellLowStock } from "../domain/notifications/low-stock.ts";
import { originOf } from "../tenancy/hosts.ts";
import { openForJob } from "../tenancy/shard-door.ts";
import type { Part } from "./message.ts";

const PARTS = 10;
const REARMED = 500;
const REARM = `update stock_items set low_stock_notified_at = null where company_id = ?1 and id in (select id from stock_items
  indexed by stock_items_no_longer_low where company_id = ?1 and low_stock_notified_at is not null and (min_qty is null or quantity > min_qty)
  limit ${REARMED})`;
const HOST = "select primary_host from company_profiles where company_id = ?1 and id = ?1";

/** Tells of items that came to their minimum; one that rose above it can be told of again. */
export async function tellOfLowStock({ env, db, owner, at }: Part): Promise<string | null> {
  const rearmed = await db.prepare(REARM).bind(owner).run();
  const profile = await db.prepare(HOST).bind(owner).first<{ primary_host: string }>();
  if (!profile) return null;
  const origin = originOf(env, profile.primary_host);
  for (let part = 0; part < PARTS; part++)
    if ((await tellLowStock(openForJob(db, owner), origin, at + part)) === 0)
      return rearmed.meta.changes >= REARMED ? "" : null;
  return "";
}
