import { getTableName, is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as control from "#drizzle/control/index.ts";
import * as tenant from "#drizzle/tenant/index.ts";
import type { Use } from "./uses.ts";

/** What the rows of a table are called where they use a record; the first ones are named first. */
const things: Record<string, string> = {
  locations: "places",
  assets: "assets",
  stock_items: "stock items",
  sub_categories: "sub-categories",
  departments: "departments",
  users: "people",
  stores: "stores",
  user_scopes: "scopes of people",
  team_departments: "teams",
  team_categories: "teams",
  service_reports: "service reports",
  contracts: "contracts",
  breakdowns: "service calls",
  gate_passes: "gate passes",
  schedules: "schedules",
  due_occurrences: "planned services",
  gate_pass_lines: "gate passes",
  contract_assets: "contracts",
  asset_accessories: "accessories",
  stock_movements: "movements",
  asset_transfers: "transfers",
  "media.vendorId": "documents",
  media: "files",
  pm_checklists: "PM checklists",
  staff: "people",
};

/** Columns that point at a record without using it, and why: nothing asks them before it is deleted or merged. */
export const light: Record<string, string> = {
  "asset_details.id": "the rest of the device, under its own id",
  "public_reports.assetId": "counts what was sent on a day; the service call itself is asked",
  "stock_batches.stockItemId": "the movement that brought the batch is asked",
  "service_report_parts.stockItemId": "the movement of the part is asked, which has an index",
  "stock_item_machine_types.stockItemId": "a line of the item",
  "media.stockItemId": "the picture of the item",
  "team_members.teamId": "a line of the team",
  "team_departments.teamId": "a line of the team",
  "team_categories.teamId": "a line of the team",
  "team_permissions.teamId": "a line of the team",
  "role_permissions.roleId": "a line of the role",
  "assets.photoMediaId": "shows a file; whoever takes the file away clears it",
  "stock_items.imageMediaId": "shows a file; whoever takes the file away clears it",
  "users.avatarMediaId": "shows a file; whoever takes the file away clears it",
  "company_profiles.logoMediaId": "shows a file; whoever takes the file away clears it",
  "import_jobs.resultMediaId": "shows a file; whoever takes the file away clears it",
};

/** The list that shows what uses a record. */
export const lists: Record<string, (id: string) => string> = {
  "locations.parentId": (id) => `/locations?at=${id}`,
  "assets.locationId": (id) => `/all-assets?place=${id}`,
  "assets.departmentId": (id) => `/all-assets?department=${id}`,
  "assets.categoryId": (id) => `/all-assets?category=${id}`,
  "assets.subCategoryId": (id) => `/all-assets?sub=${id}`,
  "assets.vendorId": (id) => `/all-assets?vendor=${id}`,
  "sub_categories.categoryId": (id) => `/sub-categories?category=${id}`,
  "media.vendorId": (id) => `/vendor/detail/${id}?tab=documents`,
  "service_reports.assetId": (id) => `/asset/detail/${id}?tab=service-report`,
  "breakdowns.assetId": (id) => `/asset/detail/${id}?tab=overview`,
  "asset_accessories.assetId": (id) => `/asset/detail/${id}?tab=accessory`,
  "media.assetId": (id) => `/asset/detail/${id}?tab=document`,
};

const tables = ([...Object.values(tenant), ...Object.values(control)] as unknown[]).filter(
  (one): one is SQLiteTable => is(one, SQLiteTable),
);
const ranks = Object.keys(things);

/** A column that points at a record of another table. */
type Edge = { table: SQLiteTable; column: SQLiteColumn; of: SQLiteTable; name: string };
const edges: Edge[] = tables.flatMap((table) =>
  getTableConfig(table).foreignKeys.map((key) => {
    const { columns, foreignTable } = key.reference();
    const column = columns.at(-1) as SQLiteColumn;
    return { table, column, of: foreignTable, name: `${getTableName(table)}.${column.name}` };
  }),
);

/**
 * All that uses a record of a table, from the foreign keys that point at it: what a deletion and a merge ask.
 * @throws Error (a bug) for a column that is neither called anything nor said to be light
 */
export function usedBy(table: SQLiteTable): Use[] {
  const rankOf = ({ table: user, name }: Edge) => {
    const rank = [name, getTableName(user)].map((one) => ranks.indexOf(one)).find((at) => at >= 0);
    if (rank === undefined)
      throw new Error(`worker/domain/entity/used-by.ts does not say what ${name} is`);
    return rank;
  };
  return edges
    .filter(({ of, name }) => of === table && !Object.hasOwn(light, name))
    .map((edge) => ({ edge, rank: rankOf(edge) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ edge: { table: user, column, name }, rank }) => {
      const list = lists[name];
      return { table: user, column, things: things[ranks[rank]!]!, ...(list ? { list } : {}) };
    });
}
