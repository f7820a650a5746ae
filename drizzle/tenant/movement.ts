import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  day,
  flag,
  inCompany,
  json,
  minor,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { breakdowns } from "./breakdowns.ts";
import { departments, locations, vendors } from "./masters.ts";
import { users } from "./people.ts";
import { stockItems } from "./stores.ts";

export const transferStatuses = [
  "draft",
  "requested",
  "approved",
  "rejected",
  "dispatched",
  "received",
  "received_with_discrepancy",
  "returned",
  "cancelled",
] as const;

/** Moving assets between Locations. */
export const assetTransfers = sqliteTable(
  "asset_transfers",
  {
    ...owned,
    number: nocase().notNull(),
    kind: text({ enum: ["permanent", "temporary"] }).notNull(),
    fromDepartmentId: text().notNull(),
    toDepartmentId: text().notNull(),
    fromLocationId: text(),
    toLocationId: text(),
    reason: text().notNull(),
    dueBackOn: day(),
    status: text({ enum: transferStatuses }).notNull().default("draft"),
    requestedBy: text(),
    requestedAt: integer(),
    approvedBy: text(),
    approvedAt: integer(),
    dispatchedBy: text(),
    dispatchedAt: integer(),
    receivedBy: text(),
    receivedAt: integer(),
    returnedAt: integer(),
    decisionReason: text(),
    remarks: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.fromDepartmentId, (): OwnedTarget => departments),
    inCompany(t, t.toDepartmentId, (): OwnedTarget => departments),
    inCompany(t, t.fromLocationId, (): OwnedTarget => locations),
    inCompany(t, t.toLocationId, (): OwnedTarget => locations),
    inCompany(t, t.requestedBy, (): OwnedTarget => users),
    inCompany(t, t.approvedBy, (): OwnedTarget => users),
    inCompany(t, t.dispatchedBy, (): OwnedTarget => users),
    inCompany(t, t.receivedBy, (): OwnedTarget => users),
    uniqueIndex("asset_transfers_number").on(t.companyId, t.number),
    index("asset_transfers_by_status").on(t.companyId, t.status, t.requestedAt),
    index("asset_transfers_by_target").on(t.companyId, t.toDepartmentId, t.status),
    index("asset_transfers_by_source").on(t.companyId, t.fromDepartmentId, t.status),
    oneOf("asset_transfers_status_known", t.status, transferStatuses),
    check(
      "transfer_goes_somewhere",
      sql`${t.fromDepartmentId} <> ${t.toDepartmentId} or coalesce(${t.fromLocationId}, '') <> coalesce(${t.toLocationId}, '')`,
    ),
  ],
);

export const passStatuses = [
  "draft",
  "pending_approval",
  "approved",
  "rejected",
  "out",
  "partially_returned",
  "returned",
  "closed",
  "cancelled",
  "written_off",
] as const;

/** Things that leave the site. */
export const gatePasses = sqliteTable(
  "gate_passes",
  {
    ...owned,
    number: nocase().notNull(),
    kind: text({ enum: ["returnable", "non_returnable"] }).notNull(),
    purpose: text({
      enum: [
        "repair",
        "calibration",
        "demo_return",
        "loan",
        "refill",
        "condemn_sale",
        "inter_site",
        "other",
      ],
    }).notNull(),
    vendorId: text(),
    partyName: text(),
    partyAddress: text(),
    carrierName: text().notNull(),
    carrierPhone: text(),
    carrierIdProof: text(),
    vehicleNo: text(),
    expectedReturnOn: day(),
    breakdownId: text(),
    transferId: text(),
    status: text({ enum: passStatuses }).notNull().default("draft"),
    outBy: text(),
    outAt: integer(),
    closedAt: integer(),
    remarks: text(),
    printedCount: integer().notNull().default(0),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.vendorId, (): OwnedTarget => vendors),
    inCompany(t, t.breakdownId, (): OwnedTarget => breakdowns),
    inCompany(t, t.transferId, () => assetTransfers),
    inCompany(t, t.outBy, (): OwnedTarget => users),
    uniqueIndex("gate_passes_number").on(t.companyId, t.number),
    index("gate_passes_by_status").on(t.companyId, t.status, t.expectedReturnOn),
    index("gate_passes_by_vendor").on(t.companyId, t.vendorId),
    oneOf("gate_passes_status_known", t.status, passStatuses),
    check("pass_has_party", sql`${t.vendorId} is not null or ${t.partyName} is not null`),
  ],
);

export const gatePassLines = sqliteTable(
  "gate_pass_lines",
  {
    ...owned,
    gatePassId: text().notNull(),
    assetId: text(),
    stockItemId: text(),
    description: text(),
    serialNo: text(),
    qty: integer().notNull().default(1),
    estValueMinor: minor(),
    accessoryIds: json<string[]>().notNull().default([]),
    conditionOut: text().notNull(),
    returnedQty: integer().notNull().default(0),
    conditionIn: text(),
    returnedAt: integer(),
    receivedBy: text(),
    isOpen: flag(true),
    remark: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.gatePassId, () => gatePasses),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.stockItemId, (): OwnedTarget => stockItems),
    inCompany(t, t.receivedBy, (): OwnedTarget => users),
    index("gate_pass_lines_by_pass").on(t.companyId, t.gatePassId),
    index("gate_pass_lines_by_asset").on(t.companyId, t.assetId),
    uniqueIndex("one_open_pass_per_asset")
      .on(t.companyId, t.assetId)
      .where(sql`asset_id is not null and is_open = 1`),
    check(
      "pass_line_one_thing",
      sql`(${t.assetId} is not null) + (${t.stockItemId} is not null) + (${t.description} is not null) = 1`,
    ),
    check("returned_within_qty", sql`${t.returnedQty} between 0 and ${t.qty}`),
    ...whole("gate_pass_lines", t.qty, t.returnedQty, t.estValueMinor),
  ],
);
