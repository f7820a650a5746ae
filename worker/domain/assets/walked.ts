import { type SQL, sql } from "drizzle-orm";
import { assets } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { keyset } from "../../db/keyset.ts";
import { walkedPage } from "../lists/walked-page.ts";
import type { AssetQuery } from "./asset-query.ts";
import type { AssetColumns, AssetRow } from "./columns.ts";
import type { Lead } from "./walk.ts";

/** What is summed of the devices that fit. */
const sums = {
  valueMinor: sql`coalesce(sum(cost) filter (where fits), 0)`,
  unpriced: sql`count(*) filter (where fits and cost is null)`,
  broken: sql`count(*) filter (where fits and is_broken)`,
  late: sql`count(*) filter (where fits and is_late)`,
};

/** A page of the devices that a walk finds, with their sums. @param rows the walk, in the order of the slice */
export function devicesOf(
  db: ReadingDb,
  query: AssetQuery,
  rows: SQL,
  { order, most, few, near }: Lead,
  slice: ReturnType<typeof keyset>,
  params: URLSearchParams,
  columns: AssetColumns,
) {
  const full = sql.raw(String(few ?? most));
  const isCut = near
    ? sql`count(cut) > 0`
    : few
      ? sql`count(cut) = ${full}`
      : sql`count(*) = ${full}`;
  const walk = {
    ...{ table: assets, columns, rows, isCut, sums },
    isInOrder: order !== null,
    isAsAsked: query.sort === order,
  };
  return walkedPage<AssetRow, keyof typeof sums>(db, walk, query, slice, params);
}
