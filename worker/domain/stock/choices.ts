import { and, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { formatMinor } from "#app/shared/money.ts";
import {
  assetAccessories,
  assets,
  serviceReportParts,
  serviceReports,
  stockItemMachineTypes,
  stockItems,
  stores,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";

/** How many of a device's latest reports tell which items are used on it. */
const LATEST_REPORTS = 50;

/** A store item as the wire shows it; `rate` is text with two decimals. An inactive one is listed, but may not be issued. */
type StoreItem = {
  id: string;
  name: string;
  rate: string;
  quantity: number;
  unit: string;
  is_active: boolean;
  store: string;
  /** Whether it belongs to the device that was named: made for its machine type, in its accessories, or used on it before. */
  fits: boolean;
};

/** Items that belong to a device, as the ids of a sub-select. */
const fitting = (db: ReadingDb, assetId: string) => {
  const machineType = sql`(select ${assets.machineTypeId} from ${assets} where ${db.ofOwner(assets, eq(assets.id, assetId))})`;
  const used = sql`${serviceReportParts.serviceReportId} in (select ${serviceReports.id} from ${serviceReports}
    where ${db.ofOwner(serviceReports, eq(serviceReports.assetId, assetId))} order by ${serviceReports.serviceOn} desc limit ${sql.raw(String(LATEST_REPORTS))})`;
  return sql`(select ${stockItemMachineTypes.stockItemId} from ${stockItemMachineTypes}
      where ${db.ofOwner(stockItemMachineTypes, sql`${stockItemMachineTypes.machineTypeId} = ${machineType}`)}
    union select ${assetAccessories.stockItemId} from ${assetAccessories}
      where ${db.ofOwner(assetAccessories, and(eq(assetAccessories.assetId, assetId), isNotNull(assetAccessories.stockItemId)))}
    union select ${serviceReportParts.stockItemId} from ${serviceReportParts}
      where ${db.ofOwner(serviceReportParts, and(used, isNull(serviceReportParts.removedAt), sql`${serviceReportParts.stockItemId} > ''`))})`;
};

/**
 * Every item that can be a part of a report, those that belong to its device first.
 * @param offered leaves out what is inactive, archived or out of stock
 * @param assetId the device; empty for none in particular
 */
export async function offeredItems(
  session: Session,
  offered: boolean,
  assetId: string,
): Promise<StoreItem[]> {
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
        store: sql<string>`${stores.name}`.as("store_name"),
        fits: sql<number>`(${stockItems.id} in ${assetId ? fitting(db, assetId) : sql`('')`})`.as(
          "fits",
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
      .orderBy(sql`"fits" desc`, stockItems.name, stores.name, stockItems.id),
  );
  return rows.map(({ rateMinor, usable, fits, ...item }) => ({
    ...item,
    rate: formatMinor(rateMinor),
    is_active: Boolean(usable),
    fits: Boolean(fits),
  }));
}
