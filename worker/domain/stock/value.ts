import { and, eq, gte, lt, sql } from "drizzle-orm";
import { counters, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Statement } from "../../db/db.ts";
import { adding } from "../entity/counters.ts";
import { LOW_STOCK, lowWeight } from "./low.ts";

/** Begins the counter of what a store's items are worth: quantity × rate in minor units. Archived items are not in it. */
export const STOCK_VALUE = "stock.value:";
const AFTER = "stock.value;";
/** Begins the counter of how many items a store has. */
export const STOCK_ITEMS = "stock.items:";

const living = sql`(${stockItems.archivedAt} is null and ${stockItems.deletedAt} is null)`;

/** After quantities changed: moves the counters of low items and of value. @param changes JSON of [item, delta] */
export const countMoved = (db: CompanyDb, changes: string): Statement =>
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, "which"."value" || case "which"."key" when 0 then '' else "moved"."store" end,
      sum(case "which"."key" when 0 then "moved"."low" else "moved"."worth" end) as "by"
    from (select ${stockItems.storeId} as "store", ("change"."value" ->> 1) * ${stockItems.rateMinor} * ${living} as "worth",
        ${lowWeight(sql`${stockItems.quantity}`)} - ${lowWeight(sql`${stockItems.quantity} - ("change"."value" ->> 1)`)} as "low"
      from json_each(${changes}) as "change"
      cross join ${stockItems} on ${stockItems.companyId} = ${db.companyId} and ${stockItems.id} = "change"."value" ->> 0) as "moved"
    cross join json_each(${JSON.stringify([LOW_STOCK, STOCK_VALUE])}) as "which"
    group by 2 having "by" <> 0 ${adding}`);

/** An item as its counters knew it. */
type Counted = {
  storeId: string;
  quantity: number;
  rateMinor: number;
  minQty: number | null;
  isActive: boolean;
  archivedAt: number | null;
};

/** After items were made, changed, archived, restored or deleted: moves the counters of items, value and low items from what they were, which the batch must have asserted. */
export function countItems(
  db: CompanyDb,
  ids: readonly string[],
  before: readonly Counted[],
): Statement {
  const taken = before
    .filter(({ archivedAt }) => !archivedAt)
    .flatMap(({ storeId, quantity, rateMinor, minQty, isActive }): [string, number][] => [
      [STOCK_VALUE + storeId, -quantity * rateMinor],
      [STOCK_ITEMS + storeId, -1],
      [LOW_STOCK, minQty !== null && quantity <= minQty && isActive ? -1 : 0],
    ]);
  return db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, "change"."counter", sum("change"."by") from (
      select "which"."value" || case "which"."key" when 2 then '' else ${stockItems.storeId} end as "counter",
        case "which"."key" when 0 then ${living} * ${stockItems.quantity} * ${stockItems.rateMinor} when 1 then ${living}
          else ${lowWeight(sql`${stockItems.quantity}`)} end as "by"
      from ${stockItems} cross join json_each(${JSON.stringify([STOCK_VALUE, STOCK_ITEMS, LOW_STOCK])}) as "which"
      where ${db.ofOwner(stockItems, sql`${stockItems.id} in (select "value" from json_each(${JSON.stringify(ids)}))`)}
      union all select "value" ->> 0, "value" ->> 1 from json_each(${JSON.stringify(taken)})) as "change"
    group by "change"."counter" having sum("change"."by") <> 0 ${adding}`);
}

/** Changes the rate of an item for new lines, and the value counter by the quantity at that moment. */
export const changeRate = (db: CompanyDb, id: string, rateMinor: number): Statement[] => [
  db.run(sql`insert into ${counters} ("company_id", "id", "value")
    select ${db.companyId}, ${STOCK_VALUE} || ${stockItems.storeId},
      ${stockItems.quantity} * (cast(${rateMinor} as integer) - ${stockItems.rateMinor}) * ${living}
    from ${stockItems} where ${db.ofOwner(stockItems, sql`${stockItems.id} = ${id}`)} ${adding}`),
  db.updating(stockItems, sql`${stockItems.id} = ${id}`, {
    rateMinor,
    version: sql`${stockItems.version}`,
  }),
];

/** What is in all stores or in one, as a statement of a page's batch. */
export const stockValue = (db: ReadingDb, store?: string) =>
  db
    .select({ value: sql<number>`coalesce(sum(${counters.value}), 0)`.as("value") })
    .from(counters)
    .where(
      db.ofOwner(
        counters,
        store
          ? eq(counters.id, STOCK_VALUE + store)
          : and(gte(counters.id, STOCK_VALUE), lt(counters.id, AFTER)),
      ),
    );
