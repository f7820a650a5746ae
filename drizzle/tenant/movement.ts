import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  bare,
  day,
  flag,
  inCompany,
  json,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { media } from "./files.ts";
import { departments, locations } from "./masters.ts";
import { users } from "./people.ts";

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

/** What has arrived and is to come back, as its index and its queries say it. */
export const lentWhere =
  "kind = 'temporary' and returned_at is null and status in ('received', 'received_with_discrepancy')";

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
    returnedBy: text(),
    returnedAt: integer(),
    decisionReason: text(),
    remarks: text(),
    /** How many devices it has, and the first of them as people read it: lists show these without reading its lines. */
    assetCount: integer().notNull().default(0),
    firstAsset: text().notNull().default(""),
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
    index("asset_transfers_by_status").on(t.companyId, t.status, t.id),
    index("asset_transfers_by_target").on(t.companyId, t.toDepartmentId, t.status, t.id),
    index("asset_transfers_by_source").on(t.companyId, t.fromDepartmentId, t.status, t.id),
    index("asset_transfers_lent").on(t.companyId, t.id).where(sql.raw(lentWhere)),
    index("asset_transfers_due_back").on(t.companyId, t.dueBackOn, t.id).where(sql.raw(lentWhere)),
    oneOf("asset_transfers_status_known", t.status, transferStatuses),
    check(
      "transfer_goes_somewhere",
      sql`${t.fromDepartmentId} <> ${t.toDepartmentId} or coalesce(${t.fromLocationId}, '') <> coalesce(${t.toLocationId}, '')`,
    ),
  ],
);

export const lineConditions = ["good", "fair", "damaged"] as const;
const lineStatuses = ["pending", "accepted", "rejected"] as const;

/** A device of a transfer. Its place changes only when the line is accepted, and back on return. */
export const assetTransferLines = sqliteTable(
  "asset_transfer_lines",
  {
    ...owned,
    transferId: text().notNull(),
    assetId: text().notNull(),
    /** As it was called when the transfer was asked for; who receives it may not see it yet. */
    assetCode: text().notNull(),
    assetName: text().notNull(),
    isOpen: flag(true),
    accessoryIds: json<string[]>().notNull().default([]),
    conditionOut: text({ enum: lineConditions }).notNull(),
    conditionIn: text({ enum: lineConditions }),
    /** How it came back from where it was lent to. */
    conditionBack: text({ enum: lineConditions }),
    status: text({ enum: lineStatuses }).notNull().default("pending"),
    discrepancy: text(),
    /** Where it stood when it was sent, so that it comes back there. */
    fromLocationId: uncounted(text(), "where it stood before; the transfer names its places"),
    fromRoom: text(),
    photoMediaId: uncounted(text(), "shows a file of the transfer"),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.transferId, () => assetTransfers),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.fromLocationId, (): OwnedTarget => locations),
    inCompany(t, t.photoMediaId, (): OwnedTarget => media),
    uniqueIndex("asset_transfer_lines_pair").on(t.companyId, t.transferId, t.assetId),
    index("asset_transfer_lines_by_asset").on(t.companyId, t.assetId),
    uniqueIndex("one_open_transfer_per_asset").on(t.companyId, t.assetId).where(sql`is_open = 1`),
    oneOf("asset_transfer_lines_status_known", t.status, lineStatuses),
    oneOf("asset_transfer_lines_condition_out_known", t.conditionOut, lineConditions),
    oneOf("asset_transfer_lines_condition_in_known", t.conditionIn, lineConditions),
  ],
);

/** What happened to a transfer, in its order: append-only. */
export const transferEvents = sqliteTable(
  "transfer_events",
  {
    ...bare,
    transferId: text().notNull(),
    status: text({ enum: transferStatuses }).notNull(),
    note: text(),
    actorId: text(),
    actorName: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.transferId, () => assetTransfers),
    index("transfer_events_by_transfer").on(t.companyId, t.transferId, t.id),
    oneOf("transfer_events_status_known", t.status, transferStatuses),
  ],
);
