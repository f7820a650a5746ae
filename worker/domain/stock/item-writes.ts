import { sql } from "drizzle-orm";
import { newId } from "#drizzle/columns.ts";
import { stockItemMachineTypes, stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { searchRow } from "../entity/search-rows.ts";
import { switchBatches } from "./batches.ts";
import type { ItemInput } from "./input.ts";
import { moveStock } from "./move.ts";
import { countItems } from "./value.ts";

type Item = Row<typeof stockItems>;
/** Names of machine types of the catalogue, by id. */
export type TypeNames = ReadonlyMap<string, string>;

/** What an item is found by. */
export const itemSearch = {
  words: ["name", "partNo", "rack", "bin"],
  codes: ["name", "partNo"],
} as const;

/** What belongs to new items, after their rows: search rows, and all of `fittedItems`. */
export const madeItems = (...made: Parameters<typeof fittedItems>): Statement[] => [
  ...made[1].flatMap(({ id, values }) => searchRow(made[0], "stock_item", itemSearch, id, values)),
  ...fittedItems(...made),
];

/** What belongs to new items besides their search rows: counters, machine types, opening quantities in one set. */
export function fittedItems(
  db: CompanyDb,
  made: readonly { id: string; values: ItemInput }[],
  types: TypeNames,
  importJobId: string | null = null,
): Statement[] {
  const openings = made.flatMap(
    ({
      id,
      values: { openingQuantity: qty, openingBatchNo: batchNo, openingExpiryOn: expiryOn },
    }) =>
      qty
        ? [
            {
              stockItemId: id,
              kind: "opening" as const,
              qty,
              importJobId,
              batch: { batchNo: batchNo ?? "", expiryOn: expiryOn ?? "" },
            },
          ]
        : [],
  );
  return [
    ...made.flatMap(({ id, values }) => fitting(db, id, values.machineTypeIds, types, true)),
    countItems(
      db,
      made.map(({ id }) => id),
      [],
    ),
    ...moveStock(db, openings),
  ];
}

/** What follows the change of an item's row, which the batch has asserted to be `before`. */
export const changedItem = (
  db: CompanyDb,
  id: string,
  values: ItemInput,
  before: Item,
  types: TypeNames,
): Statement[] => [
  ...fitting(db, id, values.machineTypeIds, types, false),
  ...switched(db, id, values, before),
  countItems(db, [id], [before]),
  rearmed(db, id),
];

/** What follows archiving, restoring or deleting an item that was `before`. */
export const movedAside = (db: CompanyDb, id: string, before: Item): Statement[] => [
  db.assert(
    "state",
    db.exists(
      stockItems,
      sql`${stockItems.id} = ${id} and ${stockItems.version} = ${before.version + 1}`,
    ),
  ),
  countItems(db, [id], [before]),
];

function switched(db: CompanyDb, id: string, now: ItemInput, before: Item): Statement[] {
  const [was, is] = [before.hasBatches || before.hasExpiry, now.hasBatches || now.hasExpiry];
  return was === is ? [] : switchBatches(db, id, before.quantity, is);
}

/** A notice of low stock may be given again once there is enough. */
const rearmed = (db: CompanyDb, id: string): Statement =>
  db.run(sql`update ${stockItems} set "low_stock_notified_at" = null
    where ${db.ofOwner(stockItems, sql`${stockItems.id} = ${id}`)} and ${stockItems.lowStockNotifiedAt} is not null
      and coalesce(${stockItems.quantity} > ${stockItems.minQty}, 1)`);

/** The machine types an item fits. One that left the catalogue stays where it was chosen before. */
function fitting(
  db: CompanyDb,
  id: string,
  typeIds: readonly string[],
  types: TypeNames,
  isNew: boolean,
): Statement[] {
  if (isNew && !typeIds.length) return [];
  const chosen = JSON.stringify(typeIds);
  const known = JSON.stringify(
    typeIds.flatMap((type) => (types.has(type) ? [[newId(), type, types.get(type)]] : [])),
  );
  const ofItem = sql`${stockItemMachineTypes.stockItemId} = ${id}`;
  return [
    db.removing(
      stockItemMachineTypes,
      sql`${ofItem} and ${stockItemMachineTypes.machineTypeId} not in (select "value" from json_each(${chosen}))`,
    ),
    db.run(sql`insert into ${stockItemMachineTypes} ("company_id", "id", "stock_item_id", "machine_type_id", "machine_type_name")
      select ${db.companyId}, "value" ->> 0, ${id}, "value" ->> 1, "value" ->> 2 from json_each(${known}) where true
      on conflict ("company_id", "stock_item_id", "machine_type_id") do nothing`),
    db.assert(
      "usable_reference",
      sql`(select count(*) from ${stockItemMachineTypes} where ${db.ofOwner(stockItemMachineTypes, ofItem)}) = ${typeIds.length}`,
    ),
  ];
}
