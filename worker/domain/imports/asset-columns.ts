import { assets } from "#drizzle/tenant/index.ts";
import { depreciationMethods } from "#drizzle/words.ts";
import { assetInput } from "../assets/input.ts";
import { calledWords } from "./columns.ts";
import { sheetColumns } from "./sheet.ts";

const upper = (words: readonly string[]) =>
  Object.fromEntries(words.map((word) => [word, word.toUpperCase()]));

/** A device as a row of a spreadsheet. */
export const assetColumns = sheetColumns(assets, assetInput, {
  assetCode: {
    required: true,
    example: "AST-00001",
    hint: "What the row is known by: a code that is there already changes that asset.",
    like: "code assetno assetid assetnumber assettag assettagno tag tagno equipmentid equipmentcode equipmentno inventoryno inventorynumber",
  },
  name: {
    example: "Patient monitor",
    like: "asset assetname equipment equipmentname device devicename description item",
  },
  make: { example: "Philips", like: "brand manufacturer company" },
  model: { example: "IntelliVue MX450", like: "modelno modelnumber modelname" },
  serialNo: { example: "DE12345678", like: "serialnumber serial sn" },
  categoryId: { example: "Monitoring", like: "categoryname type group class" },
  subCategoryId: { like: "subcategoryname subgroup" },
  departmentId: {
    example: "ICU 1",
    hint: "The department, ward or unit it belongs to. Later it is changed by a move.",
    like: "department dept departmentname ward unit locationname",
  },
  locationId: {
    hint: "The whole path, such as Chennai / Main / 2nd floor.",
    like: "floor site building floorcitysite path",
  },
  room: { example: "2.14", like: "roomno bed" },
  machineTypeId: { label: "Machine type", like: "machine machinetypename" },
  criticality: { like: "risk priority" },
  emFunction: { hint: "2 to 10", like: "emfunction" },
  emRisk: { hint: "1 to 5", like: "emrisk" },
  emMaint: { hint: "1 to 5", like: "emmaint" },
  inChargeName: { like: "incharge person contact responsible" },
  inChargePhone: { label: "Phone", like: "inchargephone mobile contactno" },
  custodianUserId: { hint: "A person here." },
  teamId: {},
  lifecycle: {
    words: calledWords(["received", "in_service", "standby", "condemned"]),
    hint: "Only for new assets",
    like: "status state",
  },
  condition: { hint: "Only for new assets", like: "workingstatus working" },
  ownership: {},
  vendorId: { like: "supplier vendorname suppliername purchasedfrom" },
  purchaseOn: { example: "2024-03-15", like: "purchasedon dateofpurchase podate bought" },
  purchaseCostMinor: {
    example: "185000.00",
    like: "cost price value amount purchaseprice purchasevalue",
  },
  isCostEstimated: { like: "estimated" },
  putToUseOn: { like: "puttouseon inservicefrom dateofuse" },
  warrantyStartOn: { like: "warrantyfrom warrantystartdate" },
  warrantyEndOn: {
    like: "warrantyto warrantyuntil warrantyupto warrantytill warrantyenddate warrantyexpiry warranty",
  },
  endOfSupportOn: { like: "eos endoflife" },
  pmRequired: { like: "pm" },
  calRequired: { like: "calibration" },
  pmMonths: {
    label: "PM every (months)",
    example: "6",
    hint: "Left empty, as its category.",
    like: "pmevery pminterval pmfrequency",
  },
  calMonths: {
    label: "Calibration every (months)",
    hint: "Left empty, as its category.",
    like: "calibrationevery calibrationinterval calibrationfrequency",
  },
  nextPmOn: { like: "pmdue pmdueon nextpmdate" },
  nextCalOn: { like: "caldue calibrationdue nextcal nextcalibrationdate" },
  poNo: { like: "ponumber purchaseorder po" },
  invoiceNo: { like: "invoicenumber billno bill" },
  invoiceOn: { like: "invoicedon billdate" },
  taxMinor: { like: "gst vat" },
  funding: {},
  manufacturedOn: { like: "dateofmanufacture mfgdate" },
  installedOn: { like: "dateofinstallation installationdate installdate" },
  commissionedOn: { like: "commissioningdate" },
  expectedLifeYears: { label: "Expected life (years)", like: "expectedlife life" },
  depMethod: { words: upper(depreciationMethods), like: "depreciationmethod" },
  usefulLifeMonths: { label: "Useful life (months)", like: "usefullife" },
  salvageMinor: { like: "salvage" },
  udi: {},
  nomenclatureSystem: { words: upper(["none", "gmdn", "umdns", "ecri", "emdn"]) },
  nomenclatureCode: { like: "gmdncode umdnscode" },
  deviceClass: {},
  power: {},
  voltage: {},
  softwareVersion: { like: "firmware software" },
  ip: { like: "ip" },
  mac: { like: "mac" },
  appliedPart: {},
  protectionClass: {},
  remarks: { like: "remark notes note comment comments" },
});
