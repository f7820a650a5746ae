/** How lists leave a program, and what of it does not come over. */
export type Program = {
  name: string;
  how: string;
  stays: string;
  /** What its database is asked, where it has no export. */
  query?: string;
};

/** Puts names in the place of ids. */
const OF_OPENMEDIS = `SELECT a.AssetID, a.AssetFullName, g.GenericAssetName, a.UMDNS, mc.ContactName AS ManufacturerName, a.Model, a.SerialNumber,
  a.InternalIventoryNumber, f.FacilityName, a.ResponsiblePers, s.AssetStatusDesc, u.AssetUtilizationDesc, a.PurchaseDate, a.PurchasePrice,
  a.InstallationDate, a.Lifetime, a.WarrantyContractExp, a.WarrantyContractNotes, sc.ContactName AS SupplierName, a.MetrologyDate, a.Notes
FROM assets a
LEFT JOIN assetgenericname g ON g.GenericAssetID = a.GenericAssetID
LEFT JOIN assetstatus s ON s.AssetStatusID = a.AssetStatusID
LEFT JOIN assetutilization u ON u.AssetUtilizationID = a.AssetUtilizationID
LEFT JOIN manufactures m ON m.ManufacturerID = a.ManufacturerID LEFT JOIN contact mc ON mc.ContactID = m.ContactID
LEFT JOIN suppliers p ON p.SupplierID = a.SupplierID LEFT JOIN contact sc ON sc.ContactID = p.ContactID
LEFT JOIN location l ON l.LocationID = a.LocationID LEFT JOIN facilities f ON f.FacilityID = l.FacilityID;`;

/** The programs whose files are known, by the name their presets give. */
export const programs: readonly Program[] = [
  {
    name: "Snipe-IT",
    how: "Open Reports, then Custom Asset Report. Tick every column but the addresses, and Generate. Categories, locations, suppliers and maintenances have a button Export above their lists: choose CSV, with all columns shown and no rows hidden. Set the language to English first.",
    stays:
      "Persons, licences, accessories, components, and who has had an asset. A kit has no counterpart.",
  },
  {
    name: "GLPI",
    how: "Open a list under Assets, such as Devices. Show the columns you need by the wrench above the list, those of Management among them, with ID and Inventory number. Choose Export, all pages in CSV. Use English.",
    stays: "Tickets, problems and changes, software, networks, contracts and their documents.",
  },
  {
    name: "openMEDIS",
    how: "openMEDIS has no export of its own. Run this query on its database, and save the answer as CSV with headings.",
    query: OF_OPENMEDIS,
    stays: "Requests, interventions, consumables and persons.",
  },
  {
    name: "openMEDIS in GLPI",
    how: "Open Medical devices in GLPI. Show all columns by the wrench above the list, and choose Export, all pages in CSV. Use English.",
    stays: "Consumables, accessories and tickets.",
  },
  {
    name: "Atlas CMMS",
    how: "Open Settings, then the exports, and download assets and locations. The language of the company must be English.",
    stays: "Work orders, which name assets without a number, meters, parts and persons.",
  },
];
