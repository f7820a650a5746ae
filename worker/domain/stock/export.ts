import { and, eq, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { formatMinor } from "#app/shared/money.ts";
import { stockItems, stockMovements } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { type Export, inPages } from "../assets/export.ts";
import { beginExport } from "../exports.ts";
import { matchOf } from "../search.ts";
import { askedItems, chosenItems, itemColumns } from "./item-list.ts";
import { askedMovements, chosenMovements, movementColumns } from "./ledger.ts";

const AT_ONCE = 500;
const BREAK = "\u0000";
const time = (at: number) => new Date(at).toISOString();

/** Every stock item that matches the list's search and filters, by name. */
export async function exportItems(session: Session, params: URLSearchParams): Promise<Export> {
  const query = askedItems(params);
  const db = await beginExport(session, "export-stock", "Stocks");
  const match = query.q ? matchOf(db.companyId, "stock_item", query.q) : null;
  const found = match
    ? sql`${stockItems.id} in (select record_id from search_index where search_index match ${match})`
    : query.q
      ? sql`0`
      : undefined;
  const chosen = and(chosenItems(query, dayIn(session.company.timeZone)), found);
  const pageAfter = (after: string) => {
    const [name = "", id = ""] = after.split(BREAK);
    return db
      .select({ ...itemColumns, maxQty: stockItems.maxQty, reorderQty: stockItems.reorderQty })
      .from(stockItems)
      .where(db.mine(stockItems, and(chosen, sql`(${stockItems.name}, ${stockItems.id}) > (${name}, ${id})`)))
      .orderBy(stockItems.name, stockItems.id)
      .limit(AT_ONCE);
  };
  return {
    name: "stocks",
    head: [
      ...["Item", "Part no", "Kind", "Store", "Quantity", "Unit", "Minimum", "Maximum", "Reorder quantity", "Rate", "Value", "Rack", "Bin"],
      ...["Next expiry", "Offered", "Archived"],
    ],
    pages: inPages(
      db,
      pageAfter,
      (row) => `${row.name}${BREAK}${row.id}`,
      "",
      (row) => [
        ...[row.name, row.partNo, row.kind, row.storeName, row.quantity, row.unit, row.minQty, row.maxQty, row.reorderQty],
        ...[formatMinor(row.rateMinor), formatMinor(row.rateMinor * row.quantity), row.rack, row.bin, row.nextExpiryOn],
        ...[row.isActive ? "yes" : "no", row.archivedAt ? "yes" : ""],
      ],
    ),
  };
}

/** An item's ledger with the page's filters, oldest first. @throws Response 404 for an item that is not the company's */
export async function exportMovements(session: Session, id: string, params: URLSearchParams): Promise<Export> {
  const isThere = (db: ReadingDb) => db.exists(stockItems, and(eq(stockItems.id, id), isNull(stockItems.deletedAt))!);
  const db = await beginExport(session, "export-stock", "Ledger of a stock item", { kind: "stock item", isThere });
  const chosen = chosenMovements(id, askedMovements(params), session.company.timeZone);
  const pageAfter = (after: string) =>
    db
      .select(movementColumns)
      .from(stockMovements)
      .where(db.mine(stockMovements, and(chosen, sql`${stockMovements.seq} > ${Number(after)}`)))
      .orderBy(stockMovements.seq)
      .limit(AT_ONCE);
  return {
    name: `ledger-${id}`,
    head: [
      "No",
      "Time",
      "Movement",
      "Quantity",
      "Balance",
      "Unit cost",
      "Batch",
      "Expiry",
      "Service Ticket No",
      "Party",
      "Bill no",
      "Reason",
      "Person",
    ],
    pages: inPages(
      db,
      pageAfter,
      (row) => String(row.seq),
      "0",
      (row) => [
        ...[row.seq, time(row.at), row.kind, row.qty, row.balanceAfter, formatMinor(row.unitCostMinor), row.batchNo, row.expiryOn],
        ...[row.ticket, row.party, row.billNo, row.reason, row.actorName],
      ],
    ),
  };
}
