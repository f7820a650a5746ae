import { and, eq, getTableColumns, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { assetAccessories, stockMovements, stores, stockItems as table, vendors as vendorTable } from "#drizzle/tenant/index.ts";
import { stockKinds } from "#drizzle/tenant/stores.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { invalid } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { flag, id as idOf, money, optionalId, optionalText, optionalWhole, text } from "../fields.ts";
import { foundBy } from "../found-by.ts";
import type { ListQuery } from "../list.ts";
import { askedOf, entryOf } from "../list-query.ts";
import { namedBy } from "../more-columns.ts";
import { resource } from "../resource.ts";
import { indexing, unindexing } from "../search.ts";
import { countLow } from "./low.ts";
import { moveStock } from "./move.ts";

const input = z.strictObject({
  storeId: idOf("Store is required"),
  name: text("Name"),
  partNo: optionalText(60, "Part no"),
  kind: z.enum(stockKinds, "Choose a kind").prefault("spare"),
  unit: optionalText(20, "Unit").transform((unit) => unit ?? "pcs"),
  rateMinor: money("Rate").prefault("0"),
  minQty: optionalWhole("Minimum"),
  maxQty: optionalWhole("Maximum"),
  reorderQty: optionalWhole("Reorder quantity"),
  rack: optionalText(60, "Rack"),
  bin: optionalText(60, "Bin"),
  vendorId: optionalId(),
  isActive: flag().prefault(true),
  /** Only while the item is made: later its quantity moves by commands. */
  openingQuantity: optionalWhole("Opening quantity"),
});

const verbs = resource({
  name: "stock_item",
  label: "Stock item",
  permissions: { view: "view-stock", create: "create-stock", edit: "edit-stock", delete: "delete-stock" },
  table,
  input,
  title: (row) => row.name,
  search: "stock_item",
  sorts: { name: table.name },
  references: { storeId: { table: stores, label: "Store" }, vendorId: { table: vendorTable, label: "Vendor" } },
  usedBy: [
    { table: assetAccessories, column: assetAccessories.stockItemId, things: "accessories" },
    { table: stockMovements, column: stockMovements.stockItemId, things: "movements" },
  ],
  always: (anyDb, { id, values, before, gone }) => {
    const db = anyDb as CompanyDb;
    const opening = before ? 0 : (values?.openingQuantity ?? 0);
    return [
      ...(gone ? [unindexing(db, id)] : []),
      ...(values
        ? indexing(db, "stock_item", id, [values.name, values.partNo, values.rack, values.bin], [values.name, values.partNo])
        : []),
      ...(opening ? moveStock(db, [{ stockItemId: id, kind: "opening", qty: opening }]) : []),
      countLow(db),
    ];
  },
});

/** A row of the list. */
export type StockRow = {
  id: string;
  name: string;
  partNo: string | null;
  kind: (typeof stockKinds)[number];
  storeId: string;
  storeName: string;
  unit: string;
  quantity: number;
  minQty: number | null;
  rateMinor: number;
  isActive: boolean;
  archivedAt: number | null;
  movedAt: number | null;
};

// Partial indexes serve these; their words must stand here as they stand there.
const states: Record<string, SQL | undefined> = {
  active: isNull(table.archivedAt),
  archived: isNotNull(table.archivedAt),
  all: undefined,
};
const levels: Record<string, SQL> = { low: sql`quantity <= min_qty`, out: sql`quantity = 0` };

const chosen = (db: ReadingDb, { q, filters }: ListQuery): (SQL | undefined)[] => [
  isNull(table.deletedAt),
  entryOf(states, filters.state ?? "active"),
  filters.store ? eq(table.storeId, filters.store) : undefined,
  filters.kind ? sql`${table.kind} = ${filters.kind}` : undefined,
  entryOf(levels, filters.level),
  filters.active === "no" ? sql`is_active = 0` : filters.active === "yes" ? eq(table.isActive, true) : undefined,
  q ? foundBy(db.companyId, "stock_item", table.id, q) : undefined,
];

const storeName = sql.raw(
  `(select "name" from "stores" where "company_id" = "stock_items"."company_id" and "id" = "stock_items"."store_id")`,
);
const movedAt = sql.raw(`(select "at" from "stock_movements" where "company_id" = "stock_items"."company_id"
  and "stock_item_id" = "stock_items"."id" order by "seq" desc limit 1)`);

/** Parts and consumables, one row a store. */
export const stocks = {
  ...verbs,

  async list(session: AnySession, params: URLSearchParams, record = "") {
    const db = (session as Session).authorize("view-stock");
    const query = askedOf(params, ["name"], ["store", "kind", "level", "active", "state"]);
    const slice = keyset(table.name, table.id, query, { after: params.get("after"), before: params.get("before") });
    const [found, storeList, [open]] = await db.read(
      db
        .select({
          id: table.id,
          name: table.name,
          partNo: table.partNo,
          kind: table.kind,
          storeId: table.storeId,
          storeName: sql<string>`${storeName}`.as("store_name"),
          unit: table.unit,
          quantity: table.quantity,
          minQty: table.minQty,
          rateMinor: table.rateMinor,
          isActive: table.isActive,
          archivedAt: table.archivedAt,
          movedAt: sql<number | null>`${movedAt}`.as("moved_at"),
        })
        .from(table)
        .where(db.mine(table, and(...chosen(db, query), slice.where)))
        .orderBy(...slice.orderBy)
        .limit(slice.limit),
      db
        .select({ value: stores.id, label: stores.name })
        .from(stores)
        .where(db.mine(stores, isNull(stores.deletedAt)))
        .orderBy(stores.name)
        .limit(50),
      db
        .select({ ...getTableColumns(table), vendorName: namedBy(vendorTable, vendorTable.name, table.vendorId) })
        .from(table)
        .where(db.mine(table, and(eq(table.id, record), isNull(table.deletedAt))))
        .limit(1),
    );
    return { ...slice.page(found as StockRow[], (row) => row.name, null), query, record: open ?? null, stores: storeList };
  },

  async update(session: AnySession, id: string, { openingQuantity, ...values }: Record<string, unknown>) {
    if (openingQuantity !== undefined && openingQuantity !== "")
      invalid({ openingQuantity: ["The quantity of an item moves by Receive, Issue and Adjust"] });
    return verbs.update(session, id, values);
  },
};
