import { left, noted, type Preset } from "./preset.ts";
import { stateBy } from "./reading.ts";

const program = "Snipe-IT";
const OWN_NUMBER = "Snipe-IT's own number";
const OWN_LOG = "Kept by Snipe-IT for itself";
const RECKONED = "Reckoned here from cost, method and life";

/** A status is its name with its meaning behind it: "In use (deployed)"; the list leaves the brackets out. */
const lifecycle = stateBy([
  [/deployed$/, "in_service"],
  [/undeployable$/, "standby"],
  [/archived$/, "standby"],
  [/pending$/, "received"],
  [/deployable$/, "standby"],
  [/^readytodeploy/, "standby"],
]);

/**
 * Assets, as the Custom Asset Report (app/Http/Controllers/ReportsController.php, postCustom) and the list's own export
 * (app/Presenters/AssetPresenter.php) head them in English, and the template of its import (sample_csvs/assets-sample.csv).
 */
const assets: Preset = {
  name: "snipe-it-assets",
  ...{ program, things: "assets", kind: "assets" },
  known: {
    by: ["Asset Tag"],
    and: [
      ...["Asset Name", "Model No.", "Model Notes", "Asset Notes", "EOL", "Order Number"],
      ...["Checked Out", "Checked Out To", "Default Location", "Warranty Expires", "Checkout Date"],
      ...["Expected Checkin Date", "Last Audit", "Next Audit Date", "BYOD", "Checkout Type"],
    ],
    fewest: 3,
  },
  columns: [
    { heading: "Asset Tag", field: "assetCode" },
    { heading: "Asset Name", also: ["Name", "Item Name"], field: "name" },
    { heading: "Manufacturer", field: "make" },
    { heading: "Model", also: ["Model Name"], field: "model" },
    { heading: "Model No.", also: ["Model Number"] },
    { heading: "Serial", also: ["Serial Number"], field: "serialNo" },
    { heading: "Category", field: "categoryId" },
    { heading: "Location", field: "departmentId" },
    { heading: "Status", field: "lifecycle", read: lifecycle, isKept: true },
    { heading: "Supplier", field: "vendorId" },
    { heading: "Purchased", also: ["Purchase Date"], field: "purchaseOn" },
    { heading: "Cost", also: ["Purchase Cost"], field: "purchaseCostMinor" },
    { heading: "Order Number", field: "poNo" },
    { heading: "Warranty Expires", field: "warrantyEndOn" },
    { heading: "EOL", also: ["EOL Date"], field: "endOfSupportOn" },
    { heading: "Notes", also: ["Asset Notes"], field: "remarks" },
    { heading: "Warranty" },
    { heading: "Checked Out", also: ["Checked Out To"] },
    ...noted("Company", "Default Location", "Username", "Department", "Model Notes"),
    ...noted("Last Audit", "Next Audit Date", "Expected Checkin Date", "Checkout Date", "BYOD"),
    ...noted("Checkout Type", "Checked Out To: Username", "Checked Out To: First Name"),
    ...noted("Checked Out To: Last Name", "Checked Out To: Email", "Checked Out To: Location"),
    ...left("Of the person it is checked out to", "Type", "Employee No.", "Employee Number"),
    ...left("Of the person it is checked out to", "Manager", "Title"),
    ...left("Places have their address here", "Address", "City", "State", "Country", "Zip"),
    ...left(OWN_NUMBER, "ID"),
    ...left("Pictures come over by the archive of files", "Device Image"),
    ...left(RECKONED, "Value", "Diff", "Fully Depreciated", "Age", "Current Value"),
    ...left(OWN_LOG, "Checkouts", "Checkins", "Requests", "Created at", "Updated at", "Deleted"),
  ],
  otherwise: { name: { heading: "Model" }, departmentId: { heading: "Default Location" } },
  missing: ["category", "department", "vendor"],
  sample: [
    {
      ...{ Company: "City Hospital", "Asset Name": "Ventilator 1", "Asset Tag": "MRI-0007" },
      ...{ Model: "Savina 300", "Model No.": "8417400", Category: "Ventilators" },
      ...{ Manufacturer: "Dräger", Serial: "ASDH-0012", Purchased: "2021-03-15" },
      ...{ Cost: "1,450,000.00", EOL: "2031-03-15", "Order Number": "PO-2021-118" },
      ...{ Supplier: "Medline Supplies", Location: "ICU 1", "Checked Out": "ICU 1" },
      ...{ Type: "location", Status: "In use (deployed)", Warranty: "36" },
      ...{ "Warranty Expires": "2024-03-15", Value: "725,000.00", "Next Audit Date": "2026-12-01" },
      Notes: "Moved from the old ICU",
    },
    {
      ...{ Company: "City Hospital", "Asset Name": "", "Asset Tag": "INF-12" },
      ...{ Model: "Infusomat Space", "Model No.": "8713050", Category: "Infusion pumps" },
      ...{ Manufacturer: "B. Braun", Serial: "88-4521", Purchased: "2022-11-02" },
      ...{ Cost: "$85,000.50", Supplier: "Medline Supplies", Location: "" },
      ...{ "Default Location": "Biomedical store", Status: "Ready to Deploy (deployable)" },
    },
    {
      ...{ "Asset Name": "Monitor, broken", "Asset Tag": "MON-3", Model: "MX450" },
      ...{ Category: "Monitors", Manufacturer: "Philips", Serial: "DE123", Location: "ICU 1" },
      ...{ Status: "Out for Repair (undeployable)", "Checked Out": "", Notes: "Screen flickers" },
    },
  ],
};

/** Categories, as the list heads them (app/Presenters/CategoryPresenter.php). */
const categories: Preset = {
  name: "snipe-it-categories",
  ...{ program, things: "categories", kind: "categories" },
  known: {
    by: ["Name", "Type"],
    and: ["EULA", "Send Email", "Acceptance", "Use Default EULA"],
    fewest: 2,
  },
  columns: [
    { heading: "Name", also: ["Category Name"], field: "name" },
    { heading: "Notes", field: "description" },
    ...noted("Type"),
    ...left(OWN_NUMBER, "ID"),
    ...left("Pictures stay there", "Image"),
    ...left("Counted here", "QTY"),
    ...left("There is no handing out to persons here", "EULA", "Send Email", "Acceptance"),
    ...left("There is no handing out to persons here", "Use Default EULA"),
    ...left(OWN_LOG, "Created at", "Updated at"),
  ],
  sample: [
    { Name: "Ventilators", Type: "Asset", QTY: "12", EULA: "", "Send Email": "", Acceptance: "" },
    {
      Name: "Infusion pumps",
      Type: "Asset",
      QTY: "80",
      EULA: "",
      "Send Email": "",
      Acceptance: "",
    },
  ],
};

/** Locations, as the list heads them (app/Presenters/LocationPresenter.php with resources/lang/en/admin/locations/table.php). */
const locations: Preset = {
  name: "snipe-it-locations",
  ...{ program, things: "locations", kind: "departments" },
  known: {
    by: ["Location Name"],
    and: ["Parent", "Assets", "Assets Assigned", "Location Currency", "Manager", "People"],
    fewest: 2,
  },
  columns: [
    { heading: "Location Name", field: "name" },
    { heading: "Manager", field: "headName" },
    ...left(OWN_NUMBER, "ID"),
    ...left("Pictures stay there", "Image"),
    ...left("Floors, cities and sites are brought in by their paths", "Parent"),
    ...left("Places have their address here", "Address", "City", "State", "Postal Code", "Country"),
    ...left("Counted here", "Assets", "Assets Assigned", "People"),
    ...left("The company has one currency", "Currency", "Location Currency"),
    ...left("Locations have no notes", "Notes"),
    ...left(OWN_LOG, "Created at"),
  ],
  sample: [
    {
      ...{
        "Location Name": "ICU 1",
        Parent: "City Hospital",
        Assets: "31",
        "Assets Assigned": "0",
      },
      ...{ People: "12", "Location Currency": "INR", Manager: "Dr. R. Iyer", City: "Chennai" },
    },
    {
      ...{ "Location Name": "Biomedical store", Parent: "City Hospital", Assets: "9" },
      ...{ "Assets Assigned": "0", People: "2", "Location Currency": "INR" },
    },
  ],
};

/** Suppliers, as the list heads them (app/Presenters/SupplierPresenter.php with admin/suppliers/table.php of its words). */
const suppliers: Preset = {
  name: "snipe-it-suppliers",
  ...{ program, things: "suppliers", kind: "vendors" },
  known: {
    by: ["Supplier Name"],
    and: ["Supplier Address", "Contact Name", "Licenses", "Components", "Consumables", "URL"],
    fewest: 2,
  },
  columns: [
    { heading: "Supplier Name", field: "name" },
    { heading: "Supplier Address", also: ["Address"], field: "address" },
    { heading: "Contact Name", field: "contactName" },
    { heading: "Email", field: "email" },
    { heading: "Phone", field: "phone" },
    { heading: "URL", field: "website" },
    { heading: "City", field: "city" },
    { heading: "State", field: "region" },
    { heading: "Postal Code", also: ["Zip"], field: "postalCode" },
    { heading: "Country", field: "country" },
    ...left(OWN_NUMBER, "ID"),
    ...left("Pictures stay there", "Image"),
    ...left("Vendors have no such field", "Fax", "Notes"),
    ...left("Counted here", "Assets", "Licenses", "Accessories", "Consumables", "Components"),
  ],
  given: { isSupplier: "yes", phone: "-" },
  sample: [
    {
      ...{ "Supplier Name": "Medline Supplies", "Supplier Address": "12 Mount Road" },
      ...{ "Contact Name": "S. Devi", Email: "sales@medline.example", Phone: "+91 44 4000 1000" },
      ...{ Fax: "", URL: "https://medline.example", Assets: "21", Licenses: "0" },
    },
    { "Supplier Name": "Bharat Medical", "Supplier Address": "", "Contact Name": "", URL: "" },
  ],
};

/**
 * Maintenances, as the report heads them (exportAssetMaintenancesReport of app/Http/Controllers/ReportsController.php,
 * app/Presenters/AssetMaintenancesPresenter.php, resources/lang/en/admin/asset_maintenances/form.php).
 */
const maintenances: Preset = {
  name: "snipe-it-maintenances",
  ...{ program, things: "maintenances", kind: "past-services" },
  known: {
    by: ["Asset Tag", "Start Date"],
    and: ["Asset Maintenance Type", "Maintenance Type", "Completion Date", "Hostname"],
    fewest: 2,
  },
  columns: [
    { heading: "Asset Tag", field: "assetId" },
    { heading: "Completion Date", field: "serviceOn" },
    {
      heading: "Asset Maintenance Type",
      also: ["Maintenance Type"],
      field: "serviceType",
      read: stateBy([
        [/^maintenance$/, "pm"],
        [/./, "other"],
      ]),
      isKept: true,
    },
    { heading: "Title", also: ["Name"], field: "problemDescription" },
    { heading: "Notes", field: "actionTaken" },
    { heading: "Supplier", field: "doneBy" },
    { heading: "Cost", field: "serviceCostMinor" },
    { heading: "Start Date", isKept: true },
    ...noted("Asset Maintenance Time (in days)", "Warranty", "Warranty Improvement", "Admin"),
    ...left("Of the asset", "Hostname", "Asset Name", "Company", "Model", "Location"),
    ...left(OWN_NUMBER, "ID"),
  ],
  otherwise: { serviceOn: { heading: "Start Date" }, doneBy: { heading: "Admin" } },
  given: { doneBy: "Not recorded" },
  sample: [
    {
      ...{ "Asset Tag": "MRI-0007", Hostname: "Ventilator 1", Supplier: "Medline Supplies" },
      ...{ "Asset Maintenance Type": "Maintenance", Title: "Yearly service" },
      ...{ "Start Date": "2023-03-10", "Completion Date": "2023-03-12" },
      ...{ "Asset Maintenance Time (in days)": "2", Cost: "$12,500.00", Notes: "Filters changed" },
    },
    {
      ...{ "Asset Tag": "MRI-0007", Hostname: "Ventilator 1", Supplier: "" },
      ...{ "Asset Maintenance Type": "Repair", Title: "Display dark", "Start Date": "2024-07-01" },
      ...{ "Completion Date": "", "Asset Maintenance Time (in days)": "1", Cost: "$0.00" },
    },
  ],
};

/** Snipe-IT. */
export const snipeIt: readonly Preset[] = [assets, categories, locations, suppliers, maintenances];
