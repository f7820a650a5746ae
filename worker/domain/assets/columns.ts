import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  categories,
  departments,
  locations,
  subCategories,
  teams,
  users,
  vendors,
} from "#drizzle/tenant/index.ts";
import { entryOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";

const hot = {
  id: assets.id,
  assetCode: assets.assetCode,
  name: assets.name,
  make: assets.make,
  model: assets.model,
  serialNo: assets.serialNo,
  categoryId: assets.categoryId,
  departmentId: assets.departmentId,
  lifecycle: assets.lifecycle,
  condition: assets.condition,
  criticality: assets.criticality,
  notLocatedSince: assets.notLocatedSince,
  nextPmOn: assets.nextPmOn,
  nextCalOn: assets.nextCalOn,
  pmRequired: assets.pmRequired,
  calRequired: assets.calRequired,
  coverKind: assets.coverKind,
  coverUntil: assets.coverUntil,
  purchaseOn: assets.purchaseOn,
  putToUseOn: assets.putToUseOn,
  purchaseCostMinor: assets.purchaseCostMinor,
  lastServiceOn: assets.lastServiceOn,
  serviceCostMinor: assets.serviceCostMinor,
  openBreakdownCount: assets.openBreakdownCount,
  isDown: assets.isDown,
  openGatePassId: assets.openGatePassId,
  openTransferId: assets.openTransferId,
  failedChecks: assets.failedChecks,
  machineTypeName: assets.machineTypeName,
  photoMediaId: assets.photoMediaId,
  updatedAt: assets.updatedAt,
  version: assets.version,
};
/** Fields of a device that its list shows. */
export const listedColumns = Object.keys(hot);

/** The names of what a device points to, as columns. */
export const assetNames = {
  categoryName: namedBy(categories, categories.name, assets.categoryId),
  subCategoryName: namedBy(subCategories, subCategories.name, assets.subCategoryId),
  departmentName: namedBy(departments, departments.name, assets.departmentId),
  locationPath: namedBy(locations, locations.path, assets.locationId),
  vendorName: namedBy(vendors, vendors.name, assets.vendorId),
  teamName: namedBy(teams, teams.name, assets.teamId),
  custodianName: namedBy(users, users.name, assets.custodianUserId),
};
export type Names = SelectResultFields<typeof assetNames>;
/** What a list of devices can be sorted by. */
export const sorts = {
  code: { column: assets.assetCode, key: "assetCode" },
  name: { column: assets.name, key: "name" },
  newest: { column: assets.id, key: "id" },
  pm: { column: assets.nextPmOn, key: "nextPmOn" },
  cal: { column: assets.nextCalOn, key: "nextCalOn" },
  cover: { column: assets.coverUntil, key: "coverUntil" },
  bought: { column: assets.purchaseOn, key: "purchaseOn" },
  cost: { column: assets.purchaseCostMinor, key: "purchaseCostMinor" },
} as const satisfies Record<string, { column: SQLiteColumn; key: keyof AssetRow }>;
export type Sort = keyof typeof sorts;

/** What a list of devices reads where nothing says which columns are shown. */
const assetColumns = {
  ...hot,
  ...pick(assetNames, ["categoryName", "departmentName", "locationPath"]),
};
export type AssetColumns = typeof assetColumns;
export type AssetRow = SelectResultFields<AssetColumns> & Partial<Names>;

const all = { ...hot, ...assetNames };
type Field = keyof typeof all;
/** What every row tells: its address, its name, and what decides the moves in its menu. */
const always: readonly Field[] = [
  ...(["id", "assetCode", "lifecycle", "notLocatedSince"] as const),
  ...(["openGatePassId", "openTransferId"] as const),
];
const dates: readonly Field[] = ["nextPmOn", "nextCalOn", "pmRequired", "calRequired"];
/** The fields that a column of the list shows; a name among them costs a row read for each device. */
const fieldsOf: Record<string, readonly Field[]> = {
  photo: ["photoMediaId"],
  name: ["name", "make", "model", "serialNo"],
  serial: ["serialNo"],
  category: ["categoryName", "criticality"],
  sub: ["subCategoryName"],
  location: ["departmentName", "locationPath"],
  place: ["locationPath"],
  condition: [
    ...(["condition", "isDown", "openBreakdownCount", "failedChecks"] as const),
    ...(["nextPmOn", "nextCalOn"] as const),
  ],
  criticality: ["criticality"],
  due: dates,
  pm: dates,
  cal: dates,
  cover: ["coverKind", "coverUntil"],
  type: ["machineTypeName"],
  vendor: ["vendorName"],
  bought: ["purchaseOn"],
  cost: ["purchaseCostMinor"],
  age: ["putToUseOn", "purchaseOn"],
  custodian: ["custodianName"],
  team: ["teamName"],
  served: ["lastServiceOn"],
  spent: ["serviceCostMinor"],
};

/** The fields of a device that these columns of its list show. */
export const shownFields = (shown: readonly string[]): Field[] => [
  ...new Set([...always, ...["name", ...shown].flatMap((key) => entryOf(fieldsOf, key) ?? [])]),
];

/** What a page that has all its list's devices is summed by. */
const summed: readonly Field[] = ["purchaseCostMinor", "condition", "nextPmOn"];

/** Columns to read: those that are shown, are summed or give the order; without columns the usual ones of all. */
export const assetColumnsFor = (shown: readonly string[] | undefined, sort: Sort): AssetColumns =>
  shown
    ? (pick(all, [
        ...new Set([...shownFields(shown), ...summed, sorts[sort].key]),
      ]) as unknown as AssetColumns)
    : assetColumns;
