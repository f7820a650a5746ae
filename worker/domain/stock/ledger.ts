import { and, eq, isNull, sql } from "drizzle-orm";
import { stockItems, stockMovements, stores } from "#drizzle/tenant/index.ts";
import { keyset } from "../../db/keyset.ts";
import { notFound } from "../../refusals.ts";
import type { AnySession, Session } from "../../session.ts";
import { askedOf } from "../list-query.ts";

const table = stockMovements;
const report = (column: string) =>
  sql.raw(`(select "service_reports"."${column}" from "service_report_parts"
    join "service_reports" on "service_reports"."company_id" = "service_report_parts"."company_id" and "service_reports"."id" = "service_report_parts"."service_report_id"
    where "service_report_parts"."company_id" = "stock_movements"."company_id" and "service_report_parts"."id" = "stock_movements"."service_report_part_id")`);

/** Every movement of one item, newest first, with the service report it belongs to. @throws Response 404 */
export async function ledgerOf(session: AnySession, id: string, params: URLSearchParams) {
  const db = (session as Session).authorize("view-stock");
  const query = askedOf(params, ["seq"], [], "desc");
  const slice = keyset(table.seq, table.id, query, { after: params.get("after"), before: params.get("before") });
  const [[item], rows] = await db.read(
    db
      .select({
        id: stockItems.id,
        name: stockItems.name,
        partNo: stockItems.partNo,
        unit: stockItems.unit,
        quantity: stockItems.quantity,
        minQty: stockItems.minQty,
        rateMinor: stockItems.rateMinor,
        archivedAt: stockItems.archivedAt,
        storeName: sql<string>`${stores.name}`.as("store_name"),
      })
      .from(stockItems)
      .innerJoin(stores, and(eq(stores.companyId, stockItems.companyId), eq(stores.id, stockItems.storeId)))
      .where(db.mine(stockItems, and(eq(stockItems.id, id), isNull(stockItems.deletedAt))))
      .limit(1),
    db
      .select({
        id: table.id,
        at: table.at,
        kind: table.kind,
        qty: table.qty,
        balanceAfter: table.balanceAfter,
        unitCostMinor: table.unitCostMinor,
        seq: table.seq,
        reason: table.reason,
        actorName: table.actorName,
        reportId: sql<string | null>`${report("id")}`.as("report_id"),
        ticket: sql<string | null>`${report("service_ticket")}`.as("ticket"),
      })
      .from(table)
      .where(db.mine(table, and(eq(table.stockItemId, id), slice.where)))
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
  );
  if (!item) return notFound("stock item");
  return { ...slice.page(rows, (row) => row.seq, null), query, item };
}
