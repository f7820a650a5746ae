import "#worker/domain/index.ts";
import { stocks } from "#worker/domain/stock/items.ts";
import type { Day } from "./day.ts";

/** The machine types that each part number fits: those of the devices whose repairs take it. */
async function typesOfParts({ db, companyId, devices }: Day): Promise<Map<string, string[]>> {
  const { results } = await db
    .prepare(
      "select id, machine_type_id as typeId from assets where company_id = ? and machine_type_id is not null",
    )
    .bind(companyId)
    .all<{ id: string; typeId: string }>();
  const typeOf = new Map(results.map(({ id, typeId }) => [id, typeId]));
  const types = new Map<string, Set<string>>();
  for (const { id, faults } of devices) {
    const typeId = typeOf.get(id);
    if (typeId)
      for (const { partNo } of faults.flatMap(({ parts }) => parts))
        types.set(partNo, (types.get(partNo) ?? new Set()).add(typeId));
  }
  return new Map([...types].map(([partNo, ids]) => [partNo, [...ids]]));
}

/** The desk tells of each part which machine types it fits. */
export async function fitParts(day: Day): Promise<void> {
  const { db, companyId, desk } = day;
  const types = await typesOfParts(day);
  const { results } = await db
    .prepare("select id from stock_items where company_id = ? order by id")
    .bind(companyId)
    .all<{ id: string }>();
  for (const { id } of results) {
    const item = await stocks.find(desk, id);
    const machineTypeIds = types.get(item.partNo ?? "");
    if (!machineTypeIds) continue;
    const { storeId, name, partNo, kind, unit, minQty, maxQty, reorderQty, rack, bin } = item;
    const { hasBatches, hasExpiry, vendorId, isActive, version } = item;
    await stocks.update(desk, id, {
      ...{ storeId, name, partNo, kind, unit, minQty, maxQty, reorderQty, rack, bin },
      ...{ hasBatches, hasExpiry, vendorId, isActive, machineTypeIds, version },
      rateMinor: (item.rateMinor / 100).toFixed(2),
    });
  }
}
