import { z } from "zod";
import { quantityText } from "#app/shared/quantity.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { stockItems, stores, vendors } from "#drizzle/tenant/index.ts";
import type { MovementKind } from "#drizzle/tenant/stores.ts";
import type { CompanyDb } from "../../db/company-db.ts";
import type { Answer, Row } from "../../db/db.ts";
import { conflict, invalid, notFound } from "../../refusals.ts";
import type { Session } from "../../session.ts";
import {
  checked,
  flag,
  multiline,
  optionalDay,
  optionalId,
  optionalMoney,
  optionalMultiline,
  optionalText,
  whole,
} from "../entity/fields.ts";
import { assertOffered } from "../entity/references.ts";
import { adjustInput, correctionOf } from "./adjusting.ts";
import { type BatchName, batchQuery } from "./batches.ts";
import { moveStock, type StockMove, withStock } from "./move.ts";
import { changeRate } from "./value.ts";

const qty = () => whole("Quantity", 1, 1_000_000);
export const stockCommands = {
  receive: {
    permission: "edit-stock",
    input: z.strictObject({
      qty: qty(),
      unitCostMinor: optionalMoney("Unit cost"),
      useAsRate: flag(),
      batchNo: optionalText(60, "Batch"),
      expiryOn: optionalDay("Expiry"),
      vendorId: optionalId(),
      billNo: optionalText(60, "Bill no"),
      reason: optionalMultiline(500, "Note"),
    }),
    done: "received",
  },
  issue: {
    permission: "edit-stock",
    input: z.strictObject({
      qty: qty(),
      batchId: optionalId(),
      party: optionalText(120, "To whom"),
      reason: multiline("What for", 500),
    }),
    done: "issued",
  },
  adjust: {
    permission: "approve-stock",
    input: adjustInput,
    done: "adjusted",
  },
  scrap: {
    permission: "approve-stock",
    input: z.strictObject({ qty: qty(), batchId: optionalId(), reason: multiline("Reason", 500) }),
    done: "scrapped",
  },
  return: {
    permission: "edit-stock",
    input: z.strictObject({
      qty: qty(),
      batchId: optionalId(),
      vendorId: optionalId(),
      billNo: optionalText(60, "Bill no"),
      reason: multiline("Reason", 500),
    }),
    done: "returned to the vendor",
  },
} as const;
export type StockCommand = keyof typeof stockCommands;

type CommandValues = {
  qty: number;
  unitCostMinor?: number | null;
  useAsRate?: boolean;
  batchId?: string | null;
  batchNo?: string | null;
  expiryOn?: string | null;
  vendorId?: string | null;
  billNo?: string | null;
  party?: string | null;
  reason?: string | null;
};
type Item = Row<typeof stockItems>;

const kinds: Record<Exclude<StockCommand, "adjust">, MovementKind> = {
  receive: "receipt",
  issue: "issue",
  scrap: "scrap",
  return: "return_vendor",
};

/** Reads an item that can be moved by hand, with the batch and vendor a command names, in one round trip. */
async function read(db: CompanyDb, id: string, { batchId, vendorId }: CommandValues) {
  const [[item], [batch], [vendor]] = await db.read(
    db.byId(stockItems, id),
    batchQuery(db, id, batchId),
    db.byId(vendors, vendorId ?? ""),
  );
  if (!item) return notFound("stock item");
  if (item.archivedAt) conflict(`${item.name} is archived. Restore it first.`);
  if (batchId && !batch) notFound("batch");
  if (vendorId && !vendor) notFound("vendor");
  return { item, batch: batch ?? null, vendor: vendor?.name ?? null };
}

/** The batch a command names: an existing one, or for incoming stock the one that was entered. */
function batchOf(
  item: Item,
  values: CommandValues,
  batch: BatchName | null,
  isComing: boolean,
): BatchName | null {
  if (!item.hasBatches && !item.hasExpiry) return null;
  if (batch || !isComing) return batch;
  const errors: FieldErrors = {
    ...(item.hasBatches && !values.batchNo ? { batchNo: ["Batch is required"] } : {}),
    ...(item.hasExpiry && !values.expiryOn ? { expiryOn: ["Expiry is required"] } : {}),
  };
  if (Object.keys(errors).length) invalid(errors);
  return { batchNo: values.batchNo ?? "", expiryOn: values.expiryOn ?? "" };
}

const shown = ({ batchNo, expiryOn }: BatchName) => [batchNo, expiryOn].filter(Boolean).join(" ");

/**
 * Moves the quantity of one item by hand.
 * @throws Response 404, 409 for a shortage or an archived item, 422
 */
export async function moveItem(
  session: Session,
  id: string,
  command: StockCommand,
  input: unknown,
): Promise<Answer<{ id: string }>> {
  const { permission, input: schema, done } = stockCommands[command];
  const db = session.authorize(permission);
  const values = checked(schema as z.ZodType<CommandValues>, input);
  if (values.useAsRate && values.unitCostMinor == null)
    invalid({ unitCostMinor: ["Unit cost is required to become the rate"] });
  const { item, batch: chosen, vendor } = await read(db, id, values);
  const counted = command === "adjust" ? checked(adjustInput, input) : null;
  // A batch that was counted is named, whether it turns out to be more or less.
  const entered =
    counted && counted.counted !== null ? batchOf(item, values, chosen, true) : chosen;
  const correction = counted && (await correctionOf(db, item, counted, entered));
  const kind =
    command !== "adjust"
      ? kinds[command]
      : correction?.direction === "plus"
        ? "adjust_plus"
        : "adjust_minus";
  const isComing = kind === "receipt" || kind === "adjust_plus";
  const batch = batchOf(item, values, entered, isComing);
  const qty = correction?.qty ?? values.qty;
  const { unitCostMinor = null, reason = null, billNo = null } = values;
  const moves: StockMove[] = [
    {
      stockItemId: id,
      kind,
      qty,
      unitCostMinor,
      reason,
      billNo,
      batch,
      party: vendor ?? values.party ?? null,
    },
  ];
  const rate =
    values.useAsRate && unitCostMinor !== null && unitCostMinor !== item.rateMinor
      ? unitCostMinor
      : null;
  return withStock(db, moves, () =>
    db.commit({
      writes: [
        // Nothing comes into a store that is archived.
        ...(isComing ? [assertOffered(db, stores, item.storeId)] : []),
        ...(correction?.writes ?? []),
        ...moveStock(db, moves),
        ...(rate === null ? [] : changeRate(db, id, rate)),
      ],
      activity: {
        action: `${command}.stock_item`,
        kind: "stock_item",
        id,
        label: item.name,
        changes: [
          { field: kind, from: null, to: qty },
          ...(batch ? [{ field: "batch", from: null, to: shown(batch) }] : []),
          ...(rate === null ? [] : [{ field: "rateMinor", from: item.rateMinor, to: rate }]),
        ],
        reason,
      },
      answer: {
        status: 200,
        message: `${quantityText(qty, item.unit)} of ${item.name} ${done}`,
        data: { id },
      },
    }),
  );
}
