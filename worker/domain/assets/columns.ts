import { and, isNull, type SQL, sql } from "drizzle-orm";
import { assets, categories, departments } from "#drizzle/tenant/index.ts";
import type { Row } from "../../db/db.ts";
import type { ListQuery } from "../list.ts";

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
  nextPmOn: assets.nextPmOn,
  nextCalOn: assets.nextCalOn,
  pmRequired: assets.pmRequired,
  calRequired: assets.calRequired,
  coverKind: assets.coverKind,
  coverUntil: assets.coverUntil,
  purchaseOn: assets.purchaseOn,
  purchaseCostMinor: assets.purchaseCostMinor,
  lastServiceOn: assets.lastServiceOn,
  serviceCostMinor: assets.serviceCostMinor,
  openBreakdownCount: assets.openBreakdownCount,
  isDown: assets.isDown,
  failedChecks: assets.failedChecks,
  machineTypeName: assets.machineTypeName,
  updatedAt: assets.updatedAt,
  version: assets.version,
};
/** Fields of a device that its list shows. */
export const listedColumns = Object.keys(hot);
export type AssetRow = Pick<Row<typeof assets>, keyof typeof hot> & { categoryName: string; departmentName: string };

const named = (table: typeof categories | typeof departments, key: typeof assets.categoryId | typeof assets.departmentId) =>
  sql<string>`(select ${table.name} from ${table} where ${table.companyId} = ${assets.companyId} and ${table.id} = ${key})`;

export const assetColumns = {
  ...hot,
  categoryName: sql<string>`${named(categories, assets.categoryId)}`.as("category_name"),
  departmentName: sql<string>`${named(departments, assets.departmentId)}`.as("department_name"),
};

/** The filters as one predicate. With failed checks their small index leads, so the others must not offer theirs. */
export function filtered({ filters }: ListQuery): SQL | undefined {
  const { category, department, condition, failed } = filters;
  const is = (column: typeof assets.categoryId | typeof assets.departmentId | typeof assets.condition, value: string) =>
    failed ? sql`+${column} = ${value}` : sql`${column} = ${value}`;
  return and(
    isNull(assets.deletedAt),
    category ? is(assets.categoryId, category) : undefined,
    department ? is(assets.departmentId, department) : undefined,
    condition ? is(assets.condition, condition) : undefined,
    failed ? sql`${assets.failedChecks} > 0` : undefined,
  );
}
