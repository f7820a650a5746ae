import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  assetAccessories,
  assets,
  breakdowns,
  departments,
  gatePasses,
  locations,
  serviceReports,
  stockItemMachineTypes,
  stockItems,
  stores,
} from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { pointsTo, rare } from "../../db/predicates.ts";
import { workedOnOf } from "./open-of.ts";

type Asset = Pick<Row<typeof assets>, "id" | "machineTypeId">;

/** So many earlier calls are shown. */
export const PREVIOUS = 5;
const MOST_REPORTS = 10;
const MOST_PASSES = 5;
const MOST_SPARES = 6;
const MOST_STANDBY = 20;

/** The calls of a device before this one, newest first, and one more that tells whether there are further ones. */
export const previousCalls = (db: ReadingDb, assetId: string, callId: string) =>
  db
    .select(
      pick(breakdowns, [
        "id",
        "number",
        "status",
        "problem",
        "causeCode",
        "resolution",
        "reportedAt",
        "failedAt",
        "restoredAt",
        "equipmentDown",
        "isRepeat",
      ]),
    )
    .from(breakdowns)
    .where(
      db.ofOwner(
        breakdowns,
        and(rare(eq(breakdowns.assetId, assetId)), sql`${breakdowns.id} < ${callId}`),
      ),
    )
    .orderBy(desc(breakdowns.id))
    .limit(PREVIOUS + 1);

/** Calls of the same device that go on besides this one: those it may repeat. */
export const otherOpenCalls = (db: ReadingDb, assetId: string) =>
  db
    .select({
      id: sql<string>`${breakdowns.id}`.as("open_id"),
      number: sql<string>`${breakdowns.number}`.as("open_number"),
      problem: sql<string>`${breakdowns.problem}`.as("open_problem"),
      status: sql<Row<typeof breakdowns>["status"]>`${breakdowns.status}`.as("open_status"),
      reportedAt: sql<number>`${breakdowns.reportedAt}`.as("open_reported_at"),
      equipmentDown: sql<boolean>`${breakdowns.equipmentDown}`
        .mapWith(Boolean)
        .as("open_equipment_down"),
    })
    .from(breakdowns)
    .where(db.ofOwner(breakdowns, workedOnOf(assetId)))
    .orderBy(desc(breakdowns.id))
    .limit(PREVIOUS);

/** The service reports that answer a call. */
export const reportsOfCall = (db: ReadingDb, callId: string) =>
  db
    .select(
      pick(serviceReports, [
        "id",
        "serviceTicket",
        "serviceOn",
        "doneBy",
        "actionTaken",
        "partsCostMinor",
        "totalCostMinor",
        "cancelledAt",
      ]),
    )
    .from(serviceReports)
    .where(db.ofOwner(serviceReports, rare(eq(serviceReports.breakdownId, callId))))
    .orderBy(desc(serviceReports.id))
    .limit(MOST_REPORTS);

/** The gate passes on which its device left. */
export const passesOfCall = (db: ReadingDb, callId: string) =>
  db
    .select(pick(gatePasses, ["id", "number", "status", "purpose", "expectedReturnOn", "outAt"]))
    .from(gatePasses)
    .where(db.ofOwner(gatePasses, rare(eq(gatePasses.breakdownId, callId))))
    .orderBy(desc(gatePasses.id))
    .limit(MOST_PASSES);

/** Spares that fit a device: made for its machine type, or named by its accessories; those in stock first. */
export const sparesFor = (db: ReadingDb, { id, machineTypeId }: Asset) => {
  const ofType = sql`select "stock_item_id" from ${stockItemMachineTypes}
    where ${db.ofOwner(stockItemMachineTypes, rare(eq(stockItemMachineTypes.machineTypeId, machineTypeId ?? "")))} limit 20`;
  const ofParts = sql`select "stock_item_id" from ${assetAccessories}
    where ${db.ofOwner(assetAccessories, and(rare(eq(assetAccessories.assetId, id)), isNull(assetAccessories.archivedAt)))} limit 20`;
  return db
    .select({
      id: sql<string>`${stockItems.id}`.as("item_id"),
      name: sql<string>`${stockItems.name}`.as("item_name"),
      ...pick(stockItems, ["partNo", "quantity", "unit", "rateMinor"]),
      store: sql<string>`${stores.name}`.as("store_name"),
    })
    .from(sql`(select * from (${ofType}) union select * from (${ofParts})) as "fit"`)
    .crossJoin(stockItems)
    .innerJoin(stores, pointsTo(stockItems.storeId, stores))
    .where(
      db.ofOwner(
        stockItems,
        and(
          sql`${stockItems.id} = "fit"."stock_item_id"`,
          isNull(stockItems.deletedAt),
          sql`+${stockItems.archivedAt} is null`,
        ),
      ),
    )
    .orderBy(sql`+${stockItems.quantity} = 0`, sql`+${stockItems.name}`)
    .limit(MOST_SPARES);
};

/** Where a device stands, and the devices on standby of its machine type with where they stand. */
export const standbyFor = (db: ReadingDb, { id, machineTypeId }: Asset) =>
  db
    .select({
      id: sql<string>`${assets.id}`.as("standby_id"),
      code: assets.assetCode,
      name: sql<string>`${assets.name}`.as("standby_name"),
      ...pick(assets, ["make", "model", "room", "condition", "isDown", "notLocatedSince"]),
      ...pick(assets, ["openGatePassId", "openTransferId", "nextPmOn", "departmentId"]),
      department: sql<string>`${departments.name}`.as("department_name"),
      path: sql<string | null>`${locations.path}`.as("place_path"),
      pathIds: sql<string | null>`${locations.pathIds}`.as("place_path_ids"),
    })
    .from(assets)
    .innerJoin(departments, pointsTo(assets.departmentId, departments))
    .leftJoin(locations, pointsTo(assets.locationId, locations))
    .where(
      db.ofOwner(
        assets,
        and(
          rare(eq(assets.machineTypeId, machineTypeId ?? "")),
          sql`lifecycle = 'standby' and ${assets.deletedAt} is null`,
          ne(assets.id, id),
        ),
      ),
    )
    .limit(MOST_STANDBY);
