import { and, asc, eq, sql } from "drizzle-orm";
import { pick } from "#app/shared/pick.ts";
import {
  assets,
  gatePasses,
  gatePassLines,
  stockBatches,
  stockBatchMoves,
  stockItems,
  stockMovements,
  vendors,
} from "#drizzle/tenant/index.ts";
import type { CompanyDb, ReadingDb } from "../../db/company-db.ts";
import type { Row } from "../../db/db.ts";
import type { StockMove } from "../stock/move.ts";

/** The lines of a pass in their order, with the devices they name. */
export const linesOf = (db: ReadingDb, passId: string) =>
  db
    .select({
      ...pick(gatePassLines, [
        ...(["id", "assetId", "stockItemId", "description", "name", "serialNo", "qty"] as const),
        ...([
          "estValueMinor",
          "accessoryIds",
          "conditionOut",
          "returnedQty",
          "conditionIn",
        ] as const),
        ...(["returnedAt", "isOpen", "remark", "photoMediaId"] as const),
      ]),
      assetCode: assets.assetCode,
      assetName: sql<string | null>`${assets.name}`.as("asset_name"),
      departmentId: assets.departmentId,
      lifecycle: assets.lifecycle,
      make: assets.make,
      model: assets.model,
      unit: stockItems.unit,
    })
    .from(gatePassLines)
    .leftJoin(
      assets,
      and(eq(assets.companyId, gatePassLines.companyId), eq(assets.id, gatePassLines.assetId)),
    )
    .leftJoin(
      stockItems,
      and(
        eq(stockItems.companyId, gatePassLines.companyId),
        eq(stockItems.id, gatePassLines.stockItemId),
      ),
    )
    .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, passId)))
    .orderBy(asc(gatePassLines.id));
export type PassLine = Awaited<ReturnType<typeof linesOf>>[number];

/** Who a pass goes to, as a statement of a read. */
export const partyOf = (db: ReadingDb, passId: string) =>
  db
    .select({
      vendorName: vendors.name,
      ...pick(vendors, ["email", "phone", "contactName"]),
    })
    .from(gatePasses)
    .innerJoin(
      vendors,
      and(eq(vendors.companyId, gatePasses.companyId), eq(vendors.id, gatePasses.vendorId)),
    )
    .where(db.ofOwner(gatePasses, eq(gatePasses.id, passId)))
    .limit(1);

type Pass = Pick<Row<typeof gatePasses>, "number" | "partyName">;
type Party = { vendorName: string } | undefined;
export const partyName = ({ partyName }: Pick<Pass, "partyName">, party: Party) =>
  party?.vendorName ?? partyName ?? "";

/**
 * The issue of a line's stock. Its ledger row has the id of the line, so that what the line took from which batch is found
 * again without a search.
 */
export const issueOf = (line: PassLine, pass: Pass, party: Party): StockMove => ({
  id: line.id,
  stockItemId: line.stockItemId!,
  kind: "issue",
  qty: line.qty,
  gatePassLineId: line.id,
  party: partyName(pass, party),
  reason: `Gate pass ${pass.number}`,
});

/** What the lines of a pass took from which batch at which cost, the batch that expires last first. */
export const takenOf = (db: CompanyDb, passId: string) =>
  db
    .select({
      lineId: sql<string>`${gatePassLines.id}`.as("line_id"),
      unitCostMinor: stockMovements.unitCostMinor,
      batchNo: sql<string | null>`${stockBatches.batchNo}`.as("taken_batch"),
      expiryOn: sql<string | null>`${stockBatches.expiryOn}`.as("taken_expiry"),
      qty: sql<number | null>`-${stockBatchMoves.qty}`.as("taken_qty"),
    })
    .from(gatePassLines)
    .innerJoin(
      stockMovements,
      and(
        eq(stockMovements.companyId, gatePassLines.companyId),
        eq(stockMovements.id, gatePassLines.id),
      ),
    )
    .leftJoin(
      stockBatchMoves,
      and(
        eq(stockBatchMoves.companyId, stockMovements.companyId),
        eq(stockBatchMoves.movementId, stockMovements.id),
      ),
    )
    .leftJoin(
      stockBatches,
      and(
        eq(stockBatches.companyId, stockBatchMoves.companyId),
        eq(stockBatches.id, stockBatchMoves.stockBatchId),
      ),
    )
    .where(db.ofOwner(gatePassLines, eq(gatePassLines.gatePassId, passId)))
    .orderBy(sql`${stockBatches.expiryOn} desc, ${stockBatches.id} desc`);
type Taken = {
  lineId: string;
  unitCostMinor: number;
  batchNo: string | null;
  expiryOn: string | null;
  qty: number | null;
};

/**
 * The receipts by which pieces of a line come back to the batches they were taken from: the one that expires last is
 * filled first, and what earlier returns have filled is passed over.
 * @param qty pieces that come back now
 */
export function receiptsOf(
  line: Pick<PassLine, "id" | "stockItemId" | "returnedQty">,
  qty: number,
  taken: readonly Taken[],
  { pass, party }: { pass: Pass; party: Party },
): StockMove[] {
  const own = taken.filter(({ lineId }) => lineId === line.id);
  const move = (pieces: number, batch: StockMove["batch"]): StockMove => ({
    stockItemId: line.stockItemId!,
    kind: "receipt",
    qty: pieces,
    unitCostMinor: own[0]?.unitCostMinor ?? null,
    gatePassLineId: line.id,
    party: partyName(pass, party),
    reason: `Back on gate pass ${pass.number}`,
    batch,
  });
  const moves: StockMove[] = [];
  let [passed, left] = [line.returnedQty, qty];
  for (const { batchNo, expiryOn, qty: held } of own) {
    const room = Math.max(0, (held ?? 0) - passed);
    passed = Math.max(0, passed - (held ?? 0));
    const pieces = Math.min(room, left);
    if (pieces > 0) moves.push(move(pieces, { batchNo: batchNo ?? "", expiryOn: expiryOn ?? "" }));
    left -= pieces;
  }
  return left > 0 ? [...moves, move(left, null)] : moves;
}
