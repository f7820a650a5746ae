import { accessoryConditions, accessoryKinds } from "#drizzle/tenant/assets.ts";
import { departmentKinds, locationLevels } from "#drizzle/tenant/masters.ts";
import { stockKinds } from "#drizzle/tenant/stores.ts";
import { criticalities, type depreciationMethods } from "#drizzle/words.ts";
import type { Column } from "./columns.ts";

const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const called = (word: string) => `${word[0]!.toUpperCase()}${word.slice(1).replaceAll("_", " ")}`;

/** A vendor as a row of a spreadsheet. */
export const vendorColumns: readonly Column[] = [
  {
    name: "name",
    label: "Name",
    required: true,
    like: ["vendor", "vendorname", "supplier", "suppliername", "company"],
    example: "Medline Supplies",
  },
  { name: "code", label: "Code", like: ["vendorcode", "suppliercode"], example: "V-001" },
  { name: "isManufacturer", label: "Manufacturer", as: "flag", like: ["maker", "ismanufacturer"] },
  {
    name: "isSupplier",
    label: "Supplies",
    as: "flag",
    like: ["issupplier", "dealer"],
    example: "yes",
    hint: "At least one kind needs a yes.",
  },
  {
    name: "isService",
    label: "Services",
    as: "flag",
    like: ["service", "isservice", "servicepartner"],
  },
  {
    name: "isCalibrationLab",
    label: "Calibration lab",
    as: "flag",
    like: ["lab", "iscalibrationlab"],
  },
  { name: "isAmcProvider", label: "AMC provider", as: "flag", like: ["amc", "isamcprovider"] },
  { name: "isTransporter", label: "Transporter", as: "flag", like: ["istransporter", "carrier"] },
  {
    name: "taxIds",
    label: "Tax ids",
    like: ["gst", "gstin", "taxid"],
    hint: "One a line, such as GSTIN: 33ABCDE1234F1Z5",
  },
  {
    name: "contactName",
    label: "Contact",
    like: ["contactname", "contactperson", "person"],
    example: "S. Devi",
  },
  {
    name: "phone",
    label: "Phone",
    required: true,
    like: ["mobile", "phoneno", "contactno", "tel", "telephone"],
    example: "+91 44 4000 1000",
  },
  {
    name: "email",
    label: "E-mail",
    like: ["email", "mail", "emailid"],
    example: "sales@medline.example",
  },
  { name: "altContactName", label: "Second contact", like: ["altcontactname"] },
  { name: "altPhone", label: "Second phone", like: ["altphone"] },
  { name: "altEmail", label: "Second e-mail", like: ["altemail"] },
  { name: "address", label: "Address" },
  { name: "city", label: "City", like: ["town"], example: "Chennai" },
  { name: "region", label: "State", like: ["region", "province"] },
  {
    name: "postalCode",
    label: "Postal code",
    like: ["pin", "pincode", "zip", "zipcode", "postcode"],
  },
  { name: "country", label: "Country" },
  { name: "website", label: "Website", like: ["web", "url"] },
  { name: "bankNote", label: "Bank note", like: ["bank", "bankdetails"] },
  { name: "accreditationNo", label: "Accreditation no", like: ["nabl", "accreditation"] },
  {
    name: "accreditationValidUntil",
    label: "Accreditation valid until",
    as: "day",
    like: ["accreditationexpiry"],
  },
];

/** A Location as a row of a spreadsheet. */
export const departmentColumns: readonly Column[] = [
  {
    name: "name",
    label: "Name",
    required: true,
    like: ["location", "department", "departmentname", "ward", "unit", "dept"],
    example: "ICU 1",
  },
  {
    name: "code",
    label: "Code",
    like: ["locationcode", "departmentcode", "deptcode"],
    example: "ICU1",
  },
  {
    name: "kind",
    label: "Kind",
    words: Object.fromEntries(
      departmentKinds.map((kind) => [
        kind,
        kind === "admin" ? "Administration" : `${kind[0]!.toUpperCase()}${kind.slice(1)}`,
      ]),
    ),
    like: ["type"],
    example: "Clinical",
  },
  {
    name: "locationId",
    label: "Floor/City/Site",
    master: "place",
    like: ["place", "floor", "site", "building", "path"],
    hint: "The whole path, such as Chennai / Main / 2nd floor.",
  },
  { name: "costCentre", label: "Cost centre", like: ["costcenter"], example: "CC-210" },
  {
    name: "headName",
    label: "Head",
    like: ["headname", "hod", "incharge"],
    example: "Dr. R. Iyer",
  },
  { name: "headPhone", label: "Phone of the head", like: ["headphone", "phone", "mobile"] },
  { name: "headEmail", label: "E-mail of the head", like: ["heademail", "email"] },
  {
    name: "pmBaseMonth",
    label: "First month of PM",
    words: Object.fromEntries(months.map((month, at) => [String(at + 1), month])),
    like: ["pmbasemonth"],
    example: "January",
  },
];

const methods: Record<(typeof depreciationMethods)[number], string> = {
  none: "None",
  slm: "Straight line",
  wdv: "Written down value",
};
/** What a category brings to new devices. */
const defaultColumns: readonly Column[] = [
  {
    name: "defaultCriticality",
    label: "Criticality of new assets",
    words: Object.fromEntries(criticalities.map((word) => [word, called(word)])),
    like: ["criticality"],
    example: "High",
  },
  {
    name: "defaultPmMonths",
    label: "PM every (months)",
    as: "whole",
    like: ["pmevery", "pmmonths", "pminterval"],
    example: "6",
  },
  {
    name: "defaultCalMonths",
    label: "Calibration every (months)",
    as: "whole",
    like: ["calibrationevery", "calmonths"],
    example: "12",
  },
  {
    name: "defaultDepMethod",
    label: "Depreciation",
    words: methods,
    like: ["depreciationmethod", "method"],
  },
  {
    name: "defaultLifeMonths",
    label: "Useful life (months)",
    as: "whole",
    like: ["usefullife", "lifemonths"],
  },
];

/** A category as a row of a spreadsheet; its own fields and its picture are set on its form. */
export const categoryColumns: readonly Column[] = [
  {
    name: "name",
    label: "Name",
    required: true,
    like: ["category", "categoryname", "equipmenttype", "kind"],
    example: "Ventilators",
  },
  { name: "code", label: "Code", like: ["categorycode"], example: "VENT" },
  { name: "description", label: "Description" },
  ...defaultColumns,
];

/** A sub-category as a row of a file. */
export const subCategoryColumns: readonly Column[] = [
  { name: "categoryName", label: "Category" },
  { name: "name", label: "Name" },
  ...defaultColumns,
];

/** A store as a row of a file. */
export const storeColumns: readonly Column[] = [
  { name: "name", label: "Name" },
  { name: "code", label: "Code" },
  { name: "departmentName", label: "Location" },
  { name: "keeperName", label: "Keeper" },
  { name: "isDefault", label: "Default", as: "flag" },
  { name: "valueMinor", label: "Value", as: "money" },
];

/** A place as a row of a spreadsheet. */
export const placeColumns: readonly Column[] = [
  {
    name: "path",
    label: "Place",
    required: true,
    like: ["path", "floorcitysite", "location", "locationpath", "name", "placename"],
    example: "Chennai / Main hospital / Block A / 2nd floor",
    hint: "The whole path from the top, with strokes between. Places on the way that are missing are added.",
  },
  {
    name: "level",
    label: "Level",
    words: Object.fromEntries(locationLevels.map((level) => [level, called(level)])),
    like: ["type", "kind"],
    example: "Floor",
    hint: "Only for new places; without one it is the level below the place above.",
  },
  { name: "code", label: "Code", like: ["placecode", "locationcode"], example: "A2" },
  { name: "address", label: "Address", like: ["street"] },
  {
    name: "postalCode",
    label: "Postal code",
    like: ["pin", "pincode", "zip", "zipcode", "postcode"],
  },
  { name: "lat", label: "Latitude", like: ["latitude"] },
  { name: "lng", label: "Longitude", like: ["lon", "long", "longitude"] },
];

/** A stock item as a row of a spreadsheet. */
export const stockColumns: readonly Column[] = [
  {
    name: "storeId",
    label: "Store",
    required: true,
    master: "store",
    like: ["storename", "location", "warehouse"],
    example: "Main store",
  },
  {
    name: "name",
    label: "Name",
    required: true,
    like: ["item", "itemname", "part", "partname", "description", "material"],
    example: "SpO2 sensor, adult",
  },
  {
    name: "partNo",
    label: "Part no",
    like: ["partnumber", "code", "itemcode", "sku"],
    example: "M1191B",
    hint: "What the item is known by in its store, before its name.",
  },
  {
    name: "kind",
    label: "Kind",
    words: Object.fromEntries(stockKinds.map((kind) => [kind, called(kind)])),
    like: ["type"],
    example: "Spare",
  },
  { name: "unit", label: "Unit", like: ["uom"], example: "pcs" },
  {
    name: "rateMinor",
    label: "Rate",
    as: "money",
    like: ["price", "cost", "unitcost", "unitprice"],
    example: "1250.00",
  },
  {
    name: "openingQuantity",
    label: "Opening quantity",
    as: "whole",
    like: ["quantity", "qty", "stock", "openingqty", "openingstock", "onhand"],
    example: "12",
    hint: "Only for new items: later the quantity moves by Receive, Issue and Adjust.",
  },
  { name: "openingBatchNo", label: "Opening batch", like: ["batch", "batchno", "lot"] },
  {
    name: "openingExpiryOn",
    label: "Opening expiry",
    as: "day",
    like: ["expiry", "expirydate", "exp"],
  },
  {
    name: "minQty",
    label: "Minimum",
    as: "whole",
    like: ["min", "minqty", "reorderlevel"],
    example: "4",
  },
  { name: "maxQty", label: "Maximum", as: "whole", like: ["max", "maxqty"] },
  { name: "reorderQty", label: "Reorder quantity", as: "whole", like: ["reorderqty"] },
  { name: "rack", label: "Rack" },
  { name: "bin", label: "Bin" },
  { name: "hasBatches", label: "Kept by batch", as: "flag", like: ["hasbatches"] },
  { name: "hasExpiry", label: "Has expiry", as: "flag", like: ["hasexpiry"] },
  { name: "vendorId", label: "Vendor", master: "vendor", like: ["supplier", "vendorname"] },
  { name: "isActive", label: "Offered as part", as: "flag", like: ["active", "isactive"] },
];

/** What belongs to a device, as a row of a spreadsheet. */
export const accessoryColumns: readonly Column[] = [
  {
    name: "assetId",
    label: "Asset code",
    required: true,
    master: "asset",
    like: ["asset", "code", "assetno", "assetid", "equipmentid", "tag"],
    example: "AST-00001",
  },
  {
    name: "name",
    label: "Name",
    required: true,
    like: ["accessory", "accessoryname", "item", "description"],
    example: "SpO2 sensor",
    hint: "Without a serial number it is known by its name.",
  },
  {
    name: "kind",
    label: "Kind",
    required: true,
    words: Object.fromEntries(accessoryKinds.map((kind) => [kind, called(kind)])),
    like: ["type"],
    example: "Sensor",
  },
  { name: "partNo", label: "Part no", like: ["partnumber", "sku"], example: "M1191B" },
  { name: "serialNo", label: "Serial no", like: ["serial", "serialnumber", "sn"] },
  {
    name: "qty",
    label: "Quantity",
    as: "whole",
    like: ["qty", "count"],
    example: "2",
    hint: "1 when it has a serial number.",
  },
  {
    name: "condition",
    label: "Condition",
    words: Object.fromEntries(
      accessoryConditions.map((condition) => [condition, called(condition)]),
    ),
    like: ["state", "status"],
    example: "Good",
  },
  { name: "costMinor", label: "Cost", as: "money", like: ["price", "amount"] },
  {
    name: "installedOn",
    label: "Installed",
    as: "day",
    like: ["dateofinstallation", "installdate"],
  },
  { name: "warrantyEndOn", label: "Warranty end", as: "day", like: ["warranty", "warrantyuntil"] },
  {
    name: "replaceEveryMonths",
    label: "Replace every (months)",
    as: "whole",
    like: ["replaceevery"],
  },
  { name: "stockItemId", label: "Fitting spare", master: "spare", like: ["spare", "stockitem"] },
  { name: "remarks", label: "Remarks", like: ["remark", "notes", "note", "comment", "comments"] },
];
