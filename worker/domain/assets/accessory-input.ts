import { z } from "zod";
import { accessoryField, MOST_WITH_DEVICE } from "#app/shared/accessory-rows.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import { accessoryConditions, accessoryKinds } from "#drizzle/tenant/assets.ts";
import {
  always,
  optionalDay,
  optionalId,
  optionalMoney,
  optionalMultiline,
  optionalText,
  optionalWhole,
  optionalWord,
  problems,
  text,
  word,
} from "../entity/fields.ts";

/** The fields of an accessory besides the device it belongs to. */
export const ofAccessory = {
  name: text("Name", 120),
  kind: word("Kind", accessoryKinds, "Choose the kind"),
  partNo: optionalText(60, "Part no"),
  serialNo: optionalText(100, "Serial no"),
  qty: optionalWhole("Quantity", 1, 10_000).transform((qty) => qty ?? 1),
  condition: optionalWord(accessoryConditions, "Condition").transform(
    (condition) => condition ?? "good",
  ),
  costMinor: optionalMoney("Cost"),
  installedOn: optionalDay("Installed"),
  warrantyEndOn: optionalDay("Warranty end"),
  replaceEveryMonths: optionalWhole("Replace every", 1, 240),
  stockItemId: optionalId("Fitting spare"),
  remarks: optionalMultiline(2000, "Remarks"),
};
export const countsOnce = ({ serialNo, qty }: { serialNo: string | null; qty: number }) =>
  !serialNo || qty === 1;
export const once = {
  path: ["qty"],
  message: "An accessory with a serial number counts as one",
  ...always,
};

/** An accessory in the form of a new device. */
const withDevice = z.strictObject(ofAccessory).refine(countsOnce, once);

/**
 * The accessories in the form of a new device; rows in which nothing is said are left out.
 * @returns the rows that are right, and errors by `accessories.{row}.{field}`
 */
export function readAccessories(rows: readonly Record<string, string>[]) {
  const errors: FieldErrors = {};
  const values: z.output<typeof withDevice>[] = [];
  rows.forEach((row, at) => {
    const { kind: _kind, qty: _qty, condition: _condition, ...said } = row;
    if (!Object.values(said).some((text) => text.trim())) return;
    const read = problems(withDevice, row);
    if (read.values) values.push(read.values);
    for (const [name, messages] of Object.entries(read.errors ?? {}))
      errors[accessoryField(at, name)] = messages.map(
        (message) => `Accessory ${at + 1}: ${message}`,
      );
  });
  if (rows.length > MOST_WITH_DEVICE)
    errors.accessories = [`At most ${MOST_WITH_DEVICE} accessories are added with a device`];
  return { values, errors };
}
