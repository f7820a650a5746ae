import { z } from "zod";
import { passKinds, passPurposes } from "#app/shared/flows/gate-passes.ts";
import { lineConditions } from "#app/shared/line-conditions.ts";
import type { FieldErrors } from "#app/shared/refusal.ts";
import {
  flag,
  id,
  optionalDay,
  optionalId,
  optionalMoney,
  optionalMultiline,
  optionalText,
  text,
  whole,
  word,
} from "../entity/fields.ts";

type Words = [string, ...string[]];
const valuesOf = <C extends readonly { value: string }[]>(choices: C) =>
  choices.map(({ value }) => value) as [C[number]["value"], ...C[number]["value"][]] & Words;

export const MOST_LINES = 50;
const MOST_PIECES = 100_000;

const line = z.strictObject({
  assetId: optionalId("Asset"),
  stockItemId: optionalId("Stock item"),
  description: optionalText(200, "Description"),
  serialNo: optionalText(100, "Serial no"),
  qty: whole("Quantity", 1, MOST_PIECES),
  estValueMinor: optionalMoney("Value"),
  accessoryIds: z.array(id("Choose an accessory")).max(50).default([]),
  conditionOut: word("Condition", lineConditions, "Choose the condition"),
  remark: optionalText(300, "Remark"),
});
export type LineInput = z.output<typeof line>;

/** A pass as its form sends it. */
export const passInput = z.strictObject({
  kind: word("Kind", valuesOf(passKinds), "Choose whether it comes back"),
  purpose: word("Purpose", valuesOf(passPurposes), "Choose the purpose"),
  vendorId: optionalId("Vendor"),
  partyName: optionalText(150, "Party"),
  partyAddress: optionalMultiline(300, "Address"),
  carrierName: text("Carrier", 100),
  carrierPhone: optionalText(30, "Phone"),
  carrierIdProof: optionalText(60, "Proof of identity"),
  vehicleNo: optionalText(30, "Vehicle"),
  expectedReturnOn: optionalDay("Expected return"),
  breakdownId: optionalId("Service call"),
  transferId: optionalId("Transfer"),
  remarks: optionalMultiline(1000, "Remarks"),
  /** Approval is asked for at once; otherwise it is kept as a draft. */
  isSubmitted: flag(),
  lines: z
    .array(line)
    .min(1, "Add what leaves the site")
    .max(MOST_LINES, `A pass has at most ${MOST_LINES} lines`),
});
export type PassInput = z.output<typeof passInput>;

function lineErrors({ assetId, stockItemId, description, qty, accessoryIds }: LineInput) {
  const things = [assetId, stockItemId, description].filter((one) => one !== null).length;
  if (things !== 1) return { description: "A line is an asset, a stock item or a description" };
  if (assetId && qty !== 1) return { qty: "An asset goes out once. Its quantity is 1" };
  if (!assetId && accessoryIds.length)
    return { accessoryIds: "Accessories go out with their asset" };
  return null;
}

/** What the schema cannot say of a single field: every message by field. @param today the company's day */
export function inputErrors(values: PassInput, today: string): FieldErrors {
  const { kind, purpose, vendorId, partyName, expectedReturnOn, lines } = values;
  const errors: FieldErrors = {};
  if (!vendorId && !partyName) errors.partyName = ["Choose a vendor, or say who it goes to"];
  if (kind === "returnable" && !expectedReturnOn)
    errors.expectedReturnOn = ["Expected return is required"];
  else if (kind === "returnable" && expectedReturnOn! < today)
    errors.expectedReturnOn = ["Expected return cannot be in the past"];
  if (purpose === "condemn_sale" && kind === "returnable")
    errors.kind = ["What is sold does not come back. Choose non-returnable"];
  const seen = new Set<string>();
  for (const [at, one] of lines.entries()) {
    const wrong = lineErrors(one);
    for (const [field, message] of Object.entries(wrong ?? {}))
      errors[`lines.${at}.${field}`] = [message];
    const thing = one.assetId ?? one.stockItemId;
    if (thing && seen.has(thing)) errors[`lines.${at}.description`] = ["It is on the pass already"];
    if (thing) seen.add(thing);
  }
  return errors;
}
