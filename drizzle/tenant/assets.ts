import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import {
  day,
  filled,
  flag,
  inCompany,
  json,
  keyAndChange,
  living,
  livingWith,
  minor,
  nocase,
  type OwnedTarget,
  oneOf,
  owned,
  ownedKey,
  uncounted,
  whole,
} from "../columns.ts";
import { conditions, criticalities, depreciationMethods } from "../words.ts";
import { media } from "./files.ts";
import { gatePasses } from "./gate-passes.ts";
import { categories, departments, locations, subCategories, vendors } from "./masters.ts";
import { assetTransfers } from "./movement.ts";
import { teams, users } from "./people.ts";
import { stockItems } from "./stores.ts";

export const lifecycles = ["received", "in_service", "standby", "condemned", "disposed"] as const;
export const condemnReasons = [
  "beyond_economic_repair",
  "obsolete",
  "unsafe",
  "surplus",
  "lost",
  "other",
] as const;
export const disposalModes = [
  "sale",
  "buyback",
  "ewaste",
  "donation",
  "scrap",
  "returned",
] as const;
export const accessoryKinds = [
  "probe",
  "cable",
  "battery",
  "sensor",
  "transducer",
  "adapter",
  "peripheral",
  "software",
  "other",
] as const;
export const accessoryConditions = ["new", "good", "fair", "needs_replacement", "missing"] as const;
export const ownerships = ["owned", "leased", "rental", "demo", "donated", "placement"] as const;

/** By year, in minor units: the service itself of PM reports and of all others, and parts. */
export type CostYears = Record<string, [pm: number, other: number, parts: number]>;

/** A device: what lists and rules need. The rest is in asset_details under the same id. */
export const assets = sqliteTable(
  "assets",
  {
    ...owned,
    assetCode: nocase().notNull(),
    name: nocase().notNull(),
    make: nocase(),
    model: nocase(),
    serialNo: nocase(),
    qrToken: text().notNull(),
    categoryId: text().notNull(),
    subCategoryId: text(),
    machineTypeId: text(),
    machineTypeName: text() /** As the catalogue called it when it was chosen. */,
    criticality: text({ enum: criticalities }).notNull().default("medium"),
    emFunction: integer(),
    emRisk: integer(),
    emMaint: integer(),
    emScore: integer(),
    departmentId: text().notNull(),
    locationId: text(),
    room: text(),
    inChargeName: text(),
    inChargePhone: text(),
    custodianUserId: text(),
    teamId: text(),
    lifecycle: text({ enum: lifecycles }).notNull().default("received"),
    condition: text({ enum: conditions }).notNull().default("working"),
    notLocatedSince: day(),
    ownership: text({ enum: ownerships }).notNull().default("owned"),
    vendorId: text(),
    purchaseOn: day(),
    purchaseCostMinor: minor(),
    isCostEstimated: flag(),
    putToUseOn: day(),
    warrantyStartOn: day(),
    warrantyEndOn: day(),
    endOfSupportOn: day(),
    /** How often PM and calibration are due; nothing: as its category. */
    pmMonths: integer(),
    calMonths: integer(),
    pmRequired: flag(true),
    calRequired: flag(),
    lastPmOn: day(),
    /** The first day on which an open PM is planned, and so for calibration: triggers of `due_occurrences` write them. */
    nextPmOn: day(),
    lastCalOn: day(),
    nextCalOn: day(),
    /** Columns that nothing reads or writes. */
    pmPlannedOn: day(),
    pmPlannedAt: integer(),
    pmReckonedOn: day(),
    lastServiceOn: day(),
    coverKind: text(),
    coverUntil: day(),
    openBreakdownCount: integer().notNull().default(0),
    isDown: flag(),
    openGatePassId: text(),
    openTransferId: text(),
    serviceCostMinor: minor().notNull().default(0),
    /** What its reports cost by year; together it is `service_cost_minor`. */
    costYears: json<CostYears>().notNull().default({}),
    /** "No" answers of the latest report with a checklist: shown in the list at once. */
    failedChecks: integer().notNull().default(0),
    photoMediaId: uncounted(text(), "shows a file; whoever takes the file away clears it"),
    deletedAt: integer(),
  },
  (t) => [
    ...keyAndChange("assets", t),
    inCompany(t, t.categoryId, () => categories),
    inCompany(t, t.subCategoryId, () => subCategories),
    inCompany(t, t.departmentId, () => departments),
    inCompany(t, t.locationId, () => locations),
    inCompany(t, t.custodianUserId, () => users),
    inCompany(t, t.teamId, () => teams),
    inCompany(t, t.vendorId, () => vendors),
    inCompany(t, t.openGatePassId, (): OwnedTarget => gatePasses),
    inCompany(t, t.openTransferId, (): OwnedTarget => assetTransfers),
    inCompany(t, t.photoMediaId, (): OwnedTarget => media),
    uniqueIndex("assets_asset_code").on(t.companyId, t.assetCode).where(living),
    uniqueIndex("assets_qr_token").on(t.companyId, t.qrToken),
    uniqueIndex("assets_serial_no")
      .on(t.companyId, t.make, t.model, t.serialNo)
      .where(livingWith(t.serialNo)),
    index("assets_by_name").on(t.companyId, t.name, t.id).where(living),
    index("assets_by_category").on(t.companyId, t.categoryId, t.assetCode).where(living),
    index("assets_by_department").on(t.companyId, t.departmentId, t.assetCode).where(living),
    index("assets_by_next_pm").on(t.companyId, t.nextPmOn, t.id).where(livingWith(t.nextPmOn)),
    index("assets_by_warranty_end")
      .on(t.companyId, t.warrantyEndOn, t.id)
      .where(livingWith(t.warrantyEndOn)),
    index("assets_by_department_next_pm")
      .on(t.companyId, t.departmentId, t.nextPmOn, t.id)
      .where(livingWith(t.nextPmOn)),
    index("assets_by_custodian")
      .on(t.companyId, t.custodianUserId, t.id)
      .where(filled(t.custodianUserId)),
    index("assets_by_next_cal").on(t.companyId, t.nextCalOn, t.id).where(livingWith(t.nextCalOn)),
    index("assets_by_cover_until")
      .on(t.companyId, t.coverUntil, t.id)
      .where(livingWith(t.coverUntil)),
    index("assets_by_sub_category_code")
      .on(t.companyId, t.subCategoryId, t.assetCode)
      .where(filled(t.subCategoryId)),
    index("assets_by_location").on(t.companyId, t.locationId, t.id).where(filled(t.locationId)),
    index("assets_by_team_code").on(t.companyId, t.teamId, t.assetCode).where(filled(t.teamId)),
    index("assets_by_vendor_code")
      .on(t.companyId, t.vendorId, t.assetCode)
      .where(filled(t.vendorId)),
    index("assets_not_located").on(t.companyId, t.assetCode).where(livingWith(t.notLocatedSince)),
    index("assets_with_failed_checks")
      .on(t.companyId, t.assetCode)
      .where(sql`failed_checks > 0 and deleted_at is null`),
    index("assets_with_open_calls")
      .on(t.companyId, t.assetCode)
      .where(sql`open_breakdown_count > 0 and deleted_at is null`),
    index("assets_in_other_condition")
      .on(t.companyId, t.condition, t.assetCode)
      .where(sql`condition <> 'working' and deleted_at is null`),
    index("assets_in_other_lifecycle")
      .on(t.companyId, t.lifecycle, t.assetCode)
      .where(sql`lifecycle <> 'in_service' and deleted_at is null`),
    index("assets_on_standby_by_type")
      .on(t.companyId, t.machineTypeId, t.id)
      .where(sql`lifecycle = 'standby' and deleted_at is null`),
    index("assets_by_machine_type")
      .on(t.companyId, t.machineTypeId, t.id)
      .where(filled(t.machineTypeId)),
    oneOf("assets_criticality_known", t.criticality, criticalities),
    oneOf("assets_lifecycle_known", t.lifecycle, lifecycles),
    oneOf("assets_condition_known", t.condition, conditions),
    oneOf("assets_ownership_known", t.ownership, ownerships),
    check("assets_cost_not_negative", sql`coalesce(${t.purchaseCostMinor}, 0) >= 0`),
    check(
      "assets_warranty_in_order",
      sql`${t.warrantyEndOn} is null or ${t.warrantyStartOn} is null or ${t.warrantyEndOn} >= ${t.warrantyStartOn}`,
    ),
    ...whole(
      "assets",
      t.version,
      t.purchaseCostMinor,
      t.serviceCostMinor,
      t.openBreakdownCount,
      t.failedChecks,
      t.emScore,
    ),
  ],
);

/** The rest of a device, 1:1 under the same id. */
export const assetDetails = sqliteTable(
  "asset_details",
  {
    ...owned,
    id: uncounted(text().notNull(), "the rest of the device, under its own id"),
    poNo: text(),
    invoiceNo: text(),
    invoiceOn: day(),
    taxMinor: minor(),
    funding: text({ enum: ["capex", "opex", "grant", "lease", "loan"] }),
    manufacturedOn: day(),
    installedOn: day(),
    commissionedOn: day(),
    expectedLifeYears: integer(),
    depMethod: text({ enum: depreciationMethods }),
    usefulLifeMonths: integer(),
    salvageMinor: minor(),
    depRateBp: integer(),
    udi: text(),
    nomenclatureSystem: text({ enum: ["none", "gmdn", "umdns", "ecri", "emdn"] }),
    nomenclatureCode: text(),
    deviceClass: text(),
    power: text(),
    voltage: text(),
    softwareVersion: text(),
    ip: text(),
    mac: text(),
    appliedPart: text({ enum: ["B", "BF", "CF"] }),
    protectionClass: text({ enum: ["I", "II", "internal"] }),
    specJson: json<Record<string, unknown>>().notNull().default({}),
    remarks: text(),
    condemnedOn: day(),
    condemnReason: text({ enum: condemnReasons }),
    condemnApprovedBy: text(),
    disposedOn: day(),
    disposalMode: text({ enum: disposalModes }),
    disposalValueMinor: minor(),
    disposalRef: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.id, () => assets),
    inCompany(t, t.condemnApprovedBy, () => users),
    ...whole(
      "asset_details",
      t.taxMinor,
      t.salvageMinor,
      t.depRateBp,
      t.usefulLifeMonths,
      t.disposalValueMinor,
    ),
  ],
);

/** What belongs to a device. */
export const assetAccessories = sqliteTable(
  "asset_accessories",
  {
    ...owned,
    archivedAt: integer(),
    assetId: text().notNull(),
    name: text().notNull(),
    kind: text({ enum: accessoryKinds }).notNull(),
    partNo: text(),
    serialNo: text(),
    qty: integer().notNull().default(1),
    condition: text({ enum: accessoryConditions }).notNull().default("good"),
    costMinor: minor(),
    installedOn: day(),
    warrantyEndOn: day(),
    replaceEveryMonths: integer(),
    stockItemId: text(),
    remarks: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.assetId, () => assets),
    inCompany(t, t.stockItemId, (): OwnedTarget => stockItems),
    index("asset_accessories_by_asset").on(t.companyId, t.assetId),
    index("asset_accessories_by_stock_item").on(t.companyId, t.stockItemId),
    check(
      "accessory_qty_fits_serial",
      sql`${t.qty} >= 1 and (${t.serialNo} is null or ${t.qty} = 1)`,
    ),
    ...whole("asset_accessories", t.qty, t.costMinor),
  ],
);
