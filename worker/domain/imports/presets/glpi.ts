import { left, noted, type Preset, type PresetColumn } from "./preset.ts";
import { stateBy } from "./reading.ts";

const FINANCIAL = "Financial and administrative information";
/** A column of the tab "Management": its export puts the name of the group before it (src/Glpi/Search/Output/Spreadsheet.php). */
const financial = (heading: string, column: Omit<PresetColumn, "heading"> = {}): PresetColumn => ({
  ...column,
  heading: `${FINANCIAL} - ${heading}`,
  also: [...(column.also ?? []), heading],
});

/** A company names its own states; these are the words in them. */
const lifecycle = stateBy([
  [/notinuse|outoforder|broken|repair|fault|scrap|retired|discard|disposed/, "standby"],
  [/stock|store|spare|available|standby|stand-by/, "standby"],
  [/order|delivered|received|accept/, "received"],
  [/use|service|production|operation|function|deployed|active/, "in_service"],
]);

/** Columns that GLPI's own lists and those of its plug-in for medical devices share (src/Peripheral.php, src/Infocom.php: rawSearchOptions). */
const shared: readonly PresetColumn[] = [
  { heading: "Inventory number", field: "assetCode" },
  { heading: "Name", field: "name" },
  { heading: "Manufacturer", also: ["Manufacturers"], field: "make" },
  { heading: "Model", also: ["Models"], field: "model" },
  { heading: "Serial number", field: "serialNo" },
  { heading: "Location", also: ["Locations"], field: "departmentId" },
  { heading: "Status", field: "lifecycle", read: lifecycle, isKept: true },
  {
    heading: "Alternate username",
    also: ["Alternate user name"],
    field: "inChargeName",
  },
  { heading: "Comments", field: "remarks" },
  financial("Supplier", { field: "vendorId" }),
  financial("Date of purchase", { field: "purchaseOn" }),
  financial("Value", { field: "purchaseCostMinor" }),
  financial("Startup date", { field: "putToUseOn" }),
  financial("Start date of warranty", { field: "warrantyStartOn" }),
  financial("Warranty expiration date", { field: "warrantyEndOn" }),
  financial("Order number", { field: "poNo" }),
  financial("Invoice number", { field: "invoiceNo" }),
  financial("Immobilization number"),
  financial("Delivery form"),
  financial("Delivery date"),
  financial("Order date"),
  financial("Date of last physical inventory"),
  financial("Budget"),
  financial("Warranty duration"),
  financial("Warranty information"),
  financial("Warranty extension value"),
  financial("Amortization duration"),
  financial("Amortization type"),
  financial("Amortization coefficient"),
  financial("Comments on financial and administrative information"),
  financial("Business criticity"),
  financial("Decommission date"),
  financial("Email alarms", { out: "Notices are set up here" }),
  ...noted("Alternate username number", "Alternate user contact number", "User", "Group"),
  ...noted("Entity", "Brand", "Technician in charge", "Technician in charge of the hardware"),
  ...noted("Group in charge", "Group in charge of the hardware", "Utilization"),
  ...left("Kept by GLPI for itself", "ID", "Last update", "Creation date", "Template name"),
  ...left("Kept by GLPI for itself", "Global management"),
];
const otherwise = { assetCode: { heading: "ID", prefix: "GLPI-" } };
const missing = ["category", "department", "vendor"] as const;
const kept = {
  ...{ "Last update": "2026-10-02 08:14", Entity: "City Hospital", Comments: "Loan from ward 3" },
  [`${FINANCIAL} - Date of purchase`]: "2020-06-30",
  [`${FINANCIAL} - Value`]: "12500.00",
  [`${FINANCIAL} - Supplier`]: "Medline Supplies",
};

/** Devices, computers, monitors and printers of GLPI, as their lists are exported. */
const assets: Preset = {
  name: "glpi-assets",
  ...{ program: "GLPI", things: "assets", kind: "assets" },
  known: {
    by: ["Name", "Serial number", "Status", "Type"],
    and: [
      ...[
        "Entity",
        "Alternate username",
        "Last update",
        "Inventory number",
        "Technician in charge",
      ],
      ...["Group in charge", "Immobilization number", `${FINANCIAL} - Date of purchase`],
    ],
    fewest: 2,
  },
  columns: [...shared, { heading: "Type", also: ["Types"], field: "categoryId" }],
  otherwise,
  missing,
  sample: [
    {
      ...{ Name: "Syringe pump 4", Status: "In use", Manufacturer: "B. Braun", Type: "Pumps" },
      ...{ "Serial number": "SP-7741", Model: "Perfusor Space", Location: "Block A > Ward 3" },
      ...{ "Inventory number": "GL-0041", ID: "41", "Technician in charge": "k.raman" },
      ...{ "Alternate username": "Sr. Mary", ...kept },
    },
    {
      ...{ Name: "ECG recorder", Status: "In stock", Manufacturer: "GE", Type: "ECG" },
      ...{ "Serial number": "EC-10", Model: "MAC 2000", Location: "Block A > Store" },
      ...{ "Inventory number": "", ID: "42", ...kept, Comments: "" },
    },
  ],
};

/** Medical devices of openMEDIS, the plug-in for GLPI (delcroip/glpi_plugin_openmedis: inc/medicaldevice.class.php, rawSearchOptions). */
export const openMedisPlugin: Preset = {
  name: "openmedis-plugin",
  ...{ program: "openMEDIS in GLPI", things: "medical devices", kind: "assets" },
  known: {
    by: ["Name", "Serial number", "Category"],
    and: [
      ...["Alternate user name", "Alternate user contact number", "Utilization"],
      ...["Technician in charge of the hardware", "Group in charge of the hardware"],
    ],
    fewest: 1,
  },
  columns: [...shared, { heading: "Category", field: "categoryId" }],
  otherwise,
  missing,
  sample: [
    {
      ...{ Name: "Infant incubator", Status: "In good working order", Manufacturer: "Atom" },
      ...{ "Serial number": "9091002", Model: "V-850W", Category: "17432 - Incubators" },
      ...{ "Inventory number": "01340287", ID: "7", Location: "Ternopil > Neonatology" },
      ...{ "Alternate user name": "Senior nurse", Utilization: "Daily" },
      "Technician in charge of the hardware": "v.ceban",
    },
  ],
};

/** GLPI. */
export const glpi: readonly Preset[] = [assets];
