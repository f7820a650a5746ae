import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import type { SelectResultFields } from "drizzle-orm/query-builders/select.types";
import { addDays, dayIn } from "#app/shared/company-time.ts";
import type { Choice, ListQuery } from "#app/shared/list.ts";
import { stores, stockItems as table, vendors } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import { keyset } from "../../db/keyset.ts";
import { among } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { askedOf, entryOf } from "../lists/list-query.ts";
import { namedBy } from "../lists/more-columns.ts";
import { foundBy, listOrNearly } from "../search/found-by.ts";
import { itemHead } from "./history.ts";
import { movementsOf } from "./ledger.ts";
import { stockValue } from "./value.ts";

/** A row of the list. */
export type StockRow = SelectResultFields<typeof itemColumns> & { movedAt: number | null };
/** What the rows are worth: of the whole filtered set, or, where that is not known without counting, of this page. */
type ListValue = { minor: number; of: "all" | "page" };

// Partial indexes serve these; their words must stand here as they stand there.
const states: Record<string, SQL | undefined> = {
  active: isNull(table.archivedAt),
  archived: isNotNull(table.archivedAt),
  all: undefined,
};
const levels: Record<string, SQL> = { low: sql`quantity <= min_qty`, out: sql`quantity = 0` };
const filters = ["store", "kind", "level", "expiring", "vendor", "active", "state"];

export const askedItems = (params: URLSearchParams): ListQuery =>
  askedOf(params, ["name"], filters);

const withExpiry = sql`next_expiry_on is not null`;
/** What has expired or will within so many days, of the batches that are still there. */
const expiring = (today: string): Record<string, SQL> => ({
  expired: and(withExpiry, lt(table.nextExpiryOn, today))!,
  "30": and(withExpiry, lte(table.nextExpiryOn, addDays(today, 30)))!,
  "90": and(withExpiry, lte(table.nextExpiryOn, addDays(today, 90)))!,
});

/** The predicate of the list's filters, without its search. */
export const chosenItems = ({ filters }: ListQuery, today: string): SQL | undefined =>
  and(
    sql`deleted_at is null`,
    entryOf(states, filters.state ?? "active"),
    filters.store ? eq(table.storeId, filters.store) : undefined,
    filters.kind ? sql`${table.kind} = ${filters.kind}` : undefined,
    filters.vendor
      ? sql`vendor_id is not null and ${eq(table.vendorId, filters.vendor)}`
      : undefined,
    entryOf(levels, filters.level),
    entryOf(expiring(today), filters.expiring),
    filters.active === "no"
      ? sql`is_active = 0`
      : filters.active === "yes"
        ? eq(table.isActive, true)
        : undefined,
  );

export const movedAt =
  sql.raw(`(select "at" from "stock_movements" where "company_id" = "stock_items"."company_id"
  and "stock_item_id" = "stock_items"."id" order by "seq" desc limit 1)`);
const typeChoices =
  sql.raw(`(select json_group_array(json_object('value', "machine_type_id", 'label', "machine_type_name"))
  from "stock_item_machine_types" where "company_id" = "stock_items"."company_id" and "stock_item_id" = "stock_items"."id")`);

export const itemColumns = {
  id: table.id,
  name: table.name,
  partNo: table.partNo,
  kind: table.kind,
  storeId: table.storeId,
  storeName: namedBy(stores, stores.name, table.storeId),
  unit: table.unit,
  quantity: table.quantity,
  minQty: table.minQty,
  rateMinor: table.rateMinor,
  rack: table.rack,
  bin: table.bin,
  nextExpiryOn: table.nextExpiryOn,
  isActive: table.isActive,
  archivedAt: table.archivedAt,
};

/** The stores that filters and forms offer. */
const storeChoices = (db: ReadingDb) =>
  db
    .select({ value: stores.id, label: stores.name })
    .from(stores)
    .where(db.ofOwner(stores, isNull(stores.deletedAt)))
    .orderBy(stores.name)
    .limit(50);

const itemQuery = (db: ReadingDb, id: string) =>
  db
    .select({
      ...getTableColumns(table),
      vendorName: namedBy(vendors, vendors.name, table.vendorId),
      storeName: namedBy(stores, stores.name, table.storeId),
      machineTypes: sql<Choice[]>`${typeChoices}`
        .mapWith((text: string) => JSON.parse(text) as Choice[])
        .as("machine_types"),
    })
    .from(table)
    .where(db.ofOwner(table, and(eq(table.id, id), isNull(table.deletedAt))))
    .limit(1);

/** How many movements the drawer on the list shows. */
const LAST_MOVES = 12;

/** A page of the items with what it is worth; with `record`, also that item whole, and with `ledger` an item's last movements. By expiry while one is asked for, else by name. */
export async function listItems(session: Session, params: URLSearchParams, record = "") {
  const db = session.authorize("view-stock");
  return listOrNearly(db, "stock_item", (near) => listed(db, session, params, record, near));
}

async function listed(
  db: ReadingDb,
  session: Session,
  params: URLSearchParams,
  record: string,
  near: readonly string[] | null,
) {
  const query = askedItems(params);
  const today = dayIn(session.company.timeZone);
  const sort = entryOf(expiring(today), query.filters.expiring) ? "nextExpiryOn" : "name";
  // A list by expiry has only what expires.
  const slice = keyset(table[sort], table.id, query, params, { isFilled: true });
  const found = near
    ? inArray(table.id, among(near))
    : query.q
      ? foundBy(db.companyId, "stock_item", table.id, query.q)
      : undefined;
  const drawer = params.get("ledger") ?? "";
  const [rows, storeList, [open], [worth], [vendor], [store], [shown], moves] = await db.read(
    db
      .select({ ...itemColumns, movedAt: sql<number | null>`${movedAt}`.as("moved_at") })
      .from(table)
      .where(db.ofOwner(table, and(chosenItems(query, today), found, slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    storeChoices(db),
    itemQuery(db, record),
    stockValue(db, query.filters.store),
    db
      .select({ value: vendors.id, label: vendors.name })
      .from(vendors)
      .where(db.ofOwner(vendors, eq(vendors.id, query.filters.vendor ?? "")))
      .limit(1),
    db
      .select({ value: stores.id, label: sql<string>`${stores.name}`.as("label") })
      .from(stores)
      .where(db.ofOwner(stores, eq(stores.id, query.filters.store ?? "")))
      .limit(1),
    itemHead(db, drawer),
    movementsOf(db, drawer).limit(LAST_MOVES),
  );
  const list = slice.page(rows, (row) => row[sort], null);
  const { store: _, state = "active", ...others } = query.filters;
  const isCounted = !query.q && state === "active" && Object.keys(others).length === 0;
  const isWhole = !list.page.next && !list.page.previous;
  const onPage = list.rows.reduce((sum, { quantity, rateMinor }) => sum + quantity * rateMinor, 0);
  const value: ListValue = isCounted
    ? { minor: worth?.value ?? 0, of: "all" }
    : { minor: onPage, of: isWhole ? "all" : "page" };
  const ledger = shown ? { item: shown, rows: moves } : null;
  return {
    ...list,
    query,
    record: open ?? null,
    stores: storeList,
    value,
    today,
    vendor: vendor ?? null,
    store: store ?? null,
    ledger,
  };
}
