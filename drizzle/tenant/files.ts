import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { logColumns } from "../both.ts";
import {
  bare,
  day,
  filled,
  flag,
  inCompany,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { assets } from "./assets.ts";
import { breakdowns } from "./breakdowns.ts";
import { companyProfiles } from "./company.ts";
import { gatePasses } from "./gate-passes.ts";
import { serviceReports } from "./maintenance.ts";
import { contracts, vendors } from "./masters.ts";
import { assetTransfers } from "./movement.ts";
import { users } from "./people.ts";
import { stockItems } from "./stores.ts";

export const mediaKinds = [
  "photo",
  "document",
  "report_media",
  "avatar",
  "logo",
  "licence",
  "manual",
  "invoice",
  "calibration",
  "other",
] as const;
/** What a file of a device may be. */
export const assetFileKinds = [
  "photo",
  "document",
  "licence",
  "manual",
  "invoice",
  "other",
] as const;
export type AssetFileKind = (typeof assetFileKinds)[number];
export const ownerKinds = [
  "asset",
  "breakdown",
  "service_report",
  "contract",
  "vendor",
  "gate_pass",
  "transfer",
  "stock_item",
  "user",
  "profile",
  "calibration",
] as const;

/** Files that are valid until a day, as their index and its queries say it. */
export const endingMediaWhere = "valid_until is not null and deleted_at is null";

/** Every stored file: served only through its row, looked up in the company. */
export const media = sqliteTable(
  "media",
  {
    ...owned,
    kind: text({ enum: mediaKinds }).notNull(),
    ownerKind: text({ enum: ownerKinds }).notNull(),
    assetId: text(),
    breakdownId: text(),
    serviceReportId: text(),
    contractId: text(),
    vendorId: text(),
    gatePassId: text(),
    transferId: text(),
    stockItemId: uncounted(text(), "the picture of the item"),
    userId: text(),
    profileId: text(),
    objectKey: text().notNull(),
    fileName: text().notNull(),
    mime: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    /** Bytes of its thumbnails together; null when it has none. */
    thumbnailBytes: integer(),
    validUntil: day(),
    isCurrent: flag(true),
    uploadedBy: text(),
    uploadedAt: integer().notNull(),
    deletedAt: integer(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    inCompany(t, t.breakdownId, (): OwnedTarget => breakdowns),
    inCompany(t, t.serviceReportId, (): OwnedTarget => serviceReports),
    inCompany(t, t.contractId, (): OwnedTarget => contracts),
    inCompany(t, t.vendorId, (): OwnedTarget => vendors),
    inCompany(t, t.gatePassId, (): OwnedTarget => gatePasses),
    inCompany(t, t.transferId, (): OwnedTarget => assetTransfers),
    inCompany(t, t.stockItemId, (): OwnedTarget => stockItems),
    inCompany(t, t.userId, (): OwnedTarget => users),
    inCompany(t, t.profileId, (): OwnedTarget => companyProfiles),
    inCompany(t, t.uploadedBy, (): OwnedTarget => users),
    uniqueIndex("media_object_key").on(t.companyId, t.objectKey),
    index("media_by_asset").on(t.companyId, t.assetId).where(filled(t.assetId)),
    index("media_by_breakdown").on(t.companyId, t.breakdownId).where(filled(t.breakdownId)),
    index("media_by_service_report")
      .on(t.companyId, t.serviceReportId)
      .where(filled(t.serviceReportId)),
    index("media_by_contract").on(t.companyId, t.contractId).where(filled(t.contractId)),
    index("media_by_vendor").on(t.companyId, t.vendorId).where(filled(t.vendorId)),
    index("media_by_gate_pass").on(t.companyId, t.gatePassId).where(filled(t.gatePassId)),
    index("media_by_transfer").on(t.companyId, t.transferId).where(filled(t.transferId)),
    index("media_by_stock_item").on(t.companyId, t.stockItemId).where(filled(t.stockItemId)),
    index("media_by_user").on(t.companyId, t.userId).where(filled(t.userId)),
    index("media_by_uploader").on(t.companyId, t.uploadedBy).where(filled(t.uploadedBy)),
    index("media_to_purge")
      .on(t.companyId, t.deletedAt)
      .where(sql`deleted_at is not null and object_key >= 'c/' and object_key < 'c0'`),
    index("media_ending").on(t.companyId, t.validUntil, t.id).where(sql.raw(endingMediaWhere)),
    oneOf("media_kind_known", t.kind, mediaKinds),
    check(
      "media_one_owner",
      sql`${t.ownerKind} in ('asset','breakdown','service_report','contract','vendor','gate_pass','transfer','stock_item','user','profile','calibration')
      and (${t.assetId} is not null) = (${t.ownerKind} = 'asset')
      and (${t.breakdownId} is not null) = (${t.ownerKind} = 'breakdown')
      and (${t.serviceReportId} is not null) = (${t.ownerKind} = 'service_report')
      and (${t.contractId} is not null) = (${t.ownerKind} = 'contract')
      and (${t.vendorId} is not null) = (${t.ownerKind} = 'vendor')
      and (${t.gatePassId} is not null) = (${t.ownerKind} = 'gate_pass')
      and (${t.transferId} is not null) = (${t.ownerKind} = 'transfer')
      and (${t.stockItemId} is not null) = (${t.ownerKind} = 'stock_item')
      and (${t.userId} is not null) = (${t.ownerKind} = 'user')
      and (${t.profileId} is not null) = (${t.ownerKind} = 'profile')`,
    ),
    ...whole("media", t.version, t.bytes),
  ],
);

/** The entries that tell where a device was, as their index and its query say them. */
export const movementWhere =
  "action in ('create.asset', 'move.asset', 'not_located.asset', 'found.asset')";

/** Who changed what: append-only, sealed later into a chain of hashes. */
export const activityLog = sqliteTable(
  "activity_log",
  {
    ...bare,
    ...logColumns,
    actorKind: text({ enum: ["user", "staff", "system", "public", "api_key"] }).notNull(),
    via: text({ enum: ["web", "api", "qr", "import", "system"] }).notNull(),
    assetId: text(),
  },
  (t) => [
    ownedKey(t),
    index("activity_log_by_asset").on(t.companyId, t.assetId, t.id).where(filled(t.assetId)),
    index("activity_log_movements").on(t.companyId, t.assetId, t.id).where(sql.raw(movementWhere)),
    index("activity_log_by_entity").on(t.companyId, t.entityId, t.id).where(sql`asset_id is null`),
    index("activity_log_by_actor").on(t.companyId, t.actorId, t.id).where(filled(t.actorId)),
    index("activity_log_unsealed").on(t.companyId, t.id).where(sql`seq is null`),
    uniqueIndex("activity_log_seq").on(t.companyId, t.seq).where(filled(t.seq)),
    uniqueIndex("activity_log_prev_hash").on(t.companyId, t.prevHash).where(filled(t.prevHash)),
  ],
);
