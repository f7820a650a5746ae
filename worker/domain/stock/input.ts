import { z } from "zod";
import { stockKinds } from "#drizzle/tenant/stores.ts";
import {
  always,
  flag,
  id as idOf,
  money,
  optionalDay,
  optionalId,
  optionalText,
  optionalWhole,
  text,
  word,
} from "../entity/fields.ts";
import type { Sheet } from "../imports/sheet.ts";

const MOST_TYPES = 20;

/** Ids as a list, or as text with commas between them. */
const ids = (most: number, tooMany: string) =>
  z
    .union([z.array(z.string().trim().min(1).max(64)), z.string().max(most * 70)], {
      error: "Must be a list",
    })
    .nullish()
    .transform((value) => {
      const list =
        typeof value === "string" ? value.split(",").map((one) => one.trim()) : (value ?? []);
      return [...new Set(list.filter(Boolean))];
    })
    .pipe(z.array(z.string().max(64)).max(most, tooMany));

/** A stock item as forms, the API and imports give it. */
export const itemInput = z
  .strictObject({
    storeId: idOf("Store is required"),
    name: text("Name"),
    partNo: optionalText(60, "Part no"),
    kind: word("Kind", stockKinds, "Choose a kind").prefault("spare"),
    unit: optionalText(20, "Unit").transform((unit) => unit ?? "pcs"),
    rateMinor: money("Rate").prefault("0"),
    minQty: optionalWhole("Minimum"),
    maxQty: optionalWhole("Maximum"),
    reorderQty: optionalWhole("Reorder quantity"),
    rack: optionalText(60, "Rack"),
    bin: optionalText(60, "Bin"),
    hasBatches: flag("Kept by batch"),
    hasExpiry: flag("Has expiry"),
    vendorId: optionalId(),
    machineTypeIds: ids(MOST_TYPES, `At most ${MOST_TYPES} machine types`),
    isActive: flag("Can be used in reports").prefault(true),
    /** Only when the item is created; later, commands move its quantity. */
    openingQuantity: optionalWhole("Opening quantity"),
    openingBatchNo: optionalText(60, "Batch"),
    openingExpiryOn: optionalDay("Expiry"),
  })
  .superRefine((item, ctx) => {
    const wrong = (path: string, message: string) =>
      ctx.addIssue({ code: "custom", path: [path], message });
    if (item.maxQty !== null && item.minQty !== null && item.maxQty < item.minQty)
      wrong("maxQty", "Maximum is less than the minimum");
    if (!item.openingQuantity) return;
    if (item.hasBatches && !item.openingBatchNo) wrong("openingBatchNo", "Batch is required");
    if (item.hasExpiry && !item.openingExpiryOn) wrong("openingExpiryOn", "Expiry is required");
  }, always);
export type ItemInput = z.output<typeof itemInput>;

/** Fields accepted only when an item is created. */
export const openingFields = ["openingQuantity", "openingBatchNo", "openingExpiryOn"] as const;

/** An item in spreadsheets. */
export const itemSheet: Sheet = {
  storeId: { example: "Main store", like: "storename location warehouse" },
  name: { example: "SpO2 sensor, adult", like: "item itemname part partname description material" },
  partNo: {
    example: "M1191B",
    hint: "What the item is known by in its store, before its name.",
    like: "partnumber code itemcode sku",
  },
  kind: { example: "Spare", like: "type" },
  unit: { example: "pcs", like: "uom" },
  rateMinor: { example: "1250.00", like: "price cost unitcost unitprice" },
  openingQuantity: {
    example: "12",
    hint: "Only for new items: later the quantity moves by Receive, Issue and Adjust.",
    like: "quantity qty stock openingqty openingstock onhand",
  },
  openingBatchNo: { label: "Opening batch", like: "batch batchno lot" },
  openingExpiryOn: { label: "Opening expiry", like: "expiry expirydate exp" },
  minQty: { example: "4", like: "min minqty reorderlevel" },
  maxQty: { like: "max maxqty" },
  reorderQty: { like: "reorderqty" },
  rack: {},
  bin: {},
  hasBatches: { like: "hasbatches" },
  hasExpiry: { like: "hasexpiry" },
  vendorId: { like: "supplier vendorname" },
  isActive: { like: "active isactive" },
};
