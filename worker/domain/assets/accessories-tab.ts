import { eq, getTableColumns, sql } from "drizzle-orm";
import type { ListResult } from "#app/shared/list.ts";
import { assetAccessories as table } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import { keyset } from "../../db/keyset.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { matching } from "../lists/list-rows.ts";
import { accessories } from "./accessories.ts";
import { assetOf, assetQueries } from "./find.ts";

/** An accessory of a device, with the name of its fitting spare. */
export type AccessoryRow = Row<typeof table> & { stockItemName: string | null };

const columns = { ...getTableColumns(table), ...accessories.more };

/** The one that a form is open on, with how many of its fitting spare are in stock. */
export type OpenedAccessory = AccessoryRow & { spareQty: number | null };
const spareQty = sql<
  number | null
>`${sql.raw(`(select "quantity" from "stock_items" where "stock_items"."company_id" = "asset_accessories"."company_id"
  and "stock_items"."id" = "asset_accessories"."stock_item_id")`)}`.as("spare_qty");

/** A page of what belongs to a device, as a statement of a page's batch. */
export function accessoriesOf(db: ReadingDb, assetId: string, params: URLSearchParams) {
  const listQuery = askedOf(params, ["added"], ["state"]);
  const query = { ...listQuery, filters: { ...listQuery.filters, asset: assetId } };
  const slice = keyset(table.id, table.id, query, params);
  const statement = db
    .select(columns)
    .from(table)
    .where(db.ofOwner(table, matching(db, accessories, query, slice.where)))
    .orderBy(...slice.orderBy)
    .limit(slice.limit);
  const page = (rows: unknown[]): ListResult<AccessoryRow> => ({
    ...slice.page(rows as AccessoryRow[], (row) => row.id, null),
    query: listQuery,
  });
  return { statement, page };
}

/** A device and what belongs to it; with `record`, also the accessory a form is open on. One round trip. */
export async function accessoryPage(
  session: Session,
  assetId: string,
  params: URLSearchParams,
  record: string,
) {
  const db = session.authorize("view-asset");
  const list = accessoriesOf(db, assetId, params);
  const openedQuery = db
    .select({ ...columns, spareQty })
    .from(table)
    .where(db.ofOwner(table, eq(table.id, record)))
    .limit(1);
  const [row, details, page, [opened]] = await db.read(
    ...assetQueries(db, assetId),
    list.statement,
    openedQuery,
  );
  const asset = assetOf([row, details]);
  return {
    asset,
    ...list.page(page),
    record: opened && opened.assetId === assetId ? (opened as OpenedAccessory) : null,
  };
}
