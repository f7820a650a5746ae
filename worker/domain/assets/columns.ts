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
/** Names that cost a row read for each device: read only where their column is shown. */
const onDemand = {
  sub: "subCategoryName",
  vendor: "vendorName",
  team: "teamName",
  custodian: "custodianName",
} as const;
type OnDemand = (typeof onDemand)[keyof typeof onDemand];

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

/** What a list of devices reads. */
const assetColumns = {
  ...hot,
  ...pick(assetNames, ["categoryName", "departmentName", "locationPath"]),
};
export type AssetColumns = typeof assetColumns;
export type AssetRow = SelectResultFields<AssetColumns> & Partial<Pick<Names, OnDemand>>;

/** The same with the names that the shown columns need. */
export const assetColumnsFor = (shown: readonly string[]): AssetColumns => {
  const wanted = Object.entries(onDemand).filter(([column]) => shown.includes(column));
  const names = pick(
    assetNames,
    wanted.map(([, name]) => name),
  );
  return { ...assetColumns, ...names };
};
