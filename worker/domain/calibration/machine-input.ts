import { z } from "zod";
import { intervalSourceWords } from "#app/shared/calibration/machine-words.ts";
import { nextCalibrationOn } from "#app/shared/calibration/next-due.ts";
import { LAST_DAY } from "#app/shared/company-time.ts";
import type { machines as table } from "#drizzle/tenant/index.ts";
import { machineOwners, machineRisks } from "#drizzle/tenant/machines.ts";
import type { Row } from "../../db/db.ts";
import {
  always,
  id,
  optionalDay,
  optionalId,
  optionalMultiline,
  optionalText,
  optionalWhole,
  optionalWord,
  text,
  word,
} from "../entity/fields.ts";
import { randomToken } from "../entity/random-token.ts";
import type { Sheet } from "../imports/sheet.ts";
import {
  electricalFields,
  intervalFields,
  intervalRules,
  procedureField,
} from "./machine-fields.ts";
import { optionalParameterList } from "./parameters.ts";

const EARLIEST_YEAR = 1950;
const LATEST_YEAR = 2100;

/** A device under calibration as its form sends it. */
export const machineInput = z
  .strictObject({
    machineNo: optionalText(40, "Machine no"),
    name: text("Name", 120),
    owner: word("Owner", machineOwners, "Choose whose it is"),
    consumerId: optionalId("Consumer"),
    consumerSiteId: optionalId("Site"),
    assetId: optionalId("Asset"),
    machineModelId: id("Machine model is required", "Machine model"),
    serialNo: optionalText(80, "Serial no"),
    customerTag: optionalText(80, "Customer's tag"),
    deviceCode: optionalText(60, "Device code"),
    firmware: optionalText(60, "Firmware"),
    accessories: optionalMultiline(1000, "Accessories"),
    yearOfMake: optionalWhole("Year of make", EARLIEST_YEAR, LATEST_YEAR),
    locationText: optionalText(200, "Where it stands"),
    risk: optionalWord(machineRisks, "Risk"),
    ...electricalFields,
    ...procedureField,
    ...intervalFields,
    lastCalOn: optionalDay("Last calibrated on"),
    parameters: optionalParameterList(),
    note: optionalMultiline(2000, "Note"),
  })
  .refine(({ owner, consumerId }) => owner !== "consumer" || Boolean(consumerId), {
    path: ["consumerId"],
    message: "Choose the consumer it belongs to",
    ...always,
  })
  .refine(({ owner, assetId }) => owner !== "own_asset" || Boolean(assetId), {
    path: ["assetId"],
    message: "Choose the asset that it is",
    ...always,
  })
  .refine(({ owner, assetId }) => owner !== "consumer" || !assetId, {
    path: ["assetId"],
    message: "A machine of a consumer is none of your assets",
    ...always,
  })
  .refine(
    ({ owner, consumerId, consumerSiteId }) =>
      owner !== "own_asset" || (!consumerId && !consumerSiteId),
    { path: ["consumerId"], message: "Your own asset belongs to no consumer", ...always },
  )
  .refine(
    ({ owner, serialNo, customerTag }) =>
      owner !== "consumer" || Boolean(serialNo) || Boolean(customerTag),
    {
      path: ["customerTag"],
      message: "Without a serial number write the customer's own tag",
      ...always,
    },
  )
  .refine(...intervalRules.hasValue)
  .refine(...intervalRules.hasUnit)
  .refine(...intervalRules.isShort)
  .refine(...intervalRules.hasSource);
export type MachineInput = z.output<typeof machineInput>;

/** What is stored besides a form: when it is due, and the number it has where none is typed. */
export function storedMachine(values: MachineInput, before: Row<typeof table> | null) {
  const nextDueOn = nextCalibrationOn(values);
  return {
    risk: values.risk ?? before?.risk ?? "medium",
    nextDueOn,
    orderOn: nextDueOn ?? LAST_DAY,
    // A number is not taken away by leaving its field empty.
    ...((values.machineNo ?? before) ? { machineNo: values.machineNo ?? before!.machineNo } : {}),
    ...(before ? {} : { qrToken: randomToken() }),
  };
}

/** A machine's columns in spreadsheets. */
export const machineSheet: Sheet = {
  machineNo: {
    required: true,
    example: "DUC-000001",
    hint: "Tells the machine; a row with a number that is there changes it.",
    like: "machineno ducno number no id",
  },
  name: { example: "Defibrillator", like: "machine machinename device equipment description" },
  owner: { example: "Consumer", like: "ownership" },
  consumerId: { example: "Northgate Clinic", like: "consumer customer client hospital" },
  consumerSiteId: { like: "site branch" },
  assetId: { label: "Asset code", like: "asset assetcode" },
  machineModelId: {
    example: "Zoll R Series",
    hint: "Maker and model as in the list of machine models.",
    like: "model makemodel makeandmodel",
  },
  serialNo: { example: "AB12345", like: "serial serialnumber sn" },
  customerTag: { like: "tag customertag inventoryno" },
  deviceCode: { like: "gmdn umdns emdn" },
  firmware: { like: "software softwareversion" },
  accessories: {},
  yearOfMake: { example: "2021", like: "year yom" },
  locationText: { like: "location place ward" },
  risk: { example: "High", like: "riskclass" },
  electricalClass: { like: "class protectionclass" },
  appliedPart: { like: "appliedparttype" },
  defibProof: { like: "defibproof" },
  supply: { like: "power powersupply" },
  defaultProcedureId: { label: "Procedure", like: "procedure procedurecode" },
  intervalValue: { example: "12", like: "interval calibrationinterval" },
  intervalUnit: { example: "month", like: "unitofinterval" },
  intervalSource: { like: "intervalsource", words: intervalSourceWords },
  lastCalOn: { example: "2026-01-31", like: "lastcalibration calibratedon lastcaldate" },
  note: { like: "remark remarks notes" },
};
