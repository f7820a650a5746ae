import { and, eq, isNull, sql } from "drizzle-orm";
import { dayIn } from "#app/shared/company-time.ts";
import { formatMinor } from "#app/shared/money.ts";
import { movementWords, stockKindWords } from "#app/shared/stock-words.ts";
import { stockItems, stockMovements } from "#drizzle/tenant/index.ts";
import type { ReadingDb } from "../../db/company-db.ts";
import type { Session } from "../../session.ts";
import { type Export, inPages } from "../assets/export.ts";
import { askedColumns, type ExportColumn } from "../lists/export-columns.ts";
import { beginExport } from "../lists/exports.ts";
import { foundBy } from "../search/found-by.ts";
import { askedItems, chosenItems, itemColumns, movedAt, type StockRow } from "./item-list.ts";
import { askedMovements, chosenMovements, type MovementRow, movementColumns } from "./ledger.ts";

const AT_ONCE = 500;
const BREAK = "\u0000";
const time = (at: number) => new Date(at).toISOString();

type ItemRow = StockRow & { maxQty: number | null; reorderQty: number | null };
const columns: readonly ExportColumn<ItemRow, string | number | null>[] = [
  { key: "partNo", label: "Part no", cell: (row) => row.partNo },
  { key: "name", label: "Item", cell: (row) => row.name },
  { key: "store", label: "Store", cell: (row) => row.storeName },
  { key: "kind", label: "Kind", cell: (row) => stockKindWords[row.kind] },
  { key: "quantity", label: "Quantity", cell: (row) => row.quantity },
  { key: "quantity", label: "Unit", cell: (row) => row.unit },
  { key: "min", label: "Minimum", cell: (row) => row.minQty },
  { key: "rate", label: "Rate", cell: (row) => formatMinor(row.rateMinor) },
  { key: "value", label: "Value", cell: (row) => formatMinor(row.rateMinor * row.quantity) },
  { key: "rack", label: "Rack", cell: (row) => row.rack },
  { key: "rack", label: "Bin", cell: (row) => row.bin },
  { key: "expiry", label: "Next expiry", cell: (row) => row.nextExpiryOn },
  { key: "moved", label: "Last movement", cell: (row) => (row.movedAt ? time(row.movedAt) : null) },
  { label: "Maximum", cell: (row) => row.maxQty },
  { label: "Reorder quantity", cell: (row) => row.reorderQty },
  { key: "state", label: "Can be used in reports", cell: (row) => (row.isActive ? "yes" : "no") },
  { key: "state", label: "Archived", cell: (row) => (row.archivedAt ? "yes" : "") },
];

const movementSheet: readonly ExportColumn<MovementRow, string | number | null>[] = [
  { label: "No", cell: (row) => row.seq },
  { label: "Time", cell: (row) => time(row.at) },
  { label: "Movement", cell: (row) => movementWords[row.kind] },
  { label: "Quantity", cell: (row) => row.qty },
  { label: "Balance", cell: (row) => row.balanceAfter },
  { label: "Unit cost", cell: (row) => formatMinor(row.unitCostMinor) },
  { label: "Batch", cell: (row) => row.batchNo },
  { label: "Expiry", cell: (row) => row.expiryOn },
  { label: "Service Ticket No", cell: (row) => row.ticket },
  { label: "Party", cell: (row) => row.party },
  { label: "Bill no", cell: (row) => row.billNo },
  { label: "Reason", cell: (row) => row.reason },
  { label: "Person", cell: (row) => row.actorName },
];

/** Every stock item that matches the list's search and filters, by name: the list's chosen columns, or all. */
export async function exportItems(session: Session, params: URLSearchParams): Promise<Export> {
  const query = askedItems(params);
  const db = await beginExport(session, "export-stock", "Stocks");
  const matches = query.q
    ? foundBy(db.companyId, "stock_item", stockItems.id, query.q, null)
    : undefined;
  const chosen = and(chosenItems(query, dayIn(session.company.timeZone)), matches);
  const pageAfter = (after: string) => {
    const [name = "", id = ""] = after.split(BREAK);
    return db
      .select({
        ...itemColumns,
        movedAt: sql<number | null>`${movedAt}`.as("moved_at"),
        maxQty: stockItems.maxQty,
        reorderQty: stockItems.reorderQty,
      })
      .from(stockItems)
      .where(
        db.ofOwner(
          stockItems,
          and(chosen, sql`(${stockItems.name}, ${stockItems.id}) > (${name}, ${id})`),
        ),
      )
      .orderBy(stockItems.name, stockItems.id)
      .limit(AT_ONCE);
  };
  const shown = askedColumns(columns, params);
  return {
    name: "stocks",
    head: shown.map(({ label }) => label),
    pages: inPages(
      db,
      pageAfter,
      (row) => `${row.name}${BREAK}${row.id}`,
      "",
      (row) => shown.map(({ cell }) => cell(row)),
    ),
  };
}

/** An item's ledger with the page's filters, oldest first. @throws Response 404 for an item that is not the company's */
export async function exportMovements(
  session: Session,
  id: string,
  params: URLSearchParams,
): Promise<Export> {
  const isThere = (db: ReadingDb) =>
    db.exists(stockItems, and(eq(stockItems.id, id), isNull(stockItems.deletedAt))!);
  const db = await beginExport(session, "export-stock", "Ledger of a stock item", {
    kind: "stock item",
    isThere,
  });
  const chosen = chosenMovements(id, askedMovements(params), session.company.timeZone);
  const pageAfter = (after: string) =>
    db
      .select(movementColumns)
      .from(stockMovements)
      .where(db.ofOwner(stockMovements, and(chosen, sql`${stockMovements.seq} > ${Number(after)}`)))
      .orderBy(stockMovements.seq)
      .limit(AT_ONCE);
  return {
    name: `ledger-${id}`,
    head: movementSheet.map(({ label }) => label),
    pages: inPages(
      db,
      pageAfter,
      (row) => String(row.seq),
      "0",
      (row) => movementSheet.map(({ cell }) => cell(row)),
    ),
  };
}
