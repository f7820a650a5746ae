import { and, isNull, type SQL, sql } from "drizzle-orm";
import { addDays, startOfDay } from "#app/shared/company-time.ts";
import { movementWords, stockKindWords } from "#app/shared/stock-words.ts";
import { stockItems, stockMovements, stores, vendors } from "#drizzle/tenant/index.ts";
import { stockIn } from "#drizzle/tenant/stores.ts";
import { pointsTo } from "../../db/predicates.ts";
import { entryOf } from "../lists/list-query.ts";
import { isKept, isOut, isStill, STILL_DAYS } from "../stock/still.ts";
import {
  is,
  named,
  onInstants,
  type Report,
  type ReportColumn,
  writtenFrom,
} from "./declaration.ts";

const assetSide = [0, 2] as const;
const item = [
  { label: "Item", value: stockItems.name, wide: 2 },
  { label: "Part no", as: "code", value: stockItems.partNo },
  { label: "Store", value: named(stores.name, stockItems.storeId) },
] as const;

export const stockValuation: Report = {
  title: "Stock valuation",
  about: "Every item of stock with its quantity, rate and value today",
  subject: "stock",
  services: assetSide,
  from: sql`${stockItems}`,
  where: ({ db }) => db.ofOwner(stockItems, isNull(stockItems.deletedAt)),
  filters: {
    store: is(stockItems.storeId),
    vendor: is(stockItems.vendorId),
    stock: (word, { session, today }) =>
      entryOf<SQL>(
        {
          kept: isKept,
          out: isOut,
          still: isStill(startOfDay(addDays(today, -STILL_DAYS), session.company.timeZone)),
        },
        word,
      ),
  },
  key: [stockItems.name, stockItems.id],
  columns: (): ReportColumn[] => [
    ...item,
    { label: "Kind", value: stockItems.kind, words: stockKindWords },
    { label: "Vendor", value: named(vendors.name, stockItems.vendorId) },
    { label: "Quantity", as: "number", value: stockItems.quantity },
    { label: "Unit", value: stockItems.unit },
    { label: "Minimum", as: "number", value: stockItems.minQty },
    { label: "Rate", as: "money", value: stockItems.rateMinor },
    {
      label: "Value",
      as: "money",
      value: sql`${stockItems.quantity} * ${stockItems.rateMinor}`,
      isSummed: true,
    },
  ],
};

const isIn = sql.raw(stockIn.map((kind) => `'${kind}'`).join(", "));
const signed = sql`iif(${stockMovements.kind} in (${isIn}), ${stockMovements.qty}, -${stockMovements.qty})`;

export const stockLedger: Report = {
  title: "Stock ledger",
  about: "Every movement of stock in the order in which it happened, with what it came to",
  subject: "stock",
  services: assetSide,
  from: sql`${stockMovements} join ${stockItems} on ${pointsTo(stockMovements.stockItemId, stockItems)}`,
  where: ({ db }) => db.ofOwner(stockMovements),
  filters: {
    from: (day, asker) =>
      and(onInstants(stockMovements.at).from(day, asker), writtenFrom(stockMovements.id, day)),
    to: onInstants(stockMovements.at).to,
    store: is(stockItems.storeId),
    vendor: is(stockItems.vendorId),
  },
  key: [stockMovements.id],
  columns: (): ReportColumn[] => [
    { label: "At", as: "time", value: stockMovements.at },
    ...item,
    { label: "Movement", value: stockMovements.kind, words: movementWords },
    { label: "Quantity", as: "number", value: signed },
    { label: "Unit", value: stockItems.unit },
    { label: "Balance", as: "number", value: stockMovements.balanceAfter },
    { label: "Unit cost", as: "money", value: stockMovements.unitCostMinor },
    {
      label: "Value",
      as: "money",
      value: sql`${signed} * ${stockMovements.unitCostMinor}`,
      isSummed: true,
    },
    { label: "Party", value: stockMovements.party },
    { label: "By", value: stockMovements.actorName },
    { label: "Reason", value: stockMovements.reason, wide: 2 },
  ],
};
