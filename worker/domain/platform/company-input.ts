import { z } from "zod";
import { companyKinds } from "#drizzle/control/index.ts";
import { email, optionalId, optionalText, text, whole } from "../entity/fields.ts";
import { phone } from "../entity/formats.ts";
import { hasTwoDecimals, isZone, notTwoDecimals, startingIn } from "./countries.ts";
import { hostWord } from "./host-names.ts";

export const countryField = z
  .string({ error: "Country is required" })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Country is required");
export const currencyField = optionalText(3)
  .refine((code) => !code || /^[A-Z]{3}$/.test(code), "Currency has three letters")
  .refine((code) => !code || !/^[A-Z]{3}$/.test(code) || hasTwoDecimals(code), notTwoDecimals);
export const zoneField = optionalText(60).refine(
  (zone) => !zone || isZone(zone),
  "This time zone is not known",
);

type Chosen = { country: string; currency: string | null; timeZone: string | null };
/** Currency and time zone as chosen, else the country's; null, with an issue at the field, where neither says it. */
export function startingPlace(chosen: Chosen, ctx: z.RefinementCtx) {
  const starting = startingIn(chosen.country);
  const currency = chosen.currency ?? starting?.currency;
  const timeZone = chosen.timeZone ?? starting?.timeZone;
  if (currency && timeZone) return { currency, timeZone };
  ctx.addIssue(
    currency
      ? {
          code: "custom",
          path: ["timeZone"],
          message: "Choose a time zone: this country has several",
        }
      : {
          code: "custom",
          path: ["currency"],
          message: "Choose a currency: the one of this country is not kept here",
        },
  );
  return null;
}

/** Where a company is: its country, with a currency and time zone of its own where they are chosen. */
export const placeInput = z
  .strictObject({
    country: countryField,
    currency: currencyField,
    timeZone: zoneField,
  })
  .transform((values, ctx) => {
    const place = startingPlace(values, ctx);
    return place ? { country: values.country, ...place } : z.NEVER;
  });

/** What staff fill in for a new company and its first Admin. */
export const companyFields = z.strictObject({
  name: text("Name", 150),
  slug: hostWord("Short name"),
  kind: z.enum(companyKinds, { error: "Kind is required" }),
  country: countryField,
  currency: currencyField,
  timeZone: zoneField,
  serviceType: whole("Service type", 0, 2),
  shardId: optionalId(),
  phone: phone("Phone"),
  email: email(),
  adminName: text("First Admin", 100),
  adminEmail: email(),
});
/** The same, with currency and time zone of the country where none is chosen. */
export const newCompany = companyFields.transform((values, ctx) => {
  const place = startingPlace(values, ctx);
  return place ? { ...values, ...place } : z.NEVER;
});
