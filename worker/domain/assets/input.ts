import { z } from "zod";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { assetDetails, lifecycles, ownerships } from "#drizzle/tenant/assets.ts";
import { conditions, criticalities, depreciationMethods } from "#drizzle/words.ts";
import {
  flag,
  id,
  optionalDay,
  optionalId,
  optionalMoney,
  optionalMultiline,
  optionalPercent,
  optionalText,
  optionalWhole,
  optionalWord,
  problems,
  rightOnes,
  text,
} from "../entity/fields.ts";
import { optionalIp, optionalMac, optionalPhone } from "../entity/formats.ts";

/** Ten years, in months. */
export const LONGEST_INTERVAL = 120;

/** Columns of `assets` that the form may change at any time. */
const main = {
  name: text("Name", 150),
  make: optionalText(100, "Make"),
  model: optionalText(100, "Model"),
  serialNo: optionalText(100, "Serial no"),
  categoryId: id("Category is required"),
  subCategoryId: optionalId(),
  machineTypeId: optionalId(),
  criticality: optionalWord(criticalities),
  emFunction: optionalWhole("Function score", 2, 10),
  emRisk: optionalWhole("Risk score", 1, 5),
  emMaint: optionalWhole("Maintenance score", 1, 5),
  inChargeName: optionalText(120, "In charge"),
  inChargePhone: optionalPhone("Phone of the person in charge"),
  custodianUserId: optionalId("Custodian"),
  teamId: optionalId(),
  ownership: optionalWord(ownerships),
  vendorId: optionalId(),
  purchaseOn: optionalDay("Purchase date"),
  purchaseCostMinor: optionalMoney("Purchase cost"),
  isCostEstimated: flag("Cost is estimated"),
  putToUseOn: optionalDay("Put to use"),
  warrantyStartOn: optionalDay("Warranty start"),
  warrantyEndOn: optionalDay("Warranty end"),
  endOfSupportOn: optionalDay("End of support"),
  pmRequired: flag("PM required"),
  calRequired: flag("Calibration required"),
  pmMonths: optionalWhole("PM every", 1, LONGEST_INTERVAL),
  calMonths: optionalWhole("Calibration every", 1, LONGEST_INTERVAL),
  nextPmOn: optionalDay("Next PM"),
  nextCalOn: optionalDay("Next calibration"),
};

/** Columns of `asset_details`. */
const detailFields = {
  poNo: optionalText(60, "PO no"),
  invoiceNo: optionalText(60, "Invoice no"),
  invoiceOn: optionalDay("Invoice date"),
  taxMinor: optionalMoney("Tax"),
  funding: optionalWord(assetDetails.funding.enumValues),
  manufacturedOn: optionalDay("Manufactured"),
  installedOn: optionalDay("Installed"),
  commissionedOn: optionalDay("Commissioned"),
  expectedLifeYears: optionalWhole("Expected life", 1, 100),
  depMethod: optionalWord(depreciationMethods, "Depreciation"),
  usefulLifeMonths: optionalWhole("Useful life", 1, 1200),
  salvageMinor: optionalMoney("Salvage value"),
  depRateBp: optionalPercent("Depreciation a year"),
  udi: optionalText(80, "UDI"),
  nomenclatureSystem: optionalWord(assetDetails.nomenclatureSystem.enumValues, "Nomenclature"),
  nomenclatureCode: optionalText(40, "Nomenclature code"),
  deviceClass: optionalText(20, "Device class"),
  power: optionalText(60, "Power"),
  voltage: optionalText(60, "Voltage"),
  softwareVersion: optionalText(60, "Software version"),
  ip: optionalIp("IP address"),
  mac: optionalMac("MAC address"),
  appliedPart: optionalWord(assetDetails.appliedPart.enumValues, "Applied part"),
  protectionClass: optionalWord(assetDetails.protectionClass.enumValues, "Protection class"),
  remarks: optionalMultiline(2000, "Remarks"),
};

/** Place and state of a device: set when it is created, later changed by moves only. */
const placeFields = {
  departmentId: id("Location is required"),
  locationId: optionalId(),
  room: optionalText(60, "Room"),
  lifecycle: optionalWord([
    "received",
    "in_service",
    "standby",
  ] as const satisfies readonly (typeof lifecycles)[number][]),
  condition: optionalWord(conditions),
};
export const placeNames = Object.keys(placeFields) as (keyof typeof placeFields)[];

/** Values of the category's own fields by key; absent leaves them as they are. */
const spec = () =>
  z
    .record(
      z.string().max(60),
      z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]),
      "Own fields must be an object",
    )
    .nullish()
    .transform((values) => values ?? null);

export const assetInput = z.strictObject({
  assetCode: optionalText(40, "Asset code"),
  ...main,
  ...placeFields,
  ...detailFields,
  specJson: spec(),
});
export const assetUpdate = z.strictObject({
  assetCode: text("Asset code", 40),
  ...main,
  departmentId: optionalId(),
  locationId: optionalId(),
  room: placeFields.room,
  lifecycle: optionalWord(lifecycles),
  condition: placeFields.condition,
  ...detailFields,
  specJson: spec(),
});
export type AssetInput = z.output<typeof assetInput>;
export type AssetUpdate = z.output<typeof assetUpdate>;
type Both = AssetInput | AssetUpdate;
type Dates = Partial<
  Record<
    | "manufacturedOn"
    | "purchaseOn"
    | "installedOn"
    | "putToUseOn"
    | "warrantyStartOn"
    | "warrantyEndOn",
    string | null
  >
>;

/** A form as far as it can be read, and what is wrong with single fields: `proven` adds what only the company's rows can tell. */
export function readForm<S extends typeof assetInput | typeof assetUpdate>(
  schema: S,
  input: unknown,
): { values: z.output<S>; errors: FieldErrors } {
  const { values, errors } = problems(schema, input);
  return errors
    ? { values: rightOnes(schema, Object(input)) as z.output<S>, errors }
    : { values: values as z.output<S>, errors: {} };
}

/** Splits the values of a form between the two tables, without own fields. */
export function splitDetails<V extends Record<string, unknown>>({ specJson: _, ...values }: V) {
  const entries = Object.entries(values);
  return {
    main: Object.fromEntries(entries.filter(([key]) => !(key in detailFields))),
    details: Object.fromEntries(entries.filter(([key]) => key in detailFields)),
  };
}

/** EM score: function, risk and maintenance together; null until all three are known. */
export const emScoreOf = ({
  emFunction,
  emRisk,
  emMaint,
}: Pick<Both, "emFunction" | "emRisk" | "emMaint">) =>
  emFunction === null || emRisk === null || emMaint === null ? null : emFunction + emRisk + emMaint;

/** Dates in order: manufactured, purchased, installed, put to use; warranty start before its end. */
export function dateErrors(values: Dates, today: string): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  if (values.purchaseOn && values.purchaseOn > today)
    errors.purchaseOn = ["Purchase date cannot be in the future"];
  const steps = [
    ["manufacturedOn", "the manufacturing date"],
    ["purchaseOn", "the purchase date"],
    ["installedOn", "the installation date"],
    ["putToUseOn", "it was put to use"],
  ] as const;
  const labels = {
    manufacturedOn: "Manufactured",
    purchaseOn: "Purchase date",
    installedOn: "Installed",
    putToUseOn: "Put to use",
  };
  let last: (typeof steps)[number] | undefined;
  for (const step of steps) {
    const on = values[step[0]];
    if (!on) continue;
    const before = last && values[last[0]];
    if (last && before && on < before)
      errors[step[0]] ??= [`${labels[step[0]]} cannot be before ${last[1]}`];
    last = step;
  }
  if (
    values.warrantyStartOn &&
    values.warrantyEndOn &&
    values.warrantyEndOn < values.warrantyStartOn
  )
    errors.warrantyEndOn = ["Warranty ends before it starts"];
  return errors;
}
