import { left, noted, type Preset } from "./preset.ts";
import { javaDay, stateBy } from "./reading.ts";

const program = "Atlas CMMS";

/**
 * Assets, as the export heads them in English (api/src/main/java/com/grash/utils/CsvFileGenerator.java, writeAssetsToCsv, with
 * api/src/main/resources/messages.properties).
 */
const assets: Preset = {
  name: "atlas-assets",
  ...{ program, things: "assets", kind: "assets" },
  known: {
    by: ["Name", "Barcode", "Location Name"],
    and: ["Parent Asset", "Teams names", "Downtime Duration", "Warranty Expiration Date"],
    fewest: 2,
  },
  columns: [
    { heading: "Barcode", field: "assetCode" },
    { heading: "Name", field: "name" },
    { heading: "Serial Number", field: "serialNo" },
    { heading: "Category", field: "categoryId" },
    { heading: "Location Name", field: "departmentId" },
    { heading: "Area", field: "room" },
    {
      heading: "Status",
      field: "lifecycle",
      read: stateBy([
        [/^operational$/, "in_service"],
        [/^standby$/, "standby"],
        [/^commissioning$/, "received"],
        [/^(down|emergencyshutdown|modernization|inspectionscheduled)$/, "in_service"],
      ]),
      isKept: true,
    },
    { heading: "Warranty Expiration Date", field: "warrantyEndOn", read: javaDay },
    { heading: "Description", field: "remarks" },
    ...noted("Additional Information", "Archived", "Parent Asset", "Primary User", "Assigned To"),
    ...noted("Teams names", "Parts", "Vendors", "Contractors"),
    ...left("Atlas's own number", "ID"),
    ...left("Counted here from calls", "Downtime Duration"),
  ],
  otherwise: { assetCode: { heading: "ID", prefix: "ATLAS-" } },
  missing: ["category", "department"],
  sample: [
    {
      ...{ ID: "3", Name: "Autoclave 2", Description: "Double door", Status: "Operational" },
      ...{ Archived: "No", "Location Name": "CSSD", "Parent Asset": "", Area: "2.14" },
      ...{ Barcode: "AC-0002", Category: "Sterilizers", "Serial Number": "GT-551" },
      ...{ "Warranty Expiration Date": "2027-05-31 00:00:00.0", Vendors: "Getinge,Medline" },
      ...{ "Teams names": "Biomedical", "Downtime Duration": "7200" },
    },
    {
      ...{ ID: "4", Name: "Steam boiler", Status: "Down", Archived: "No", Barcode: "" },
      ...{ "Location Name": "CSSD", Category: "Boilers", "Teams names": "" },
      "Warranty Expiration Date": "Thu Jan 15 00:00:00 UTC 2026",
    },
  ],
};

/** Locations, as writeLocationsToCsv of the same file heads them. */
const locations: Preset = {
  name: "atlas-locations",
  ...{ program, things: "locations", kind: "departments" },
  known: { by: ["Name", "Parent Location"], and: ["Workers", "Teams names"], fewest: 1 },
  columns: [
    { heading: "Name", field: "name" },
    ...left("Atlas's own number", "ID"),
    ...left("Places have their address here", "Address"),
    ...left("Floors, cities and sites are brought in by their paths", "Parent Location"),
    ...left("Locations have no such field", "Workers", "Teams names", "Vendors", "Contractors"),
  ],
  sample: [
    { ID: "1", Name: "CSSD", Address: "Block C", "Parent Location": "City Hospital", Workers: "" },
    { ID: "2", Name: "Laundry", Address: "", "Parent Location": "City Hospital", Workers: "" },
  ],
};

/** Atlas CMMS. */
export const atlas: readonly Preset[] = [assets, locations];
