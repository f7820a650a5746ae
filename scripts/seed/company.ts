import { saveActivity } from "./activity.ts";
import { newAssets, saveAssets } from "./assets.ts";
import type { Checklist } from "./catalogue.ts";
import type { Actor, Filling } from "./context.ts";
import { type DeviceType, deviceTypes } from "./devices.ts";
import { faultsOf, mainsFaults } from "./faults.ts";
import { seedAccessories, seedSubCategories } from "./finer.ts";
import {
  type StoreRow,
  seedCategories,
  seedDepartments,
  seedLocations,
  seedStores,
  seedVendors,
} from "./masters.ts";
import {
  type CategoryName,
  categoryRows,
  clinicDepartments,
  clinicFloors,
  type DepartmentRow,
  hospitalDepartments,
  hospitalFloors,
  labDepartments,
  labFloors,
  vendorRows,
} from "./masters-data.ts";
import { planJobs } from "./report-plan.ts";
import { applyToAssets, saveReports, writeReports } from "./reports.ts";
import { saveAssetSearch, saveSearch } from "./search.ts";
import { ledgersOf, newItems, saveItems, saveLedgers } from "./stock.ts";
import { CYLINDER, hospitalStores, type ItemRow, itemRows } from "./stock-data.ts";
import type { Work } from "./working-day/index.ts";

/** How much of everything a company gets. */
type Extent = {
  city: string;
  site: string;
  floors: readonly string[];
  departments: readonly DepartmentRow[];
  categories: readonly CategoryName[];
  vendors: number;
  stores: readonly StoreRow[];
  items: readonly ItemRow[];
  types: readonly DeviceType[];
  reports: number;
};

const clinicCounts: Record<string, number> = {
  "Multi-parameter Patient Monitor": 6,
  "Pulse Oximeter": 4,
  "Automatic Blood Pressure Monitor": 4,
  "Volumetric Infusion Pump": 2,
  "Biphasic Defibrillator": 1,
  "Automated External Defibrillator": 2,
  "12-channel Electrocardiograph": 3,
  "Suction Unit": 3,
  "Ultrasound Scanner": 2,
  "Steam Steriliser": 1,
  "Electric ICU Bed": 4,
  "Patient Weighing Scale": 3,
  "Oxygen Concentrator": 2,
  "Electrosurgical Unit": 1,
  "Blood Bank Refrigerator": 1,
  "Laboratory Centrifuge": 1,
};
const clinicTypes = deviceTypes.flatMap((type) =>
  clinicCounts[type.name] ? [{ ...type, count: clinicCounts[type.name]! }] : [],
);
const clinicParts = new Set(
  clinicTypes
    .flatMap(({ checklist }) => [...faultsOf(checklist ?? ""), ...mainsFaults])
    .flatMap(({ parts }) => parts.map(({ partNo }) => partNo)),
);
const allCategories = Object.keys(categoryRows) as CategoryName[];

export const extents: Record<string, Extent> = {
  demo: {
    city: "Bengaluru",
    site: "Koramangala Campus",
    floors: hospitalFloors,
    departments: hospitalDepartments,
    categories: allCategories,
    vendors: vendorRows.length,
    stores: hospitalStores,
    items: itemRows,
    types: deviceTypes,
    reports: 400,
  },
  clinic: {
    city: "Udaipur",
    site: "Lakeside",
    floors: clinicFloors,
    departments: clinicDepartments,
    categories: allCategories.filter((name) => clinicTypes.some((type) => type.category === name)),
    vendors: 4,
    stores: [["Equipment Store", "EQS", "PROC"]],
    items: itemRows.filter(([partNo]) => clinicParts.has(partNo) || partNo === CYLINDER),
    types: clinicTypes,
    reports: 60,
  },
  lab: {
    city: "Pune",
    site: "Bhosari Works",
    floors: labFloors,
    departments: labDepartments,
    categories: ["Laboratory"],
    vendors: 3,
    stores: [],
    items: [],
    types: [],
    reports: 0,
  },
};

/** Fills one company with masters, devices, stock and three years of service reports. */
export async function seedCompany(
  filling: Filling,
  extent: Extent,
  checklists: ReadonlyMap<string, Checklist>,
  people: { admin: Actor; engineers: Actor[]; teamId: string | null },
): Promise<Pick<Work, "devices" | "vendors" | "steps">> {
  const { db, companyId } = filling;
  const { admin, engineers, teamId } = people;
  const floors = await seedLocations(filling, extent.city, extent.site, extent.floors);
  const departments = await seedDepartments(filling, extent.departments, floors);
  const categories = await seedCategories(filling, extent.categories);
  const vendors = await seedVendors(filling, vendorRows.slice(0, extent.vendors));
  const stores = await seedStores(filling, extent.stores, departments, engineers[0]!);
  const place = {
    categories,
    departments,
    checklists,
    vendors: vendors.map(({ id }) => id),
    teamId,
  };

  const seeded = newAssets(filling, place, extent.types);
  const items = newItems(
    filling,
    extent.items,
    (store) => stores["CTI".indexOf(store)] ?? stores[0]!,
    new Map(vendors.map(({ code, id }) => [code, id])),
  );
  const written = writeReports(
    filling,
    planJobs(filling, seeded, extent.reports),
    items,
    engineers,
  );
  applyToAssets(seeded, written.reports);

  await seedSubCategories(filling, categories, seeded);
  await saveAssets(db, seeded);
  await seedAccessories(filling, seeded);
  const ledgers = ledgersOf(filling, items, written.uses, engineers[0]!);
  await saveItems(db, items);
  await saveReports(db, written);
  await saveLedgers(db, ledgers.rows);
  await saveActivity(filling, seeded, written.reports, admin, departments);
  await saveAssetSearch(db, companyId);
  await saveSearch(filling, "stock_item", items, ({ name, partNo }) => [[name], [partNo]]);
  const devices = seeded.flatMap(({ asset, type }) =>
    asset.lifecycle === "in_service" || asset.lifecycle === "standby"
      ? {
          ...{ id: asset.id, qrToken: asset.qrToken, type: type.name },
          ...{ make: asset.make!, model: asset.model!, serialNo: asset.serialNo ?? "none" },
          ...{ criticality: type.criticality, calRequired: type.calibrated },
          ownership: asset.ownership ?? "owned",
          costMinor: asset.purchaseCostMinor ?? 0,
          departmentId: asset.departmentId,
          since: Math.max(asset.createdAt!, Date.parse(asset.putToUseOn ?? asset.purchaseOn)),
          faults: [...faultsOf(type.checklist ?? type.category), ...mainsFaults],
        }
      : [],
  );
  return { devices, vendors, steps: ledgers.steps };
}
