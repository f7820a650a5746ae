import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  filled,
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
import { vendors } from "./masters.ts";
import { assetTransfers } from "./movement.ts";
import { users } from "./people.ts";
import { stockItems } from "./stores.ts";

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
    /** How many people approve it one after another, as the company had it when approval was asked for. */
    levels: integer().notNull().default(0),
    /** Those who have approved it, in the order of their levels. */
    approverIds: json<string[]>().notNull().default([]),
    submittedBy: text(),
    submittedAt: integer(),
    outBy: text(),
    outAt: integer(),
    closedBy: text(),
    closedAt: integer(),
    decisionReason: text(),
    /** The company's day on which the party was last asked for what is overdue. */
    chasedOn: day(),
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
    index("gate_passes_by_status").on(t.companyId, t.status, t.expectedReturnOn, t.id),
    index("gate_passes_to_approve").on(t.companyId, t.id).where(sql`status = 'pending_approval'`),
    index("gate_passes_by_vendor").on(t.companyId, t.vendorId, t.id),
    index("gate_passes_by_breakdown").on(t.companyId, t.breakdownId).where(filled(t.breakdownId)),
    index("gate_passes_by_transfer").on(t.companyId, t.transferId).where(filled(t.transferId)),
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
    /** What it was called when the pass was written. */
    name: text().notNull().default(""),
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
    photoMediaId: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.gatePassId, () => gatePasses),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.stockItemId, (): OwnedTarget => stockItems),
    inCompany(t, t.receivedBy, (): OwnedTarget => users),
    index("gate_pass_lines_by_pass").on(t.companyId, t.gatePassId),
    index("gate_pass_lines_by_asset").on(t.companyId, t.assetId),
    index("gate_pass_lines_by_item").on(t.companyId, t.stockItemId).where(filled(t.stockItemId)),
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

/** Who approved or rejected a pass at which level: append-only. */
export const gatePassApprovals = sqliteTable(
  "gate_pass_approvals",
  {
    ...bare,
    gatePassId: text().notNull(),
    level: integer().notNull(),
    userId: text().notNull(),
    userName: text().notNull(),
    decision: text({ enum: ["approved", "rejected"] }).notNull(),
    note: text(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.gatePassId, () => gatePasses),
    inCompany(t, t.userId, (): OwnedTarget => users),
    uniqueIndex("gate_pass_approvals_level").on(t.companyId, t.gatePassId, t.level),
    index("gate_pass_approvals_by_user").on(t.companyId, t.userId),
    oneOf("gate_pass_approvals_decision_known", t.decision, ["approved", "rejected"]),
  ],
);

/** A later day of return, and the one before it: append-only. */
export const gatePassExtensions = sqliteTable(
  "gate_pass_extensions",
  {
    ...bare,
    gatePassId: text().notNull(),
    oldOn: day().notNull(),
    newOn: day().notNull(),
    reason: text().notNull(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.gatePassId, () => gatePasses),
    index("gate_pass_extensions_by_pass").on(t.companyId, t.gatePassId, t.id),
  ],
);

/** What happened to a pass, in its order: append-only. */
export const gatePassEvents = sqliteTable(
  "gate_pass_events",
  {
    ...bare,
    gatePassId: text().notNull(),
    status: text({ enum: passStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.gatePassId, () => gatePasses),
    index("gate_pass_events_by_pass").on(t.companyId, t.gatePassId, t.id),
    oneOf("gate_pass_events_status_known", t.status, passStatuses),
  ],
);
