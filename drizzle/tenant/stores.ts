import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
  flag,
  inCompany,
  keyAndChange,
  living,
  livingWith,
  master,
  minor,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { media } from "./files.ts";
import { gatePassLines } from "./gate-passes.ts";
import { importJobs } from "./imports.ts";
import { serviceReportParts } from "./maintenance.ts";
import { departments, vendors } from "./masters.ts";
import { users } from "./people.ts";

/** Where parts are kept. */
export const stores = sqliteTable(
  "stores",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    code: nocase(),
    departmentId: text(),
    keeperUserId: text(),
    isDefault: flag(),
  },
  (t) => [
    ...keyAndChange("stores", t),
    inCompany(t, t.departmentId, () => departments),
    inCompany(t, t.keeperUserId, () => users),
    uniqueIndex("stores_name").on(t.companyId, t.name).where(living),
    uniqueIndex("stores_code").on(t.companyId, t.code).where(livingWith(t.code)),
    uniqueIndex("stores_one_default")
      .on(t.companyId)
      .where(sql`is_default = 1 and deleted_at is null`),
    index("stores_by_department").on(t.companyId, t.departmentId),
    index("stores_by_keeper").on(t.companyId, t.keeperUserId),
  ],
);

export const stockKinds = ["spare", "consumable", "accessory", "tool"] as const;

/** A part or consumable in one store; its quantity is a cache of the ledger. */
export const stockItems = sqliteTable(
  "stock_items",
  {
    ...owned,
    ...master,
    storeId: text().notNull(),
    name: nocase().notNull(),
    partNo: nocase(),
    kind: text({ enum: stockKinds }).notNull().default("spare"),
    unit: text().notNull().default("pcs"),
    rateMinor: minor().notNull().default(0),
    quantity: integer().notNull().default(0),
    minQty: integer(),
    maxQty: integer(),
    reorderQty: integer(),
    rack: text(),
    bin: text(),
    hasBatches: flag(),
    hasExpiry: flag(),
    vendorId: text(),
    isActive: flag(true),
    lowStockNotifiedAt: integer(),
    imageMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    /** The earliest expiry among its batches with a quantity: a cache of them. */
    nextExpiryOn: day(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.storeId, () => stores),
    inCompany(t, t.vendorId, () => vendors),
    inCompany(t, t.imageMediaId, (): OwnedTarget => media),
    uniqueIndex("stock_items_name").on(t.companyId, t.storeId, t.name).where(living),
    uniqueIndex("stock_items_part_no")
      .on(t.companyId, t.storeId, t.partNo)
      .where(livingWith(t.partNo)),
    index("stock_items_by_name").on(t.companyId, t.name, t.id).where(living),
    index("stock_items_by_vendor_name")
      .on(t.companyId, t.vendorId, t.name, t.id)
      .where(livingWith(t.vendorId)),
    index("stock_items_expiring")
      .on(t.companyId, t.nextExpiryOn, t.id)
      .where(livingWith(t.nextExpiryOn)),
    index("stock_items_low_untold")
      .on(t.companyId, t.id)
      .where(
        sql`quantity <= min_qty and low_stock_notified_at is null and is_active = 1 and archived_at is null and deleted_at is null`,
      ),
    index("stock_items_no_longer_low")
      .on(t.companyId, t.id)
      .where(sql`low_stock_notified_at is not null and (min_qty is null or quantity > min_qty)`),
    index("stock_items_by_kind").on(t.companyId, t.kind, t.name, t.id).where(living),
    index("stock_items_low_by_name")
      .on(t.companyId, t.name, t.id)
      .where(sql`quantity <= min_qty and deleted_at is null`),
    index("stock_items_out_by_name")
      .on(t.companyId, t.name, t.id)
      .where(sql`quantity = 0 and deleted_at is null`),
    index("stock_items_inactive")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_active = 0 and deleted_at is null`),
    index("stock_items_archived").on(t.companyId, t.name, t.id).where(livingWith(t.archivedAt)),
    check("stock_not_negative", sql`${t.quantity} >= 0`),
    check("stock_items_rate_not_negative", sql`${t.rateMinor} >= 0`),
    oneOf("stock_items_kind_known", t.kind, stockKinds),
    ...whole("stock_items", t.version, t.rateMinor, t.quantity, t.minQty, t.maxQty, t.reorderQty),
  ],
);

export const stockIn = [
  "opening",
  "receipt",
  "return_service",
  "adjust_plus",
  "transfer_in",
] as const;
export const stockOut = [
  "issue",
  "issue_service",
  "adjust_minus",
  "transfer_out",
  "scrap",
  "return_vendor",
] as const;
export const movementKinds = [...stockIn, ...stockOut] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Append-only ledger of every quantity; the direction comes from the kind. */
export const stockMovements = sqliteTable(
  "stock_movements",
  {
    ...bare,
    stockItemId: text().notNull(),
    kind: text({ enum: movementKinds }).notNull(),
    qty: integer().notNull(),
    unitCostMinor: minor().notNull(),
    balanceAfter: integer().notNull(),
    seq: integer().notNull(),
    serviceReportPartId: text(),
    gatePassLineId: text(),
    pairId: text(),
    importJobId: text(),
    batchNo: text(),
    expiryOn: day(),
    reason: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
    /** Who gave or got it, as it was called then: a vendor, a person, another store. */
    party: text(),
    billNo: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.stockItemId, () => stockItems),
    inCompany(t, t.serviceReportPartId, (): OwnedTarget => serviceReportParts),
    inCompany(t, t.gatePassLineId, (): OwnedTarget => gatePassLines),
    inCompany(t, t.pairId, (): OwnedTarget => stockMovements),
    inCompany(t, t.importJobId, () => importJobs),
    uniqueIndex("stock_movements_seq").on(t.companyId, t.stockItemId, t.seq),
    // SQLite asks for the other half of a pair whenever one is inserted.
    index("stock_movements_by_pair").on(t.companyId, t.pairId).where(filled(t.pairId)),
    index("stock_movements_by_gate_pass_line")
      .on(t.companyId, t.gatePassLineId)
      .where(filled(t.gatePassLineId)),
    index("stock_movements_by_import").on(t.companyId, t.importJobId).where(filled(t.importJobId)),
    index("stock_movements_receipts")
      .on(t.companyId, t.stockItemId, t.seq)
      .where(sql`kind = 'receipt'`),
    check("movement_qty_positive", sql`${t.qty} > 0`),
    check("stock_movements_balance_not_negative", sql`${t.balanceAfter} >= 0`),
    oneOf("stock_movements_kind_known", t.kind, movementKinds),
    ...whole("stock_movements", t.qty, t.unitCostMinor, t.balanceAfter, t.seq),
  ],
);

/** What is there of one batch of an item that is kept by batch or expiry; empty text where it has no number or no expiry. */
export const stockBatches = sqliteTable(
  "stock_batches",
  {
    ...bare,
    stockItemId: uncounted(text().notNull(), "the movement that brought the batch is asked"),
    batchNo: nocase().notNull().default(""),
    expiryOn: text().notNull().default(""),
    quantity: integer().notNull().default(0),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.stockItemId, () => stockItems),
    uniqueIndex("stock_batches_batch").on(t.companyId, t.stockItemId, t.expiryOn, t.batchNo),
    check("stock_batch_not_negative", sql`${t.quantity} >= 0`),
    ...whole("stock_batches", t.quantity),
  ],
);

/** Append-only: what a movement took from a batch (less than 0) or put into it. */
export const stockBatchMoves = sqliteTable(
  "stock_batch_moves",
  {
    ...bare,
    movementId: text().notNull(),
    stockBatchId: text().notNull(),
    serviceReportPartId: text(),
    qty: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.movementId, () => stockMovements),
    inCompany(t, t.stockBatchId, () => stockBatches),
    inCompany(t, t.serviceReportPartId, (): OwnedTarget => serviceReportParts),
    index("stock_batch_moves_by_movement").on(t.companyId, t.movementId),
    index("stock_batch_moves_by_part")
      .on(t.companyId, t.serviceReportPartId)
      .where(filled(t.serviceReportPartId)),
    check("stock_batch_move_not_zero", sql`${t.qty} <> 0`),
    ...whole("stock_batch_moves", t.qty),
  ],
);

/** The machine types of the shared catalogue that an item fits, by the names they had. */
export const stockItemMachineTypes = sqliteTable(
  "stock_item_machine_types",
  {
    ...bare,
    stockItemId: uncounted(text().notNull(), "a line of the item"),
    machineTypeId: text().notNull(),
    machineTypeName: text().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.stockItemId, () => stockItems),
    uniqueIndex("stock_item_machine_types_type").on(t.companyId, t.stockItemId, t.machineTypeId),
    index("stock_item_machine_types_by_type").on(t.companyId, t.machineTypeId, t.stockItemId),
  ],
);
