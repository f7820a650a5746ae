import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
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
import type { Row } from "../../db/db.ts";

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

type Named = { companyId: SQLiteColumn; id: SQLiteColumn };
const nameOf = (
  table: Named,
  shown: SQLiteColumn,
  key: SQLiteColumn,
  as: string,
): SQL.Aliased<string | null> => {
  // Within another piece of SQL Drizzle keeps the table in a column's name.
  const name = sql`(select ${shown} from ${table} where ${table.companyId} = ${assets.companyId} and ${table.id} = ${key})`;
  return sql<string | null>`${name}`.as(as);
};

const always = {
  categoryName: nameOf(
    categories,
    categories.name,
    assets.categoryId,
    "category_name",
  ) as SQL.Aliased<string>,
  departmentName: nameOf(
    departments,
    departments.name,
    assets.departmentId,
    "department_name",
  ) as SQL.Aliased<string>,
  locationPath: nameOf(locations, locations.path, assets.locationId, "location_path"),
};
/** Names that cost a row read for each device: read only where their column is shown. */
const onDemand = {
  sub: {
    subCategoryName: nameOf(
      subCategories,
      subCategories.name,
      assets.subCategoryId,
      "sub_category_name",
    ),
  },
  vendor: { vendorName: nameOf(vendors, vendors.name, assets.vendorId, "vendor_name") },
  team: { teamName: nameOf(teams, teams.name, assets.teamId, "team_name") },
  custodian: { custodianName: nameOf(users, users.name, assets.custodianUserId, "custodian_name") },
};

export type AssetRow = Pick<Row<typeof assets>, keyof typeof hot> & {
  categoryName: string;
  departmentName: string;
  locationPath: string | null;
  subCategoryName?: string | null;
  vendorName?: string | null;
  teamName?: string | null;
  custodianName?: string | null;
};

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
const assetColumns = { ...hot, ...always };
export type AssetColumns = typeof assetColumns;

/** The same with the names that the shown columns need. */
export function assetColumnsFor(shown: readonly string[]): AssetColumns {
  const more = Object.entries(onDemand).filter(([column]) => shown.includes(column));
  return Object.assign({ ...assetColumns }, ...more.map(([, names]) => names)) as AssetColumns;
}
