import { and, eq, sql } from "drizzle-orm";
import {
  assets,
  serviceReportParts,
  serviceReports,
  stockMovements,
} from "#drizzle/tenant/index.ts";
import { keyset } from "../../db/keyset.ts";
import { pointsTo } from "../../db/predicates.ts";
import type { Session } from "../../session.ts";
import { askedOf } from "../lists/list-query.ts";
import { aboutItem, aboutOf } from "./history.ts";

/** Where an item was used, newest first: the report and the asset of each ledger row. @throws Response 404 */
export async function usesOfItem(session: Session, id: string, params: URLSearchParams) {
  const db = session.authorize("view-stock");
  const query = askedOf(params, ["seq"], [], "desc");
  const { seq, qty, at, unitCostMinor, stockItemId, kind } = stockMovements;
  const slice = keyset(seq, stockMovements.id, query, params, { unique: true });
  const [rows, ...about] = await db.read(
    db
      .select({
        id: sql<string>`${stockMovements.id}`.as("movement_id"),
        seq,
        at,
        qty: sql<number>`${qty}`.as("taken"),
        unitCostMinor,
        reportId: sql<string>`${serviceReports.id}`.as("report_id"),
        ticket: serviceReports.serviceTicket,
        assetId: sql<string>`${assets.id}`.as("asset_id"),
        assetCode: assets.assetCode,
        assetName: sql<string>`${assets.name}`.as("asset_name"),
      })
      .from(stockMovements)
      .innerJoin(
        serviceReportParts,
        pointsTo(stockMovements.serviceReportPartId, serviceReportParts),
      )
      .innerJoin(serviceReports, pointsTo(serviceReportParts.serviceReportId, serviceReports))
      .innerJoin(assets, pointsTo(serviceReports.assetId, assets))
      .where(
        db.ofOwner(
          stockMovements,
          and(eq(stockItemId, id), eq(kind, "issue_service"), slice.where),
        ),
      )
      .orderBy(...slice.orderBy)
      .limit(slice.limit),
    ...aboutItem(db, id),
  );
  return {
    about: aboutOf(about, session.company.timeZone),
    ...slice.page(rows, (row) => row.seq, null),
    query,
  };
}

export type UseRow = Awaited<ReturnType<typeof usesOfItem>>["rows"][number];
