import { z } from "zod";
import { consumerStatuses, deliveries } from "#drizzle/tenant/consumers.ts";
import {
  always,
  described,
  flag,
  optionalEmail,
  optionalId,
  optionalMultiline,
  optionalText,
  optionalWord,
  text,
} from "../entity/fields.ts";
import { optionalPhone } from "../entity/formats.ts";
import { isGstin } from "../entity/tax-ids.ts";
import { countryChoices } from "../platform/countries.ts";

const LONGEST_COUNTRY = 60;
const codeOf = (typed: string) => {
  const wanted = typed.toLowerCase();
  return countryChoices.find(
    ({ value, label }) => value.toLowerCase() === wanted || label.toLowerCase() === wanted,
  )?.value;
};
/** A country by its code, or by its name as a spreadsheet has it. */
export const optionalCountry = (label: string) =>
  described(
    optionalText(LONGEST_COUNTRY, label).transform((typed, ctx) => {
      if (typed === null) return null;
      const code = codeOf(typed);
      if (code) return code;
      ctx.addIssue({ code: "custom", message: `${label} is not one of the list` });
      return z.NEVER;
    }),
    { label },
  );

const isLanguage = (tag: string) => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};
const optionalLanguage = (label: string) =>
  described(
    optionalText(35, label).refine(
      (tag) => !tag || isLanguage(tag),
      `${label} must be a language code, such as en or hi-IN`,
    ),
    { label },
  );

/** A consumer as its form sends it. Without a number it gets the company's next one. */
export const consumerInput = z
  .strictObject({
    name: text("Name", 150),
    consumerNo: optionalText(40, "Number"),
    legalName: optionalText(150, "Legal name"),
    taxNo: optionalText(40, "Tax number"),
    address: optionalMultiline(500, "Address"),
    city: optionalText(60, "City"),
    region: optionalText(60, "State"),
    postalCode: optionalText(12, "Postal code"),
    country: optionalCountry("Country"),
    phone: optionalPhone("Phone"),
    email: optionalEmail("E-mail"),
    status: optionalWord(consumerStatuses, "Status").transform((status) => status ?? "active"),
    defaultDecisionRuleId: optionalId("Decision rule"),
    intervalOnCertificate: flag("Next calibration on certificates"),
    delivery: optionalWord(deliveries, "Delivery").transform((delivery) => delivery ?? "email"),
    language: optionalLanguage("Language"),
  })
  .refine(({ country, taxNo }) => country !== "IN" || !taxNo || isGstin(taxNo), {
    path: ["taxNo"],
    message: "In India the tax number is the GSTIN, whose last character checks the others",
    ...always,
  });

export type ConsumerInput = z.output<typeof consumerInput>;
