const living = "from assets where company_id = ?1 and deleted_at is null";

// Low stock and value as in worker/domain/stock/low.ts and value.ts.
/** What the counters of a company should be: their ids and values, by the company as `?1`. */
export const counts = [
  `select 'assets.total', count(*) ${living}`,
  `select 'assets.value', coalesce(sum(purchase_cost_minor), 0) ${living}`,
  `select 'assets.unpriced', count(*) ${living} and purchase_cost_minor is null`,
  `select 'assets.failed_checks', count(*) ${living} and failed_checks > 0`,
  `select 'assets.category:' || category_id, count(*) ${living} group by category_id`,
  `select 'assets.department:' || department_id, count(*) ${living} group by department_id`,
  `select 'assets.sub_category:' || sub_category_id, count(*) ${living} and sub_category_id is not null group by sub_category_id`,
  `select 'assets.vendor:' || vendor_id, count(*) ${living} and vendor_id is not null group by vendor_id`,
  `select 'assets.location:' || location_id, count(*) ${living} and location_id is not null group by location_id`,
  `select 'assets.under:' || place.value, count(*) from assets join locations on locations.company_id = assets.company_id
    and locations.id = assets.location_id join json_each('["' || replace(trim(path_ids, '/'), '/', '","') || '"]') as place
    where assets.company_id = ?1 and assets.deleted_at is null group by place.value`,
  `select 'sub_categories.category:' || category_id, count(*) from sub_categories where company_id = ?1 and deleted_at is null group by category_id`,
  `select 'assets.condition:' || condition, count(*) ${living} group by condition`,
  `select 'stock.low', count(*) from stock_items
    where company_id = ?1 and quantity <= min_qty and is_active = 1 and archived_at is null and deleted_at is null`,
  `select 'stock.value:' || store_id, sum(quantity * rate_minor) from stock_items
    where company_id = ?1 and archived_at is null and deleted_at is null group by store_id`,
  `select 'stock.items:' || store_id, count(*) from stock_items
    where company_id = ?1 and archived_at is null and deleted_at is null group by store_id`,
];
const writes = [
  "delete from counters where company_id = ?1 and (id like 'assets.%' or id like 'sub_categories.%' or id like 'stock.%')",
  ...counts.map(
    (select) => `insert into counters (company_id, id, value) select ?1, * from (${select})`,
  ),
  `update company_profiles set user_count = (select count(*) from users where company_id = ?1 and status <> 'left'),
    asset_count = (select value from counters where company_id = ?1 and id = 'assets.total') where company_id = ?1`,
  `update number_sequences set next_value = 1 + coalesce(
    (select max(cast(substr(asset_code, 5) as integer)) from assets where company_id = ?1 and asset_code like 'AST-%'), 0)
    where company_id = ?1 and key = 'asset'`,
];

/** Recounts a company: its counters, the counts in its profile and the next asset number. */
export async function recount(db: D1Database, companyId: string): Promise<void> {
  await db.batch(writes.map((sql) => db.prepare(sql).bind(companyId)));
}

/** Copies a company's counts to the platform's record of it, as the daily job does. */
export async function reportCounts(
  control: D1Database,
  db: D1Database,
  companyId: string,
): Promise<void> {
  const profile = db
    .prepare("select asset_count, user_count from company_profiles where company_id = ?")
    .bind(companyId);
  const { asset_count, user_count } = (await profile.first<{
    asset_count: number;
    user_count: number;
  }>())!;
  await control
    .prepare("update companies set asset_count = ?, user_count = ? where id = ?")
    .bind(asset_count, user_count, companyId)
    .run();
}
