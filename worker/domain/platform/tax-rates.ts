import { z } from "zod";
import type { Buyer } from "#drizzle/control/orders.ts";
import { described, text, whole } from "../entity/fields.ts";
import { isGstin, plainTaxNo } from "../entity/tax-ids.ts";
import { countryChoices } from "./countries.ts";

/** The tax of a country; its rate in 1/100 of a per cent. */
export type TaxRate = { country: string; label: string; rateBp: number };
/** A tax on an invoice, without its amount. */
export type Tax = { label: string; rateBp: number };

const LONGEST = 2_000;
const MOST = 50;
const known = new Set<string>(countryChoices.map(({ value }) => value));
const rate = z.strictObject({
  country: z.string().refine((code) => known.has(code), "This country is not on offer"),
  label: text("Tax", 20),
  rateBp: whole("Rate", 0, 10_000),
});
const LINE = /^([A-Za-z]{2})\s*:\s*(\S.{0,19}?)\s+(\d{1,3}(?:\.\d{1,2})?)\s*%?$/;
/** "IN: GST 18" as its parts; null for anything else. */
function rateIn(line: string): TaxRate | null {
  const [, code = "", label = "", percent = ""] = LINE.exec(line.trim().slice(0, LONGEST)) ?? [];
  const read = rate.safeParse({
    country: code.toUpperCase(),
    label,
    rateBp: Math.round(Number(percent) * 100),
  });
  return code && read.success ? read.data : null;
}

/** Rates of countries as a list, or as text with one "Country: Tax per cent" a line; each country once. */
export const taxRates = (label: string) => {
  const listed = z
    .union([z.array(rate).max(MOST), z.string()], { error: `${label} must be a list` })
    .meta({ examples: ["IN: GST 18"] })
    .transform((given, ctx): TaxRate[] => {
      const { list, problem } = typeof given === "string" ? linesIn(given) : { list: given };
      const twice = list.find(({ country }, at) =>
        list.slice(0, at).some((other) => other.country === country),
      );
      const message = problem ?? (twice && `${twice.country} has two rates`);
      if (!message) return list;
      ctx.addIssue({ code: "custom", message: `${label}: ${message}` });
      return z.NEVER;
    });
  return described(listed, { label });
};

/** The rates of a text, or what is wrong with it. */
function linesIn(text: string): { list: TaxRate[]; problem?: string } {
  if (text.length > LONGEST) return { list: [], problem: `at most ${LONGEST} characters` };
  const lines = text.split("\n").filter((line) => line.trim());
  if (lines.length > MOST) return { list: [], problem: `at most ${MOST} countries` };
  const list = lines.map(rateIn);
  return list.every((one) => one !== null)
    ? { list }
    : { list: [], problem: "write one country a line, such as IN: GST 18" };
}

/** Rates as their text box holds them. */
export const taxRatesText = (list: readonly TaxRate[]) =>
  list.map(({ country, label, rateBp }) => `${country}: ${label} ${rateBp / 100}`).join("\n");

type Party = Pick<Buyer, "country" | "region" | "taxIds">;
/** The state in India that somebody is in: by the first two digits of their GSTIN, else by its name. */
const stateCode = ({ taxIds }: Party) =>
  taxIds
    .map(({ value }) => plainTaxNo(value))
    .find(isGstin)
    ?.slice(0, 2);
const plain = (region: string | null) => plainTaxNo(region ?? "");
function areInOneState(one: Party, other: Party): boolean {
  const [first, second] = [stateCode(one), stateCode(other)];
  if (first && second) return first === second;
  return plain(one.region) !== "" && plain(one.region) === plain(other.region);
}

/**
 * The taxes that a buyer pays, by the place of supply: none where the country has no rate, in the seller's state of India half each as
 * CGST and SGST, elsewhere in India all of it as IGST.
 */
export function taxesOf(list: readonly TaxRate[], seller: Party, buyer: Party): Tax[] {
  const found = list.find(({ country }) => country === buyer.country);
  if (!found || found.rateBp === 0) return [];
  const { label, rateBp } = found;
  if (buyer.country !== "IN" || seller.country !== "IN") return [{ label, rateBp }];
  if (!areInOneState(seller, buyer)) return [{ label: "IGST", rateBp }];
  const half = Math.floor(rateBp / 2);
  return [
    { label: "CGST", rateBp: half },
    { label: "SGST", rateBp: rateBp - half },
  ];
}
