import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Db } from "../../db/db.ts";
import { edges } from "./edges.ts";
import { nounOf, placeOf } from "./nouns.ts";
import { explainUses, type Use, usesOf } from "./uses.ts";

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

const known = new Map<SQLiteTable, Use[]>();

/**
 * Everything that uses records of a table, from the foreign keys that point at it; deletion and merge ask for it.
 * Records of the same table are named first.
 * @throws Error (a bug) for a table without a noun
 */
export function usedBy(table: SQLiteTable): Use[] {
  const uses = known.get(table) ?? usesFrom(table);
  known.set(table, uses);
  return uses;
}

const usesFrom = (table: SQLiteTable): Use[] =>
  edges
    .filter(({ target, isUse }) => target === table && isUse)
    .map((edge) => ({ ...edge, place: edge.table === table ? -1 : placeOf(edge.table) }))
    .sort((a, b) => a.place - b.place)
    .map(({ table: user, column }) => {
      const name = `${getTableName(user)}.${column.name}`;
      const things = nounOf(column);
      if (!things) throw new Error(`worker/domain/entity/nouns.ts does not say what ${name} is`);
      const list = lists[name];
      return { table: user, column, things, ...(list ? { list } : {}) };
    });

/** After a deletion was refused. @throws Response 409 naming how many of what use the record, and what else can be done */
export const explainUsesOf = (db: Db, table: SQLiteTable, id: string): Promise<void> =>
  explainUses(
    db,
    usesOf(usedBy(table), id),
    ...("archivedAt" in table ? [] : ["It is kept with them."]),
  );
