import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { quantityText } from "#app/shared/quantity.ts";
import { stockItems } from "#drizzle/tenant/index.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Row, Statement } from "../../db/db.ts";
import { conflict, invalid } from "../../refusals.ts";
import {
  multiline,
  optionalDay,
  optionalId,
  optionalText,
  optionalWhole,
} from "../entity/fields.ts";
import { type BatchName, quantityOfBatch } from "./batches.ts";

const MOST = 1_000_000;

/** A correction: what was counted, or by how much there is more or less. */
export const adjustInput = z.strictObject({
  counted: optionalWhole("Counted quantity", 0, MOST),
  /** What was booked when it was counted. */
  booked: optionalWhole("Booked quantity", 0, MOST),
  direction: z.enum(["plus", "minus"], "Choose more or less").optional(),
  qty: optionalWhole("Quantity", 1, MOST),
  batchId: optionalId(),
  batchNo: optionalText(60, "Batch"),
  expiryOn: optionalDay("Expiry"),
  reason: multiline("Reason", 500),
});
type Values = z.output<typeof adjustInput>;
type Correction = { direction: "plus" | "minus"; qty: number; writes: Statement[] };

/**
 * By how much the ledger is corrected, with the assert that what is booked is still what the count was compared with.
 * @param batch the one that was counted, of an item kept by batch
 * @throws Response 409 when what is booked has moved since, 422 when it is what was counted
 */
export async function correctionOf(
  db: CompanyDb,
  item: Row<typeof stockItems>,
  values: Values,
  batch: BatchName | null,
): Promise<Correction> {
  const { counted, booked, direction, qty } = values;
  if (counted === null) {
    if (!direction) return invalid({ direction: ["Choose more or less"] });
    return qty === null
      ? invalid({ qty: ["Quantity is required"] })
      : { direction, qty, writes: [] };
  }
  const itself = and(eq(stockItems.id, item.id), isNull(stockItems.deletedAt));
  const quantity = batch
    ? quantityOfBatch(db, item.id, batch)
    : sql<number>`${stockItems.quantity}`;
  const [[row]] = await db.read(
    db
      .select({ there: quantity.as("there") })
      .from(stockItems)
      .where(db.ofOwner(stockItems, itself)),
  );
  const there = row?.there ?? 0;
  if (booked !== null && booked !== there)
    conflict(`${quantityText(there, item.unit)} are booked by now. Count again.`);
  if (counted === there) invalid({ counted: ["It is what is booked"] });
  return {
    direction: counted > there ? "plus" : "minus",
    qty: Math.abs(counted - there),
    writes: [
      db.assert(
        "state",
        db.exists(stockItems, and(itself, sql`${quantity} = cast(${there} as integer)`)!),
      ),
    ],
  };
}
