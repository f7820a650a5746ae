import { z } from "zod";
import { described, text } from "./fields.ts";

const LONGEST_TAX_IDS = 400;
const taxId = z.strictObject({ label: text("Tax id", 20), value: text("Tax id", 40) });
/** "GSTIN: 33ABCDE1234F1Z5" as its two sides. */
const taxIdIn = (line: string): TaxId => {
  const [label = "", ...value] = line.split(":");
  return { label: label.trim(), value: value.join(":").trim() };
};
const isTaxId = ({ label, value }: TaxId) =>
  label.length > 0 && label.length <= 20 && value.length > 0 && value.length <= 40;

/** Tax ids as a list, or as text with one "Label: number" a line. */
export const taxIds = () => described(taxIdList, { label: "Tax ids" });
const taxIdList = z
  .union([z.array(taxId), z.string()], { error: "Tax ids must be a list" })
  .optional()
  .transform((entries, ctx) => {
    if (typeof entries !== "string") return entries ?? [];
    const isLong = entries.length > LONGEST_TAX_IDS;
    const read = isLong
      ? []
      : entries
          .split("\n")
          .filter((line) => line.trim())
          .map(taxIdIn);
    if (!isLong && read.every(isTaxId)) return read;
    const message = isLong
      ? `Tax ids can have at most ${LONGEST_TAX_IDS} characters`
      : "Write one tax id a line, such as GSTIN: 33ABCDE1234F1Z5";
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  })
  .pipe(z.array(taxId).max(5, "At most 5 tax ids"));

const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** The check character of the first 14 characters of a GSTIN: a weighted sum in base 36. */
function checkOf(first: string): string {
  const sum = [...first].reduce((total, character, at) => {
    const product = DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return DIGITS.charAt((36 - (sum % 36)) % 36);
}
/** A tax number as registers write it: capitals, without spaces. */
export const plainTaxNo = (typed: string) => typed.replace(/\s/g, "").toUpperCase();
/** Whether a text has the form of a GSTIN, India's tax number. */
export const looksLikeGstin = (typed: string) => GSTIN.test(plainTaxNo(typed));
/** Whether it also ends with the right check character. */
export const isGstin = (typed: string) => {
  const plain = plainTaxNo(typed);
  return GSTIN.test(plain) && plain.endsWith(checkOf(plain.slice(0, 14)));
};

export type TaxId = { label: string; value: string };
/** Tax ids as their text box holds them. */
export const taxIdsText = (ids: readonly TaxId[]) =>
  ids.map(({ label, value }) => `${label}: ${value}`).join("\n");
