import { openMedisPlugin } from "./glpi.ts";
import { left, noted, type Preset } from "./preset.ts";
import { stateBy, unlessEmpty, yearsAsMonths } from "./reading.ts";

/**
 * The table "assets" of openMEDIS with the names its ids stand for, as the query of docs/moving-in.md reads them
 * (davidhuser/openMEDIS-Slim-PHP-REST-API: models/Asset.php; delcroip/glpi_plugin_openmedis: install/mysql/migration-to-glpi.sql).
 */
const assets: Preset = {
  name: "openmedis-assets",
  ...{ program: "openMEDIS", things: "assets", kind: "assets" },
  known: {
    by: ["AssetFullName"],
    and: ["InternalIventoryNumber", "GenericAssetName", "WarrantyContractExp", "AssetStatusDesc"],
    fewest: 1,
  },
  columns: [
    { heading: "InternalIventoryNumber", field: "assetCode" },
    { heading: "AssetFullName", field: "name" },
    { heading: "ManufacturerName", field: "make" },
    { heading: "Model", field: "model" },
    { heading: "SerialNumber", field: "serialNo" },
    { heading: "GenericAssetName", field: "categoryId" },
    { heading: "FacilityName", field: "departmentId" },
    { heading: "ResponsiblePers", field: "inChargeName" },
    {
      heading: "AssetStatusDesc",
      field: "lifecycle",
      read: stateBy([
        [/notinuse|notworking|broken|repair|outoforder|reserve|store/, "standby"],
        [/good|working|use|order/, "in_service"],
      ]),
      isKept: true,
    },
    { heading: "SupplierName", field: "vendorId" },
    { heading: "PurchaseDate", field: "purchaseOn", read: unlessEmpty },
    { heading: "PurchasePrice", field: "purchaseCostMinor", read: unlessEmpty },
    { heading: "InstallationDate", field: "installedOn", read: unlessEmpty },
    { heading: "WarrantyContractExp", field: "warrantyEndOn", read: unlessEmpty },
    {
      heading: "Lifetime",
      field: "usefulLifeMonths",
      read: (text) => yearsAsMonths(unlessEmpty(text)),
    },
    { heading: "UMDNS", field: "nomenclatureCode" },
    { heading: "Notes", field: "remarks" },
    ...noted("AssetUtilizationDesc", "WarrantyContractNotes", "DonorName", "ServiceManual"),
    ...noted("URL_Manual", "Metrology", "MetrologyDate", "MetrologyDocument"),
    ...left("openMEDIS's own number", "AssetID", "GenericAssetID", "ManufacturerID"),
    ...left("openMEDIS's own number", "LocationID", "AssetStatusID", "AssetUtilizationID"),
    ...left("openMEDIS's own number", "WarrantyContractID", "AgentID", "EmployeeID"),
    ...left("openMEDIS's own number", "SupplierID", "DonorID"),
    ...left("Reckoned here from cost, method and life", "CurrentValue"),
    ...left("Pictures come over by the archive of files", "Picture"),
    ...left("Kept by openMEDIS for itself", "lastmodified", "by_user"),
  ],
  otherwise: { assetCode: { heading: "AssetID", prefix: "OM-" } },
  missing: ["category", "department", "vendor"],
  sample: [
    {
      ...{ AssetID: "4b0beb98ce160", AssetFullName: "Ultrasound scanner", UMDNS: "14278" },
      ...{ GenericAssetName: "Scanning Systems, Ultrasonic", ManufacturerName: "Aloka" },
      ...{ Model: "SSD-1100", SerialNumber: "Mo2701", InternalIventoryNumber: "1381018" },
      ...{ FacilityName: "Maternity", ResponsiblePers: "Senior nurse", Lifetime: "7" },
      ...{ AssetStatusDesc: "In good working order", PurchaseDate: "2002-01-10" },
      ...{ PurchasePrice: "264295", SupplierName: "DataControl", InstallationDate: "0000-00-00" },
    },
    {
      ...{ AssetID: "4b5f06608d936", AssetFullName: "Infusion pump", UMDNS: "13217" },
      ...{ GenericAssetName: "Infusion Pumps, Syringe", ManufacturerName: "B. Braun" },
      ...{ Model: "Perfusor", SerialNumber: "135651", InternalIventoryNumber: "" },
      ...{ FacilityName: "Maternity", AssetStatusDesc: "Not working", PurchaseDate: "2009-12-01" },
      ...{ WarrantyContractNotes: "No. 24 of 24.01.2010", Lifetime: "5" },
    },
  ],
};

/** openMEDIS, by itself and as a plug-in of GLPI. */
export const openMedis: readonly Preset[] = [assets, openMedisPlugin];
