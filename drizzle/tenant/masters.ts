import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  day,
  filled,
  flag,
  inCompany,
  json,
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
  whole,
} from "../columns.ts";
import { criticalities, depreciationMethods } from "../words.ts";
import { assets } from "./assets.ts";

/** A field a category adds to its assets. */
export type CategoryField = {
  key: string;
  label: string;
  type: "text" | "number" | "date" | "bool" | "option";
  required?: boolean;
  options?: string[];
};

const defaults = {
  defaultCriticality: text({ enum: criticalities }),
  defaultPmMonths: integer(),
  defaultCalMonths: integer(),
  defaultDepMethod: text({ enum: depreciationMethods }),
  defaultLifeMonths: integer(),
};

/** Kind of equipment. */
export const categories = sqliteTable(
  "categories",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    code: nocase(),
    description: text(),
    /** Other words by which its devices are found. */
    synonyms: text(),
    icon: text(),
    ...defaults,
    fieldSchema: json<CategoryField[]>().notNull().default([]),
    /** Keys of fields that were taken out, with their types: assets may still hold values under them. */
    retiredFields: json<Record<string, CategoryField["type"]>>().notNull().default({}),
  },
  (t) => [
    ...keyAndChange("categories", t),
    uniqueIndex("categories_name").on(t.companyId, t.name).where(living),
    uniqueIndex("categories_code").on(t.companyId, t.code).where(livingWith(t.code)),
    index("categories_by_state").on(t.companyId, t.archivedAt, t.name),
    oneOf("categories_default_criticality_known", t.defaultCriticality, criticalities),
    check(
      "categories_intervals_in_range",
      sql`coalesce(${t.defaultPmMonths}, 1) between 1 and 120 and coalesce(${t.defaultCalMonths}, 1) between 1 and 120`,
    ),
    ...whole("categories", t.version, t.defaultPmMonths, t.defaultCalMonths, t.defaultLifeMonths),
  ],
);

export const subCategories = sqliteTable(
  "sub_categories",
  { ...owned, ...master, categoryId: text().notNull(), name: nocase().notNull(), ...defaults },
  (t) => [
    ...keyAndChange("sub_categories", t),
    inCompany(t, t.categoryId, () => categories),
    uniqueIndex("sub_categories_name").on(t.companyId, t.categoryId, t.name).where(living),
    index("sub_categories_by_name").on(t.companyId, t.name, t.id).where(living),
  ],
);

export const locationLevels = ["city", "site", "building", "floor", "room"] as const;

/** Where a device stands: Floor/City/Site. */
export const locations = sqliteTable(
  "locations",
  {
    ...owned,
    ...master,
    parentId: text(),
    level: text({ enum: locationLevels }).notNull(),
    name: nocase().notNull(),
    code: nocase(),
    address: text(),
    postalCode: text(),
    lat: real(),
    lng: real(),
    path: text().notNull(),
    pathIds: text().notNull(),
    depth: integer().notNull(),
  },
  (t) => [
    ...keyAndChange("locations", t),
    inCompany(t, t.parentId, (): OwnedTarget => locations),
    uniqueIndex("locations_name").on(t.companyId, t.parentId, t.name).where(livingWith(t.parentId)),
    uniqueIndex("locations_root_name")
      .on(t.companyId, t.name)
      .where(sql`parent_id is null and deleted_at is null`),
    uniqueIndex("locations_code").on(t.companyId, t.code).where(livingWith(t.code)),
    index("locations_by_parent").on(t.companyId, t.parentId).where(filled(t.parentId)),
    index("locations_by_path").on(t.companyId, t.pathIds),
    index("locations_in_order").on(t.companyId, t.path, t.id).where(living),
    index("locations_archived").on(t.companyId, t.path, t.id).where(livingWith(t.archivedAt)),
    oneOf("locations_level_known", t.level, locationLevels),
  ],
);

export const departmentKinds = ["clinical", "diagnostic", "support", "admin", "store"] as const;

/** Who a device belongs to; labelled Locations. */
export const departments = sqliteTable(
  "departments",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    code: nocase(),
    locationId: text(),
    kind: text({ enum: departmentKinds }),
    headName: text(),
    headPhone: text(),
    headEmail: text(),
    costCentre: text(),
    pmBaseMonth: integer(),
  },
  (t) => [
    ...keyAndChange("departments", t),
    inCompany(t, t.locationId, () => locations),
    uniqueIndex("departments_name").on(t.companyId, t.name).where(living),
    uniqueIndex("departments_code").on(t.companyId, t.code).where(livingWith(t.code)),
    index("departments_by_state").on(t.companyId, t.archivedAt, t.name),
    index("departments_by_location").on(t.companyId, t.locationId),
    oneOf("departments_kind_known", t.kind, departmentKinds),
    check("departments_pm_base_month_in_year", sql`coalesce(${t.pmBaseMonth}, 1) between 1 and 12`),
    ...whole("departments", t.version, t.pmBaseMonth),
  ],
);

/** Makers, suppliers, service partners, labs. */
export const vendors = sqliteTable(
  "vendors",
  {
    ...owned,
    ...master,
    name: nocase().notNull(),
    code: nocase(),
    isManufacturer: flag(),
    isSupplier: flag(),
    isService: flag(),
    isCalibrationLab: flag(),
    isAmcProvider: flag(),
    isTransporter: flag(),
    taxIds: json<{ label: string; value: string }[]>().notNull().default([]),
    contactName: text(),
    phone: text().notNull(),
    email: text(),
    altContactName: text(),
    altPhone: text(),
    altEmail: text(),
    address: text(),
    city: text(),
    region: text(),
    postalCode: text(),
    country: text(),
    website: text(),
    bankNote: text(),
    accreditationNo: text(),
    accreditationValidUntil: day(),
    rating: integer(),
  },
  (t) => [
    ...keyAndChange("vendors", t),
    uniqueIndex("vendors_name").on(t.companyId, t.name).where(living),
    uniqueIndex("vendors_code").on(t.companyId, t.code).where(livingWith(t.code)),
    index("vendors_by_state").on(t.companyId, t.archivedAt, t.name),
    index("vendors_manufacturers")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_manufacturer = 1 and deleted_at is null`),
    index("vendors_suppliers")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_supplier = 1 and deleted_at is null`),
    index("vendors_services")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_service = 1 and deleted_at is null`),
    index("vendors_calibration_labs")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_calibration_lab = 1 and deleted_at is null`),
    index("vendors_amc_providers")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_amc_provider = 1 and deleted_at is null`),
    index("vendors_transporters")
      .on(t.companyId, t.name, t.id)
      .where(sql`is_transporter = 1 and deleted_at is null`),
    check(
      "vendor_has_kind",
      sql`${t.isManufacturer} + ${t.isSupplier} + ${t.isService} + ${t.isCalibrationLab} + ${t.isAmcProvider} + ${t.isTransporter} > 0`,
    ),
    ...whole("vendors", t.version, t.rating),
  ],
);

export const contractKinds = [
  "warranty",
  "amc",
  "cmc",
  "rental",
  "calibration",
  "insurance",
] as const;

/** Cover: warranty, AMC, CMC and the like. Its state is derived from the dates. */
export const contracts = sqliteTable(
  "contracts",
  {
    ...owned,
    number: nocase().notNull(),
    kind: text({ enum: contractKinds }).notNull(),
    vendorId: text().notNull(),
    startOn: day().notNull(),
    endOn: day().notNull(),
    valueMinor: minor(),
    billing: text({ enum: ["yearly", "half_yearly", "quarterly", "monthly", "once"] }),
    hasLabour: flag(),
    hasSpares: flag(),
    exclusions: text(),
    pmVisitsPerYear: integer(),
    responseHours: integer(),
    resolveHours: integer(),
    uptimeBp: integer(),
    penaltyNote: text(),
    noticeDays: integer(),
    renewedFromId: text(),
    terminatedOn: day(),
    terminateReason: text(),
    remarks: text(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.vendorId, () => vendors),
    inCompany(t, t.renewedFromId, (): OwnedTarget => contracts),
    uniqueIndex("contracts_number").on(t.companyId, t.number),
    index("contracts_by_end").on(t.companyId, t.endOn),
    index("contracts_by_vendor").on(t.companyId, t.vendorId),
    index("contracts_by_renewed").on(t.companyId, t.renewedFromId),
    oneOf("contracts_kind_known", t.kind, contractKinds),
    check("contracts_dates_in_order", sql`${t.endOn} >= ${t.startOn}`),
    ...whole("contracts", t.version, t.valueMinor),
  ],
);

export const contractAssets = sqliteTable(
  "contract_assets",
  {
    ...owned,
    contractId: text().notNull(),
    assetId: text().notNull(),
    valueShareMinor: minor(),
    fromOn: day(),
    toOn: day(),
  },
  (t) => [
    ownedKey(t),
    inCompany(t, t.contractId, () => contracts),
    inCompany(t, t.assetId, (): OwnedTarget => assets),
    uniqueIndex("contract_assets_pair").on(t.companyId, t.contractId, t.assetId),
    index("contract_assets_by_asset").on(t.companyId, t.assetId),
    ...whole("contract_assets", t.valueShareMinor),
  ],
);
